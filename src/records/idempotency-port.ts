import type { IdempotencyPlace, KeptAnswer, KeyClaim } from '../domain/idempotency.ts';

/** Keys of requests that may come again, each for 24 hours, with the first answer. An account has its own keys. */
export interface IdempotencyRecords {
  /** Takes the key where it is new or expired. Of several that ask at once one gets `new`. */
  claim(place: IdempotencyPlace, fingerprint: string): Promise<KeyClaim>;
  /** Keeps the answer of the request that has taken the key. Nothing where the key is gone. */
  answer(place: IdempotencyPlace, answer: KeptAnswer): Promise<void>;
  /** Gives a key back that has no answer: the request did nothing. */
  release(place: IdempotencyPlace): Promise<void>;
  /** Removes expired keys; how many there were. */
  sweep(): Promise<number>;
}
