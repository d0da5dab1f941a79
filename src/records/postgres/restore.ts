import type { Actor } from '../../domain/actor.ts';
import type { Suspended, SuspendedKey, SuspendedPerson } from '../../domain/suspension.ts';
import { ID_LEAP, invitation, type Link } from '../rows/restore.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

const PERSON = 'SELECT id, account_id, email, role FROM users WHERE removed_at IS NULL AND password IS NOT NULL';
const LINK = `SELECT links.account_id, links.user_id, email, links.role, expires_at AS expires
  FROM links LEFT JOIN users ON users.id = links.user_id WHERE used_at IS NULL AND removed_at IS NULL AND expires_at > $1`;
const KEY = 'SELECT id, account_id, name FROM keys WHERE revoked_at IS NULL';

/** Those that were used up or taken away since the backup would be good again. */
const FORGET = [
  'DELETE FROM sessions',
  'DELETE FROM known_browsers',
  'DELETE FROM recovery_codes',
  'UPDATE users SET totp_pending = NULL',
];
const SUSPEND = [
  'UPDATE keys SET suspended_at = $1 WHERE revoked_at IS NULL',
  'UPDATE users SET suspended_at = $1 WHERE removed_at IS NULL',
  'UPDATE links SET suspended_at = $1 WHERE used_at IS NULL',
];
/** One that was removed since would be told again of what happens. */
const SWITCH_OFF = "UPDATE webhooks SET state = 'off' WHERE state = 'active'";

/** What was withdrawn after a backup is unknown once it is put back: all access is suspended until it is resumed. */
export const restoreWrites = {
  afterRestore: async (
    tx: Transaction,
    backup: string,
    resume: boolean,
    at: string,
    actor: Actor,
  ): Promise<Suspended> => {
    for (const forget of FORGET) await tx.run(forget);
    if (!resume) for (const suspend of SUSPEND) await tx.run(suspend, at);
    if (!resume) await tx.run(SWITCH_OFF);
    await leapIds(tx);
    const links = await tx.all<Link>(`${LINK} ORDER BY expires_at`, at);
    const all = {
      keys: await tx.all<SuspendedKey>(`${KEY} ORDER BY id`),
      people: await tx.all<SuspendedPerson>(`${PERSON} ORDER BY id`),
      invitations: links.map(invitation),
    };
    const counts = { keys: all.keys.length, people: all.people.length, invitations: all.invitations.length };
    const details = { backup, resumed: resume, ...counts };
    tx.audit({ at, actor, action: 'backup.restored', subject: 'database', accountId: null, details }, ID_LEAP);
    return all;
  },
  /** Null: every key. */
  'keys.resume': async (tx: Transaction, id: string | null, at: string, actor: Actor): Promise<SuspendedKey[]> => {
    const wanted = await tx.all<SuspendedKey>(
      `${KEY} AND suspended_at IS NOT NULL AND ($1::text IS NULL OR id = $1) ORDER BY id FOR UPDATE`,
      id,
    );
    for (const key of wanted) {
      await tx.run('UPDATE keys SET suspended_at = NULL WHERE id = $1', key.id);
      const { accountId } = key;
      tx.audit({ at, actor, action: 'key.resumed', subject: `key:${key.id}`, accountId, details: {} });
    }
    return wanted;
  },
  /** Null: everybody, and the links of first set-ups. */
  'users.resume': async (
    tx: Transaction,
    email: string | null,
    at: string,
    actor: Actor,
  ): Promise<Omit<Suspended, 'keys'>> => {
    const fits = (one: { email: string | null }) => email === null || one.email?.toLowerCase() === email.toLowerCase();
    const people = (await tx.all<SuspendedPerson>(`${PERSON} AND suspended_at IS NOT NULL ORDER BY id`)).filter(fits);
    const links = (await tx.all<Link>(`${LINK} AND links.suspended_at IS NOT NULL`, at)).filter(fits);
    const ids = [...people, ...links.map((link) => ({ ...link, id: link.userId }))];
    const noted = new Set<string>();
    for (const { id, accountId } of ids) {
      if (id !== null) await tx.run('UPDATE users SET suspended_at = NULL WHERE id = $1', id);
      await tx.run(
        'UPDATE links SET suspended_at = NULL WHERE account_id = $1 AND user_id IS NOT DISTINCT FROM $2::bigint',
        accountId,
        id,
      );
      const subject = id === null ? `account:${accountId}` : `user:${id}`;
      if (!noted.has(subject)) tx.audit({ at, actor, action: 'user.resumed', subject, accountId, details: {} });
      noted.add(subject);
    }
    return { people, invitations: links.map(invitation) };
  },
};

/** Of every table that gives ids, also of one that has given none yet. */
async function leapIds(tx: Transaction): Promise<void> {
  await tx.run(
    `SELECT setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, 0) + $1) FROM pg_sequences
     WHERE schemaname = current_schema()`,
    ID_LEAP,
  );
}

export const suspensionReads = {
  suspended: async (sql: Sql, now: string): Promise<Record<keyof Suspended, number>> =>
    (await sql.one<Record<keyof Suspended, number>>(
      `SELECT (SELECT count(*) FROM keys WHERE suspended_at IS NOT NULL AND revoked_at IS NULL) AS keys,
         (SELECT count(*) FROM users
          WHERE suspended_at IS NOT NULL AND password IS NOT NULL AND removed_at IS NULL) AS people,
         (SELECT count(*) FROM links
          WHERE suspended_at IS NOT NULL AND used_at IS NULL AND expires_at > $1) AS invitations`,
      now,
    ))!,
};
