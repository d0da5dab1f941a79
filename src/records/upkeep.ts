import type { KeyScope } from '../domain/key-scope.ts';

/** Whoever asks whether the database is ready learns by then that it does not answer. */
const READY_PATIENCE_MS = 3_000;

interface KeyUse {
  count: number;
  last: string;
}

/** Uses of keys, counted in memory until the next maintenance. */
export class KeyUses {
  readonly #uses = new Map<string, KeyUse>();
  /** What each key did today, and of that what is not written yet. */
  #noted = new Set<string>();
  #day = '';
  #fresh: [keyId: string, scope: KeyScope, day: string][] = [];

  get isEmpty(): boolean {
    return this.#uses.size === 0 && this.#fresh.length === 0;
  }

  /** `at`: ISO 8601. */
  count(keyId: string, at: string): void {
    this.#uses.set(keyId, { count: (this.#uses.get(keyId)?.count ?? 0) + 1, last: at });
  }

  /** What a key did, by the scope that it takes: written once a day at most. */
  note(keyId: string, scope: KeyScope, at: string): void {
    const day = at.slice(0, 10);
    if (day !== this.#day) {
      this.#day = day;
      this.#noted.clear();
    }
    const use = `${keyId} ${scope}`;
    if (this.#noted.has(use)) return;
    this.#noted.add(use);
    this.#fresh.push([keyId, scope, day]);
  }

  /** In one order on every node, so that none waits for another. */
  flush(
    write: (keyId: string, count: number, last: string) => Promise<unknown>,
    note: (keyId: string, scope: KeyScope, day: string) => Promise<unknown>,
  ): void {
    for (const [keyId, { count, last }] of [...this.#uses].sort(([a], [b]) => (a < b ? -1 : 1))) {
      // Losing a count is allowed; failing a request for it is not.
      write(keyId, count, last).catch(() => {});
    }
    this.#uses.clear();
    const fresh = this.#fresh.sort(([a, one], [b, other]) => (a < b || (a === b && one < other) ? -1 : 1));
    this.#fresh = [];
    // What cannot be written is noted again with the next use.
    for (const use of fresh) note(...use).catch(() => this.#noted.delete(`${use[0]} ${use[1]}`));
  }
}

/** Why a database is not ready, a sentence, or undefined where it is; within seconds. */
export function inTime(answer: Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('The database does not answer in time.'), READY_PATIENCE_MS).unref();
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
