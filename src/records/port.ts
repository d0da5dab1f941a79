import type { Account, ApiKey, KeyAccess } from '../domain/account.ts';
import type { Actor } from '../domain/actor.ts';
import type { AuditEntry, ChainVerdict } from '../domain/audit.ts';
import type { Spent } from '../domain/quota.ts';
import type { RecordCounts } from '../domain/record-counts.ts';
import type { NewScreening, Screening, ScreeningEvidence, ScreeningSummary } from '../domain/screening.ts';
import type { PublishedSnapshot, SourceState } from '../domain/snapshot.ts';
import type { Suspended, SuspendedKey } from '../domain/suspension.ts';
import type {
  NewVerification,
  Verification,
  VerificationEvidence,
  VerificationSummary,
} from '../domain/verification.ts';
import type { AlertRecords } from './alerts-port.ts';
import type { BatchRecords } from './batches-port.ts';
import type { AuditQuery, ScreeningsQuery, VerificationsQuery } from './queries.ts';
import type { UserRecords } from './users-port.ts';

/**
 * Everything the service keeps, behind one port. `records/sqlite` implements it; the contract suite
 * `test/records/contract.ts` is what any other implementation has to pass. Times are ISO 8601 in UTC with milliseconds.
 * Every call is durable when its promise resolves, unless it says otherwise.
 */
export interface Records {
  readonly accounts: AccountRecords;
  readonly alerts: AlertRecords;
  readonly batches: BatchRecords;
  readonly users: UserRecords;
  readonly screenings: ScreeningRecords;
  readonly verifications: VerificationRecords;
  readonly snapshots: SnapshotRecords;
  readonly audit: AuditRecords;
  /** How many records an account made from each of these instants to the next, the last until now. ISO 8601, ascending. */
  counts(accountId: number, from: readonly string[]): Promise<RecordCounts[]>;
  /** Why records can be neither stored nor read now, a sentence; undefined where they can. Answers within seconds. */
  notReady(): Promise<string | undefined>;
  /** Waiting writes, for metrics. */
  readonly queueLength: number;
  /** Consistent copy of the live database into a file that does not exist yet. */
  backup(file: string): Promise<void>;
  /** What is wrong with the stored data, a sentence each; empty where it is sound. Reads everything. */
  checkIntegrity(): Promise<readonly string[]>;
  /**
   * After a backup was put back: ids of every kind go on a million further, so that none that was given after the backup
   * is given again; nobody is signed in, and no recovery code is good; the audit log says so. What was withdrawn since is
   * unknown, so every key, person and invitation is suspended, or with `resume` is not. Answers all of them. `backup`:
   * when it was made.
   */
  restored(from: { readonly backup: string; readonly resume: boolean }, actor: Actor): Promise<Suspended>;
  /** How many wait to be resumed. */
  suspended(): Promise<Readonly<Record<keyof Suspended, number>>>;
  /**
   * Deletes from the copies that upgrades made what was deleted on request since, and removes copies over 30 days. The
   * service does so every day.
   */
  keepUpCopies(): Promise<CopiesKept>;
  /** Commits what is queued, then closes. */
  close(): Promise<void>;
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

/** What the process is told while records are open. */
export interface RecordsEvents {
  /** A thread died and is started again; what waits goes on. */
  died(thread: string, error: Error): void;
  /** A thread cannot be kept alive, and its calls are refused from then on: only a new process helps. */
  lost(thread: string, error: Error): void;
  /**
   * `writes`: the disk does not take what should be stored. `checkpoints`: the database's log cannot be emptied. Told
   * when it begins, and once a minute while it lasts.
   */
  troubled(what: 'writes' | 'checkpoints', error: Error): void;
  recovered(what: 'writes' | 'checkpoints'): void;
  /** Copies that upgrades made were changed or removed. */
  copies(kept: CopiesKept): void;
}

export interface AccountRecords {
  create(
    account: { name: string; email?: string; quota: number; plan: string; operator?: boolean },
    actor: Actor,
  ): Promise<Account>;
  /** Undefined where there is no such account. */
  set(
    id: number,
    changes: Partial<Pick<Account, 'name' | 'quota' | 'plan' | 'operator'>>,
    actor: Actor,
  ): Promise<Account | undefined>;
  get(id: number): Promise<Account | undefined>;
  list(): Promise<Account[]>;
  createKey(
    key: {
      id: string;
      hash: Uint8Array;
      accountId: number;
      name: string;
      allow: readonly string[];
      expiresAt?: string;
    },
    actor: Actor,
  ): Promise<ApiKey>;
  listKeys(accountId: number): Promise<ApiKey[]>;
  /** Ends the suspension of a key, or of every one; answers those that it ended. */
  resumeKeys(id: string | null, actor: Actor): Promise<SuspendedKey[]>;
  /** Undefined where there is no such key; revoking twice keeps the first time. */
  revokeKey(id: string, actor: Actor): Promise<ApiKey | undefined>;
  /** Units used in a period. */
  used(id: number, period: string): Promise<number>;
  /** Reads the database each time, so that a key made or revoked by another process counts at once. */
  access(keyId: string, period: string): Promise<KeyAccess | undefined>;
  /** Counts one request of a key. Not awaited, grouped, may lose the last second at a crash. */
  touch(keyId: string): void;
}

export interface ScreeningRecords {
  /** Record and quota unit in one transaction; `exhausted` stores and spends nothing. */
  create(screening: NewScreening): Promise<Spent<{ id: number; createdAt: string }>>;
  get(accountId: number, id: number): Promise<Screening | undefined>;
  evidence(accountId: number, id: number): Promise<ScreeningEvidence | undefined>;
  /**
   * Newest first, at most `limit` records with at most ten matches each: a JSON array as the API answers it, in bytes.
   * A thread writes it, since objects for a thousand records would hold up whoever unpacks and serialises them.
   */
  list(accountId: number, limit: number): Promise<Uint8Array>;
  page(accountId: number, query: ScreeningsQuery): Promise<ScreeningSummary[]>;
  /** False where there is none. */
  delete(id: number, actor: Actor): Promise<boolean>;
}

export interface VerificationRecords {
  /** An id for one verification; never given again, also where nothing comes of it. */
  reserve(): Promise<number>;
  create(verification: NewVerification): Promise<Spent<{ id: number; createdAt: string }>>;
  get(accountId: number, id: number): Promise<Verification | undefined>;
  evidence(accountId: number, id: number): Promise<VerificationEvidence | undefined>;
  /** When each of these was made; those that are not there are left out. */
  createdAt(ids: readonly number[]): Promise<Map<number, string>>;
  /** Newest first, at most `limit`, with what a list says of each: a JSON array in bytes, as that of screenings. */
  list(accountId: number, limit: number): Promise<Uint8Array>;
  page(accountId: number, query: VerificationsQuery): Promise<VerificationSummary[]>;
  delete(id: number, actor: Actor): Promise<boolean>;
}

export interface SnapshotRecords {
  /** Kept for good, also after the snapshot's files are gone. The newest published one is in force. */
  publish(snapshot: PublishedSnapshot, actor: Actor): Promise<void>;
  current(): Promise<PublishedSnapshot | undefined>;
  get(id: string): Promise<PublishedSnapshot | undefined>;
  states(): Promise<SourceState[]>;
  recordState(state: SourceState): Promise<void>;
}

export interface AuditRecords {
  append(entry: Pick<AuditEntry, 'actor' | 'action' | 'subject' | 'accountId' | 'details'>): Promise<void>;
  /** Undefined where nothing was ever written. */
  head(): Promise<{ sequence: number; hash: string } | undefined>;
  /** Entries of one account, newest first. */
  page(accountId: number, query: AuditQuery): Promise<AuditEntry[]>;
  /**
   * Recomputes the chain in batches, between which other work goes on. With `head`: that hash must be in it; where it is
   * not, `broken` is the number after the last.
   */
  verify(head?: string): Promise<ChainVerdict>;
  /**
   * Takes up the master keys as they are now. After a rotation entries go on under the new one, and what checks older
   * entries is kept under it, so that a former master key can be thrown away. Where one was lost, an entry says so.
   */
  followKeys(): Promise<void>;
}
