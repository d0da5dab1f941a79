import type { AuditEntry } from '../../domain/audit.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

/** How far a receiver of the audit log is. `failingSince` and `error`: where it takes nothing, since when and why. */
interface StreamState {
  /** The last entry that it has; 0 where it has none. */
  readonly sequence: number;
  readonly failingSince: string | null;
  readonly error: string | null;
}

/** `client`: the network address that asked, where the operator wants it; null: none is known. */
type UnsentEntry = AuditEntry & { readonly client: string | null };

/** Entries that a receiver has not, the oldest first, and the number of the last entry there is. */
interface Unsent {
  readonly entries: readonly UnsentEntry[];
  readonly head: number;
  readonly failingSince: string | null;
}

const HEAD = 'SELECT coalesce(max(sequence), 0) FROM audit';
const NOTHING: StreamState = { sequence: 0, failingSince: null, error: null };

export const auditStreamReads = {
  /** How far a receiver is, how many entries wait for it and since when the oldest does. */
  'audit.stream': async (
    sql: Sql,
    target: string,
  ): Promise<StreamState & { readonly waiting: number; readonly oldest: string | null }> => {
    const state = await stateOf(sql, target);
    const waiting = await sql.value<number>('SELECT count(*) FROM audit WHERE sequence > $1', state.sequence);
    const oldest = await sql.value<string>(
      'SELECT at FROM audit WHERE sequence > $1 ORDER BY sequence LIMIT 1',
      state.sequence,
    );
    return { ...state, waiting: waiting!, oldest: oldest ?? null };
  },
};

/** Of the primary: what it answers is sent outside, in the order of the log. */
export const auditStreamSweeps = {
  'audit.unsent': async (sql: Sql, target: string, limit: number): Promise<Unsent> => {
    const { sequence, failingSince } = await stateOf(sql, target);
    const rows = await sql.all<Omit<UnsentEntry, 'details'> & { details: string }>(
      `SELECT audit.sequence, at, actor, action, subject, account_id, details, hash, client
       FROM audit LEFT JOIN audit_clients ON audit_clients.sequence = audit.sequence
       WHERE audit.sequence > $1 ORDER BY audit.sequence LIMIT $2`,
      sequence,
      limit,
    );
    const entries = rows.map((row) => ({ ...row, details: JSON.parse(row.details) as AuditEntry['details'] }));
    const head = entries.length < limit ? (entries.at(-1)?.sequence ?? sequence) : (await sql.value<number>(HEAD))!;
    return { entries, head, failingSince };
  },
};

export const auditStreamWrites = {
  /** A receiver has all entries up to this one, with their clients, which are kept no longer. */
  'audit.sent': async (tx: Transaction, target: string, sequence: number): Promise<void> => {
    await tx.run(
      `INSERT INTO audit_stream (target, sequence) VALUES (:target, :sequence)
       ON CONFLICT (target) DO UPDATE SET sequence = :sequence, failing_since = NULL, error = NULL
       WHERE audit_stream.sequence < :sequence`,
      { target, sequence },
    );
    await tx.run('DELETE FROM audit_clients WHERE sequence <= $1', sequence);
  },
  /** Nobody wants addresses of clients any more: those that wait go. */
  'audit.forgetClients': async (tx: Transaction): Promise<void> => {
    await tx.run('DELETE FROM audit_clients');
  },
  /** It takes nothing now. The first time counts. */
  'audit.notSent': async (tx: Transaction, target: string, error: string): Promise<void> => {
    await tx.run(
      `INSERT INTO audit_stream (target, sequence, failing_since, error) VALUES (:target, 0, :at, :error)
       ON CONFLICT (target) DO UPDATE SET failing_since = coalesce(audit_stream.failing_since, excluded.failing_since),
         error = excluded.error`,
      { target, at: tx.at, error },
    );
  },
};

async function stateOf(sql: Sql, target: string): Promise<StreamState> {
  const state = await sql.one<StreamState>(
    'SELECT sequence, failing_since, error FROM audit_stream WHERE target = $1',
    target,
  );
  return state ?? NOTHING;
}
