import { STATUS_CODES } from 'node:http';
import { say } from '../../sentences.ts';
import { codeOf, type DeskCode, type ProblemCode } from '../extensions/codes.ts';

/** Body shape A of the specification, for a request that failed. */
export interface FailureEnvelopeBody {
  readonly success: false;
  readonly message: string;
  readonly data: null;
  readonly errors: readonly string[];
}

/** Body shape B (RFC 9457); `requestId` is the only extra member. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly requestId: string;
}

/**
 * Why a request is refused, with everything the answer says. Nothing internal is in it. An answer stays short, whatever
 * it quotes.
 */
export class Refusal extends Error {
  readonly status: number;
  /** What happened, for the envelope's `message`. */
  readonly summary: string;
  /** Each problem as a sentence of its own; the first is the problem's `detail`. */
  readonly errors: readonly string[];
  /** `envelope`: on every method; `problem`: on every method; `method`: envelope but for GET and HEAD. */
  readonly shape: 'envelope' | 'problem' | 'method';
  readonly headers: Readonly<Record<string, string>>;
  /** For programs: what the header `X-Error-Code` says, and `code` beyond the contract. */
  readonly code: ProblemCode | DeskCode;

  constructor(
    status: number,
    shape: Refusal['shape'],
    summary: string,
    errors: readonly string[],
    headers: Readonly<Record<string, string>> = {},
    code: ProblemCode | DeskCode = codeOf(status),
  ) {
    super(summary);
    this.name = 'Refusal';
    this.status = status;
    this.summary = shortened(summary);
    this.errors = boundedProblems(errors.map((sentence) => shortened(sentence)));
    this.shape = shape;
    this.headers = headers;
    this.code = code;
  }
}

export function envelopeOf(refusal: Refusal): FailureEnvelopeBody {
  return { success: false, message: refusal.summary, data: null, errors: refusal.errors };
}

export function problemOf(refusal: Refusal, requestId: string): ProblemBody {
  const { status } = refusal;
  return {
    // RFC 9457 §4.2.1: the problem is what the status code says, and the title is its phrase.
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: refusal.errors[0] ?? refusal.summary,
    requestId,
  };
}

/** 400: what is wrong with the body, each problem apart. `notes`: what else to know, sentences. */
export function invalid(errors: readonly string[], notes: readonly string[] = []): Refusal {
  return new Refusal(400, 'envelope', ['Validation failed.', ...notes].join(' '), errors);
}

export function unauthorized(): Refusal {
  return new Refusal(
    401,
    'method',
    'Authentication failed.',
    ['The API key in the header X-API-Key is missing, invalid, expired or revoked.'],
    { 'www-authenticate': 'ApiKey realm="touchstone", header="X-API-Key"' },
  );
}

/** 404; `code`: of what is missing. */
export function notFound(detail: string, code?: ProblemCode): Refusal {
  return new Refusal(404, 'problem', 'Not found.', [detail], {}, code);
}

/** 409: the state of something does not allow the request. */
export function conflict(sentence: string): Refusal {
  return new Refusal(409, 'envelope', 'Conflict.', [sentence]);
}

export function unavailable(sentence: string, headers: Readonly<Record<string, string>> = {}): Refusal {
  return new Refusal(503, 'method', 'Service unavailable.', [sentence], headers);
}

/** 429: the account has no unit left until the period ends. */
export function quotaExhausted(secondsLeft: number): Refusal {
  const headers = { 'retry-after': String(secondsLeft) };
  return new Refusal(429, 'envelope', 'Quota exhausted.', [say('refusal.quota')], headers, 'quota-exhausted');
}

/** 429: one key asks faster than it may, or one account. */
export function tooFast(seconds: number, sentence = 'This API key is over its rate limit.'): Refusal {
  return new Refusal(429, 'envelope', 'Too many requests.', [sentence], {
    'retry-after': String(seconds),
  });
}

/** 429: too much of what one account sent had to be refused. */
export function tooManyRefused(seconds: number): Refusal {
  const sentence = `Too many images of this account could not be used; try again in ${seconds} seconds.`;
  return new Refusal(429, 'envelope', 'Too many requests.', [sentence], { 'retry-after': String(seconds) });
}

/** 403: a proxy vouches for no https. */
export function notHttps(): Refusal {
  return new Refusal(403, 'envelope', 'Forbidden.', [
    'The proxy did not say that the request came over https (X-Forwarded-Proto); plain HTTP is refused.',
  ]);
}

/** 403: the key does not allow the address. */
export function notAllowed(): Refusal {
  return new Refusal(403, 'envelope', 'Forbidden.', [
    'The address of this request is not whitelisted for this API key.',
  ]);
}

/** 403: the key may do other things, and none of what is named. */
export function scopeMissing(anyOf: readonly string[]): Refusal {
  const sentence = say('refusal.scope-missing', { scopes: anyOf.join(' / ') || '–' });
  return new Refusal(403, 'envelope', 'Forbidden.', [sentence], {}, 'scope-missing');
}

/** 413: a JSON body over its limit. The rest of it is not waited for. */
export function tooLarge(): Refusal {
  return new Refusal(413, 'envelope', 'The body is too large.', ['A JSON body may have at most 64 KiB.'], {
    connection: 'close',
  });
}

/** 500: nothing of what happened is shown but the id under which it is logged. */
export function internal(requestId: string): Refusal {
  return new Refusal(500, 'method', 'Internal error.', [say('refusal.internal', { id: requestId })]);
}

/** So many problems of one request are told; whoever mends these learns of the rest. */
export const MAX_PROBLEMS = 50;
/** UTF-16 units of a sentence: what it quotes of a request may be as long as the request. */
const MAX_LENGTH = 500;
/** Bytes of all problems together as JSON: with a second list of them an answer stays under 64 KiB. */
const MAX_BYTES = 24 * 1024;

/** The beginning of a text that is too long to be said. */
export function shortened(text: string, most = MAX_LENGTH): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

/** The first problems of a request: so many and so long that an answer can tell them. One at least. */
export function boundedProblems<T>(problems: readonly T[]): readonly T[] {
  if (problems.length === 1) return problems;
  const shown: T[] = [];
  let bytes = 0;
  for (const problem of problems.slice(0, MAX_PROBLEMS)) {
    bytes += Buffer.byteLength(JSON.stringify(problem));
    if (bytes > MAX_BYTES && shown.length > 0) break;
    shown.push(problem);
  }
  return shown;
}
