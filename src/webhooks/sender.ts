import { Webhook } from 'standardwebhooks';
import { Agent, type Dispatcher, request } from 'undici';
import { connectionFailure } from '../connection-failure.ts';
import type { Attempt } from '../domain/webhook.ts';
import { USER_AGENT } from '../program-version.ts';
import { type AddressPolicy, AddressRefused } from './addresses.ts';

/** The longest that a receiver may take until its answer, from the resolution of its name on. */
const DEADLINE_MS = 10_000;
/** Bytes of an answer's body that are read, to use the connection again. Nobody looks at them. */
const MAX_ANSWER = 16_384;

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
  /** Connects to what the policy lets through. */
  readonly #guarded: Agent;
  /** Connects to origins that the operator named. */
  readonly #trusting: Agent;

  constructor({ policy, now, deadlineMs = DEADLINE_MS, ca }: SenderOptions) {
    this.#policy = policy;
    this.#now = now;
    this.#deadlineMs = deadlineMs;
    const tls = ca === undefined ? {} : { ca };
    const timeouts = { headersTimeout: deadlineMs, bodyTimeout: deadlineMs };
    this.#guarded = new Agent({ ...timeouts, connect: { ...tls, timeout: deadlineMs, lookup: policy.lookup } });
    this.#trusting = new Agent({ ...timeouts, connect: { timeout: deadlineMs } });
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
    await Promise.all([this.#guarded.destroy(), this.#trusting.destroy()]);
  }

  async #post({ url: text, eventId, body, secrets }: Message, signal: AbortSignal): Promise<number> {
    const url = this.#policy.checkForm(text);
    const at = this.#now();
    const answer = await request(url, {
      method: 'POST',
      body,
      signal,
      dispatcher: this.#policy.isTrusted(url) ? this.#trusting : this.#guarded,
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        'webhook-id': eventId,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, at, body)).join(' '),
      },
    });
    await discard(answer, signal);
    return answer.statusCode;
  }
}

/** The status counts; what goes wrong with the body after it does not matter. */
async function discard({ body }: Dispatcher.ResponseData, signal: AbortSignal): Promise<void> {
  await body.dump({ limit: MAX_ANSWER, signal }).catch(() => {});
}

function outcomeOf(status: number): Attempt {
  if (status >= 200 && status < 300) return { status, error: null };
  if (status >= 300 && status < 400) return { status, error: `It redirects (${status}), which is not followed.` };
  return { status, error: `It answered ${status}.` };
}

/** Our words or the code: a message may quote what a server sent. */
function reasonOf(error: unknown): string {
  const { code = '', cause } = error as NodeJS.ErrnoException;
  for (const one of [error, cause]) if (one instanceof AddressRefused) return one.message;
  if (/CERT|SIGNATURE|ISSUER/.test(code)) return `Its certificate is not trusted (${code}).`;
  return `It cannot be reached: ${connectionFailure(error)}.`;
}
