import type { MonitoredCustomer } from '../domain/customer.ts';
import type { EvidencedMatch } from '../domain/match.ts';
import type { MonitoringRun, RunUnderWay } from '../domain/monitoring.ts';

/** Runs of monitoring. Their counts are of one account where one asks, else of all together. */
export interface MonitoringRecords {
  /** The newest run, under way or not; undefined before the first. */
  latest(): Promise<RunUnderWay | undefined>;
  /** Newest first, at most so many, of those with an id below `before`. The counts are the account's own. */
  runs(accountId: number, limit: number, before?: number): Promise<MonitoringRun[]>;
  /** Undefined where one is under way already. */
  begin(run: BegunRun): Promise<RunUnderWay | undefined>;
  /**
   * What was found for a page of customers, and the place behind them, in one transaction. False where the run is not
   * at `page.from` any more, so that nothing is done twice.
   */
  apply(runId: number, page: ComparedPage): Promise<boolean>;
  /** Goes on with another snapshot from the beginning, where the files of the one before are gone. */
  restart(runId: number, to: string): Promise<void>;
  /** Everybody is compared. Ending it twice keeps the first time. */
  end(runId: number): Promise<void>;
  /** Customers whose newest screening began before the last run and was stored after its beginning, at most `limit`. */
  late(limit: number): Promise<LateCustomers>;
  /** What was found for them, in one transaction. */
  applyLate(runId: number, late: ComparedLate): Promise<void>;
  /** Keys (`entryKey`) of the entries of which customers have alerts that are not delisted. */
  watchedEntries(): Promise<string[]>;
}

export interface BegunRun extends Pick<MonitoringRun, 'reason' | 'from' | 'to'> {
  /** Screenings up to this one rest on the lists of before, or were compared with them; by default all. */
  readonly seen?: number | undefined;
}

/** What was found for a customer: all the matches with entities that are new or changed, best first. */
export interface CustomerFound {
  readonly customerId: number;
  readonly matches: readonly EvidencedMatch[];
}

interface Compared {
  /** Customers without a match are left out. */
  readonly found: readonly CustomerFound[];
  /** Keys of the entries that left their lists. */
  readonly gone: readonly string[];
}

interface ComparedPage extends Compared {
  /** The customers were those with an id above `from` and up to `to`. */
  readonly from: number;
  readonly to: number;
  /** How many there were, by account. */
  readonly compared: readonly (readonly [accountId: number, count: number])[];
}

export interface LateCustomers {
  readonly customers: readonly MonitoredCustomer[];
  /** The last screening that was looked at. */
  readonly screening: number;
  /** Nobody is left behind it. */
  readonly isLast: boolean;
}

interface ComparedLate extends Compared {
  /** Everybody who was compared. */
  readonly customers: readonly number[];
  readonly screening: number;
}
