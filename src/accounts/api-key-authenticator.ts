import type { KeyAccess } from '../domain/account.ts';
import { periodOf } from '../domain/quota.ts';
import type { Records } from '../records/port.ts';
import { keyId, matchesKeyHash } from './api-keys.ts';

/** Tells which API key a request brings, and what it may do. */
export class ApiKeyAuthenticator {
  readonly #records: Records;
  readonly #now: () => Date;

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
    const now = this.#now();
    const id = value === undefined ? undefined : keyId(value);
    if (value === undefined || id === undefined) return undefined;
    const access = await this.#records.accounts.access(id, periodOf(now));
    if (!matchesKeyHash(value, access?.hash) || !access) return undefined;
    const { revokedAt, suspendedAt, expiresAt } = access.key;
    if (revokedAt !== null || suspendedAt !== null || (expiresAt !== null && expiresAt <= now.toISOString()))
      return undefined;
    this.#records.accounts.touch(id);
    return access;
  }
}
