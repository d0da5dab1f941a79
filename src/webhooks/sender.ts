import { Webhook } from 'standardwebhooks';
import type { Agent, Dispatcher } from 'undici';
import { connectionFailure } from '../connection-failure.ts';
import { type Attempt, MAX_ANSWER_BYTES } from '../domain/webhook.ts';
import { USER_AGENT } from '../program-version.ts';
import { type AddressPolicy, AddressRefused } from './addresses.ts';

/** The longest that a receiver may take until its answer, from the resolution of its name on. */
const DEADLINE_MS = 10_000;
/** Bytes of an answer's body that are read, to use the connection again. */
const MAX_READ = 16_384;
/** Answers whose `Retry-After` is heard (RFC 6585 §4, RFC 9110 §15.6.4). */
const MAY_SAY_WHEN: ReadonlySet<number> = new Set([429, 503]);

export interface Message {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
  /** They sign it, each; `whsec_…`. */
  readonly secrets: readonly string[];
}

export interface SenderOptions {
  readonly policy: AddressPolicy;
  readonly now: () => Date;
  /** Milliseconds; tests bring a shorter one. */
  readonly deadlineMs?: number;
  /** Certificates of authorities besides the usual ones, PEM; for tests. */
  readonly ca?: string;
}

/** Sends events over HTTP, signed as Standard Webhooks says, without following a redirect. */
export class WebhookSender {
  readonly #policy: AddressPolicy;
  readonly #now: () => Date;
  readonly #deadlineMs: number;
  readonly #ca: string | undefined;
  #connections: Promise<Connections> | undefined;

  constructor({ policy, now, deadlineMs = DEADLINE_MS, ca }: SenderOptions) {
    this.#policy = policy;
    this.#now = now;
    this.#deadlineMs = deadlineMs;
    this.#ca = ca;
  }

  /** Never rejects, unless `stopped` aborts it: then nobody knows whether it arrived. */
  async send(message: Message, stopped: AbortSignal): Promise<Attempt> {
    const deadline = AbortSignal.timeout(this.#deadlineMs);
    try {
      return outcomeOf(await this.#post(message, AbortSignal.any([deadline, stopped])));
    } catch (error) {
      stopped.throwIfAborted();
      const late = `It did not answer within ${this.#deadlineMs / 1000} s.`;
      return { status: null, error: deadline.aborted ? late : reasonOf(error) };
    }
  }

  /** Drops every connection. */
  async close(): Promise<void> {
    const made = await this.#connections;
    await Promise.all([made?.guarded.destroy(), made?.trusting.destroy()]);
  }

  /** The client is loaded with the first event: a start would wait for it. */
  async #connect(): Promise<Connections> {
    const { Agent, request } = await import('undici');
    const timeout = this.#deadlineMs;
    const timeouts = { headersTimeout: timeout, bodyTimeout: timeout };
    const tls = this.#ca === undefined ? {} : { ca: this.#ca };
    return {
      request,
      guarded: new Agent({ ...timeouts, connect: { ...tls, timeout, lookup: this.#policy.lookup } }),
      trusting: new Agent({ ...timeouts, connect: { timeout } }),
    };
  }

  async #post({ url: text, eventId, body, secrets }: Message, signal: AbortSignal): Promise<Answer> {
    const url = this.#policy.checkForm(text);
    this.#connections ??= this.#connect();
    const { request, guarded, trusting } = await this.#connections;
    const at = this.#now();
    const answer = await request(url, {
      method: 'POST',
      body,
      signal,
      dispatcher: this.#policy.isTrusted(url) ? trusting : guarded,
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        'webhook-id': eventId,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, at, body)).join(' '),
      },
    });
    const { statusCode: status, headers } = answer;
    const said = await readAnswer(answer, signal);
    const wait = MAY_SAY_WHEN.has(status) ? retryAfterMs(headers['retry-after'], at) : undefined;
    return { status, said, wait };
  }
}

interface Connections {
  readonly request: typeof import('undici').request;
  /** Connects to what the policy lets through. */
  readonly guarded: Agent;
  /** Connects to origins that the operator named. */
  readonly trusting: Agent;
}

/** What a receiver answered. */
interface Answer {
  readonly status: number;
  /** The first of its body. */
  readonly said: string;
  /** Milliseconds that it asks to wait. */
  readonly wait: number | undefined;
}

/** The beginning of a body as text. The status counts: what goes wrong with the body after it does not matter. */
async function readAnswer({ body }: Dispatcher.ResponseData, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (read < MAX_ANSWER_BYTES) chunks.push(chunk);
      read += chunk.length;
      if (read > MAX_READ || signal.aborted) break;
    }
  } catch {
    // It broke off.
  }
  const first = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES);
  return first.toString('utf8').replaceAll('\0', '');
}

/** Seconds, or a date (RFC 9110 §10.2.3). */
function retryAfterMs(header: string | string[] | undefined, now: Date): number | undefined {
  const text = String(header ?? '').trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

function outcomeOf({ status, said, wait }: Answer): Attempt {
  const answer = { status, answer: said, retryAfterMs: wait };
  if (status >= 200 && status < 300) return { ...answer, error: null };
  if (status >= 300 && status < 400) return { ...answer, error: `It redirects (${status}), which is not followed.` };
  return { ...answer, error: `It answered ${status}.` };
}

/** Our words or the code: a message may quote what a server sent. */
function reasonOf(error: unknown): string {
  const { code = '', cause } = error as NodeJS.ErrnoException;
  for (const one of [error, cause]) if (one instanceof AddressRefused) return one.message;
  if (/CERT|SIGNATURE|ISSUER/.test(code)) return `Its certificate is not trusted (${code}).`;
  return `It cannot be reached: ${connectionFailure(error)}.`;
}
