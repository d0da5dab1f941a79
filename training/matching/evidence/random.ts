/** Numbers that are the same in each run (a linear congruential generator; Knuth, TAOCP 2, 3.3.4, line 25). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  share(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state / 2 ** 32;
  }

  below(most: number): number {
    return Math.floor(this.share() * most);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  shuffled<T>(from: readonly T[]): T[] {
    const all = [...from];
    for (let place = all.length - 1; place > 0; place--) {
      const other = this.below(place + 1);
      [all[place], all[other]] = [all[other]!, all[place]!];
    }
    return all;
  }
}
