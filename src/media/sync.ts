import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EnvHttpProxyAgent } from 'undici';
import { sentence, TouchstoneError } from '../errors.ts';
import { withFileLock } from '../file-lock.ts';
import type { ListFile } from '../watchlists/source.ts';
import { type IncomingFolder, ListStore } from '../watchlists/store/list-store.ts';
import { HttpFetcher } from '../watchlists/sync/http-fetcher.ts';
import type { BarredNames } from './barring.ts';
import { readGkg } from './gkg.ts';
import { linesOf } from './lines.ts';
import type { MediaState, MediaStore } from './media-store.ts';
import {
  dayOf,
  fileName,
  type Gap,
  gapsBetween,
  type ListedFile,
  listedFile,
  stampOf,
  stampsOf,
  timeOf,
} from './quarter-hours.ts';

export interface MediaSyncOptions {
  readonly store: MediaStore;
  /** Where `lastupdate.txt`, `masterfilelist.txt` and the files lie. */
  readonly address: string;
  readonly userAgent: string;
  /** For so many days news is kept. */
  readonly keepDays: number;
  readonly barred: BarredNames;
  /** So many days before the newest file are fetched. Without it: a day at first, and later what came since. */
  readonly days?: number | undefined;
  readonly now: () => Date;
  /** How a retry waits; tests bring their own. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

export interface MediaSync {
  /** Stamp of the newest file that the source has. */
  readonly newest: string;
  readonly fetched: number;
  readonly articles: number;
  /** Lines that were no GKG 2.1. */
  readonly unreadable: number;
  readonly failed: readonly { readonly file: string; readonly why: string }[];
  readonly gaps: readonly Gap[];
  readonly removedDays: number;
}

const SOURCE = { name: 'GDELT Global Knowledge Graph' };
const LAST = 'lastupdate.txt';
const ALL = 'masterfilelist.txt';
/** The list of all files since 2015 had some 130 MB in 2026. */
const MAX_LIST_BYTES = 1024 * 2 ** 20;
const MAX_FILE_BYTES = 64 * 2 ** 20;
const DAY_MS = 86_400_000;
/** A file that could not be had for so long is asked for no more. */
const RETRY_MS = 7 * DAY_MS;
const LOOK_AGAIN_MS = 6 * 3_600_000;
/** The source lists a file some 12 to 27 minutes before it answers it: till then a 404 is no failure. */
const AWAITED_MS = 3_600_000;
const BUSY = 'Another sync of adverse media is running.';
/** What `ListStore` puts incoming files into, below the root of the news. */
const INCOMING = 'incoming';

/**
 * Fetches the files of the Global Knowledge Graph that are not here yet, oldest first. Each is checked by its size and
 * MD5 and is then kept at once, so a sync that was stopped goes on where it was. Files that fail are named in the
 * result and leave a gap. They are asked for again every six hours, for 7 days. One that the source listed within the
 * hour and does not have yet is asked for again by the next sync. Throws `list-download` or
 * `list-unusable` where the source's lists cannot be had, and `busy` where another sync runs.
 */
export async function syncMedia(options: MediaSyncOptions): Promise<MediaSync> {
  const { store } = options;
  return withFileLock(join(store.root, 'sync.lock'), BUSY, async () => {
    // Whatever is there was left by a sync that was killed: this one holds the lock.
    await removeLeftOvers(store.root);
    const dispatcher = new EnvHttpProxyAgent();
    try {
      return await new Sync(options, dispatcher).run();
    } finally {
      await dispatcher.destroy();
    }
  });
}

class Sync {
  readonly #options: MediaSyncOptions;
  readonly #dispatcher: EnvHttpProxyAgent;
  readonly #failed = new Map<string, string>();
  readonly #awaited: ListedFile[] = [];
  #fetched = 0;
  #articles = 0;
  #unreadable = 0;
  #listedAt = '';

  constructor(options: MediaSyncOptions, dispatcher: EnvHttpProxyAgent) {
    this.#options = options;
    this.#dispatcher = dispatcher;
  }

  async run(): Promise<MediaSync> {
    const { store, now, keepDays, barred } = this.#options;
    const before = await store.state();
    const newest = await this.#newest();
    const since = this.#since(before, newest.stamp);
    const stored = await store.stamps();
    const listed = await this.#listed(newest, since, stored, before);
    for (const file of listed) {
      if (!stored.has(file.stamp) && !isGivenUp(file, newest, before)) await this.#take(file, stored);
    }
    await store.gatherEvents(barred);
    const removedDays = await store.removeBefore(dayOf(stampOf(timeOf(newest.stamp) - keepDays * DAY_MS)));
    const gaps = gapsBetween(since, newest.stamp, stored);
    const kept = Object.entries(before?.failed ?? {}).filter(([stamp]) => stamp >= since && !stored.has(stamp));
    const failed = { ...Object.fromEntries(kept), ...Object.fromEntries(this.#failed) };
    await store.keepState({
      since,
      newest: newest.stamp,
      checkedAt: now().toISOString(),
      listedAt: this.#listedAt,
      failed,
      awaited: this.#awaited,
      gaps,
    });
    return {
      newest: newest.stamp,
      fetched: this.#fetched,
      articles: this.#articles,
      unreadable: this.#unreadable,
      failed: [...this.#failed].map(([stamp, why]) => ({ file: fileName(stamp), why })),
      gaps,
      removedDays,
    };
  }

  async #newest(): Promise<ListedFile> {
    const [newest] = await this.#list(LAST, '');
    if (newest) return newest;
    throw new TouchstoneError('list-unusable', `${SOURCE.name}: ${LAST} names no file of the graph.`);
  }

  /** Stamp of the oldest file that is wanted. */
  #since(before: MediaState | undefined, newest: string): string {
    const { days, keepDays } = this.#options;
    const daysBefore = (count: number) => stampOf(timeOf(newest) - count * DAY_MS + 15 * 60_000);
    const asked = days === undefined ? (before?.since ?? daysBefore(1)) : daysBefore(days);
    const since = before && before.since < asked ? before.since : asked;
    const oldest = `${dayOf(daysBefore(keepDays)).replaceAll('-', '')}000000`;
    return since < oldest ? oldest : since;
  }

  /**
   * What the source has since then. The list of all files is large, so it is fetched only where more than the newest is
   * missing. What was missing before is looked for in it every six hours.
   */
  async #listed(
    newest: ListedFile,
    since: string,
    stored: ReadonlySet<string>,
    before: MediaState | undefined,
  ): Promise<ListedFile[]> {
    const isRecent = before && this.#options.now().getTime() - Date.parse(before.listedAt) < LOOK_AGAIN_MS;
    const known = isRecent ? before.gaps.flatMap(stampsOf) : [];
    const settled = new Set([...stored, ...known, newest.stamp]);
    this.#listedAt = before?.listedAt ?? '';
    const awaited = (before?.awaited ?? []).filter(({ stamp }) => stamp !== newest.stamp);
    if (gapsBetween(since, newest.stamp, settled).length === 0) return [...awaited, newest];
    this.#listedAt = this.#options.now().toISOString();
    const files = new Map((await this.#list(ALL, since)).map((file) => [file.stamp, file]));
    if (files.size === 0) throw new TouchstoneError('list-unusable', `${SOURCE.name}: ${ALL} names no file of late.`);
    for (const file of [...awaited, newest]) files.set(file.stamp, file);
    return [...files.values()]
      .filter(({ stamp }) => stamp <= newest.stamp)
      .sort((a, b) => (a.stamp < b.stamp ? -1 : 1));
  }

  async #list(name: string, since: string): Promise<ListedFile[]> {
    return this.#fetch(name, MAX_LIST_BYTES, async (list) => {
      const files: ListedFile[] = [];
      for await (const line of linesOf(list)) {
        const file = listedFile(line ?? '');
        if (file && file.stamp >= since) files.push(file);
      }
      return files;
    });
  }

  async #take(file: ListedFile, stored: Set<string>): Promise<void> {
    try {
      const { articles, unreadable } = await this.#fetch(fileName(file.stamp), MAX_FILE_BYTES, async (archive) => {
        await checkSum(archive, file);
        return readGkg(archive);
      });
      await this.#options.store.keepFile(file.stamp, articles);
      stored.add(file.stamp);
      this.#fetched += 1;
      this.#articles += articles.length;
      this.#unreadable += unreadable;
    } catch (error) {
      const isOfSource = error instanceof TouchstoneError && ['list-download', 'list-unusable'].includes(error.code);
      if (!isOfSource) throw error;
      const why = sentence(error);
      const isNew = this.#options.now().getTime() - timeOf(file.stamp) < AWAITED_MS;
      if (isNew && why.includes('404')) this.#awaited.push(file);
      else this.#failed.set(file.stamp, why);
    }
  }

  async #fetch<T>(name: string, limit: number, read: (file: ListFile) => Promise<T>): Promise<T> {
    const { store, address, userAgent, pause } = this.#options;
    const incoming: IncomingFolder = await new ListStore(store.root).incoming(INCOMING);
    const base = address.endsWith('/') ? address : `${address}/`;
    const fetcher = new HttpFetcher(SOURCE, {
      address: base,
      incoming,
      dispatcher: this.#dispatcher,
      userAgent,
      limit,
      earlier: () => undefined,
      ...(pause && { pause }),
    });
    try {
      return await read(await fetcher.get(new URL(name, base).href, name));
    } finally {
      await incoming.discard();
    }
  }
}

/** Throws `list-unusable` for a file that is not the one that the list names. */
async function checkSum(file: ListFile, { bytes, md5 }: ListedFile): Promise<void> {
  const hash = createHash('md5');
  let size = 0;
  for await (const chunk of file.bytes()) {
    hash.update(chunk);
    size += chunk.length;
  }
  const refuse = (why: string) => new TouchstoneError('list-unusable', `${file.name}: ${why}.`);
  if (size !== bytes) throw refuse(`it has ${size} bytes, and its list says ${bytes}`);
  if (hash.digest('hex') !== md5) throw refuse('its MD5 is another one than its list says');
}

function isGivenUp({ stamp }: ListedFile, newest: ListedFile, before: MediaState | undefined): boolean {
  return before?.failed[stamp] !== undefined && timeOf(newest.stamp) - timeOf(stamp) > RETRY_MS;
}

async function removeLeftOvers(root: string): Promise<void> {
  const folder = join(root, INCOMING);
  for (const name of await readdir(folder).catch(() => [])) await rm(join(folder, name), { recursive: true });
}
