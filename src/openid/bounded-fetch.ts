import type { CustomFetch } from 'openid-client';
import { EnvHttpProxyAgent, request } from 'undici';
import { connectionFailure } from '../connection-failure.ts';
import { type AddressPolicy, AddressRefused } from '../webhooks/addresses.ts';
import { ProviderRefusal } from './refusal.ts';

/** The longest that one answer of the provider may take. */
export const PATIENCE_MS = 5_000;
/** Bytes of an answer: keys, groups and descriptions of real providers have some kilobytes. */
const MAX_BYTES = 512 * 1024;

/**
 * Asks the provider: answers of bounded size within bounded time, no redirect followed, through the proxy that the
 * usual variables name. `policy`: where it may be reached without one. What is no answer at all (no connection, 429,
 * 5xx) throws `away`.
 */
export class ProviderFetch {
  readonly #dispatcher: EnvHttpProxyAgent;

  readonly #policy: AddressPolicy | undefined;

  constructor(policy?: AddressPolicy) {
    this.#policy = policy;
    const timeouts = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS, connectTimeout: PATIENCE_MS };
    const connect = { timeout: PATIENCE_MS, ...(policy && { lookup: policy.lookup }) };
    this.#dispatcher = new EnvHttpProxyAgent({ ...timeouts, connect });
  }

  readonly fetch: CustomFetch = async (url, { method, headers, body }) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      this.#policy?.checkForm(url);
      const answer = await request(url, {
        method: method as 'GET' | 'POST',
        headers: Object.fromEntries(new Headers(headers).entries()),
        body: body === undefined || body === null ? null : String(body),
        signal,
        dispatcher: this.#dispatcher,
      });
      const bytes = await bounded(answer.body as AsyncIterable<Buffer>);
      const { statusCode: status } = answer;
      if (status >= 500 || status === 429) throw new ProviderRefusal('away', `it answered ${status}`);
      const known = new Headers();
      for (const [name, value] of Object.entries(answer.headers)) known.set(name, [value].flat().join(', '));
      return new Response(status === 204 || status === 304 ? null : bytes, { status, headers: known });
    } catch (error) {
      if (error instanceof ProviderRefusal) throw error;
      const refused = [error, (error as Error).cause].find((one) => one instanceof AddressRefused);
      if (refused) throw new ProviderRefusal('answer', 'it leads to an address that is not public', { cause: error });
      const why = signal.aborted ? 'it did not answer in time' : connectionFailure(error);
      throw new ProviderRefusal('away', why, { cause: error });
    }
  };

  /** Ends once what is under way has its answer. */
  retire(): Promise<void> {
    return this.#dispatcher.close();
  }

  close(): Promise<void> {
    return this.#dispatcher.destroy();
  }
}

async function bounded(body: AsyncIterable<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ProviderRefusal('answer', `its answer is over ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
