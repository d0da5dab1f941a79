import type { EntryFacts } from '../../domain/list-entry.ts';
import { Compiler } from '../index/compile.ts';
import { assembled } from '../index/small-index.ts';
import type { analyseName } from '../names/analyse.ts';
import { dayNumber, type Part } from './part.ts';

/** Nobody says when an entity ends to count. */
const NO_END = 0;

/** Compiles entries, each an entity of its own. */
export class PartCompiler {
  readonly #compiler: Compiler;
  readonly #facts: Buffer[] = [];
  readonly #ends: number[] = [];
  #bytes = 0;

  /** `analyse`: for who has read names before. */
  constructor(analyse?: typeof analyseName) {
    this.#compiler = new Compiler(undefined, analyse);
  }

  add(entry: EntryFacts): void {
    const facts = Buffer.from(JSON.stringify([entry]));
    this.#compiler.add({ entries: [entry] }, { offset: this.#bytes, length: facts.length, crc: 0 });
    this.#facts.push(facts);
    this.#bytes += facts.length;
    this.#ends.push(entry.until === undefined ? NO_END : dayNumber(entry.until));
  }

  /** `rarityOf`: that of the snapshot, 0 to 1. */
  part(rarityOf: (text: string) => number | undefined): Omit<Part, 'id'> {
    const facts = new SharedArrayBuffer(this.#bytes);
    const bytes = new Uint8Array(facts);
    let at = 0;
    for (const one of this.#facts) {
      bytes.set(one, at);
      at += one.length;
    }
    const ends = new SharedArrayBuffer(4 * this.#ends.length);
    new Uint32Array(ends).set(this.#ends);
    return { index: assembled(this.#compiler, rarityOf), facts, ends };
  }
}
