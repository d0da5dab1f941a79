import type { CaptureFailure, CaptureStatus, Consent } from '../../domain/capture-session.ts';
import { periodOf } from '../../domain/quota.ts';
import type { NewVerification } from '../../domain/verification.ts';
import type { EventType } from '../../domain/webhook-events.ts';
import { alone, ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import type { Created } from './screenings.ts';
import { storeVerification, verificationWrites } from './verifications.ts';

/** Sessions that one transaction of the sweeper ends. */
const SWEPT = 200;
const OPEN = 'ended_at IS NULL AND expires_at > :at';

interface CapturePlace {
  readonly accountId: number;
  readonly id: string;
}

/** What a request of the page found, and leaves behind. */
interface CaptureChange {
  readonly number: number;
  /** As it was read: another one means that somebody else wrote meanwhile. */
  readonly revision: number;
  readonly progress: string;
  readonly attempt: string | null;
  readonly attempts: number;
  /** All is there: the verification can be made. */
  readonly isReady: boolean;
}

interface CaptureEnd {
  readonly status: Exclude<CaptureStatus, 'created' | 'started' | 'completed'>;
  readonly reason: CaptureFailure | null;
}

interface Ended {
  readonly id: string;
  readonly accountId: number;
  readonly reference: string | null;
  readonly unitPeriod: string | null;
  /** Under which its pictures lie; null where none can. */
  readonly recordId: number | null;
}

const EVENTS: Partial<Record<CaptureStatus, EventType & `session.${string}`>> = {
  started: 'session.started',
  completed: 'session.completed',
  failed: 'session.failed',
  expired: 'session.expired',
};

export const captureStepWrites = {
  /**
   * Makes a device the one that the session has; the first one starts it. False where another has it, unless
   * `takeOver`, and where the session is over.
   */
  'captures.open': ofAccount(
    async (
      tx: Transaction,
      { accountId, id }: CapturePlace,
      device: Uint8Array,
      takeOver: boolean,
    ): Promise<boolean> => {
      const row = await tx.one<{ number: number; status: CaptureStatus; device: Uint8Array | null; reference: string }>(
        `SELECT number, status, device, reference FROM capture_sessions
         WHERE id = :id AND account_id = :accountId AND ${OPEN} FOR UPDATE`,
        { id, accountId, at: tx.at },
      );
      if (!row) return false;
      const isAnother = row.device !== null && Buffer.compare(row.device, device) !== 0;
      if (isAnother && !takeOver) return false;
      await tx.run(
        `UPDATE capture_sessions SET device = :device, status = 'started', started_at = coalesce(started_at, :at),
           revision = revision + 1 WHERE number = :number`,
        { number: row.number, device, at: tx.at },
      );
      if (row.status === 'created') await tell(tx, 'started', { id, accountId, reference: row.reference });
      return true;
    },
  ),
  /**
   * Keeps what the person agreed to, and reserves a unit of the quota and the id of the verification. `exhausted`: the
   * account has no unit left, and the session has failed. `over`: it is not open, or consent was given.
   */
  'captures.consent': ofAccount(
    async (
      tx: Transaction,
      { accountId, id }: CapturePlace,
      { language, textHash }: Omit<Consent, 'at'>,
    ): Promise<'consented' | 'exhausted' | 'over'> => {
      const number = await tx.value<number>(
        `SELECT number FROM capture_sessions WHERE id = :id AND account_id = :accountId AND status = 'started'
           AND consented_at IS NULL AND ${OPEN} FOR UPDATE`,
        { id, accountId, at: tx.at },
      );
      if (number === undefined) return 'over';
      const period = periodOf(new Date(tx.at));
      if ((await tx.quota.spend(accountId, period, tx.at)) === undefined) {
        await end(tx, `number = :number`, { number }, { status: 'failed', reason: 'quota' });
        return 'exhausted';
      }
      const recordId = await verificationWrites['verifications.reserve'](tx);
      await tx.run(
        `UPDATE capture_sessions SET consented_at = :at, consent_language = :language, consent_hash = :textHash,
           unit_period = :period, record_id = :recordId, revision = revision + 1 WHERE number = :number`,
        { number, at: tx.at, language, textHash, period, recordId },
      );
      return 'consented';
    },
  ),
  /** False, and nothing is changed, where somebody else wrote since it was read, or it is over. */
  'captures.save': ofAccount(async (tx: Transaction, _of: CapturePlace, change: CaptureChange): Promise<boolean> => {
    const changed = await tx.run(
      `UPDATE capture_sessions SET progress = :progress, attempt = :attempt, attempts = :attempts,
         revision = revision + 1,
         ready_at = CASE WHEN :isReady::boolean THEN coalesce(ready_at, :at) ELSE NULL END
       WHERE number = :number AND revision = :revision AND ended_at IS NULL`,
      { ...change, at: tx.at },
    );
    return changed === 1;
  }),
  /** Ends an open session, and gives its unit back. Undefined where it is over, or the account has none such. */
  'captures.end': ofAccount(
    async (tx: Transaction, { accountId, id }: CapturePlace, how: CaptureEnd): Promise<Ended | undefined> => {
      const [ended] = await end(tx, 'id = :id AND account_id = :accountId', { id, accountId }, how);
      return ended;
    },
  ),
  /** The verification of a session, with the unit that was reserved. `exhausted`: the session is not open any more. */
  'captures.complete': ofAccount(
    async (tx: Transaction, id: string, verification: NewVerification): Promise<Created> => {
      const { accountId, id: recordId } = verification;
      const row = await tx.one<{ number: number; reference: string | null }>(
        `SELECT number, reference FROM capture_sessions WHERE id = :id AND account_id = :accountId
           AND record_id = :recordId AND ended_at IS NULL FOR UPDATE`,
        { id, accountId, recordId },
      );
      if (!row) return { kind: 'exhausted' };
      await storeVerification(tx, verification);
      await tx.run(
        `UPDATE capture_sessions SET status = 'completed', verification_id = :recordId, ended_at = :at, attempt = NULL,
           unit_period = NULL, revision = revision + 1 WHERE number = :number`,
        { number: row.number, recordId, at: tx.at },
      );
      await tell(tx, 'completed', { id, accountId, reference: row.reference }, recordId);
      const remaining = await tx.quota.left(accountId, periodOf(new Date(tx.at)));
      return { kind: 'created', record: { id: recordId, createdAt: tx.at }, remaining };
    },
  ),
  /** Ends sessions whose time is over, `SWEPT` at most; answers them. */
  'captures.expire': alone(async (tx: Transaction): Promise<Ended[]> => {
    const due = await tx.all<{ number: number; accountId: number }>(
      `SELECT number, account_id FROM capture_sessions WHERE ended_at IS NULL AND expires_at <= $1
       ORDER BY expires_at LIMIT ${SWEPT}`,
      tx.at,
    );
    await tx.lockAccounts(due.map(({ accountId }) => accountId));
    const numbers = due.map(({ number }) => number);
    if (numbers.length === 0) return [];
    return end(tx, 'number = ANY($1::bigint[])', [numbers], { status: 'expired', reason: null });
  }),
  /** Forgets sessions that ended before an instant. How many there were. */
  'captures.forget': alone(
    (tx: Transaction, before: string): Promise<number> =>
      tx.run(
        `DELETE FROM capture_sessions WHERE number IN (
           SELECT number FROM capture_sessions WHERE ended_at <= $1 ORDER BY ended_at LIMIT ${SWEPT})`,
        before,
      ),
  ),
};

/** Ends open sessions: units are given back, hooks told. */
async function end(
  tx: Transaction,
  which: string,
  given: Readonly<Record<string, unknown>> | readonly [readonly number[]],
  { status, reason }: CaptureEnd,
): Promise<Ended[]> {
  const found = 'SELECT number, id, account_id, reference, unit_period, record_id FROM capture_sessions';
  const values = (Array.isArray(given) ? given : [given]) as [Readonly<Record<string, unknown>>];
  const rows = await tx.all<Ended & { number: number }>(
    `${found} WHERE ${which} AND ended_at IS NULL ORDER BY number FOR UPDATE`,
    ...values,
  );
  for (const { number, ...ended } of rows) {
    await tx.run(
      `UPDATE capture_sessions SET status = :status, reason = :reason, ended_at = :at, attempt = NULL,
         unit_period = NULL, revision = revision + 1 WHERE number = :number`,
      { number, status, reason, at: tx.at },
    );
    if (ended.unitPeriod !== null) await tx.quota.giveBack(ended.accountId, ended.unitPeriod);
    await tell(tx, status, ended, null, reason);
  }
  return rows.map(({ number: _, ...ended }) => ended);
}

/** Tells hooks of a session, without anything of the person. Of a cancelled one its account knows. */
async function tell(
  tx: Transaction,
  status: CaptureStatus,
  { id, accountId, reference }: Pick<Ended, 'id' | 'accountId' | 'reference'>,
  verificationId: number | null = null,
  reason: CaptureFailure | null = null,
): Promise<void> {
  const type = EVENTS[status];
  if (type === undefined) return;
  const session = `/api/IdVerification/sessions/${id}`;
  await tx.outbox.write(accountId, type, tx.at, () => {
    const called = reference === null ? {} : { reference };
    const verification = `/api/IdVerification/${verificationId}`;
    const links: Readonly<Record<string, string>> = verificationId === null ? { session } : { session, verification };
    return { data: { sessionId: id, ...called, status, reason, verificationId, links } };
  });
}

/** Cancels all that is open: what was cancelled since a backup is not known. Inside the transaction of the restore. */
export async function cancelOpenCaptures(sql: Sql): Promise<void> {
  await sql.run(
    `UPDATE quota_use SET used = greatest(0, used - (SELECT count(*) FROM capture_sessions
       WHERE ended_at IS NULL AND unit_period = period AND capture_sessions.account_id = quota_use.account_id))`,
  );
  await sql.run(
    `UPDATE capture_sessions SET status = 'cancelled', ended_at = $1, attempt = NULL WHERE ended_at IS NULL`,
    sql.at,
  );
}
