import type { EntityType, EvidencedMatch, MatchView, SnapshotSource } from '../screening/types.ts';
import type { AlertRecords, ScreeningsQuery, VerificationsQuery } from './alerts-port.ts';
import type { BatchRecords } from './batches-port.ts';
import type { AuditQuery, Link, Made, User, UserRecords } from './users-port.ts';

/**
 * Everything the service keeps, behind one port. `records/sqlite` implements it; the contract suite
 * `records/contract.ts` is what any other implementation has to pass. Times are ISO 8601 in UTC with milliseconds.
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
  /** What an account made from each of these instants to the next one, from the last to now; ISO 8601, ascending. */
  made(accountId: number, from: readonly string[]): Promise<Made[]>;
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

/** Whose access a restore suspends. */
export interface Suspended {
  readonly keys: readonly SuspendedKey[];
  readonly people: readonly SuspendedPerson[];
  readonly invitations: readonly SuspendedInvitation[];
}

export type SuspendedKey = Pick<ApiKey, 'id' | 'accountId' | 'name'>;
export type SuspendedPerson = Pick<User, 'id' | 'accountId' | 'email' | 'role'>;
/** A one-time link that can still be used. Without an address: the first set-up. */
export type SuspendedInvitation = Pick<Link, 'accountId' | 'email' | 'role'> & { readonly expires: string };

/** Who did something: `operator` (the command line), `service`, or `key:<id>`. Never a person's name. */
export type Actor = string;

export interface Account {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  /** Records a calendar month (UTC). */
  readonly quota: number;
  readonly plan: string;
  /** Its owners see to what all accounts share, such as the lists. */
  readonly operator: boolean;
  readonly createdAt: string;
}

export interface ApiKey {
  /** The public id inside the key's value. */
  readonly id: string;
  readonly accountId: number;
  readonly name: string;
  /** Addresses and CIDRs, canonical; empty: any address. */
  readonly allow: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Since a restore, until it is resumed. */
  readonly suspendedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly requests: number;
}

/** What a request needs to know of its key, read in one go. */
export interface KeyAccess {
  readonly key: ApiKey;
  /** SHA-256 of the whole key value. */
  readonly hash: Uint8Array;
  readonly quota: number;
  /** Units used in the period asked for. */
  readonly used: number;
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

export interface NewScreening {
  readonly accountId: number;
  readonly keyId: string | null;
  /** Who made it in the dashboard. */
  readonly userId?: number | null;
  readonly name: string;
  readonly entityType: EntityType;
  /** As it is given back; null where none was supplied. */
  readonly dateOfBirth: string | null;
  readonly minScore: number;
  /** Best first. */
  readonly matches: readonly MatchView[];
  /** The same matches with facts and explanations: an array of `EvidencedMatch`, JSON. */
  readonly evidence: string;
  /** Entities at or over minScore, also beyond the recorded 200. */
  readonly qualifying: number;
  readonly snapshot: string;
  readonly engine: string;
  readonly durationMs: number;
  /** What was said of the lists then, sentences. */
  readonly notes?: readonly string[];
}

export interface Screening {
  readonly id: number;
  readonly name: string;
  readonly entityType: EntityType;
  readonly dateOfBirth: string | null;
  readonly minScore: number;
  readonly matchCount: number;
  readonly highestScore: number;
  readonly createdAt: string;
  readonly matches: readonly MatchView[];
}

/** The whole record with what an auditor needs. */
export interface ScreeningEvidence extends Omit<Screening, 'matches'> {
  readonly matches: readonly EvidencedMatch[];
  readonly qualifying: number;
  readonly snapshot: string;
  readonly engine: string;
  /** What was said of the lists then, sentences. */
  readonly notes: readonly string[];
  /** Name of the API key that made it, or the user. */
  readonly keyName: string | null;
  readonly userId: number | null;
}

/** A screening as a table shows it. */
export interface ScreeningSummary extends Omit<Screening, 'minScore' | 'matches'> {
  /** Matches of it that nobody has decided. */
  readonly open: number;
}

export type Spent<T> =
  | { readonly kind: 'created'; readonly record: T; readonly remaining: number }
  | { readonly kind: 'exhausted' };

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

export interface ExtractedData {
  readonly documentType: string | null;
  readonly documentNumber: string | null;
  readonly fullName: string | null;
  readonly dateOfBirth: string | null;
  readonly expiryDate: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly address: string | null;
  readonly nationality: string | null;
  readonly sex: string | null;
}

export type VerificationStatus = 'Verified' | 'Not Verified' | 'Manual Review Required';

/** Why a verification is not simply `Verified`. */
export interface Reason {
  /** Stable, for programs: `mrz-check-digit`, `expired`, `liveness-low`… */
  readonly code: string;
  /** `fail`: not verified. `review`: a person has to look. */
  readonly effect: 'fail' | 'review';
  /** A sentence for a reviewer. */
  readonly text: string;
}

export interface NewVerification {
  /** From `reserve`, so that its images could be stored before it. */
  readonly id: number;
  readonly accountId: number;
  readonly keyId: string | null;
  readonly faceMatch: boolean;
  /** 0 to 100, at most two decimals. */
  readonly matchConfidence: number;
  /** 0 to 100, at most two decimals; null where liveness is switched off. */
  readonly livenessScore: number | null;
  readonly status: VerificationStatus;
  readonly extractedData: ExtractedData;
  readonly reasons: readonly Reason[];
  /** What led to the result, JSON: `Evidence` of `verification/types.ts`. */
  readonly evidence: string;
}

export interface Verification extends Omit<NewVerification, 'accountId' | 'keyId' | 'reasons' | 'evidence'> {
  readonly createdAt: string;
}

export interface VerificationEvidence {
  readonly reasons: readonly Reason[];
  readonly evidence: string;
  /** Name of the API key that made it. */
  readonly keyName: string | null;
}

/** A verification as a table shows it; `open`: it waits for a person. */
export interface VerificationSummary extends Verification {
  readonly open: boolean;
}

export interface VerificationRecords {
  /** An id for one verification; never given again, also where nothing comes of it. */
  reserve(): Promise<number>;
  create(verification: NewVerification): Promise<Spent<{ id: number; createdAt: string }>>;
  get(accountId: number, id: number): Promise<Verification | undefined>;
  evidence(accountId: number, id: number): Promise<VerificationEvidence | undefined>;
  /** When each of these was made; those that are not there are left out. */
  made(ids: readonly number[]): Promise<Map<number, string>>;
  /** Newest first, at most `limit`, with what a list says of each: a JSON array in bytes, as that of screenings. */
  list(accountId: number, limit: number): Promise<Uint8Array>;
  page(accountId: number, query: VerificationsQuery): Promise<VerificationSummary[]>;
  delete(id: number, actor: Actor): Promise<boolean>;
}

export interface PublishedSnapshot {
  readonly id: string;
  readonly createdAt: string;
  readonly engine: string;
  readonly sources: readonly SnapshotSource[];
}

/** The last thing that happened to a source, apart from what is in force. */
export interface SourceState {
  readonly source: string;
  /** When a sync last found the list in force to be the current one, or fetched a newer. */
  readonly checkedAt: string | null;
  readonly lastError: string | null;
  readonly lastErrorAt: string | null;
}

export interface SnapshotRecords {
  /** Kept for good, also after the snapshot's files are gone. The newest published one is in force. */
  publish(snapshot: PublishedSnapshot, actor: Actor): Promise<void>;
  current(): Promise<PublishedSnapshot | undefined>;
  get(id: string): Promise<PublishedSnapshot | undefined>;
  states(): Promise<SourceState[]>;
  recordState(state: SourceState): Promise<void>;
}

export interface AuditEntry {
  readonly sequence: number;
  readonly at: string;
  readonly actor: Actor;
  /** `account.created`, `key.revoked`, `snapshot.published`, `screening.deleted`, `backup.made`… */
  readonly action: string;
  /** An id, never a name. */
  readonly subject: string;
  readonly accountId: number | null;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  /** Over the previous hash and this entry, hex: HMAC-SHA-256 under a key from the master key; SHA-256 in older entries. */
  readonly hash: string;
}

/** What recomputing the audit chain found. */
export interface ChainVerdict {
  readonly entries: number;
  readonly head: string | null;
  /** Nothing is broken. With a key at hand also: all could be checked but what an entry under that key says cannot be. */
  readonly ok: boolean;
  /** Sequence of the first entry that does not fit. */
  readonly broken: number | null;
  /** False where a head was asked for that is not in the chain. */
  readonly headFound: boolean;
  /** From this sequence on nobody without the master key can compute the chain; null where no entry is keyed. */
  readonly keyedFrom: number | null;
  /** Keyed entries whose master key is not at hand. */
  readonly unchecked: number;
  /** Where a backup was put back; `keyed`: with the master key at hand. */
  readonly restores: readonly { readonly sequence: number; readonly keyed: boolean }[];
}

export interface AuditRecords {
  append(entry: Pick<AuditEntry, 'actor' | 'action' | 'subject' | 'accountId' | 'details'>): Promise<void>;
  /** Undefined where nothing was ever written. */
  head(): Promise<{ sequence: number; hash: string } | undefined>;
  /** Entries of one account, newest first. */
  page(accountId: number, query: AuditQuery): Promise<AuditEntry[]>;
  /** Recomputes the chain. With `head`: that hash must be in it; where it is not, `broken` is the number after the last. */
  verify(head?: string): Promise<ChainVerdict>;
  /**
   * Takes up the master keys as they are now. After a rotation entries go on under the new one, and what checks older
   * entries is kept under it, so that a former master key can be thrown away. Where one was lost, an entry says so.
   */
  followKeys(): Promise<void>;
}
