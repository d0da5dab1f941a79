import { createHash } from 'node:crypto';

/** So many are kept at most, each for so long: a person goes on within minutes, or begins again. */
const MOST = 64;
const KEPT_MS = 15 * 60_000;

interface Kept<T> {
  readonly reading: Promise<T>;
  readonly at: number;
}

/**
 * Readings of pictures that were looked at before their verification, by the hash of the file, so that no picture is
 * read twice. They are in memory alone, and each is given once.
 */
export class RecentReadings<T> {
  readonly #kept = new Map<string, Kept<T>>();

  /** Keeps what becomes of a reading, unless it fails. */
  keep(bytes: Uint8Array, reading: Promise<T>): Promise<T> {
    const key = hashOf(bytes);
    this.#forget();
    this.#kept.delete(key);
    this.#kept.set(key, { reading, at: performance.now() });
    reading.catch(() => this.#kept.delete(key));
    return reading;
  }

  /** What is known of a file, for the last time; undefined where nothing is. */
  take(bytes: Uint8Array): Promise<T> | undefined {
    if (this.#kept.size === 0) return undefined;
    this.#forget();
    const key = hashOf(bytes);
    const found = this.#kept.get(key);
    this.#kept.delete(key);
    return found?.reading;
  }

  #forget(): void {
    const oldest = performance.now() - KEPT_MS;
    for (const [key, { at }] of this.#kept) {
      if (at >= oldest && this.#kept.size < MOST) return;
      this.#kept.delete(key);
    }
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}
