/** Whose key it is. */
export interface IdempotencyPlace {
  readonly accountId: number;
  /** 1 to 128 printable characters. */
  readonly key: string;
}

/** An answer that can be given again: status, headers worth keeping, and the body as it was sent. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where it was too long to be kept: it is made again. */
  readonly body: string | null;
  /** Nobody is named in it, so that it outlives a deletion on request. */
  readonly namesNobody: boolean;
  /** The record that the request made, where its answer can be made again from it. */
  readonly made?: MadeRecord | undefined;
}

/** A record, and the units that were left after it. */
export interface MadeRecord {
  readonly id: number;
  readonly remaining: number;
}

/** What the records know of a key. `fingerprint`: of the request that came with it first. */
export interface KeptKey {
  readonly fingerprint: string;
  /** Undefined while the first request runs, and where its answer was lost. */
  readonly answer: KeptAnswer | undefined;
}

/**
 * What a request with a key may do.
 * - `new`: go on; the key is taken, and whoever took it stores the answer or gives the key back.
 * - `answered`: nothing; this is the first answer.
 * - `pending`: nothing; the same request came before and has no answer.
 * - `other`: nothing; another request came with this key.
 */
export type KeyClaim =
  | { readonly kind: 'new' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'other' }
  | { readonly kind: 'answered'; readonly answer: KeptAnswer };

/** Milliseconds that a key is remembered for. */
const KEY_LIFE_MS = 86_400_000;

/** The outcome for a request with this fingerprint where the key is known. */
export function claimOf(known: KeptKey, fingerprint: string): KeyClaim {
  if (known.fingerprint !== fingerprint) return { kind: 'other' };
  return known.answer ? { kind: 'answered', answer: known.answer } : { kind: 'pending' };
}

/** The instant at or before which a key was made that is forgotten at `now`; ISO 8601 in UTC. */
export function expiredBefore(now: Date): string {
  return new Date(now.getTime() - KEY_LIFE_MS).toISOString();
}
