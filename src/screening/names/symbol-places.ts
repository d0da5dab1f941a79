import type { Letters } from './distance.ts';

/** Bytes of what may stand beside the largest: 100,000 own entries take about 3 MiB. */
const MOST_BESIDE = 2 ** 22;

/**
 * Where the symbols of texts stand in memory, one behind the other. A search of an account with own lists compares
 * texts of the snapshot and of its lists in turn, so that both have a place. Where too much stands beside the largest,
 * all give up their places, and those in use are copied again.
 */
export class SymbolPlaces {
  readonly #start: number;
  readonly #places = new Map<Letters, number>();
  #end: number;
  #largest = 0;

  /** `start`: the first address, in bytes. */
  constructor(start: number) {
    this.#start = start;
    this.#end = start;
  }

  /** The address behind all that has a place. */
  get end(): number {
    return this.#end;
  }

  /** The address of texts; undefined for those that have no place. */
  of(texts: Letters): number | undefined {
    return this.#places.get(texts);
  }

  /** Gives texts a place, to which their symbols are to be copied. */
  give(texts: Letters): number {
    const { byteLength } = texts.symbols;
    const largest = Math.max(this.#largest, byteLength);
    const isTooMuch = this.#end - this.#start + byteLength - largest > MOST_BESIDE;
    if (isTooMuch) {
      this.#places.clear();
      this.#end = this.#start;
    }
    this.#largest = isTooMuch ? byteLength : largest;
    const at = this.#end;
    this.#places.set(texts, at);
    this.#end = at + byteLength;
    return at;
  }
}
