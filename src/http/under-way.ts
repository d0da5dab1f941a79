import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** How often it is looked whether the last answer is out. */
const LOOK_MS = 20;

/** The requests that are being answered, so that a stop can say which of them it cut. */
export class RequestsUnderWay {
  readonly #requests = new Map<FastifyRequest, FastifyReply>();

  note(request: FastifyRequest, reply: FastifyReply): void {
    this.#requests.set(request, reply);
    reply.raw.once('close', () => this.#requests.delete(request));
  }

  /** Resolves once every request is answered, after `ms` in any case. */
  async ended(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (this.#requests.size > 0 && performance.now() < until) await sleep(LOOK_MS);
  }

  /** A line for each request that will have no answer, or half of one. Nothing in it says who or what was asked for. */
  logCut(log: Pick<Logger, 'warn'>): void {
    for (const [request, reply] of this.#requests) {
      const { method, id: requestId, caller } = request;
      const line = {
        method,
        route: request.is404 ? '(unknown)' : request.routeOptions.url,
        ms: Math.round(reply.elapsedTime),
        // Otherwise its client still sends.
        received: request.raw.complete,
        requestId,
        keyId: caller?.keyId ?? undefined,
        accountId: caller?.accountId,
      };
      log.warn(line, 'a request was cut: the service stops');
    }
  }
}
