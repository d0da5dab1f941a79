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

/** The descriptor of a file of facts. Throws `damaged` where it is not there or not as long as the index says. */
export function openFacts(path: string, { factsBytes }: IndexHeader): number {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (cause) {
    throw new TouchstoneError('damaged', 'The facts of the snapshot cannot be opened.', { cause });
  }
  if (fstatSync(file).size === factsBytes) return file;
  closeSync(file);
  throw new TouchstoneError('damaged', 'The facts of the snapshot are not complete.');
}

/** The facts of the entities of an index. */
export interface EntityFacts {
  /** All entries of an entity by its place. */
  read(entity: number): EntryFacts[];
  /** All entries of the entity that has the entry of this key (`entryKey`); undefined where none has. */
  entity(key: string): EntryFacts[] | undefined;
  close(): void;
}

/** The facts of a snapshot's entities, read from disk where a match needs them. */
export class FactsFile implements EntityFacts {
  readonly #view: IndexView;
  readonly #file: number;

  /** Throws `damaged` where the file is not there or not as long as the index says. */
  constructor(path: string, view: IndexView) {
    this.#view = view;
    this.#file = openFacts(path, view.header);
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
    return withKey(this, this.#view, key);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** The facts of an index that is in memory with them, at the places that the index says. */
export class FactsInMemory implements EntityFacts {
  readonly #view: IndexView;
  readonly #bytes: Uint8Array;

  constructor(facts: SharedArrayBuffer, view: IndexView) {
    this.#view = view;
    this.#bytes = new Uint8Array(facts);
  }

  read(entity: number): EntryFacts[] {
    const start = this.#view.factsOffset[entity]!;
    const end = start + this.#view.factsLength[entity]!;
    // A text is not read out of memory that other threads could change.
    return JSON.parse(Buffer.from(this.#bytes.slice(start, end)).toString()) as EntryFacts[];
  }

  entity(key: string): EntryFacts[] | undefined {
    return withKey(this, this.#view, key);
  }

  close(): void {}
}

function withKey(facts: Pick<EntityFacts, 'read'>, view: IndexView, key: string): EntryFacts[] | undefined {
  return view
    .entitiesWith(key)
    .map((entity) => facts.read(entity))
    .find((entries) => entries.some((entry) => entryKey(entry) === key));
}

function changed(): TouchstoneError {
  return new TouchstoneError('damaged', 'The facts of the snapshot are not what was written.');
}
