import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { connectionFailure } from '../connection-failure.ts';
import { USER_AGENT } from '../program-version.ts';
import { NotReceived, type StreamedEntry, type StreamReceiver } from './receiver.ts';

const DEADLINE_MS = 30_000;
const MAX_READ_BYTES = 16_384;

interface Options {
  /** Tests bring their own. */
  readonly dispatcher?: Dispatcher;
  /** Milliseconds from the connection to the answer. */
  readonly deadlineMs?: number;
}

/**
 * An https address that takes lines of JSON by POST (`application/x-ndjson`). A user and a password in it become Basic
 * authentication. Any 2xx counts as received. Redirects are not followed.
 */
export class HttpsReceiver implements StreamReceiver {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #dispatcher: Dispatcher;
  readonly #deadlineMs: number;

  constructor(address: string, { dispatcher = new EnvHttpProxyAgent(), deadlineMs = DEADLINE_MS }: Options = {}) {
    const url = new URL(address);
    const { username, password } = url;
    const secret = [username, password].map(decodeURIComponent).join(':');
    const authorization = username && `Basic ${Buffer.from(secret).toString('base64')}`;
    url.username = '';
    url.password = '';
    this.#url = url.href;
    const standing = { 'content-type': 'application/x-ndjson', 'user-agent': USER_AGENT };
    this.#headers = authorization ? { ...standing, authorization } : standing;
    this.#dispatcher = dispatcher;
    this.#deadlineMs = deadlineMs;
  }

  async deliver(entries: readonly StreamedEntry[], stopped: AbortSignal): Promise<void> {
    const late = AbortSignal.timeout(this.#deadlineMs);
    const signal = AbortSignal.any([late, stopped]);
    const body = entries.map(({ line }) => `${line}\n`).join('');
    const asked = { method: 'POST', headers: this.#headers, body, dispatcher: this.#dispatcher, signal } as const;
    const answer = await request(this.#url, asked).catch((error: unknown) => {
      if (late.aborted) throw new NotReceived(`It did not answer within ${this.#deadlineMs / 1000} s.`);
      throw new NotReceived(`It cannot be reached: ${connectionFailure(error)}.`, { cause: error });
    });
    // The status counts; what goes wrong with the body after it does not matter.
    await answer.body.dump({ limit: MAX_READ_BYTES, signal }).catch(() => undefined);
    const { statusCode: status } = answer;
    if (status < 200 || status > 299) throw new NotReceived(`It answered ${status}.`, { isTooMuch: status === 413 });
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }
}
