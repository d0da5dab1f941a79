/**
 * Remembers what was made of the keys that were asked for last: so many at most, whatever is asked. Two halves take
 * turns. Where the young one is full it becomes the old one, and what is asked for again moves into the next. So a
 * known key costs one look, and nothing that is in use is forgotten.
 */
export class Recent<Key, Value> {
  #young = new Map<Key, Value>();
  #old: Map<Key, Value> | undefined;
  #weight = 0;
  readonly #half: number;
  readonly #weightOf: ((value: Value) => number) | undefined;

  /** `most`: values, or what they weigh together where `weightOf` tells what one weighs. */
  constructor(most: number, weightOf?: (value: Value) => number) {
    this.#half = most / 2;
    this.#weightOf = weightOf;
  }

  /** What was made of the key before, or else is made now. */
  get(key: Key, make: (key: Key) => Value): Value {
    return this.known(key) ?? this.keep(key, make(key));
  }

  /** What was made of the key before, as far as it is remembered. */
  known(key: Key): Value | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const old = this.#old?.get(key);
    return old === undefined ? undefined : this.keep(key, old);
  }

  /** Remembers a value, and answers it. */
  keep(key: Key, value: Value): Value {
    const weight = this.#weightOf?.(value) ?? 1;
    if (this.#weight > 0 && this.#weight + weight > this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#weight = 0;
    }
    this.#young.set(key, value);
    this.#weight += weight;
    return value;
  }
}
