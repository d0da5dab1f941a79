import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { TouchstoneError } from '../errors.ts';
import type { IndexView } from './index/view.ts';
import type { EntryFacts } from './types.ts';

/** The facts of a snapshot's entities, read from disk where a match needs them. */
export class FactsFile {
  readonly #view: IndexView;
  readonly #file: number;

  /** Throws `damaged` where the file is not there or not as long as the index says. */
  constructor(path: string, view: IndexView) {
    this.#view = view;
    try {
      this.#file = openSync(path, 'r');
    } catch (cause) {
      throw new TouchstoneError('damaged', 'The facts of the snapshot cannot be opened.', { cause });
    }
    if (fstatSync(this.#file).size !== view.header.factsBytes) {
      closeSync(this.#file);
      throw new TouchstoneError('damaged', 'The facts of the snapshot are not complete.');
    }
  }

  read(entity: number): EntryFacts[] {
    const bytes = Buffer.allocUnsafe(this.#view.factsLength[entity]!);
    const read = readSync(this.#file, bytes, 0, bytes.length, this.#view.factsOffset[entity]!);
    if (read !== bytes.length || crc32(bytes) !== this.#view.factsCrc[entity]) {
      throw new TouchstoneError('damaged', 'The facts of the snapshot are not what was written.');
    }
    return JSON.parse(bytes.toString()) as EntryFacts[];
  }

  close(): void {
    closeSync(this.#file);
  }
}
