import { countsOn, MAX_PASSKEYS, type Passkey, type StoredPasskey } from '../../domain/passkey.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { keepAFactor, noteOwn, replaceCodes } from './second-factor.ts';
import { endSessions, factorShown } from './sessions.ts';
import { userById } from './user-reads.ts';

type NewPasskey = Omit<StoredPasskey, 'id' | 'createdAt' | 'lastUsedAt' | 'copiedAt'>;

/** `challenge`: SHA-256 of the challenge that was answered. */
interface Enrolment {
  readonly passkey: NewPasskey;
  readonly challenge: Uint8Array;
  readonly session: Uint8Array;
  /** PHC strings, stored where this is the person's first second factor. */
  readonly recoveryCodes: readonly string[];
}

interface Use {
  readonly id: number;
  /** What the authenticator counted. */
  readonly counter: number;
  readonly challenge: Uint8Array;
}

/** Challenges live for minutes; clocks of nodes may differ. */
const FORGOTTEN_AFTER_MS = 3_600_000;
const PASSKEY = 'id, name, rp_id, synced, created_at, last_used_at, copied_at';
const WHOLE = `${PASSKEY}, user_id, credential, public_key, counter, transports`;

export const passkeyWrites = {
  /** What authenticators know a person by: the value given, or the one that they have already. */
  'users.passkeyHandle': async (tx: Transaction, id: number, fresh: string): Promise<string> => {
    const handle = await tx.value<string>(
      'UPDATE users SET passkey_handle = coalesce(passkey_handle, $1) WHERE id = $2 RETURNING passkey_handle',
      fresh,
      id,
    );
    return handle!;
  },
  /**
   * Adds a passkey and ends every session but this one. `isFirst`: the person had no second factor, so the recovery
   * codes are theirs now. `used`: the challenge was answered before. `known`: the credential is somebody's already.
   * `full`: the person has as many as one may have.
   */
  'users.addPasskey': async (
    tx: Transaction,
    { passkey, challenge, session, recoveryCodes }: Enrolment,
  ): Promise<'used' | 'known' | 'full' | { readonly id: number; readonly isFirst: boolean }> => {
    const { userId, credential, transports } = passkey;
    if (!(await takeChallenge(tx, challenge))) return 'used';
    const user = (await userById(tx, userId))!;
    if (user.passkeys >= MAX_PASSKEYS) return 'full';
    if ((await tx.value('SELECT 1 FROM passkeys WHERE credential = $1', credential)) !== undefined) return 'known';
    const id = (await tx.value<number>(
      `INSERT INTO passkeys (user_id, credential, public_key, counter, transports, rp_id, name, synced, created_at)
       VALUES (:userId, :credential, :publicKey, :counter, :transports, :rpId, :name, :synced, :at) RETURNING id`,
      { ...passkey, transports: JSON.stringify(transports), at: tx.at },
    ))!;
    const isFirst = !user.totp && user.passkeys === 0;
    if (isFirst) await replaceCodes(tx, userId, recoveryCodes);
    await factorShown(tx, session);
    await endSessions(tx, userId, session);
    await noteOwn(tx, userId, 'user.passkey-added', { passkey: id });
    return { id, isFirst };
  },
  /** False where the person has no such passkey. */
  'users.renamePasskey': async (tx: Transaction, userId: number, id: number, name: string): Promise<boolean> =>
    (await tx.run('UPDATE passkeys SET name = $1 WHERE id = $2 AND user_id = $3', name, id, userId)) > 0,
  /**
   * Removes a passkey and ends every session but this one; recovery codes go with the last second factor. False where
   * the person has no such passkey. Throws `last-factor` where their account requires what they would not have.
   */
  'users.removePasskey': async (tx: Transaction, userId: number, id: number, session: Uint8Array): Promise<boolean> => {
    await keepAFactor(tx, userId, { passkey: id });
    if ((await tx.run('DELETE FROM passkeys WHERE id = $1 AND user_id = $2', id, userId)) === 0) return false;
    const user = (await userById(tx, userId))!;
    if (!user.totp && user.passkeys === 0) await replaceCodes(tx, userId, []);
    await endSessions(tx, userId, session);
    await noteOwn(tx, userId, 'user.passkey-removed', { passkey: id });
    return true;
  },
  /**
   * Takes a challenge that a passkey answered. `used`: it was answered before. `copied`: its authenticator counted
   * back, so that somebody may have a copy. It is refused from then on.
   */
  'users.usePasskey': async (
    tx: Transaction,
    { id, counter, challenge }: Use,
  ): Promise<'ok' | 'used' | 'copied' | 'removed'> => {
    if (!(await takeChallenge(tx, challenge))) return 'used';
    const read = 'SELECT user_id, counter, synced, copied_at FROM passkeys WHERE id = $1 FOR UPDATE';
    const known = await tx.one<Pick<StoredPasskey, 'userId' | 'counter' | 'synced' | 'copiedAt'>>(read, id);
    if (!known) return 'removed';
    if (known.copiedAt !== null) return 'copied';
    if (!countsOn(known, counter)) {
      await tx.run('UPDATE passkeys SET copied_at = $1 WHERE id = $2', tx.at, id);
      await noteOwn(tx, known.userId, 'user.passkey-copied', { passkey: id, counter, before: known.counter });
      return 'copied';
    }
    await tx.run('UPDATE passkeys SET counter = :counter, last_used_at = :at WHERE id = :id', {
      id,
      counter,
      at: tx.at,
    });
    return 'ok';
  },
};

async function takeChallenge(tx: Transaction, hash: Uint8Array): Promise<boolean> {
  const oldest = new Date(Date.parse(tx.at) - FORGOTTEN_AFTER_MS).toISOString();
  await tx.run(
    'DELETE FROM used_challenges WHERE hash IN (SELECT hash FROM used_challenges WHERE used_at < $1 FOR UPDATE SKIP LOCKED)',
    oldest,
  );
  const take = 'INSERT INTO used_challenges (hash, used_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING';
  return (await tx.run(take, hash, tx.at)) > 0;
}

type Row = Omit<StoredPasskey, 'transports'> & { readonly transports: string };

export const passkeyReads = {
  /** Of a person, the oldest first. */
  'users.passkeys': (sql: Sql, userId: number): Promise<Passkey[]> =>
    sql.all<Passkey>(`SELECT ${PASSKEY} FROM passkeys WHERE user_id = $1 ORDER BY id`, userId),
  /** The hosts that passkeys were made for, with how many of each. */
  'users.passkeyHosts': (sql: Sql): Promise<{ host: string; count: number }[]> =>
    sql.all('SELECT rp_id AS host, count(*) AS count FROM passkeys GROUP BY rp_id ORDER BY rp_id'),
  /** The same with what answers are checked against. */
  'users.storedPasskeys': async (sql: Sql, userId: number): Promise<StoredPasskey[]> =>
    (await sql.all<Row>(`SELECT ${WHOLE} FROM passkeys WHERE user_id = $1 ORDER BY id`, userId)).map(stored),
  /** By the id of its credential. `handle`: what authenticators know its owner by. */
  'users.passkey': async (
    sql: Sql,
    credential: string,
  ): Promise<(StoredPasskey & { readonly handle: string }) | undefined> => {
    const row = await sql.one<Row>(`SELECT ${WHOLE} FROM passkeys WHERE credential = $1`, credential);
    if (!row) return undefined;
    const handle = await sql.value<string>('SELECT passkey_handle FROM users WHERE id = $1', row.userId);
    return { ...stored(row), handle: handle! };
  },
};

function stored({ transports, publicKey, ...row }: Row): StoredPasskey {
  return { ...row, publicKey: new Uint8Array(publicKey), transports: JSON.parse(transports) as string[] };
}
