import type { EntryFacts } from '../../domain/list-entry.ts';
import { Compiler } from '../index/compile.ts';
import { assembled } from '../index/small-index.ts';
import type { analyseName } from '../names/analyse.ts';
import { dayNumber, type Part } from './part.ts';

/** Nobody says when an entity ends to count. */
const NO_END = 0;
/** Of a UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;

/** Compiles entries, each an entity of its own. */
export class PartCompiler {
  readonly #compiler: Compiler;
  #facts = Buffer.alloc(0);
  readonly #ends: number[] = [];
  #bytes = 0;

  /** `analyse`: for who has read names before. */
  constructor(analyse?: typeof analyseName) {
    this.#compiler = new Compiler(undefined, analyse);
  }

  add(entry: EntryFacts): void {
    const length = this.#write(JSON.stringify([entry]));
    this.#compiler.add({ entries: [entry] }, { offset: this.#bytes, length, crc: 0 });
    this.#bytes += length;
    this.#ends.push(entry.until === undefined ? NO_END : dayNumber(entry.until));
  }

  /** Writes a text behind the facts; bytes that it takes. A buffer for each entry would take longer than its text. */
  #write(text: string): number {
    const end = this.#bytes + MOST_BYTES * text.length;
    if (end > this.#facts.length) this.#facts = Buffer.concat([this.#facts], 2 * end);
    return this.#facts.write(text, this.#bytes);
  }

  /** `rarityOf`: that of the snapshot, 0 to 1. */
  part(rarityOf: (text: string) => number | undefined): Omit<Part, 'id'> {
    const facts = new SharedArrayBuffer(this.#bytes);
    new Uint8Array(facts).set(this.#facts.subarray(0, this.#bytes));
    const ends = new SharedArrayBuffer(4 * this.#ends.length);
    new Uint32Array(ends).set(this.#ends);
    return { index: assembled(this.#compiler, rarityOf), facts, ends };
  }
}
