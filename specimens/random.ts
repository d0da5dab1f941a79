/** Numbers that look random and are the same for the same seed on every machine (mulberry32 over an FNV-1a hash). */
export class Random {
  #state: number;

  constructor(seed: number | string) {
    this.#state = hash(String(seed));
    this.next();
  }

  /** 0 ≤ number < 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return Math.floor(this.between(from, to + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  /** The same in another order. */
  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list];
    return list.map(() => left.splice(Math.floor(this.next() * left.length), 1)[0]!);
  }

  /** Mean 0, deviation 1, cut off at 3. */
  normal(): number {
    let sum = -6;
    for (let term = 0; term < 12; term++) sum += this.next();
    return Math.max(-3, Math.min(3, sum));
  }

  /** Characters by a pattern: `A` a letter, `9` a digit, `X` either, anything else itself. */
  code(pattern: string): string {
    return pattern.replace(/[A9X]/g, (sign) => {
      // Letters that issuers leave out of numbers because they look like digits.
      if (sign === 'A') return this.pick([...'ABCDEFGHJKLMNPRSTUVWXYZ']);
      return sign === '9' ? String(this.whole(0, 9)) : this.pick([...'0123456789CFGHJKLMNPRTVWXYZ']);
    });
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
