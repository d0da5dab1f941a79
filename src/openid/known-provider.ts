import type { Found } from './discovery.ts';
import { asProviderRefusal, ProviderRefusal } from './refusal.ts';

/** What it says of itself is asked for again after so long. */
const HOUR_MS = 3_600_000;
/** Before a browser is sent there, the provider must have answered so short a time ago. */
const REACHED_MS = 5_000;
/** One that did not is not asked again for so long, whoever clicks. */
const AWAY_MS = 2_000;

/** The provider as it described itself last. It is asked when it is first needed. Both ways throw `ProviderRefusal`. */
export class KnownProvider {
  readonly #discover: () => Promise<Found>;
  readonly #now: () => Date;
  #found: Found | undefined;
  #finding: Promise<Found> | undefined;
  #reaching: Promise<unknown> | undefined;
  #reachedAt = 0;
  #awayUntil = 0;

  constructor(discover: () => Promise<Found>, now: () => Date) {
    this.#discover = discover;
    this.#now = now;
  }

  /** Asked once an hour, so that changed endpoints are followed. One that is away then is the one known before. */
  async now(): Promise<Found> {
    const known = this.#found;
    if (known && this.#now().getTime() - known.at < HOUR_MS) return known;
    this.#finding ??= this.#discover().finally(() => {
      this.#finding = undefined;
    });
    try {
      this.#found = await this.#finding;
      if (known && known !== this.#found) void known.fetching.retire();
      return this.#found;
    } catch (error) {
      const refusal = asProviderRefusal(error);
      if (known && refusal.fault === 'away') return known;
      throw refusal;
    }
  }

  /** The same, where it answered just now: a browser that is sent there must not end at nobody's page. */
  async reached(): Promise<Found> {
    const begun = this.#now().getTime();
    if (begun < this.#awayUntil) throw new ProviderRefusal('away', 'it did not answer a moment ago');
    const { fetching, place, at } = await this.now();
    if (begun - Math.max(at, this.#reachedAt) >= REACHED_MS) {
      this.#reaching ??= fetching.fetch(place, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' });
      await this.#reaching
        .catch((error: unknown) => {
          this.#awayUntil = this.#now().getTime() + AWAY_MS;
          throw error;
        })
        .finally(() => {
          this.#reaching = undefined;
        });
      this.#reachedAt = this.#now().getTime();
    }
    return this.now();
  }

  async close(): Promise<void> {
    await this.#found?.fetching.close();
  }
}
