import { copyFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { EnvHttpProxyAgent } from 'undici';
import type { Source } from '../source.ts';
import type { ListMetadata, ListStore } from '../store/list-store.ts';
import type { ArrivedList } from './arrived-lists.ts';
import { type EarlierDownload, HttpFetcher } from './http-fetcher.ts';

/** One try to fetch a list, at one of its addresses. */
export interface DownloadAttempt {
  readonly source: Source;
  readonly address: string;
}

/** The files of one source as a sync fetched them, or why it could not. */
export type Download = DownloadAttempt & ArrivedList;

export interface DownloadOptions {
  /** How the program names itself. */
  readonly userAgent: string;
  readonly store: ListStore;
  readonly inForce: ReadonlyMap<string, ListMetadata>;
  /** How a retry waits; tests bring their own. */
  readonly pause?: (ms: number) => Promise<unknown>;
  /** How long a list that is there waits for others, in milliseconds. Default 10 seconds. */
  readonly settleMs?: number;
}

/** So many authorities are asked at a time. */
const CONCURRENCY = 3;
const CONNECT_MS = 10_000;

/** So that one snapshot serves several lists. */
const SETTLE_MS = 10_000;

/**
 * Fetches the files of every source and yields each source as it is complete. So a list that takes an hour delays no
 * other. A source that fails says so. Proxies come from the usual variables.
 */
export async function* downloadAll(
  attempts: readonly DownloadAttempt[],
  options: DownloadOptions,
): AsyncIterable<Download[]> {
  const dispatcher = new EnvHttpProxyAgent({ connectTimeout: CONNECT_MS });
  const waiting = [...attempts];
  let ready: Download[] = [];
  let arrived = Promise.withResolvers<void>();
  const work = async () => {
    for (let attempt = waiting.shift(); attempt; attempt = waiting.shift()) {
      const download = await downloadOne(attempt, options, dispatcher);
      ready.push(download);
      arrived.resolve();
    }
  };
  let done = false;
  const all = Promise.all(Array.from({ length: CONCURRENCY }, work)).finally(() => {
    done = true;
    arrived.resolve();
  });
  try {
    while (!done || ready.length > 0) {
      await arrived.promise;
      await settled(all, options.settleMs ?? SETTLE_MS);
      const batch = ready;
      ready = [];
      arrived = Promise.withResolvers();
      if (done) arrived.resolve();
      if (batch.length > 0) yield batch;
    }
    await all;
  } finally {
    await dispatcher.destroy();
  }
}

/** Resolves when everything is there, and after so many milliseconds at the latest. */
async function settled(all: Promise<unknown>, ms: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([all, setTimeout(ms, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}

async function downloadOne(
  { source, address }: DownloadAttempt,
  { userAgent, store, inForce, pause }: DownloadOptions,
  dispatcher: EnvHttpProxyAgent,
): Promise<Download> {
  const incoming = await store.incoming(source.id);
  const list = inForce.get(source.id);
  const fetcher = new HttpFetcher(source, {
    address,
    incoming,
    dispatcher,
    userAgent,
    earlier: (url) => earlierOf(list, url, store),
    ...(pause && { pause }),
  });
  try {
    const files = source.download
      ? await source.download(fetcher)
      : [await fetcher.get(fetcher.address, nameOf(fetcher.address, source))];
    return { source, address, incoming, files: files.map((file) => fetcher.storedFile(file)!) };
  } catch (error) {
    return { source, address, incoming, files: [], error };
  }
}

/** The file of the list in force that came from the same address, where the server gave it a mark to ask by. */
function earlierOf(list: ListMetadata | undefined, url: string, store: ListStore): EarlierDownload | undefined {
  const file = list?.files.find((candidate) => candidate.url === url && (candidate.etag || candidate.lastModified));
  if (!list || !file || !store.hasRaw(list, file)) return undefined;
  return { file, copyTo: (incoming, stored) => copyFile(store.rawPath(list, file), incoming.rawPath(stored)) };
}

function nameOf(address: string, source: Source): string {
  const last = new URL(address).pathname.split('/').at(-1);
  return last || source.id;
}
