import type { ChainVerdict } from '../domain/audit.ts';
import type { KeyScope } from '../domain/key-scope.ts';
import type { NodeNotes } from './nodes-port.ts';
import type { Topic, Untopical } from './operations/index.ts';

export type { PutResult } from './operations/customers.ts';
export type { CustomerFound } from './operations/monitoring.ts';
export type { ListedPlace } from './operations/own-list-reads.ts';
export type { OwnListImport } from './operations/own-lists.ts';

/**
 * Everything the service keeps, behind one port. `records/sqlite` implements it; the contract suite
 * `test/records/contract.ts` is what any other implementation has to pass. Times are ISO 8601 in UTC with milliseconds.
 * Every call is durable when its promise resolves, unless it says otherwise.
 */
export interface Records extends Untopical {
  readonly accounts: AccountRecords;
  readonly alerts: Topic<'alerts'>;
  readonly batches: BatchRecords;
  /** People who verify themselves from a link. */
  readonly captures: Topic<'captures'>;
  readonly customers: Topic<'customers'>;
  readonly idempotency: IdempotencyRecords;
  readonly monitoring: Topic<'monitoring'>;
  /** Lists of an account's own, and those that the operator has for everybody. */
  readonly ownLists: Topic<'ownLists'>;
  /** Searches in the news, and names that are barred from it. */
  readonly media: Topic<'media'>;
  readonly users: UserRecords;
  readonly screenings: Topic<'screenings'>;
  readonly verifications: Topic<'verifications'>;
  readonly snapshots: SnapshotRecords;
  readonly webhooks: WebhookRecords;
  /** What is past the days that its account keeps it. */
  readonly retention: Topic<'retention'>;
  readonly audit: AuditRecords;
  /**
   * Whether `screenings.create` reads the key again in its transaction where it is asked to. Such a request need not
   * read its key before.
   */
  readonly confirmsKeys: boolean;
  /** What the processes that share the records tell each other. */
  readonly nodes: NodeNotes;
  /**
   * Whether this process is the one that does some work for all that share the records. It takes work that nobody does,
   * and keeps it while it is alive. Ask before each turn of the work.
   */
  leads(work: SharedWork): Promise<boolean>;
  /**
   * Does some work while no other process that shares the records does work of that name. It waits `patienceMs`, then
   * throws `busy` with `sentence`. The lock ends with its holder. `held` throws `busy` where it was lost meanwhile:
   * call it before what must not happen twice. Where one machine has the records, locks of files do this instead.
   */
  alone<T>(work: AloneWork, options: AloneOptions, run: (held: () => Promise<void>) => Promise<T>): Promise<T>;
  /** Why records can be neither stored nor read now, a sentence; undefined where they can. Answers within seconds. */
  notReady(): Promise<string | undefined>;
  /** Waiting writes, for metrics. */
  readonly queueLength: number;
  /** Consistent copy of the live database into a file that does not exist yet. */
  backup(file: string): Promise<void>;
  /** What is wrong with the stored data, a sentence each; empty where it is sound. Reads everything. */
  checkIntegrity(): Promise<readonly string[]>;
  /**
   * Deletes from the copies that upgrades made what was deleted on request since, and removes copies over 30 days. The
   * service does so every day.
   */
  keepUpCopies(): Promise<CopiesKept>;
  /** Commits what is queued, then closes. */
  close(): Promise<void>;
}

/** Work of which one process at a time is enough. Two at once would do it twice, and do no harm. */
type SharedWork =
  | 'monitoring'
  | 'image-retention'
  | 'audit-stream'
  | 'record-retention'
  | 'media-sync'
  | 'media-monitoring'
  | 'captures';

type AloneWork = 'lists-sync' | 'lists-publish';

export interface AloneOptions {
  readonly sentence: string;
  readonly patienceMs: number;
}

/** Names of the copies that upgrades made, by what became of them. */
export interface CopiesKept {
  /** Records were deleted from these. */
  readonly cleaned: readonly string[];
  /** Removed, because they were over 30 days old. */
  readonly expired: readonly string[];
  /** Removed, because they could not be read as a database. */
  readonly unusable: readonly string[];
}

type Troubled = 'writes' | 'checkpoints' | 'replica';

/** An upgrade of the database that goes on. */
export interface Migrating {
  /** `wait`: another node does it. `copy`: the database is copied first. `done`: it is over. */
  readonly phase: 'wait' | 'copy' | 'step' | 'done';
  /** Versions of the schema: the one that was found, the one that is made now, and this program's. */
  readonly found: number;
  readonly step: number;
  readonly newest: number;
  /** How many screenings and verifications there are, about. */
  readonly rows: number;
  /** Path of the copy of before; null where none is made. */
  readonly copy: string | null;
}

/** What the process is told while records are open. */
export interface RecordsEvents {
  /** `begun`: the server of the database has not answered in time, and a start waits. `over`: it has answered. */
  reaching(phase: 'begun' | 'over'): void;
  /** A database with records is brought to this program's version. Told with each step, not for a new database. */
  migrating(state: Migrating): void;
  /** A thread died and is started again; what waits goes on. */
  died(thread: string, error: Error): void;
  /** A thread cannot be kept alive, and its calls are refused from then on: only a new process helps. */
  lost(thread: string, error: Error): void;
  /**
   * `writes`: the disk does not take what should be stored. `checkpoints`: the database's log cannot be emptied.
   * `replica`: it is behind or away, and the primary reads in its place. Told when it begins, and once a minute while
   * it lasts.
   */
  troubled(what: Troubled, error: Error): void;
  /** What was troubled works again. */
  recovered(what: Troubled): void;
  /** Copies that upgrades made were changed or removed. */
  copies(kept: CopiesKept): void;
}

/** Accounts, their API keys and their use of the quota. */
interface AccountRecords extends Topic<'accounts'> {
  /** Counts one request of a key. Not awaited, grouped, may lose the last second at a crash. */
  touch(keyId: string): void;
  /** Notes what a key did, by the scope that it took. Not awaited; written once a day for each scope. */
  note(keyId: string, scope: KeyScope): void;
}

/** Users of the dashboard, their invitations, second factors, sessions and known browsers. Secrets come as hashes. */
export type UserRecords = Topic<'users'>;

/** Keys of requests that may come again, each for 24 hours, with the first answer. An account has its own keys. */
export type IdempotencyRecords = Topic<'idempotency'>;

/** Hooks of accounts, the events for them and their deliveries. Of another account none is found. */
export type WebhookRecords = Topic<'webhooks'>;

/** Which snapshots of the lists were in force, and how the refresh of each list went. */
type SnapshotRecords = Topic<'snapshots'>;

/** Files of names and what became of their rows. */
export interface BatchRecords extends Omit<Topic<'batches'>, 'removeRows'> {
  /**
   * With all its rows, in short transactions. Its screening records stay. One that was accepted and is not over stays
   * whole: whoever found it incomplete may have looked a moment before its last row arrived.
   */
  remove(id: string): Promise<void>;
}

/** The audit log: entries chained by their hashes, so that none can be changed or removed unseen. */
export interface AuditRecords extends Topic<'audit'> {
  /**
   * Recomputes the chain in batches, between which other work goes on. With `head`, that hash must be in the chain. If
   * it is missing, `broken` is the number after the last one.
   */
  verify(head?: string): Promise<ChainVerdict>;
  /** Whether the log can go on under the present master keys. */
  continues(): Promise<boolean>;
  /**
   * Adopts the present master keys. After a rotation entries continue under the new key, which also keeps what checks
   * older entries. So a former master key can be thrown away. Throws `damaged` where the key is not at hand that the
   * log goes on under. `isLost`: an operator says that it is lost for good. Then an entry says so, the log goes on, and
   * the answer is true.
   */
  followKeys(isLost?: boolean): Promise<boolean>;
}
