import type { KeyObject } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Extract, extract } from 'tar-stream';
import { sentence, TouchstoneError } from '../../errors.ts';
import { sizeLimits } from '../formats/bounds.ts';
import type { Lists } from '../lists.ts';
import { sourceById } from '../registry.ts';
import { boundedBytes } from '../store/bounded-bytes.ts';
import { readableFile, storeFile } from '../store/intake.ts';
import type { StoredFile } from '../store/list-store.ts';
import { type ArrivedList, takeArrived } from '../sync/arrived-lists.ts';
import { type ImportResult, refuseInSandbox, resultOf } from '../sync/incoming-list.ts';
import { MANIFEST, memberOf, readManifest, SIGNATURE, unusable } from './manifest.ts';

type Member = Extract extends AsyncIterable<infer One> ? One : never;
type IncomingList = ArrivedList & { readonly files: StoredFile[] };

/** Far more than the manifest of all lists has. */
const MAX_MANIFEST_BYTES = 4 * 2 ** 20;
const MAX_SIGNATURE_BYTES = 1_024;

/**
 * Takes the lists of a bundle as a sync does. What is in force already changes nothing, and an older list is refused.
 * Throws `list-unusable`, before any list is touched, for a bundle that the key did not sign, that was changed, or that
 * is cut short.
 */
export async function importBundle(lists: Lists, path: string, key: KeyObject): Promise<ImportResult> {
  refuseInSandbox(lists.config);
  await readableFile(path);
  const arrived: IncomingList[] = [];
  try {
    await unpack(lists, path, key, arrived);
    const errors = await lists.exclusively((held) => takeArrived(lists, arrived, held));
    const inForce = await lists.inForce();
    const results = [];
    for (const {
      source: { id },
    } of arrived) {
      const error = errors.has(id) ? sentence(errors.get(id)) : null;
      await lists.recordOutcome(id, { error });
      results.push(resultOf(id, inForce.get(id), error));
    }
    return { snapshot: (await lists.ensureSnapshot()).id, sources: results };
  } finally {
    for (const { incoming } of arrived) await incoming.discard();
  }
}

/** Reads the archive; `arrived` gets each list of its manifest, with its files in a folder of its own. */
async function unpack(lists: Lists, path: string, key: KeyObject, arrived: IncomingList[]): Promise<void> {
  const archive = extract();
  const reading = pipeline(createReadStream(path), archive);
  reading.catch(() => {});
  const reader = new BundleReader(lists, key, arrived);
  try {
    for await (const member of archive) await reader.take(member);
    await reading;
    if (!reader.isWhole) throw unusable('is cut short');
  } catch (error) {
    if (error instanceof TouchstoneError) throw error;
    throw new TouchstoneError('list-unusable', `The bundle cannot be read: ${sentence(error)}.`, { cause: error });
  }
}

/** Takes the members of an archive: the manifest, its signature, and then nothing but what the manifest names. */
class BundleReader {
  readonly #lists: Lists;
  readonly #key: KeyObject;
  readonly #arrived: IncomingList[];
  /** By their paths, the files that are still to come. */
  readonly #wanted = new Map<string, { readonly list: IncomingList; readonly file: StoredFile }>();
  #manifest: Uint8Array | undefined;
  #signed = false;

  constructor(lists: Lists, key: KeyObject, arrived: IncomingList[]) {
    this.#lists = lists;
    this.#key = key;
    this.#arrived = arrived;
  }

  get isWhole(): boolean {
    return this.#signed && this.#wanted.size === 0;
  }

  async take(member: Member): Promise<void> {
    const { name, type } = member.header;
    if (type !== 'file') throw unusable(`has ${JSON.stringify(name)}, which is no file`);
    if (!this.#manifest) {
      if (name !== MANIFEST) throw unusable('is none of Touchstone');
      this.#manifest = await whole(member, MAX_MANIFEST_BYTES);
    } else if (!this.#signed) {
      if (name !== SIGNATURE) throw unusable('is not signed');
      await this.#accept(this.#manifest, Buffer.from(await whole(member, MAX_SIGNATURE_BYTES)).toString('latin1'));
    } else {
      const wanted = this.#wanted.get(name);
      if (!wanted) throw unusable(`has ${JSON.stringify(name)}, of which its manifest says nothing`);
      this.#wanted.delete(name);
      wanted.list.files.push(await takeFile(member, wanted.list, wanted.file));
    }
  }

  async #accept(manifest: Uint8Array, signature: string): Promise<void> {
    const { lists } = readManifest(manifest, signature, this.#key);
    this.#signed = true;
    for (const { source, fetched, published, files } of lists) {
      const incoming = await this.#lists.store.incoming(sourceById(source).id);
      const origin = published === undefined ? { fetched } : { fetched, published };
      const list = { source: sourceById(source), incoming, files: [], origin };
      this.#arrived.push(list);
      for (const file of files) this.#wanted.set(memberOf(source, file), { list, file });
    }
  }
}

/** Stores a raw file, which must be the one that the manifest describes. */
async function takeFile(member: Member, { source, incoming }: ArrivedList, file: StoredFile): Promise<StoredFile> {
  const most = sizeLimits(source).unpacked;
  const part = incoming.rawPath(`${file.stored}.part`);
  try {
    await pipeline(member, boundedBytes(most, tooLarge), createWriteStream(part));
    const stored = await storeFile(source, part, incoming, { stored: file.stored, name: file.name, most });
    if (stored.sha256 !== file.sha256) throw unusable(`has another ${JSON.stringify(file.name)} than was signed`);
    return { ...file, bytes: stored.bytes };
  } finally {
    await rm(part, { force: true });
  }
}

async function whole(member: Member, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of Readable.from(member).pipe(boundedBytes(most, tooLarge))) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

function tooLarge(): TouchstoneError {
  return unusable('has a file that is larger than any list');
}
