import type { KeyAccess } from '../domain/account.ts';
import { isUsedUp, periodOf } from '../domain/quota.ts';
import type { Records } from '../records/port.ts';
import { hashKey, keyId, matchesKeyHash } from './api-keys.ts';

/** How long what was read of a key is recalled, in milliseconds. */
const RECALL_MS = 1_000;

/** Tells which API key a request brings, and what it may do. */
export class ApiKeyAuthenticator {
  readonly #records: Records;
  readonly #now: () => Date;
  readonly #read = new Map<string, { readonly access: KeyAccess; readonly until: number }>();

  constructor(records: Records, now: () => Date) {
    this.#records = records;
    this.#now = now;
  }

  /**
   * What a request may do with this key, with the units that its account used in the current period.
   * Undefined for a key that is missing, malformed, unknown, revoked, suspended or expired. Counts a use of the key.
   * Reads the database each time, so that a change by another process counts at once.
   */
  async authenticate(value: string | undefined): Promise<KeyAccess | undefined> {
    const access = await this.confirm(value);
    if (access) this.#records.accounts.touch(access.key.id);
    return access;
  }

  /** The same without counting a use: for a request that was let in by what was recalled. */
  async confirm(value: string | undefined): Promise<KeyAccess | undefined> {
    const id = value === undefined ? undefined : keyId(value);
    if (value === undefined || id === undefined) return undefined;
    const access = await this.#records.accounts.access(id, periodOf(this.#now()));
    if (!this.#isValueOf(value, access) || !access || !this.#isUsable(access)) return undefined;
    this.#read.set(id, { access, until: performance.now() + RECALL_MS });
    return access;
  }

  /**
   * What was read of a key within the last second, for a request whose record confirms it (`Records.confirmsKeys`).
   * To ask the thread of the database takes longer than many a search. Undefined says nothing of the key. Counts a use.
   */
  recall(value: string | undefined): KeyAccess | undefined {
    if (value === undefined || !this.#records.confirmsKeys) return undefined;
    const read = this.#read.get(keyId(value) ?? '');
    if (!read || performance.now() > read.until) return undefined;
    const { access } = read;
    // Units may have been added since.
    if (!this.#isValueOf(value, access) || !this.#isUsable(access) || isUsedUp(access)) return undefined;
    this.#records.accounts.touch(access.key.id);
    return access;
  }

  /** Recalls nothing of a key any more: it got another value. */
  forget(id: string): void {
    this.#read.delete(id);
  }

  /** Both are compared, so that it takes as long whichever it is. */
  #isValueOf(value: string, access: KeyAccess | undefined): boolean {
    const given = hashKey(value);
    const isCurrent = matchesKeyHash(given, access?.hash);
    const isPrevious = matchesKeyHash(given, access?.previousHash ?? undefined);
    if (isCurrent || !isPrevious) return isCurrent;
    const { previousUntil } = access!.key;
    return previousUntil !== null && previousUntil > this.#now().toISOString();
  }

  #isUsable({ key: { revokedAt, suspendedAt, expiresAt } }: KeyAccess): boolean {
    if (revokedAt !== null || suspendedAt !== null) return false;
    return expiresAt === null || expiresAt > this.#now().toISOString();
  }
}
