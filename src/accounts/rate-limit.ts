/** Buckets are swept after so many takes, so that keys that went quiet take no memory. */
const SWEEP_EVERY = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket for each key: `rate` requests a second, `burst` at once. */
export class RateLimiter {
  readonly #rate: number;
  readonly #burst: number;
  readonly #now: () => Date;
  readonly #buckets = new Map<string, Bucket>();
  #takes = 0;

  constructor(limit: { readonly rate: number; readonly burst: number }, now: () => Date = () => new Date()) {
    this.#rate = limit.rate;
    this.#burst = limit.burst;
    this.#now = now;
  }

  /** Takes a token of a key. Answers 0, or the milliseconds until there is one: then none was taken. */
  take(keyId: string): number {
    const now = this.#now().getTime();
    this.#sweep(now);
    const bucket = this.#buckets.get(keyId) ?? { tokens: this.#burst, at: now };
    this.#buckets.set(keyId, bucket);
    bucket.tokens = this.#tokens(bucket, now);
    bucket.at = now;
    if (bucket.tokens < 1) return ((1 - bucket.tokens) / this.#rate) * 1000;
    bucket.tokens -= 1;
    return 0;
  }

  #tokens(bucket: Bucket, now: number): number {
    // A clock that was set back takes nothing away.
    const seconds = Math.max(0, now - bucket.at) / 1000;
    return Math.min(this.#burst, bucket.tokens + seconds * this.#rate);
  }

  #sweep(now: number): void {
    this.#takes += 1;
    if (this.#takes % SWEEP_EVERY !== 0) return;
    for (const [id, bucket] of this.#buckets) {
      if (this.#tokens(bucket, now) >= this.#burst) this.#buckets.delete(id);
    }
  }
}
