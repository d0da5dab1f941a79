import type { EntryFacts } from '../../domain/list-entry.ts';
import type { IndexInMemory } from '../engine.ts';
import { Compiler } from '../index/compile.ts';
import { assembled } from '../index/small-index.ts';

/** Nobody says when an entity ends to count. */
const NO_END = 0;

/** Entities that are searched beside a snapshot, compiled with the rarities of that. Threads share its memory. */
export interface Part extends IndexInMemory {
  /** Another one for each part of this process. */
  readonly id: number;
  /** Of each entity the last day on which it counts, as the number YYYYMMDD; 0 for ever. */
  readonly ends: SharedArrayBuffer;
  /** Of each entity 1 where it was changed or removed since, 0 where not; undefined where none was. */
  readonly gone?: SharedArrayBuffer;
}

/** All that is searched beside the snapshot for one owner. */
export type Overlay = readonly Part[];

/** `YYYY-MM-DD` as the number YYYYMMDD. */
export const dayNumber = (day: string): number => Number(day.replaceAll('-', ''));

/** Bytes that all threads share together. */
export const bytesOf = ({ index, facts, ends }: Omit<Part, 'id'>): number =>
  index.byteLength + facts.byteLength + ends.byteLength;

/** Compiles entries, each an entity of its own. */
export class PartCompiler {
  readonly #compiler = new Compiler();
  readonly #facts: Buffer[] = [];
  readonly #ends: number[] = [];
  #bytes = 0;

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
