/** Remembers what was made of the keys that were asked for last: so many at most, whatever is asked. */
export class Recent<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** What was made of the key before, or else is made now. */
  get(key: Key, make: (key: Key) => Value): Value {
    let value = this.#values.get(key);
    if (value === undefined) {
      value = make(key);
      if (this.#values.size >= this.#most) this.#values.delete(this.#values.keys().next().value!);
    } else this.#values.delete(key);
    // A map gives its keys in the order in which they were set.
    this.#values.set(key, value);
    return value;
  }
}
