import type { Bucket } from '../object-store/bucket.ts';
import { claimBucket, renameOwner } from '../object-store/owner.ts';
import { IMAGE_KINDS, type ImageKind, type ImageStore } from './port.ts';

const FOLDER = 'images/';
/** As in the data directory, so that images can be moved file by file. */
const PER_FOLDER = 1000;
/** So often a condition may fail though what it names is there. */
const MAX_UNCHANGED = 3;
const KEY = /^images\/\d+\/([1-9]\d{0,15})\//;

/** Images as objects: `images/<record ÷ 1000>/<record>/<kind>.sealed` below the prefix of the bucket. */
export class S3Images implements ImageStore {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async put(record: number, kind: ImageKind, bytes: Uint8Array): Promise<void> {
    await this.#bucket.put(keyOf(record, kind), bytes);
  }

  /**
   * The condition makes the server refuse what was deleted, or replaced, between the question and the write. A server
   * that refuses it again and again although nothing changed cannot tell, so it is asked without.
   */
  async replace(record: number, kind: ImageKind, bytes: Uint8Array): Promise<boolean> {
    const key = keyOf(record, kind);
    let last: string | undefined;
    for (let unchanged = 0; ; ) {
      const ifMatch = await this.#bucket.entityTag(key);
      if (ifMatch === undefined) return false;
      unchanged = ifMatch === last ? unchanged + 1 : 0;
      last = ifMatch;
      if (await this.#bucket.put(key, bytes, unchanged < MAX_UNCHANGED ? { ifMatch } : undefined)) return true;
    }
  }

  get(record: number, kind: ImageKind): Promise<Uint8Array | undefined> {
    return this.#bucket.get(keyOf(record, kind));
  }

  async delete(record: number): Promise<boolean> {
    let there = false;
    for await (const { key } of this.#bucket.list(folderOf(record), IMAGE_KINDS.length)) {
      await this.#bucket.remove(key);
      there = true;
    }
    return there;
  }

  /** Keys come in their order, so those of a record come one after the other. */
  async *records(): AsyncIterable<{ record: number; storedAt: Date }> {
    let last: { record: number; storedAt: Date } | undefined;
    for await (const { key, modified } of this.#bucket.list(FOLDER)) {
      const record = Number(KEY.exec(key)?.[1]);
      if (Number.isNaN(record)) continue;
      if (last && last.record !== record) yield last;
      const isNewer = last?.record !== record || modified > last.storedAt;
      if (isNewer) last = { record, storedAt: modified };
    }
    if (last) yield last;
  }

  claim(ours: readonly string[]): Promise<void> {
    return claimBucket(this.#bucket, ours);
  }

  rename(name: string): Promise<void> {
    return renameOwner(this.#bucket, name);
  }

  async available(): Promise<void> {
    for await (const _ of this.#bucket.list(FOLDER, 1)) return;
  }
}

function folderOf(record: number): string {
  return `${FOLDER}${Math.floor(record / PER_FOLDER)}/${record}/`;
}

function keyOf(record: number, kind: ImageKind): string {
  return `${folderOf(record)}${kind}.sealed`;
}
