import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { FailureEnvelope, Problem, ref, VerificationEnvelope } from './wire/schemas.ts';

const MAX_ID = Number.MAX_SAFE_INTEGER;

/** A record's id from a path; undefined where it is no positive integer that an id could be. */
export function readRecordId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return id <= MAX_ID ? id : undefined;
}

/** A path id that is no positive integer is an unknown record (404), not an invalid request: the handler decides. */
export const undecidedId = { validatorCompiler: () => () => true };

/** Sends JSON that a thread has written; the route's schema then describes it, and a test holds the two together. */
export function sendJson(reply: FastifyReply, bytes: Uint8Array): never {
  return reply.type('application/json; charset=utf-8').send(bytes) as never;
}

interface Described {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
}

/** Schema of a GET: bare records, and problem-details where it fails. With `params`: one record by its id. */
export function reading<S extends TSchema, P extends TSchema = TSchema>(route: Described & { success: S; params?: P }) {
  return {
    ...described(route),
    ...((route.params && { params: route.params }) as { params: P }),
    response: {
      200: json('The stored result.', route.success),
      401: problem('Missing, invalid, expired or revoked key.'),
      ...forbiddenOrSpent(),
      ...(route.params && { 404: problem("No such record, another account's, or deleted.") }),
      500: problem('Server error; the body names the request id alone.'),
    },
  };
}

/** Schema of a POST that takes JSON and creates a record: the envelope, whatever happens. */
export function writing<B extends TSchema, S extends TSchema>(route: Described & { body: B; success: S }) {
  return {
    ...described(route),
    body: route.body,
    response: {
      200: json('Done and stored.', route.success),
      ...refusedCreation(),
      413: failure('The JSON body is over 64 KiB.'),
    },
  };
}

/** Schema of the verification of an identity document: two images in a form. */
export function verifying() {
  const image = (description: string) => ({
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `${description} JPEG or PNG, at most 10 MB.`,
  });
  return {
    ...described({
      operationId: 'verify',
      tag: 'ID verification',
      summary: 'Compares an identity document with a selfie and stores the result',
      description:
        'Not idempotent: each call stores a new record, its two images encrypted, and costs one unit of the quota. A face that does not match is still a 200.',
    }),
    consumes: ['multipart/form-data'],
    body: {
      type: 'object',
      required: ['IdCardImage', 'SelfieImage'],
      properties: {
        IdCardImage: image('The identity document.'),
        SelfieImage: image('The face of its holder.'),
      },
    },
    response: { 200: json('Done and stored.', ref(VerificationEnvelope)), ...refusedCreation() },
  };
}

function described({ operationId, tag, summary, description }: Described) {
  return { operationId, tags: [tag], summary, ...(description && { description }), security: [{ apiKey: [] }] };
}

function refusedCreation() {
  return {
    400: failure('Validation failed; `errors` lists each problem.'),
    401: failure('Missing, invalid, expired or revoked key.'),
    ...forbiddenOrSpent(),
    500: failure('Server error; the body names the request id alone.'),
    503: {
      ...failure('Cannot be done now; nothing stored, nothing spent.'),
      headers: { 'Retry-After': { type: 'integer', description: 'Seconds, where it is known.' } },
    },
  };
}

function forbiddenOrSpent() {
  return {
    403: failure('The address is not on the key\u2019s whitelist, or a proxy did not say https.'),
    429: {
      ...failure('Quota exhausted, or requests come too fast.'),
      headers: { 'Retry-After': { type: 'integer', description: 'Seconds until it can be tried again.' } },
    },
  };
}

function failure(description: string) {
  return json(description, ref(FailureEnvelope));
}

function problem(description: string) {
  return { description, content: { 'application/problem+json': { schema: ref(Problem) } } };
}

function json<S extends TSchema>(description: string, schema: S) {
  return { description, content: { 'application/json': { schema } } };
}
