import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { type SentenceCode, say } from '../sentences.ts';
import { keyInUse, reusedKey } from './extensions/idempotency.ts';
import { CodedProblem, EXAMPLE_ID, exampleOf } from './extensions/schemas.ts';
import { EXAMPLES } from './wire/examples.ts';
import {
  envelopeOf,
  internal,
  invalid,
  notAllowed,
  notFound,
  notHttps,
  problemOf,
  quotaExhausted,
  type Refusal,
  scopeMissing,
  tooFast,
  tooLarge,
  unauthorized,
  unavailable,
} from './wire/failure.ts';
import {
  FailureEnvelope,
  IdempotencyHeaders,
  Problem,
  RecordReference,
  ref,
  VerificationEnvelope,
} from './wire/schemas.ts';

const PAGE_HEADERS = {
  'X-Total-Count': { type: 'integer', description: 'Records on all pages; with a filter or page alone.' },
  Link: { type: 'string', description: 'First, previous, next and last page (RFC 8288); as above.' },
};
const RETRY_AFTER = { type: 'integer', description: 'Seconds, where it is known.' };
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** A record's id from a path; undefined where it is no positive integer that an id could be. */
export function readRecordId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return id <= MAX_ID ? id : undefined;
}

/** The id in the path of a request. Throws 404 with the sentence for an id that no record can have. */
export function recordIdIn({ params }: FastifyRequest, missing: SentenceCode): number {
  const { id } = params as { id: string };
  const read = readRecordId(id);
  if (read === undefined) throw notFound(say(missing, { id }));
  return read;
}

/**
 * The handler reads path and query. An id that is no positive integer is an unknown record (404), and a wrong filter
 * has an answer of its own.
 */
export const undecided = { validatorCompiler: () => () => true };

/** Sends JSON that a thread has written; the route's schema then describes it, and a test holds the two together. */
export function sendJson(reply: FastifyReply, bytes: Uint8Array): never {
  return reply.type('application/json; charset=utf-8').send(bytes) as never;
}

interface RouteDescription {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
}

/** Schema of a GET: bare records, and problem-details where it fails. `params`: a record's id; `query`: filters. */
export function reading<S extends TSchema, P extends TSchema = TSchema>(
  route: RouteDescription & { success: S; params?: P; query?: object },
) {
  return {
    ...described(route),
    ...((route.params && { params: route.params }) as { params: P }),
    ...(route.query && { querystring: route.query }),
    response: {
      200: {
        ...answered('The stored result.', route.success, route.operationId),
        ...(route.query && { headers: PAGE_HEADERS }),
      },
      ...(route.query && { 400: wrongFilter() }),
      401: problem('Missing, invalid, expired or revoked key.', unauthorized()),
      ...forbiddenOrSpent(),
      ...(route.params && {
        404: problem("No such record, another account's, or deleted.", notFound('Screening 4711 was not found.')),
      }),
      500: problem('Server error; the body names the request id alone.', internal(EXAMPLE_ID)),
      503: {
        ...problem('Cannot be answered now; try again.', unavailable(say('refusal.database-away'))),
        headers: { 'Retry-After': RETRY_AFTER },
      },
    },
  };
}

/** Schema of a POST that takes JSON and creates a record: the envelope, whatever happens. */
export function writing<B extends TSchema, S extends TSchema>(route: RouteDescription & { body: B; success: S }) {
  return {
    ...described(route),
    headers: IdempotencyHeaders,
    body: route.body,
    response: {
      200: answered('Done and stored.', route.success, route.operationId),
      ...refusedCreation(),
      413: failure('The JSON body is over 64 KiB.', tooLarge()),
    },
  };
}

/** Schema of the verification of an identity document: two images in a form. */
export function verifying() {
  const image = (description: string) => ({
    type: 'string',
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    description: `${description} JPEG or PNG, at most 10 MB.`,
  });
  return {
    ...described({
      operationId: 'verify',
      tag: 'ID verification',
      summary: 'Compares an identity document with a selfie and stores the result',
      description:
        'Each call stores a new record, its two images encrypted, and costs one unit of the quota, unless an `Idempotency-Key` comes again. A face that does not match is still a 200.',
    }),
    headers: IdempotencyHeaders,
    consumes: ['multipart/form-data'],
    body: {
      type: 'object',
      required: ['IdCardImage', 'SelfieImage'],
      properties: {
        IdCardImage: image('The identity document.'),
        SelfieImage: image('The face of its holder.'),
        Reference: RecordReference,
      },
    },
    response: { 200: answered('Done and stored.', ref(VerificationEnvelope), 'verify'), ...refusedCreation() },
  };
}

function wrongFilter() {
  const content = { schema: ref(CodedProblem), example: exampleOf('invalid-request') };
  return {
    description: 'A filter has a wrong value; `errors` names each.',
    content: { 'application/problem+json': content },
  };
}

function described({ operationId, tag, summary, description }: RouteDescription) {
  return { operationId, tags: [tag], summary, ...(description && { description }), security: [{ apiKey: [] }] };
}

function refusedCreation() {
  return {
    400: failure('Validation failed; `errors` lists each problem.', invalid(['entityType is missing.'])),
    401: failure('Missing, invalid, expired or revoked key.', unauthorized()),
    ...forbiddenOrSpent(),
    409: failure(
      'An `Idempotency-Key` came before: with another body, or its answer is lost.',
      reusedKey(),
      keyInUse(),
    ),
    500: failure('Server error; the body names the request id alone.', internal(EXAMPLE_ID)),
    503: {
      ...failure('Cannot be done now; nothing stored, nothing spent.', unavailable(say('refusal.database-busy'))),
      headers: { 'Retry-After': RETRY_AFTER },
    },
  };
}

function forbiddenOrSpent() {
  return {
    403: failure(
      'The address is not on the key\u2019s whitelist, a proxy did not say https, or the key lacks a scope.',
      notAllowed(),
      notHttps(),
      scopeMissing(['screening']),
    ),
    429: {
      ...failure('Quota exhausted, or requests come too fast.', quotaExhausted(1), tooFast(1)),
      headers: { 'Retry-After': { type: 'integer', description: 'Seconds until it can be tried again.' } },
    },
  };
}

function failure(description: string, ...refusals: readonly Refusal[]) {
  const examples = refusals.map((refusal, place) => [`refusal-${place + 1}`, { value: envelopeOf(refusal) }]);
  const content = { schema: ref(FailureEnvelope), examples: Object.fromEntries(examples) as object };
  return { description, content: { 'application/json': content } };
}

function problem(description: string, refusal: Refusal) {
  const content = { schema: ref(Problem), example: problemOf(refusal, EXAMPLE_ID) };
  return { description, content: { 'application/problem+json': content } };
}

function answered<S extends TSchema>(description: string, schema: S, operationId: string) {
  return { description, content: { 'application/json': { schema, example: EXAMPLES[operationId] } } };
}
