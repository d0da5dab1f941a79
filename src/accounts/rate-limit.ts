import type { NodeNotes } from '../records/nodes-port.ts';

/** Buckets are swept after so many takes, so that keys that went quiet take no memory. */
const SWEEP_EVERY = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** Nodes tell each other so often what they let through. */
const SHARE_MS = 250;
/** Keys in one note, which has to stay short. */
const KEYS_OF_NOTE = 50;

/** A token bucket for each key: `rate` requests a second, `burst` at once. */
export class RateLimiter {
  /** Requests a second. */
  readonly rate: number;
  /** Requests at once. */
  readonly burst: number;
  readonly #now: () => Date;
  readonly #buckets = new Map<string, Bucket>();
  #takes = 0;
  /** What was taken since other nodes were told; undefined where there are none. */
  #taken: Map<string, number> | undefined;

  constructor(limit: { readonly rate: number; readonly burst: number }, now: () => Date = () => new Date()) {
    this.rate = limit.rate;
    this.burst = limit.burst;
    this.#now = now;
  }

  /** Takes a token of a key. Answers 0, or the milliseconds until there is one: then none was taken. */
  take(keyId: string): number {
    const now = this.#now().getTime();
    this.#sweep(now);
    const bucket = this.#buckets.get(keyId) ?? { tokens: this.burst, at: now };
    this.#buckets.set(keyId, bucket);
    bucket.tokens = this.#tokens(bucket, now);
    bucket.at = now;
    if (bucket.tokens < 1) return ((1 - bucket.tokens) / this.rate) * 1000;
    bucket.tokens -= 1;
    this.#taken?.set(keyId, (this.#taken.get(keyId) ?? 0) + 1);
    return 0;
  }

  /** Milliseconds until a key has so many tokens, 0 where it has them; takes none. */
  wait(keyId: string, tokens: number): number {
    const bucket = this.#buckets.get(keyId);
    const there = bucket ? this.#tokens(bucket, this.#now().getTime()) : this.burst;
    return there >= tokens ? 0 : ((tokens - there) / this.rate) * 1000;
  }

  /**
   * Counts what other nodes let through, and tells them what this one does, four times a second. A key that came to
   * several at once then waits longer. Answers what stops that.
   */
  shareWith(nodes: NodeNotes): () => void {
    this.#taken = new Map();
    nodes.hear('rate', (note) => {
      for (const [keyId, tokens] of JSON.parse(note) as [string, number][]) this.charge(keyId, tokens);
    });
    const timer = setInterval(() => this.#tell(nodes), SHARE_MS).unref();
    return () => clearInterval(timer);
  }

  #tell(nodes: NodeNotes): void {
    const taken = [...this.#taken!];
    this.#taken!.clear();
    while (taken.length > 0) nodes.tell('rate', JSON.stringify(taken.splice(0, KEYS_OF_NOTE)));
  }

  /** Takes tokens for what was done already: into a debt of at most a whole bucket, so that nobody waits for ever. */
  charge(keyId: string, tokens: number): void {
    const now = this.#now().getTime();
    this.#sweep(now);
    const bucket = this.#buckets.get(keyId) ?? { tokens: this.burst, at: now };
    this.#buckets.set(keyId, bucket);
    bucket.tokens = Math.max(-this.burst, this.#tokens(bucket, now) - tokens);
    bucket.at = now;
  }

  /** Whole tokens that a key has, and whole seconds until it has one more; 0 where its bucket is full. */
  left(keyId: string): { readonly tokens: number; readonly seconds: number } {
    const bucket = this.#buckets.get(keyId);
    const tokens = bucket ? this.#tokens(bucket, this.#now().getTime()) : this.burst;
    if (tokens >= this.burst) return { tokens: Math.floor(this.burst), seconds: 0 };
    const whole = Math.max(0, Math.floor(tokens));
    return { tokens: whole, seconds: Math.max(1, Math.ceil((whole + 1 - tokens) / this.rate)) };
  }

  #tokens(bucket: Bucket, now: number): number {
    // A clock that was set back takes nothing away.
    const seconds = Math.max(0, now - bucket.at) / 1000;
    return Math.min(this.burst, bucket.tokens + seconds * this.rate);
  }

  #sweep(now: number): void {
    this.#takes += 1;
    if (this.#takes % SWEEP_EVERY !== 0) return;
    for (const [id, bucket] of this.#buckets) {
      if (this.#tokens(bucket, now) >= this.burst) this.#buckets.delete(id);
    }
  }
}
