import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { connectionFailure } from '../../connection-failure.ts';
import { TouchstoneError } from '../../errors.ts';
import { sizeLimits } from '../formats/bounds.ts';
import { beginning, localFile } from '../formats/list-file.ts';
import { fromFirstTag } from '../formats/markup.ts';
import type { Fetcher, ListFile, Source } from '../source.ts';
import { boundedBytes } from '../store/bounded-bytes.ts';
import { storedName, storeFile } from '../store/intake.ts';
import type { IncomingFolder, StoredFile } from '../store/list-store.ts';
import { shownAddress } from './addresses.ts';
import { challengeOf, knownObstacleInPage, obstacleInPage, obstacleOf, signInAt } from './obstacles.ts';

/** What is known of an earlier download of the same address, and how its content comes into the new list. */
export interface EarlierDownload {
  readonly file: StoredFile;
  copyTo(incoming: IncomingFolder, stored: string): Promise<void>;
}

/** Whose files are fetched: its name for sentences, and whether they may be large. */
export type Fetched = Pick<Source, 'name' | 'large'>;

export interface FetcherOptions {
  readonly address: string;
  readonly incoming: IncomingFolder;
  readonly dispatcher: Dispatcher;
  /** How the program names itself. */
  readonly userAgent: string;
  readonly earlier: (url: string) => EarlierDownload | undefined;
  /** How a retry waits; tests bring their own. */
  readonly pause?: (ms: number) => Promise<unknown>;
  /** Largest file in bytes, decompressed; by default what the source may have. */
  readonly limit?: number;
  /** Longest silence of a server, in milliseconds. */
  readonly idleMs?: number;
}

const IDLE_MS = 60_000;
const WHOLE_MS = 30 * 60_000;
const MAX_REDIRECTS = 5;
const RETRY_AFTER_MS: readonly number[] = [1000, 4000, 16_000];
const MAX_RETRY_AFTER_MS = 120_000;
const REDIRECTS = [301, 302, 303, 307, 308];
const PASSING = [408, 425, 429, 500, 502, 503, 504];
/** So much of a web page is looked at for what it asks for. */
const PAGE_CHARACTERS = 65_536;
const WEB_PAGE = /^<(?:!doctype\s+html|html|head|body)\b/i;

/** A file to be fetched: its name, the name in its folder, and what a web page in its place is (`#get`). */
interface Wanted {
  readonly name: string;
  readonly stored: string;
  readonly obstacleIn: (page: string) => string | undefined;
}

/** A failure that may have passed a moment later. */
class PassingFailure extends Error {
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number, cause?: unknown) {
    super(message, { cause });
    this.waitMs = waitMs;
  }
}

/** Downloads a source's files into an incoming folder, asking only for what changed. */
export class HttpFetcher implements Fetcher {
  readonly address: string;
  readonly #source: Fetched;
  readonly #options: FetcherOptions;
  readonly #limit: number;
  readonly #stored = new Map<ListFile, StoredFile>();
  #count = 0;

  constructor(source: Fetched, options: FetcherOptions) {
    this.#source = source;
    this.#options = options;
    this.#limit = options.limit ?? sizeLimits(source).unpacked;
    this.address = options.address;
  }

  /** What the store is to know of a file that `get` answered. */
  storedFile(file: ListFile): StoredFile | undefined {
    return this.#stored.get(file);
  }

  get(url: string, name: string, headers: Readonly<Record<string, string>> = {}): Promise<ListFile> {
    return this.#get(url, name, headers, obstacleInPage);
  }

  page(url: string, name: string): Promise<ListFile> {
    return this.#get(url, name, {}, knownObstacleInPage);
  }

  /** `obstacleIn`: what a web page asks for instead of giving the list; undefined where that is what was wanted. */
  async #get(
    url: string,
    name: string,
    headers: Readonly<Record<string, string>>,
    obstacleIn: (page: string) => string | undefined,
  ): Promise<ListFile> {
    const stored = storedName(this.#count++);
    const file = await this.#withRetries(url, () => this.#download(url, { name, stored, obstacleIn }, headers));
    const list = localFile(this.#options.incoming.rawPath(stored), file.name);
    this.#stored.set(list, file);
    return list;
  }

  async #withRetries<T>(url: string, attempt: () => Promise<T>): Promise<T> {
    const pause = this.#options.pause ?? ((ms: number) => setTimeout(ms));
    for (const wait of [...RETRY_AFTER_MS, undefined]) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof PassingFailure)) throw error;
        if (wait === undefined || (error.waitMs ?? 0) > MAX_RETRY_AFTER_MS)
          throw this.#failed(url, error.message, error);
        await pause(error.waitMs ?? wait);
      }
    }
    throw new Error('unreachable');
  }

  async #download(
    url: string,
    { name, stored, obstacleIn }: Wanted,
    headers: Readonly<Record<string, string>>,
  ): Promise<StoredFile> {
    const { incoming } = this.#options;
    const earlier = this.#options.earlier(url);
    const response = await this.#follow(url, { ...conditions(earlier), ...headers });
    if (response.statusCode === 304 && earlier) {
      await drain(response);
      await earlier.copyTo(incoming, stored);
      return { ...earlier.file, name, stored };
    }
    if (response.statusCode !== 200) {
      await drain(response);
      throw this.#failed(url, obstacleOf(response));
    }
    const path = incoming.rawPath(`${stored}.part`);
    try {
      await this.#save(url, response, path);
      await this.#refuseWebPage(url, path, obstacleIn);
      const file = await storeFile(this.#source, path, incoming, { stored, name, most: this.#limit });
      return { ...file, url, ...validators(response) };
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Follows redirects, never from https to http, which would let anybody on the way change a list. */
  async #follow(start: string, headers: Readonly<Record<string, string>>): Promise<Dispatcher.ResponseData> {
    let url = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await this.#ask(url, headers);
      const { location } = response.headers;
      if (!REDIRECTS.includes(response.statusCode)) return response;
      await drain(response);
      if (typeof location !== 'string' || !URL.canParse(location, url))
        throw this.#failed(url, 'it redirects to nowhere');
      const next = new URL(location, url);
      if (new URL(url).protocol === 'https:' && next.protocol !== 'https:') {
        throw this.#failed(url, 'it redirects from https to an address that is not encrypted');
      }
      const signIn = signInAt(next.href);
      if (signIn) throw this.#failed(url, signIn);
      url = next.href;
    }
    throw this.#failed(start, `it redirects more than ${MAX_REDIRECTS} times`);
  }

  async #ask(url: string, headers: Readonly<Record<string, string>>): Promise<Dispatcher.ResponseData> {
    const { dispatcher, userAgent, idleMs = IDLE_MS } = this.#options;
    let response: Dispatcher.ResponseData;
    try {
      response = await request(url, {
        dispatcher,
        headersTimeout: idleMs,
        bodyTimeout: idleMs,
        signal: AbortSignal.timeout(WHOLE_MS),
        headers: {
          'user-agent': userAgent,
          accept: '*/*',
          'accept-encoding': 'gzip',
          ...headers,
        },
      });
    } catch (error) {
      throw new PassingFailure(`it cannot be reached: ${connectionFailure(error)}`, undefined, error);
    }
    if (!PASSING.includes(response.statusCode) || challengeOf(response)) return response;
    await drain(response);
    throw new PassingFailure(`it answered ${response.statusCode}`, retryAfter(response));
  }

  /** The whole body, its transfer compression taken off, in a file. */
  async #save(url: string, response: Dispatcher.ResponseData, path: string): Promise<void> {
    const limit = this.#limit;
    const tooLarge = () => this.#failed(url, `it is larger than ${limit} bytes`);
    const encoding = String(response.headers['content-encoding'] ?? 'identity').toLowerCase();
    if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
      await drain(response);
      throw this.#failed(url, `it is encoded as ${encoding}`);
    }
    const plain = encoding === 'identity';
    try {
      const [sized, file] = [boundedBytes(limit, tooLarge), createWriteStream(path)];
      if (plain) await pipeline(response.body, sized, file);
      else await pipeline(response.body, createGunzip(), sized, file);
    } catch (error) {
      if (error instanceof TouchstoneError) throw error;
      if (isOfDisk(error)) throw error;
      throw new PassingFailure(`the download broke off : ${connectionFailure(error)}`, undefined, error);
    }
    if ((await stat(path)).size === 0) throw this.#failed(url, 'it answered with nothing in it');
  }

  async #refuseWebPage(url: string, path: string, obstacleIn: Wanted['obstacleIn']): Promise<void> {
    const text = await beginning(localFile(path), PAGE_CHARACTERS);
    const obstacle = WEB_PAGE.test(fromFirstTag(text)) ? obstacleIn(text) : undefined;
    if (obstacle) throw this.#failed(url, obstacle);
  }

  #failed(url: string, why: string, cause?: unknown): TouchstoneError {
    return new TouchstoneError('list-download', `${this.#source.name}, ${shownAddress(url)}: ${why}.`, { cause });
  }
}

/** Lets go of a body that nobody wants; what goes wrong with it does not matter any more. */
async function drain({ body }: Dispatcher.ResponseData): Promise<void> {
  await body.dump().catch(() => {});
}

function conditions(earlier: EarlierDownload | undefined): Record<string, string> {
  const { etag, lastModified } = earlier?.file ?? {};
  return { ...(etag && { 'if-none-match': etag }), ...(lastModified && { 'if-modified-since': lastModified }) };
}

function validators({ headers }: Dispatcher.ResponseData): Pick<StoredFile, 'etag' | 'lastModified'> {
  const [etag, lastModified] = [headers.etag, headers['last-modified']];
  return {
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
  };
}

/** `Retry-After` in milliseconds, whether it is given in seconds or as a date. */
function retryAfter({ headers }: Dispatcher.ResponseData): number | undefined {
  const value = String(headers['retry-after'] ?? '');
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function isOfDisk(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'EIO', 'ENOENT'].includes(code ?? '');
}
