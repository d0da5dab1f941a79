import type { Actor } from './actor.ts';

/** One entry of the audit log. `at`: ISO 8601 in UTC. */
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
  /**
   * Hex, over the previous hash and this entry: HMAC-SHA-256 under a key from the master key, SHA-256 in older entries.
   */
  readonly hash: string;
}

/** What recomputing the audit chain found. */
export interface ChainVerdict {
  readonly entries: number;
  readonly head: string | null;
  /**
   * Nothing is broken, and every entry could be checked, unless one under a key at hand says that it cannot be.
   */
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
  /**
   * Where the log begins since it was cut under its retention: behind this number. `by` is the entry that says so, at
   * an instant, and `entries` are all that were ever cut. Null where the log is whole.
   */
  readonly cut: ChainCut | null;
}

export interface ChainCut {
  readonly sequence: number;
  readonly by: number;
  /** ISO 8601. */
  readonly at: string;
  readonly entries: number;
}
