import assert from 'node:assert/strict';
import { Agent, type Dispatcher } from 'undici';
import type { ServiceProcess } from './service-process.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a rig looks into bodies whose shape is what it is about.
  readonly body: any;
}

export interface Request {
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; a string or bytes as they are. */
  readonly body?: unknown;
}

/** Starts a service; a client of it once it serves. */
export async function connected(service: ServiceProcess): Promise<Client> {
  const url = await service.start().serving;
  assert.ok(url, 'the service did not start');
  return new Client(url, service.certificate);
}

/** A client that knows the service by its certificate. A call fails where the connection breaks. */
export class Client {
  readonly #url: string;
  readonly #agent: Agent;

  constructor(url: string, certificate: string, timeoutMs = 120_000) {
    this.#url = url;
    this.#agent = new Agent({ connect: { ca: certificate }, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  }

  async call(method: string, path: string, { key, headers, body }: Request = {}): Promise<Reply> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const answer = await this.#agent.request({
      origin: this.#url,
      path,
      method: method as Dispatcher.HttpMethod,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'x-api-key': key }),
        ...headers,
      },
      body: body === undefined ? null : raw ? body : JSON.stringify(body),
    });
    const text = await answer.body.text();
    const json = /json\b(?<!ndjson)/.test(String(answer.headers['content-type'] ?? '')) && text !== '';
    const { statusCode: status } = answer;
    return { status, headers: answer.headers, text, body: json ? JSON.parse(text) : undefined };
  }

  /** Breaks every connection off. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
