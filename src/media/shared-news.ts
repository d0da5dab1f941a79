import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { TouchstoneError } from '../errors.ts';
import { masterKey } from '../images/encryption.ts';
import type { Bucket } from '../object-store/bucket.ts';
import { claimBucket, ownerNames } from '../object-store/owner.ts';
import { MEDIA_SOURCES, type MediaSource, type NewsFolder } from './news-folder.ts';
import { MANIFEST, readSharedManifest, type SharedManifest, type SharedSource } from './shared-manifest.ts';

const ROOT = 'media/';

/**
 * The day files of the news in the bucket that nodes share: `media/<source>/<day>/<sha256>.jsonl.gz`. `media/news.json`
 * names those that count. One node fetches and shares, the others receive.
 */
export class SharedNews {
  readonly #bucket: Bucket;
  readonly #names: readonly string[];

  private constructor(bucket: Bucket, names: readonly string[]) {
    this.#bucket = bucket;
    this.#names = names;
  }

  /** Undefined where nodes share no bucket. Each then fetches the news itself. */
  static async open({ databaseUrl, imagesUrl, aws, masterKeys, environment }: Config): Promise<SharedNews | undefined> {
    if (databaseUrl === undefined || imagesUrl === undefined) return undefined;
    const { Bucket } = await import('../object-store/bucket.ts');
    const names = ownerNames(environment, (masterKeys ?? []).map(masterKey));
    return new SharedNews(await Bucket.open(imagesUrl, aws), names);
  }

  /** Stores what others lack, and removes what no day is made of any more. Throws `unwritable`. */
  async share(folder: NewsFolder): Promise<void> {
    await claimBucket(this.#bucket, this.#names);
    const before = await this.#manifest();
    const now: Partial<Record<MediaSource, SharedSource>> = {};
    for (const { source, store } of folder.stores) {
      const days: Record<string, string> = {};
      for (const day of await store.days()) {
        if ((await store.eventsState(day)) === undefined) continue;
        const bytes = await readFile(store.eventsFile(day));
        const sha256 = hashOf(bytes);
        days[day] = sha256;
        if (before[source]?.days[day] !== sha256) await this.#bucket.put(keyOf(source, day, sha256), bytes);
      }
      now[source] = { state: (await store.state()) ?? null, days };
    }
    await this.#bucket.put(MANIFEST, Buffer.from(JSON.stringify(now)));
    const used = new Set(keysOf(now));
    for (const key of keysOf(before)) if (!used.has(key)) await this.#bucket.remove(key);
  }

  /** Makes the day files those that another node shared. Throws `damaged` where one was changed on the way. */
  async receive(folder: NewsFolder): Promise<void> {
    const manifest = await this.#manifest();
    for (const { source, store } of folder.stores) {
      const { days = {}, state = null } = manifest[source] ?? {};
      for (const [day, sha256] of Object.entries(days)) {
        const here = (await store.eventsState(day)) && hashOf(await readFile(store.eventsFile(day)));
        if (here !== sha256) await store.keepEvents(day, await this.#fetched(keyOf(source, day, sha256), sha256));
      }
      for (const day of await store.days()) if (days[day] === undefined) await store.removeDay(day);
      if (state) await store.keepState(state);
    }
  }

  async #fetched(key: string, sha256: string): Promise<Buffer> {
    const bytes = await this.#bucket.get(key);
    if (bytes && hashOf(bytes) === sha256) return bytes;
    throw new TouchstoneError('damaged', `The object ${key} of the object store is gone or not what was shared.`);
  }

  async #manifest(): Promise<SharedManifest> {
    const text = await this.#bucket.get(MANIFEST);
    return text ? readSharedManifest(String(text)) : {};
  }
}

const keyOf = (source: MediaSource, day: string, sha256: string): string =>
  `${ROOT}${source}/${day}/${sha256}.jsonl.gz`;

function keysOf(manifest: SharedManifest): string[] {
  return MEDIA_SOURCES.flatMap((source) =>
    Object.entries(manifest[source]?.days ?? {}).map(([day, sha256]) => keyOf(source, day, sha256)),
  );
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
