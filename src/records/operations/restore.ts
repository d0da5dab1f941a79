import type { Actor } from '../../domain/actor.ts';
import type { Suspended, SuspendedInvitation, SuspendedKey, SuspendedPerson } from '../../domain/suspension.ts';
import { alone } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { cancelOpenCaptures } from './capture-steps.ts';
import { subjectOf } from './users.ts';

/** More ids of a kind than could have been given since the backup. */
export const ID_LEAP = 1_000_000;

type Link = SuspendedInvitation & { readonly userId: number | null };

const PERSON = 'SELECT id, account_id, email, role FROM users WHERE removed_at IS NULL AND joined_at IS NOT NULL';
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
  /**
   * Call this after a backup was restored. `backup` is when it was made.
   * - Ids of every kind continue a million higher, so that none is given again.
   * - Nobody is signed in, no recovery code works, and the audit log says so.
   * - Nobody knows what was revoked since, so every key, user and invitation is suspended, and every webhook is off.
   * - Links by which people verify themselves are cancelled.
   * With `resume` none is.
   * Answers all of them.
   */
  afterRestore: alone(
    async (
      tx: Transaction,
      { backup, resume }: { readonly backup: string; readonly resume: boolean },
      actor: Actor,
    ): Promise<Suspended> => {
      for (const forget of FORGET) await tx.run(forget);
      if (!resume) for (const suspend of SUSPEND) await tx.run(suspend, tx.at);
      if (!resume) await tx.run(SWITCH_OFF);
      if (!resume) await cancelOpenCaptures(tx);
      for (const leap of tx.either(LEAPS)) await tx.run(leap, ID_LEAP);
      const links = await tx.all<Link>(`${LINK} ORDER BY expires_at`, tx.at);
      const all = {
        keys: await tx.all<SuspendedKey>(`${KEY} ORDER BY id`),
        people: await tx.all<SuspendedPerson>(`${PERSON} ORDER BY id`),
        invitations: links.map(invitation),
      };
      const counts = { keys: all.keys.length, people: all.people.length, invitations: all.invitations.length };
      const details = { backup, resumed: resume, ...counts };
      const entry = { at: tx.at, actor, action: 'backup.restored', subject: 'database', accountId: null, details };
      tx.audit(entry, ID_LEAP);
      return all;
    },
  ),
  /** Ends the suspension of a key, or of every one; answers those that it ended. */
  'accounts.resumeKeys': alone(async (tx: Transaction, id: string | null, actor: Actor): Promise<SuspendedKey[]> => {
    const wanted = await tx.all<SuspendedKey>(
      `${KEY} AND suspended_at IS NOT NULL AND ($1::text IS NULL OR id = $1) ORDER BY id FOR UPDATE`,
      id,
    );
    for (const key of wanted) {
      await tx.run('UPDATE keys SET suspended_at = NULL WHERE id = $1', key.id);
      const { accountId } = key;
      tx.audit({ at: tx.at, actor, action: 'key.resumed', subject: `key:${key.id}`, accountId, details: {} });
    }
    return wanted;
  }),
  /** Ends the suspension of a person, or of everybody, and of their invitations; answers those that it ended. */
  'users.resume': alone(
    async (tx: Transaction, email: string | null, actor: Actor): Promise<Omit<Suspended, 'keys'>> => {
      const fits = (one: { email: string | null }) =>
        email === null || one.email?.toLowerCase() === email.toLowerCase();
      const suspended = await tx.all<SuspendedPerson>(`${PERSON} AND suspended_at IS NOT NULL ORDER BY id`);
      const people = suspended.filter(fits);
      const links = (await tx.all<Link>(`${LINK} AND links.suspended_at IS NOT NULL`, tx.at)).filter(fits);
      const ids = [...people, ...links.map((link) => ({ ...link, id: link.userId }))];
      const noted = new Set<string>();
      for (const { id, accountId } of ids) {
        if (id !== null) await tx.run('UPDATE users SET suspended_at = NULL WHERE id = $1', id);
        await tx.run(
          'UPDATE links SET suspended_at = NULL WHERE account_id = $1 AND user_id IS NOT DISTINCT FROM $2::bigint',
          accountId,
          id,
        );
        const subject = subjectOf(accountId, id);
        if (!noted.has(subject)) {
          tx.audit({ at: tx.at, actor, action: 'user.resumed', subject, accountId, details: {} });
        }
        noted.add(subject);
      }
      return { people, invitations: links.map(invitation) };
    },
  ),
};

/** Of every table that gives ids, also of one that has given none yet. */
export const LEAPS = {
  postgresql: [
    `SELECT setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, 0) + $1) FROM pg_sequences
     WHERE schemaname = current_schema()`,
  ],
  sqlite: [
    'UPDATE sqlite_sequence SET seq = seq + $1',
    `INSERT INTO sqlite_sequence (name, seq)
     SELECT name, $1 FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'
       AND name NOT IN (SELECT name FROM sqlite_sequence)`,
  ],
};

function invitation({ userId: _, ...link }: Link): SuspendedInvitation {
  return link;
}

export const suspensionReads = {
  /** How many wait to be resumed. */
  suspended: async (sql: Sql): Promise<Readonly<Record<keyof Suspended, number>>> =>
    (await sql.one<Record<keyof Suspended, number>>(
      `SELECT (SELECT count(*) FROM keys WHERE suspended_at IS NOT NULL AND revoked_at IS NULL) AS keys,
         (SELECT count(*) FROM users
          WHERE suspended_at IS NOT NULL AND joined_at IS NOT NULL AND removed_at IS NULL) AS people,
         (SELECT count(*) FROM links
          WHERE suspended_at IS NOT NULL AND used_at IS NULL AND expires_at > $1) AS invitations`,
      sql.at,
    ))!,
};
