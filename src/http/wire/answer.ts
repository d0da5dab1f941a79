import type { FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { type ErrorCode, TouchstoneError } from '../../errors.ts';
import { QuotaExhausted } from '../../use-cases/quota-exhausted.ts';
import { answerIn, styleOf } from '../compat/errors.ts';
import { fieldErrors } from '../extensions/fields.ts';
import { codedProblem, invalidFields, Problem } from '../extensions/problems.ts';
import { decodedPath } from '../paths.ts';
import { refusalOf } from '../screening/body.ts';
import {
  envelopeOf,
  internal,
  invalid,
  problemOf,
  quotaExhausted,
  Refusal,
  tooLarge,
  unauthorized,
  unavailable,
} from './failure.ts';

/** What passes by itself, and when it makes sense to try again. */
const RETRY_SECONDS: Partial<Record<ErrorCode, string>> = { busy: '2', unwritable: '10' };

/** Sends a refusal in the body shape that its endpoint and method ask for. */
export function answer(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const style = styleOf(decodedPath(request.url));
  if (style) return answerIn(style, reply, refusal);
  const reading = request.method === 'GET' || request.method === 'HEAD';
  const asProblem = refusal.shape === 'problem' || (refusal.shape === 'method' && reading);
  reply.code(refusal.status).headers(refusal.headers);
  if (request.extension || refusal instanceof Problem) {
    return reply.type('application/problem+json; charset=utf-8').send(codedProblem(refusal, request.id));
  }
  return asProblem
    ? reply.type('application/problem+json; charset=utf-8').send(problemOf(refusal, request.id))
    : reply.type('application/json; charset=utf-8').send(envelopeOf(refusal));
}

/** What to answer for anything that was thrown. An error of ours is logged and shows its request id alone. */
export function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof QuotaExhausted) return quotaExhausted(error.secondsLeft);
  const { code, validation, validationContext } = error as {
    code?: unknown;
    validation?: FastifySchemaValidationError[];
    validationContext?: string;
  };
  if (validation) {
    return request.extension ? invalidFields(fieldErrors(validation, validationContext)) : refusalOf(validation);
  }
  if (error instanceof TouchstoneError && error.code === 'validation') return invalid([error.message]);
  if (error instanceof TouchstoneError && (error.code === 'last-owner' || error.code === 'full')) {
    return new Refusal(409, 'envelope', 'Refused.', [error.message]);
  }
  if (error instanceof TouchstoneError && error.code === 'key-refused') return unauthorized();
  const seconds = error instanceof TouchstoneError ? RETRY_SECONDS[error.code] : undefined;
  if (seconds !== undefined) return unavailable((error as TouchstoneError).message, { 'retry-after': seconds });
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return invalid(['The Content-Type must be application/json.']);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid(['The body is not as long as Content-Length says.']);
    case 'ECONNRESET':
      return invalid(['The body ended before it was complete.']);
  }
  request.log.error({ err: error, requestId: request.id }, 'failed');
  return internal(request.id);
}
