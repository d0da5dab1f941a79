import { TouchstoneError } from '../errors.ts';
import type { Records } from '../records/port.ts';

const DAY_MS = 86_400_000;
/** Entries of one transaction: it holds no other write up for long. */
const PAGE = 1_000;

const NOT_WHOLE = 'The audit log does not hold, so nothing of it is cut. See: touchstone audit verify';

/** How long the audit log is kept, and what it waits for. */
export interface AuditRetention {
  readonly days: number;
  /** Of the receiver of the audit stream, as `streamId` names it: what it has not yet stays. */
  readonly stream: string | undefined;
}

/** What became, or would become, of the audit log. */
export interface AuditExpiry {
  readonly days: number;
  /** Entries of before this instant go, ISO 8601. */
  readonly before: string;
  /** Cut, or due. */
  readonly due: number;
}

/**
 * Cuts what is past its days off the beginning of the audit log, by whole months (UTC), in short transactions. An entry
 * says so first and signs what the chain goes on from. So a check still holds, and one that ended early goes on with
 * the next. With `dryRun` it says what it would do. Ends between two transactions once `signal` is aborted. Throws
 * `damaged` for a log that does not hold: a cut would sign what somebody changed, such as its dates.
 */
export async function cutAuditLog(
  { audit }: Pick<Records, 'audit'>,
  { days, stream }: AuditRetention,
  { now, dryRun = false, signal }: { readonly now: Date; readonly dryRun?: boolean; readonly signal?: AbortSignal },
): Promise<AuditExpiry> {
  const oldest = new Date(now.getTime() - days * DAY_MS);
  const before = new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth())).toISOString();
  const { entries, isUnfinished } = await audit.due({ before, stream });
  if (dryRun || (entries === 0 && !isUnfinished)) return { days, before, due: entries };
  if (!(await audit.verify()).ok) throw new TouchstoneError('damaged', NOT_WHOLE);
  const due = await audit.cut({ before, stream });
  while (!signal?.aborted && (await audit.dropCut(PAGE)) === PAGE);
  return { days, before, due };
}
