import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import type { Config } from '../../config.ts';
import type { PublishedSnapshot } from '../../domain/snapshot.ts';
import { TouchstoneError } from '../../errors.ts';
import { masterKey } from '../../images/encryption.ts';
import type { Bucket, LocalFile } from '../../object-store/bucket.ts';
import { claimBucket, ownerNames } from '../../object-store/owner.ts';
import { snapshotFiles } from '../../screening/index/build.ts';
import type { ListMetadata, ListStore } from './list-store.ts';

/** A file in the bucket, and what it is checked by. */
interface SharedFile {
  readonly key: string;
  readonly sha256: string;
  readonly bytes: number;
}

interface SharedList {
  readonly list: ListMetadata;
  /** The parsed entries, gzip. They go when another list takes the place of this one. */
  readonly entries: SharedFile;
  /** The files as they came, gzip. They stay. */
  readonly raw: readonly SharedFile[];
}

/** Describes the files of a snapshot, and the lists that it is made of. The records have its hash. */
interface Manifest {
  readonly id: string;
  readonly index: SharedFile;
  readonly facts: SharedFile;
  readonly lists: readonly SharedList[];
}

const SNAPSHOTS = 'snapshots/';
const LISTS = 'lists/';
const ENTRIES = '/entries.jsonl.gz';
/** As many as a data directory keeps. */
const KEPT = 3;

/**
 * Lists and compiled snapshots in the bucket that nodes share:
 * - `snapshots/<id>/<sha256>.index`, `.facts` and `.json`, which describes them;
 * - `lists/<source>/<time>-<hash>/` with the files as they came, `list.json` and, of lists in force, their entries.
 */
export class SharedLists {
  readonly #bucket: Bucket;
  /** The description that was read last, by its hash. */
  #read: { readonly hash: string; readonly manifest: Manifest } | undefined;

  readonly #names: readonly string[];

  private constructor(bucket: Bucket, names: readonly string[]) {
    this.#bucket = bucket;
    this.#names = names;
  }

  /** Undefined where nodes share no bucket, so that lists and snapshots are in the data directory alone. */
  static async open({
    databaseUrl,
    imagesUrl,
    aws,
    masterKeys,
    environment,
  }: Config): Promise<SharedLists | undefined> {
    if (databaseUrl === undefined || imagesUrl === undefined) return undefined;
    const { Bucket } = await import('../../object-store/bucket.ts');
    const names = ownerNames(environment, (masterKeys ?? []).map(masterKey));
    return new SharedLists(await Bucket.open(imagesUrl, aws), names);
  }

  /**
   * Stores a snapshot that was compiled into `directory`, and those of its lists that the snapshot `before` did not
   * have. Answers the hash of its description. Throws `unwritable` where the bucket is away, and `usage` where it is
   * another service's.
   */
  async share(
    id: string,
    directory: string,
    { lists, store, before }: { lists: readonly ListMetadata[]; store: ListStore; before?: PublishedSnapshot },
  ): Promise<string> {
    await claimBucket(this.#bucket, this.#names);
    const known = (await this.#manifest(before).catch(unlessDamaged))?.lists ?? [];
    const shared: SharedList[] = [];
    for (const list of lists) {
      shared.push(known.find((one) => isSame(one.list, list)) ?? (await this.#shareList(list, store)));
    }
    const files = snapshotFiles(directory, id);
    const [index, facts] = await Promise.all([
      this.#putFile(files.index, (sha256) => `${SNAPSHOTS}${id}/${sha256}.index`),
      this.#putFile(files.facts, (sha256) => `${SNAPSHOTS}${id}/${sha256}.facts`),
    ]);
    const text = Buffer.from(JSON.stringify({ id, index, facts, lists: shared } satisfies Manifest));
    const hash = sha256Of(text);
    await this.#bucket.put(manifestKey(id, hash), text);
    return hash;
  }

  /** Fetches those files of a snapshot that are not in `directory`. Throws `damaged` where they were changed. */
  async fetchSnapshot(snapshot: PublishedSnapshot, directory: string): Promise<void> {
    const files = snapshotFiles(directory, snapshot.id);
    const missing = [files.index, files.facts].filter((path) => !existsSync(path));
    const manifest = missing.length > 0 && (await this.#manifest(snapshot));
    if (!manifest) return;
    await mkdir(directory, { recursive: true });
    const of = { [files.index]: manifest.index, [files.facts]: manifest.facts };
    // The index comes last: a snapshot whose index is there is whole.
    for (const path of missing.reverse()) await this.#fetch(of[path]!, path, (bytes) => bytes);
  }

  /** What is known of a list of a snapshot; undefined where it was not shared. */
  async find(snapshot: PublishedSnapshot, source: string): Promise<ListMetadata | undefined> {
    return (await this.#manifest(snapshot))?.lists.find(({ list }) => list.source === source)?.list;
  }

  /** Puts the entries of a list of a snapshot into the store, where it does not have them. */
  async fetchEntries(snapshot: PublishedSnapshot, list: ListMetadata, store: ListStore): Promise<void> {
    if (await store.find(list)) return;
    const shared = (await this.#manifest(snapshot))?.lists.find((one) => isSame(one.list, list));
    if (!shared) return;
    const unpacked = (bytes: NodeJS.ReadableStream) => bytes.pipe(createGunzip());
    await store.adopt(list, (path) => this.#fetch(shared.entries, path, unpacked));
  }

  /** Removes old snapshots, but the newest three and those that are needed, and the entries of lists not in force. */
  async collectGarbage(inForce: PublishedSnapshot, needed: readonly string[]): Promise<void> {
    const objects = new Map<string, string[]>();
    for await (const { key } of this.#bucket.list(SNAPSHOTS)) {
      const id = key.split('/')[1]!;
      objects.set(id, [...(objects.get(id) ?? []), key]);
    }
    const keep = new Set([...[...objects.keys()].sort().slice(-KEPT), ...needed, inForce.id]);
    for (const [id, keys] of objects) if (!keep.has(id)) for (const key of keys) await this.#bucket.remove(key);
    const used = new Set((await this.#manifest(inForce))?.lists.map(({ entries }) => entries.key));
    for await (const { key } of this.#bucket.list(LISTS)) {
      if (key.endsWith(ENTRIES) && !used.has(key)) await this.#bucket.remove(key);
    }
  }

  async #shareList(list: ListMetadata, store: ListStore): Promise<SharedList> {
    const folder = `${LISTS}${list.source}/${basename(dirname(store.metadataFile(list)))}`;
    const raw: SharedFile[] = [];
    for (const file of list.files) {
      // A list that came from the bucket has its files there already.
      if (!store.hasRaw(list, file)) continue;
      raw.push(await this.#putFile(store.rawPath(list, file), () => `${folder}/raw/${file.stored}`));
    }
    const entries = await this.#putEntries(store.entriesFile(list), folder + ENTRIES);
    await this.#bucket.put(`${folder}/list.json`, Buffer.from(JSON.stringify(list, null, 2)));
    return { list, entries, raw };
  }

  async #putEntries(path: string, key: string): Promise<SharedFile> {
    const packed = `${path}.${process.pid}.gz`;
    try {
      const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 1 << 18 });
      await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), gzip, createWriteStream(packed));
      return await this.#putFile(packed, () => key);
    } finally {
      await rm(packed, { force: true });
    }
  }

  async #putFile(path: string, keyOf: (sha256: string) => string): Promise<SharedFile> {
    const file = await describe(path);
    const key = keyOf(file.sha256);
    await this.#bucket.put(key, file);
    return { key, sha256: file.sha256, bytes: file.bytes };
  }

  /** Undefined for a snapshot that was not shared. Throws `damaged` where its description is gone or another one. */
  async #manifest(snapshot: PublishedSnapshot | undefined): Promise<Manifest | undefined> {
    const hash = snapshot?.content;
    if (!snapshot || hash === undefined) return undefined;
    if (this.#read?.hash !== hash) {
      const key = manifestKey(snapshot.id, hash);
      const text = await this.#bucket.get(key);
      if (!text || sha256Of(text) !== hash) throw damaged(key);
      this.#read = { hash, manifest: JSON.parse(String(text)) as Manifest };
    }
    return this.#read.manifest;
  }

  /** Writes beside the file and renames it once its bytes are checked and on disk. */
  async #fetch(
    { key, sha256, bytes }: SharedFile,
    path: string,
    unpacked: (bytes: NodeJS.ReadableStream) => NodeJS.ReadableStream,
  ): Promise<void> {
    const stream = await this.#bucket.stream(key);
    if (!stream) throw damaged(key);
    const unfinished = `${path}.${randomBytes(4).toString('hex')}.tmp`;
    const content = new Content();
    try {
      await pipeline(stream, content, unpacked, createWriteStream(unfinished)).catch((error) => {
        throw broken(error, key);
      });
      if (content.sha256() !== sha256 || content.bytes !== bytes) throw damaged(key);
      const file = await open(unfinished, 'r');
      await file.sync().finally(() => file.close());
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }
}

/** Passes bytes on, and knows their hash and their number. */
class Content extends Transform {
  readonly #hash = createHash('sha256');
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

async function describe(path: string): Promise<LocalFile> {
  const content = new Content();
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), content, async (chunks) => {
    for await (const _ of chunks);
  });
  return { path, bytes: content.bytes, sha256: content.sha256() };
}

function manifestKey(id: string, hash: string): string {
  return `${SNAPSHOTS}${id}/${hash}.json`;
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isSame(one: ListMetadata, other: ListMetadata): boolean {
  return one.source === other.source && one.fetched === other.fetched && one.sha256 === other.sha256;
}

function damaged(key: string): TouchstoneError {
  return new TouchstoneError('damaged', `The object ${key} of the object store is gone or not what was published.`);
}

function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof TouchstoneError) || error.code !== 'damaged') throw error;
}

/** An answer that broke off is no damage: it is fetched again at the next look. A disk that is full says so itself. */
function broken(cause: unknown, key: string): unknown {
  const code = String((cause as NodeJS.ErrnoException).code);
  if (code.startsWith('Z_')) return damaged(key);
  if (!/^(UND_ERR|ECONN|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE)/.test(code)) return cause;
  return new TouchstoneError('busy', 'The object store broke off in the middle of a file.', { cause });
}
