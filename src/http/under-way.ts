import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** How often it is looked whether the last answer is out. */
const LOOK_MS = 20;

interface UnderWay {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Its index among all. */
  place: number;
}

/**
 * The requests that are being answered, so that a stop can say which of them it cut. They are no `Map`: one that much
 * comes to and leaves gets a new table every few times. V8 keeps what the last table held until the old generation is
 * collected, and each young collection then copies every request that ended.
 */
export class RequestsUnderWay {
  readonly #all: UnderWay[] = [];

  note(request: FastifyRequest, reply: FastifyReply): void {
    const one = { request, reply, place: this.#all.length };
    this.#all.push(one);
    reply.raw.once('close', () => this.#remove(one));
  }

  /** The last one takes its place. */
  #remove(one: UnderWay): void {
    const last = this.#all.pop()!;
    if (last === one) return;
    this.#all[one.place] = last;
    last.place = one.place;
  }

  /** Resolves once every request is answered, after `ms` in any case. */
  async ended(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (this.#all.length > 0 && performance.now() < until) await sleep(LOOK_MS);
  }

  /** A line for each request that will have no answer, or half of one. Nothing in it says who or what was asked for. */
  logCut(log: Pick<Logger, 'warn'>): void {
    for (const { request, reply } of this.#all) {
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
