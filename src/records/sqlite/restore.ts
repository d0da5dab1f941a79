import type { Actor } from '../../domain/actor.ts';
import type { Suspended, SuspendedKey, SuspendedPerson } from '../../domain/suspension.ts';
import { ID_LEAP, invitation, type Link } from '../rows/restore.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';

const PERSON = 'SELECT id, account_id AS accountId, email, role FROM users WHERE removed_at IS NULL';
const LINK = `SELECT links.account_id AS accountId, links.user_id AS userId, email, links.role, expires_at AS expires
  FROM links LEFT JOIN users ON users.id = links.user_id WHERE used_at IS NULL AND removed_at IS NULL`;
const KEY = 'SELECT id, account_id AS accountId, name FROM keys WHERE revoked_at IS NULL';

/** What was withdrawn after a backup is unknown once it is put back: all access is suspended until it is resumed. */
export function restoreWrites(db: Connection) {
  const audit = auditAppender(db);
  const endSessions = db.prepare('DELETE FROM sessions');
  // Those that were used up or taken away since would be good again.
  const forget = [
    'DELETE FROM known_browsers',
    'DELETE FROM recovery_codes',
    'UPDATE users SET totp_pending = NULL',
  ].map((sql) => db.prepare(sql));
  const suspend = [
    'UPDATE keys SET suspended_at = ? WHERE revoked_at IS NULL',
    'UPDATE users SET suspended_at = ? WHERE removed_at IS NULL',
    'UPDATE links SET suspended_at = ? WHERE used_at IS NULL',
  ].map((sql) => db.prepare(sql));
  // One that was removed since would be told again of what happens.
  const switchOff = db.prepare("UPDATE webhooks SET state = 'off' WHERE state = 'active'");
  const keys = db.prepare<[], SuspendedKey>(`${KEY} ORDER BY id`);
  const people = db.prepare<[], SuspendedPerson>(`${PERSON} AND password IS NOT NULL ORDER BY id`);
  const links = db.prepare<[string], Link>(`${LINK} AND expires_at > ? ORDER BY expires_at`);
  return {
    afterRestore: (backup: string, resume: boolean, at: string, actor: Actor): Suspended => {
      endSessions.run();
      for (const one of forget) one.run();
      if (!resume) for (const one of suspend) one.run(at);
      if (!resume) switchOff.run();
      leapIds(db);
      const all = { keys: keys.all(), people: people.all(), invitations: links.all(at).map(invitation) };
      const counts = { keys: all.keys.length, people: all.people.length, invitations: all.invitations.length };
      const details = { backup, resumed: resume, ...counts };
      audit({ at, actor, action: 'backup.restored', subject: 'database', accountId: null, details }, ID_LEAP);
      return all;
    },
    ...resumptions(db),
  };
}

/** Of every table that gives ids, also of one that has given none yet. */
function leapIds(db: Connection): void {
  const giving = `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'`;
  db.prepare(`INSERT INTO sqlite_sequence (name, seq)
    SELECT name, 0 FROM (${giving}) WHERE name NOT IN (SELECT name FROM sqlite_sequence)`).run();
  db.prepare('UPDATE sqlite_sequence SET seq = seq + ?').run(ID_LEAP);
}

function resumptions(db: Connection) {
  const audit = auditAppender(db);
  const keys = db.prepare<[], SuspendedKey>(`${KEY} AND suspended_at IS NOT NULL ORDER BY id`);
  const resumeKey = db.prepare('UPDATE keys SET suspended_at = NULL WHERE id = ?');
  const people = db.prepare<[], SuspendedPerson>(
    `${PERSON} AND password IS NOT NULL AND suspended_at IS NOT NULL ORDER BY id`,
  );
  const links = db.prepare<[string], Link>(`${LINK} AND links.suspended_at IS NOT NULL AND expires_at > ?`);
  const resumePerson = db.prepare('UPDATE users SET suspended_at = NULL WHERE id = ?');
  const resumeLinks = db.prepare('UPDATE links SET suspended_at = NULL WHERE account_id = ? AND user_id IS ?');
  return {
    /** Null: every key. */
    'keys.resume': (id: string | null, at: string, actor: Actor): SuspendedKey[] => {
      const wanted = keys.all().filter((key) => id === null || key.id === id);
      for (const key of wanted) {
        resumeKey.run(key.id);
        const { accountId } = key;
        audit({ at, actor, action: 'key.resumed', subject: `key:${key.id}`, accountId, details: {} });
      }
      return wanted;
    },
    /** Null: everybody, and the links of first set-ups. */
    'users.resume': (email: string | null, at: string, actor: Actor): Omit<Suspended, 'keys'> => {
      const fits = (one: { email: string | null }) =>
        email === null || one.email?.toLowerCase() === email.toLowerCase();
      const resumed = { people: people.all().filter(fits), invitations: links.all(at).filter(fits) };
      const ids = [...resumed.people, ...resumed.invitations.map((link) => ({ ...link, id: link.userId }))];
      const noted = new Set<string>();
      for (const { id, accountId } of ids) {
        if (id !== null) resumePerson.run(id);
        resumeLinks.run(accountId, id);
        const subject = id === null ? `account:${accountId}` : `user:${id}`;
        if (!noted.has(subject)) audit({ at, actor, action: 'user.resumed', subject, accountId, details: {} });
        noted.add(subject);
      }
      return { people: resumed.people, invitations: resumed.invitations.map(invitation) };
    },
  };
}

export function suspensionReads(db: Connection) {
  const counts = db.prepare<[string], Record<keyof Suspended, number>>(
    `SELECT (SELECT count(*) FROM keys WHERE suspended_at IS NOT NULL AND revoked_at IS NULL) AS keys,
       (SELECT count(*) FROM users
        WHERE suspended_at IS NOT NULL AND password IS NOT NULL AND removed_at IS NULL) AS people,
       (SELECT count(*) FROM links
        WHERE suspended_at IS NOT NULL AND used_at IS NULL AND expires_at > ?) AS invitations`,
  );
  return { suspended: (now: string): Record<keyof Suspended, number> => counts.get(now)! };
}
