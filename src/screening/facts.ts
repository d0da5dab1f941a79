import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type EntryFacts, entryKey } from '../domain/list-entry.ts';
import { TouchstoneError } from '../errors.ts';
import type { IndexHeader } from './index/format.ts';
import type { IndexView } from './index/view.ts';

const READ_BYTES = 1 << 20;

/** Reads the whole file, off the event loop. Throws `damaged` where a byte of it is not what was written. */
export async function checkFacts(path: string, { factsBytes, factsCrc }: IndexHeader): Promise<void> {
  let [bytes, crc] = [0, 0];
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      crc = crc32(chunk, crc);
    }
  } catch (cause) {
    throw new TouchstoneError('damaged', 'The facts of the snapshot cannot be read.', { cause });
  }
  if (bytes !== factsBytes || crc !== factsCrc) throw changed();
}

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

  /** Blocks its thread for the read. Throws `damaged` where the bytes are not those that were written. */
  read(entity: number): EntryFacts[] {
    return JSON.parse(this.bytes(entity).toString()) as EntryFacts[];
  }

  /** The facts as they were written, JSON. Blocks and throws as `read` does. */
  bytes(entity: number): Buffer {
    const bytes = Buffer.allocUnsafe(this.#view.factsLength[entity]!);
    let read: number;
    try {
      read = readSync(this.#file, bytes, 0, bytes.length, this.#view.factsOffset[entity]!);
    } catch (cause) {
      throw new TouchstoneError('damaged', 'The facts of the snapshot cannot be read.', { cause });
    }
    if (read !== bytes.length || crc32(bytes) !== this.#view.factsCrc[entity]) throw changed();
    return bytes;
  }

  /** All entries of the entity that has the entry of this key (`entryKey`); undefined where none has. As `read`. */
  entity(key: string): EntryFacts[] | undefined {
    return this.#view
      .entitiesWith(key)
      .map((entity) => this.read(entity))
      .find((facts) => facts.some((entry) => entryKey(entry) === key));
  }

  close(): void {
    closeSync(this.#file);
  }
}

function changed(): TouchstoneError {
  return new TouchstoneError('damaged', 'The facts of the snapshot are not what was written.');
}
