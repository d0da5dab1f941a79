import { open, readFile, rm, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Response } from 'undici';
import { connectionFailure } from '../connection-failure.ts';

export interface DownloadOptions {
  readonly url: string;
  /** Where an unfinished download lies. The next attempt goes on from its end, also that of a later run. */
  readonly part: string;
  /** The largest file that is taken, in bytes. */
  readonly most: number;
  /** Whether these are the bytes that were wanted. Where the rest of an older part is not, all is fetched again. */
  readonly isWanted: (bytes: Uint8Array) => boolean;
  /** How a retry waits; tests bring their own. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

const LIMIT_MS = 300_000;
const CONNECT_MS = 10_000;
/** What is waited before each further attempt. */
const PAUSES_MS = [500, 2_000];

/** A reason that another attempt does not mend, without a full stop. */
class LastingFailure extends Error {}

/**
 * Fetches a file, through the proxies of the usual variables. An attempt that breaks off is tried again from where it
 * ended. The result may still not be the wanted one. Throws an error whose message is the reason, without a full stop.
 */
export async function download(options: DownloadOptions): Promise<Uint8Array> {
  const { part, isWanted } = options;
  const earlier = await sizeOf(part);
  const bytes = await finished(options);
  await rm(part, { force: true });
  if (earlier === 0 || isWanted(bytes)) return bytes;
  const again = await finished(options);
  await rm(part, { force: true });
  return again;
}

async function finished(options: DownloadOptions): Promise<Uint8Array> {
  const { part, pause = (ms) => setTimeout(ms) } = options;
  for (let attempt = 0; ; attempt++) {
    try {
      await fetchRest(options);
      return await readFile(part);
    } catch (error) {
      const ms = PAUSES_MS[attempt];
      if (error instanceof LastingFailure || ms === undefined)
        throw new Error(reasonOf(error as Error), { cause: error });
      await pause(ms);
    }
  }
}

/** Appends to the part what is missing of it. */
async function fetchRest({ url, part, most }: DownloadOptions): Promise<void> {
  // Few services ever download a network, and every start would load it.
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({ connectTimeout: CONNECT_MS });
  const have = await sizeOf(part);
  try {
    const headers = { 'accept-encoding': 'identity', ...(have > 0 && { range: `bytes=${have}-` }) };
    const response = await fetch(url, { dispatcher, headers, signal: AbortSignal.timeout(LIMIT_MS) });
    if (response.status === 416) await rm(part, { force: true });
    if (response.status >= 500 || [408, 416, 429].includes(response.status)) {
      throw new Error(`the server answered ${response.status}`);
    }
    if (!response.ok || !response.body) throw new LastingFailure(`the server answered ${response.status}`);
    await append(response, part, response.status === 206 ? have : 0, most);
  } finally {
    await dispatcher.destroy();
  }
}

async function append({ body }: Response, part: string, from: number, most: number): Promise<void> {
  const file = await open(part, from > 0 ? 'a' : 'w');
  try {
    let length = from;
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > most) {
        await rm(part, { force: true });
        throw new LastingFailure(`it is larger than ${Math.ceil(most / 1024 ** 2)} MiB`);
      }
      await file.write(piece);
    }
  } finally {
    await file.close();
  }
}

/** What undici throws says only "fetch failed"; the reason is inside. */
function reasonOf(error: Error): string {
  return error.name === 'TimeoutError' ? 'it took too long' : connectionFailure(error.cause ?? error);
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
