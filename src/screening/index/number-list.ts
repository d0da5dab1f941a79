/** A list of whole numbers, 0 to 2³² - 1, that keeps its memory. */
export class NumberList {
  /** Valid up to `length`. */
  values = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.values = copied(new Uint32Array(this.length * 2), this.values);
    this.values[this.length++] = value;
  }

  at(index: number): number {
    return this.values[index]!;
  }

  set(index: number, value: number): void {
    this.values[index] = value;
  }

  /** What was pushed, without a copy; not to be used after another push. */
  view(): Uint32Array {
    return this.values.subarray(0, this.length);
  }
}

/** Puts numbers at the beginning of larger memory, and answers that. */
export function copied<T extends { set(from: T): void }>(to: T, from: T): T {
  to.set(from);
  return to;
}

/** The numbers from 0 to `count` - 1. */
export function numbersTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let number = 0; number < count; number++) numbers[number] = number;
  return numbers;
}

/** Groups `values` by `owners` (0 to `count` - 1): the values of owner i are `values[starts[i] … starts[i + 1]]`. */
export function groupBy(
  owners: Uint32Array,
  values: Uint32Array,
  count: number,
): { starts: Uint32Array; values: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (let index = 0; index < owners.length; index++) starts[owners[index]! + 1]!++;
  for (let index = 1; index <= count; index++) starts[index]! += starts[index - 1]!;
  const next = starts.slice();
  const grouped = new Uint32Array(values.length);
  for (let index = 0; index < values.length; index++) grouped[next[owners[index]!]!++] = values[index]!;
  return { starts, values: grouped };
}
