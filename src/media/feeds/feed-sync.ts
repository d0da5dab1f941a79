import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EnvHttpProxyAgent } from 'undici';
import { replaceFile } from '../../durable-file.ts';
import { sentence, TouchstoneError } from '../../errors.ts';
import { isMissing } from '../../file-failure.ts';
import { ListStore } from '../../watchlists/store/list-store.ts';
import { HttpFetcher } from '../../watchlists/sync/http-fetcher.ts';
import type { Article } from '../article.ts';
import type { BarredNames } from '../barring.ts';
import type { MediaStore } from '../media-store.ts';
import { dayOf, stampOf } from '../quarter-hours.ts';
import { readFeed } from './feed-reader.ts';

export interface FeedSyncOptions {
  readonly store: MediaStore;
  readonly feeds: readonly string[];
  readonly userAgent: string;
  readonly keepDays: number;
  readonly barred: BarredNames;
  readonly now: () => Date;
  readonly pause?: (ms: number) => Promise<unknown>;
}

export interface FeedSync {
  /** Feeds that had something new, and articles of them that were kept. */
  readonly changed: number;
  readonly articles: number;
  readonly failed: readonly { readonly feed: string; readonly why: string }[];
  readonly removedDays: number;
}

/** What is known of a feed. */
interface KnownFeed {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** Of articles that were kept, the newest last. */
  readonly seen: readonly string[];
}

interface FeedNews extends KnownFeed {
  readonly articles: readonly Article[];
}

const KNOWN = 'feeds.json';
const MAX_SEEN = 5_000;
const MAX_BYTES = 16 * 2 ** 20;
const DAY_MS = 86_400_000;

/**
 * Asks each feed for what changed since. A feed that fails holds up no other, and is asked again with the next sync. An
 * article is kept once, however long its feed has it.
 */
export async function syncFeeds(options: FeedSyncOptions): Promise<FeedSync> {
  const { store, feeds, now } = options;
  const dispatcher = new EnvHttpProxyAgent();
  const known = await readKnown(store);
  const failed: { feed: string; why: string }[] = [];
  const articles: Article[] = [];
  let changed = 0;
  try {
    for (const feed of feeds) {
      try {
        const news = await newsOf(feed, known[feed], options, dispatcher);
        if (!news) continue;
        const { articles: found, ...rest } = news;
        known[feed] = rest;
        articles.push(...found);
        changed += 1;
      } catch (error) {
        const isOfFeed = error instanceof TouchstoneError && ['list-download', 'list-unusable'].includes(error.code);
        if (!isOfFeed) throw error;
        failed.push({ feed, why: sentence(error) });
      }
    }
  } finally {
    await dispatcher.destroy();
  }
  const stamp = await freeStamp(store, now());
  if (articles.length > 0) await store.keepFile(stamp, articles);
  await replaceFile(join(store.root, KNOWN), JSON.stringify(known));
  await store.gatherEvents(options.barred);
  const removedDays = await store.removeBefore(dayOf(stampOf(now().getTime() - options.keepDays * DAY_MS)));
  const since = (await store.state())?.since ?? stamp;
  await store.keepState({
    since,
    newest: stamp,
    checkedAt: now().toISOString(),
    listedAt: '',
    failed: Object.fromEntries(failed.map(({ feed, why }) => [feed, why])),
    gaps: [],
  });
  return { changed, articles: articles.length, failed, removedDays };
}

/** Undefined where the feed is as it was. */
async function newsOf(
  feed: string,
  known: KnownFeed | undefined,
  { store, userAgent, now, keepDays, pause }: FeedSyncOptions,
  dispatcher: EnvHttpProxyAgent,
): Promise<FeedNews | undefined> {
  const incoming = await new ListStore(store.root).incoming('incoming');
  let isUnchanged = false;
  const { etag: knownTag, lastModified: knownTime } = known ?? {};
  const fetcher = new HttpFetcher(
    { name: 'Feed' },
    {
      address: feed,
      incoming,
      dispatcher,
      userAgent,
      limit: MAX_BYTES,
      earlier: () => ({
        file: {
          name: feed,
          stored: '',
          bytes: 0,
          sha256: '',
          ...(knownTag !== undefined && { etag: knownTag }),
          ...(knownTime !== undefined && { lastModified: knownTime }),
        },
        copyTo: async () => {
          isUnchanged = true;
        },
      }),
      ...(pause && { pause }),
    },
  );
  try {
    const file = await fetcher.get(feed, feed);
    if (isUnchanged) return undefined;
    const { articles } = await readFeed(file, now());
    const seen = new Set(known?.seen);
    const oldest = new Date(now().getTime() - keepDays * DAY_MS).toISOString();
    const fresh = articles.filter(({ url, date }) => !seen.has(markOf(url)) && date >= oldest);
    const { etag, lastModified } = fetcher.storedFile(file) ?? {};
    const marks = [...seen, ...fresh.map(({ url }) => markOf(url))].slice(-MAX_SEEN);
    return { etag, lastModified, seen: marks, articles: fresh };
  } finally {
    await incoming.discard();
  }
}

/** What is kept under a stamp counts as had, so that each sync has one of its own. */
async function freeStamp(store: MediaStore, now: Date): Promise<string> {
  const taken = await store.stamps();
  let time = now.getTime();
  while (taken.has(stampOf(time))) time += 1000;
  return stampOf(time);
}

async function readKnown(store: MediaStore): Promise<Record<string, KnownFeed>> {
  const text = await readFile(join(store.root, KNOWN), 'utf8').catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return '{}';
  });
  return JSON.parse(text) as Record<string, KnownFeed>;
}

const markOf = (url: string): string => createHash('sha256').update(url).digest('base64url').slice(0, 16);
