import type { KeyScopes } from './key-scope.ts';

/** The owner of keys, users and records, with one quota. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  /** Records a calendar month (UTC). */
  readonly quota: number;
  readonly plan: string;
  /** Its owners see to what all accounts share, such as the lists. */
  readonly operator: boolean;
  /** Confirming and dismissing a match from a score of 85 on takes a second person. */
  readonly fourEyes: boolean;
  /** Confirming, dismissing and escalating an alert take a reason. */
  readonly requireReason: boolean;
  /** Days in which a decision is due, 1 to 365; null: no due dates. */
  readonly dueDays: number | null;
  /** The name of each verified document is screened, which takes another unit of the quota. */
  readonly screenVerified: boolean;
  /** Owners and analysts may look at the pictures of its verifications in the dashboard. */
  readonly reviewPictures: boolean;
  /** Days that a screening is kept; null: all are kept. */
  readonly keepScreenings: number | null;
  /** Days that a verification is kept; null: all are kept. */
  readonly keepVerifications: number | null;
  /** Days that a file of names is kept with its results, from its end on, 1 to 30; null: 30. */
  readonly keepBatches: number | null;
  /** Days that a delivery of a webhook is kept, from its last attempt on, 1 to 7; null: 7. */
  readonly keepDeliveries: number | null;
  /** Nobody goes on in the dashboard without a second factor. */
  readonly secondFactorRequired: boolean;
  readonly createdAt: string;
}

/** The secret by which a client acts for an account; its value is in no record. Times are ISO 8601 in UTC. */
export interface ApiKey {
  /** The public id inside the key's value. */
  readonly id: string;
  readonly accountId: number;
  readonly name: string;
  /** Addresses and CIDRs, canonical; empty: any address. */
  readonly allow: readonly string[];
  readonly scopes: KeyScopes;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Since a restore, until it is resumed. */
  readonly suspendedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly requests: number;
  /** When it last got another value; null: it has its first. */
  readonly rotatedAt: string | null;
  /** Until when the value before that works; null: it does not. */
  readonly previousUntil: string | null;
  /** Since when what it does is noted. */
  readonly usesSince: string;
}

/** What a request needs to know of its key, read in one go. */
export interface KeyAccess {
  readonly key: ApiKey;
  /** SHA-256 of the whole key value. */
  readonly hash: Uint8Array;
  /** Of the value before it was rotated; null where there is none. It works until `key.previousUntil`. */
  readonly previousHash: Uint8Array | null;
  readonly quota: number;
  /** Units used in the period asked for. */
  readonly used: number;
}
