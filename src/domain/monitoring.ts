/** `lists`: another snapshot is in force. `engine`: another version of the engine scores. */
export type RunReason = 'lists' | 'engine';

/** What a run did, of one account or of all. */
interface RunCounts {
  /** Monitored when it began. */
  readonly customers: number;
  /** Compared so far. Customers may come or go meanwhile. */
  readonly compared: number;
  /** Alerts. */
  readonly opened: number;
  readonly reopened: number;
  readonly delisted: number;
}

/** Entries of a list that a snapshot has and the one before had not, or the other way round, or that say otherwise. */
export interface ListChange {
  /** Id of the list. */
  readonly source: string;
  readonly name: string;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/** A comparison of every monitored customer with what changed between two snapshots. Times are ISO 8601 in UTC. */
export interface MonitoringRun extends RunCounts {
  readonly id: number;
  readonly reason: RunReason;
  /** Null: everybody is compared with every entity. */
  readonly from: string | null;
  readonly to: string;
  readonly startedAt: string;
  /** Null while it goes on. */
  readonly endedAt: string | null;
  /**
   * Lists of which an entry changed, those with the most first; empty without a snapshot of before. Null until it is
   * counted, and of runs that are older than the count.
   */
  readonly lists: readonly ListChange[] | null;
}

/** A run with its place, from which it goes on after an interruption. */
export interface RunUnderWay extends MonitoringRun {
  /** Customers up to this id are compared. */
  readonly after: number;
}

/** Why a snapshot has to be compared with; undefined where the last run was about it. */
export function reasonOf(
  last: { readonly to: string; readonly engine: string } | undefined,
  current: { readonly id: string; readonly engine: string },
): RunReason | undefined {
  if (!last) return 'lists';
  if (last.to === current.id) return undefined;
  return last.engine === current.engine ? 'lists' : 'engine';
}

/** What found a match of a customer without a screening record: a run of monitoring. */
export interface MatchOrigin {
  readonly run: number;
  readonly reason: RunReason;
  /** The snapshot that was compared with. */
  readonly snapshot: string;
  /** Version of the engine that scored. */
  readonly engine: string;
  /** 0 to 100: the customer's, from which an entity is a match. */
  readonly minScore: number;
}
