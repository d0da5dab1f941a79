import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest, onSendHookHandler, preHandlerHookHandler } from 'fastify';
import { RateLimiter } from '../../accounts/rate-limit.ts';
import type { IdempotencyPlace, KeptAnswer, KeyClaim, MadeRecord } from '../../domain/idempotency.ts';
import { secondsLeft } from '../../domain/quota.ts';
import type { Services } from '../services.ts';
import { quotaExhausted, Refusal } from '../wire/failure.ts';
import type { ProblemCode } from './codes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes an `Idempotency-Key`. */
    idempotent?: boolean;
    /** Its answer names nobody. */
    namesNobody?: boolean;
    /** What it answers to a request whose first answer was too long to be kept: the same, as it is now. */
    again?: (request: FastifyRequest, kept: KeptAnswer) => Promise<unknown>;
  }
  interface FastifyRequest {
    /** Set where the request has taken its `Idempotency-Key`. */
    idempotency: TakenKey | undefined;
    /** SHA-256 of a body that is no JSON and not held in memory, in hex; whoever reads such a body sets it. */
    bodyDigest: string | undefined;
  }
}

interface TakenKey {
  readonly place: IdempotencyPlace;
  made?: MadeRecord;
  over(): void;
}

/** The hooks of `idempotencyHooks`. */
export type Idempotency = ReturnType<typeof idempotencyHooks>;

/** A database that is away comes back: what a key should say is tried again after so long each. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

/** UTF-16 units of an answer that is kept. */
const MAX_KEPT = 16 * 1024;
/** KiB of answers of one account that are kept: so many at once, and in a day. */
const KEPT_KIB = { burst: 32 * 1024, rate: (32 * 1024) / 86_400 };

/** Headers of an answer that come again with it. */
const KEPT_HEADERS = ['content-type', 'location', 'etag'] as const;

/**
 * Answers a request that came before with the first answer. Only what was done is kept: a request that was refused did
 * nothing, so it is looked at again. Requests with one key wait for each other in this process.
 */
export function idempotencyHooks({ records, log, now }: Pick<Services, 'records' | 'log' | 'now'>) {
  const { idempotency } = records;
  const running = new Map<string, Promise<void>>();
  const room = new RateLimiter(KEPT_KIB);

  const turn = async (name: string): Promise<() => void> => {
    const before = running.get(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    running.set(name, promise);
    await before;
    return () => {
      if (running.get(name) === promise) running.delete(name);
      resolve();
    };
  };

  /** Answers the reply where the request came before; undefined where it has to be done. */
  const take = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const key = keyOf(request);
    if (key === undefined) return undefined;
    const place = { accountId: request.caller!.accountId, key };
    const over = await turn(`${place.accountId} ${key}`);
    try {
      const claim = await idempotency.claim(place, fingerprintOf(request));
      if (claim.kind === 'new') {
        request.idempotency = { place, over };
        if (isSpent(request)) throw quotaExhausted(secondsLeft(now()));
        return undefined;
      }
      return await sendAgain(request, reply, claim);
    } finally {
      if (!request.idempotency) over();
    }
  };

  const settled = async (taken: TakenKey, request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    request.idempotency = undefined;
    const { namesNobody = false } = request.routeOptions.config;
    const body = isDone(reply, payload) ? keptBody(room, taken.place, payload) : undefined;
    const kept = body === undefined ? undefined : { ...keptOf(reply), body, namesNobody, made: taken.made };
    const isFree = didNothing(reply);
    const settle = async (): Promise<void> => {
      if (kept) await idempotency.answer(taken.place, kept);
      else if (isFree) await idempotency.release(taken.place);
    };
    try {
      await settle();
    } catch (error) {
      // What was done is done: the answer goes out, and the key says that its answer is lost.
      log.error({ err: error }, 'the answer for an Idempotency-Key could not be kept');
      void settleLater(settle);
    } finally {
      taken.over();
    }
    return payload;
  };

  // Most requests have no key, and wait for nothing.
  const begin: preHandlerHookHandler = (request, reply, done) => {
    if (keyOf(request) === undefined) done();
    else take(request, reply).then(() => done(), done);
  };
  const end: onSendHookHandler = (request, reply, payload, done) => {
    const taken = request.idempotency;
    if (taken) settled(taken, request, reply, payload).then((kept) => done(null, kept), done);
    else done(null, payload);
  };
  return { begin, end, take };
}

function keyOf({ headers, routeOptions }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return routeOptions.config.idempotent && typeof key === 'string' ? key : undefined;
}

function isDone({ statusCode }: FastifyReply, payload: unknown): payload is string {
  return statusCode >= 200 && statusCode < 300 && typeof payload === 'string';
}

/** Sends the first answer of a key. Throws 409 where there is none, or the key stands for another request. */
async function sendAgain(request: FastifyRequest, reply: FastifyReply, claim: KeyClaim): Promise<unknown> {
  if (claim.kind === 'other') throw reusedKey();
  if (claim.kind !== 'answered') throw keyInUse();
  const { status, headers, body } = claim.answer;
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? (await madeAgain(request, claim.answer)));
}

/** An answer that was too long to be kept, as things are now. */
async function madeAgain(request: FastifyRequest, kept: KeptAnswer): Promise<unknown> {
  const { again } = request.routeOptions.config;
  const answer = await again?.(request, kept);
  if (answer === undefined) throw keyInUse();
  return answer;
}

/** A route of the contract looks after the key: a request that came before costs nothing, and is answered. */
function isSpent({ extension, allowance }: FastifyRequest): boolean {
  return !extension && allowance !== undefined && allowance.remaining <= 0;
}

/** What is kept of an answer: all of it, or null for one that is long, or where the account has no room. */
function keptBody(room: RateLimiter, { accountId }: IdempotencyPlace, body: string): string | null {
  const kib = Math.ceil(body.length / 1024);
  const account = String(accountId);
  if (body.length > MAX_KEPT || room.wait(account, kib) > 0) return null;
  room.charge(account, kib);
  return body;
}

/** Of a request that ended with an error of ours nobody knows what it did: its key stays taken. */
function didNothing({ statusCode }: FastifyReply): boolean {
  return statusCode < 500 || statusCode === 503;
}

/** Otherwise a key of a request that was refused with 503 would stay taken, though it is to come again. */
async function settleLater(settle: () => Promise<void>): Promise<void> {
  for (const pause of PAUSES_MS) {
    await sleep(pause, undefined, { ref: false });
    const isSettled = await settle().then(
      () => true,
      () => false,
    );
    if (isSettled) return;
  }
}

function keptOf(reply: FastifyReply) {
  const given = KEPT_HEADERS.map((name) => [name, reply.getHeader(name)] as const);
  const headers = given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));
  return { status: reply.statusCode, headers: Object.fromEntries(headers) };
}

/** Method, address and body, so that a key never stands for two requests. */
function fingerprintOf({ method, url, body, bodyDigest }: FastifyRequest): string {
  const hash = createHash('sha256').update(`${method} ${url}\n`);
  if (bodyDigest !== undefined) hash.update(bodyDigest);
  else if (body instanceof Uint8Array) hash.update(body);
  else hash.update(JSON.stringify(body ?? null));
  return hash.digest('hex');
}

/** 409: the key stands for another request. */
export function reusedKey(): Refusal {
  const detail = 'This Idempotency-Key came with another request before. Use a key for one request alone.';
  return refusedKey('idempotency-key-reused', detail);
}

/** 409: the request of the key has no answer that could be given again. */
export function keyInUse(): Refusal {
  const detail =
    'The first request with this Idempotency-Key still runs, or its answer was lost. Look what it did before you use another key.';
  return refusedKey('idempotency-key-in-use', detail);
}

function refusedKey(code: ProblemCode, sentence: string): Refusal {
  return new Refusal(409, 'envelope', 'Conflict.', [sentence], {}, code);
}
