import type { Actor } from '../../domain/actor.ts';
import type {
  CaptureDocument,
  CaptureLanguage,
  CaptureSession,
  CaptureSettings,
  CaptureStatus,
  Consent,
  HeldCapture,
  NewCaptureSession,
} from '../../domain/capture-session.ts';
import { TouchstoneError } from '../../errors.ts';
import { alone, ofAccount } from '../operation.ts';
import type { BackwardPage } from '../queries.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { Conditions } from './page-query.ts';

/** A session whose time is over counts as expired, also before the sweeper comes. */
const STATUS = `CASE WHEN ended_at IS NULL AND expires_at <= :now THEN 'expired' ELSE status END`;
const SESSION = `capture_sessions.id, ${STATUS} AS status, reason, reference, capture_sessions.created_at, expires_at,
  attempts, verification_id`;
const HELD = `${SESSION}, number, token_hash, revision, account_id, key_id, user_id, device, record_id, consented_at,
  consent_language, consent_hash, started_at, progress, attempt, language, country, document_types, redirect_url,
  movement, upload, coalesce(accounts.asker, accounts.name) AS asker, privacy_url
  FROM capture_sessions JOIN accounts ON accounts.id = account_id`;
const SETTINGS = 'SELECT id, asker, privacy_url, redirect_origins FROM accounts WHERE id = $1';

type HeldRow = Omit<HeldCapture, 'consent' | 'documentTypes' | 'device'> & {
  readonly device: Uint8Array | null;
  readonly documentTypes: string | null;
  readonly consentedAt: string | null;
  readonly consentLanguage: CaptureLanguage | null;
  readonly consentHash: string | null;
};
type SettingsRow = Omit<CaptureSettings, 'accountId' | 'redirectOrigins'> & {
  readonly id: number;
  readonly redirectOrigins: string;
};

/** A page of the sessions of an account, newest first. */
export interface CapturesQuery extends BackwardPage {
  readonly status?: CaptureStatus | undefined;
  readonly reference?: string | undefined;
}

/** Sessions of people who verify themselves. Of another account none is found. */
export const captureWrites = {
  /** Throws `not-found` where there is no such account. */
  'captures.create': ofAccount(
    async (tx: Transaction, { expiresIn, ...session }: NewCaptureSession): Promise<CaptureSession> => {
      if ((await tx.value('SELECT id FROM accounts WHERE id = $1', session.accountId)) === undefined) {
        throw new TouchstoneError('not-found', `There is no account ${session.accountId}.`);
      }
      const expiresAt = new Date(Date.parse(tx.at) + expiresIn * 1000).toISOString();
      await tx.run(
        `INSERT INTO capture_sessions (id, account_id, key_id, user_id, token_hash, reference, language, country,
           document_types, redirect_url, movement, upload, created_at, expires_at)
         VALUES (:id, :accountId, :keyId, :userId, :tokenHash, :reference, :language, :country,
           :documentTypes, :redirectUrl, :movement, :upload, :at, :expiresAt)`,
        {
          ...session,
          documentTypes: session.documentTypes && JSON.stringify(session.documentTypes),
          at: tx.at,
          expiresAt,
        },
      );
      return (await captureReads['captures.get'](tx, session.accountId, session.id))!;
    },
  ),
  /** Says how an account asks people. Undefined where there is no such account. Audited. */
  'accounts.setCapture': alone(
    ofAccount(
      async (
        tx: Transaction,
        id: number,
        changes: Partial<Omit<CaptureSettings, 'accountId'>>,
        actor: Actor,
      ): Promise<CaptureSettings | undefined> => {
        const before = await captureReads['accounts.capture'](tx, id);
        if (!before) return undefined;
        const now = { ...before, ...changes };
        await tx.run(
          `UPDATE accounts SET asker = :asker, privacy_url = :privacyUrl, redirect_origins = :origins WHERE id = :id`,
          { id, asker: now.asker, privacyUrl: now.privacyUrl, origins: JSON.stringify(now.redirectOrigins) },
        );
        // What an account is called may be somebody's name.
        const details = { changed: Object.keys(changes).sort().join(' '), origins: now.redirectOrigins.length };
        const entry = { at: tx.at, actor, action: 'account.capture-changed', subject: `account:${id}`, accountId: id };
        tx.audit({ ...entry, details });
        return now;
      },
    ),
  ),
};

export const captureReads = {
  /** Undefined where the account has no such session. */
  'captures.get': ofAccount(
    (sql: Sql, accountId: number, id: string): Promise<CaptureSession | undefined> =>
      sql.one<CaptureSession>(`SELECT ${SESSION} FROM capture_sessions WHERE id = :id AND account_id = :accountId`, {
        id,
        accountId,
        now: sql.at,
      }),
  ),
  /** The session of a link, by the SHA-256 of its token. */
  'captures.byToken': async (sql: Sql, tokenHash: Uint8Array): Promise<HeldCapture | undefined> => {
    const row = await sql.one<HeldRow>(`SELECT ${HELD} WHERE token_hash = :tokenHash`, { tokenHash, now: sql.at });
    return row && heldOf(row);
  },
  /** Open sessions where all was there before an instant, and no verification was made; at most `limit`. */
  'captures.ready': async (sql: Sql, before: string, limit: number): Promise<HeldCapture[]> => {
    const rows = await sql.all<HeldRow>(
      `SELECT ${HELD} WHERE ended_at IS NULL AND ready_at <= :before AND expires_at > :now ORDER BY ready_at LIMIT :limit`,
      { before, limit, now: sql.at },
    );
    return rows.map(heldOf);
  },
  /** Those of these ids that an open session keeps for its verification. */
  'captures.held': (sql: Sql, recordIds: readonly number[]): Promise<number[]> =>
    sql.column<number>(
      'SELECT record_id FROM capture_sessions WHERE ended_at IS NULL AND record_id = ANY($1::bigint[])',
      recordIds,
    ),
  /** Undefined where there is no such account. */
  'accounts.capture': async (sql: Sql, id: number): Promise<CaptureSettings | undefined> => {
    const row = await sql.one<SettingsRow>(SETTINGS, id);
    if (!row) return undefined;
    const { id: accountId, redirectOrigins, ...rest } = row;
    return { accountId, ...rest, redirectOrigins: JSON.parse(redirectOrigins) as string[] };
  },
};

export const capturePages = {
  /** Newest first, each with its number, which pages go by. */
  'captures.page': ofAccount(
    (sql: Sql, accountId: number, query: CapturesQuery): Promise<(CaptureSession & { readonly number: number })[]> => {
      const { limit, before, status, reference } = query;
      const where = new Conditions().add('account_id = $', accountId);
      const now = where.value(sql.at);
      if (before !== undefined) where.add('number < $', before);
      if (status !== undefined) where.add(`${STATUS.replace(':now', '$')} = $`, sql.at, status);
      if (reference !== undefined) where.add('reference = $', reference);
      return sql.all(
        `SELECT number, ${SESSION.replace(':now', now)} FROM capture_sessions WHERE ${where.sql}
         ORDER BY number DESC LIMIT ${where.value(limit)}`,
        ...where.values,
      );
    },
  ),
};

function heldOf({
  consentedAt,
  consentLanguage,
  consentHash,
  documentTypes,
  device,
  tokenHash,
  ...row
}: HeldRow): HeldCapture {
  const consent: Consent | null =
    consentedAt === null ? null : { at: consentedAt, language: consentLanguage!, textHash: consentHash! };
  return {
    ...row,
    tokenHash: new Uint8Array(tokenHash),
    device: device && new Uint8Array(device),
    documentTypes: documentTypes === null ? null : (JSON.parse(documentTypes) as CaptureDocument[]),
    consent,
  };
}
