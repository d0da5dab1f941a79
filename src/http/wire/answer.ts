import type { FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { PasswordRefused } from '../../accounts/password-rules.ts';
import { TooManyAttempts } from '../../accounts/sign-in-limit.ts';
import { QuotaExhausted } from '../../domain/quota.ts';
import { TouchstoneError } from '../../errors.ts';
import { answerIn, styleOf } from '../compat/errors.ts';
import { fieldErrors } from '../extensions/fields.ts';
import { codedProblem, invalidFields, Problem, refusedField } from '../extensions/problems.ts';
import { decodedPath } from '../paths.ts';
import { refusalOf } from '../screening/body.ts';
import {
  envelopeOf,
  internal,
  invalid,
  notFound,
  problemOf,
  quotaExhausted,
  Refusal,
  tooLarge,
  unauthorized,
  unavailable,
} from './failure.ts';

/** Sends a refusal in the body shape that its endpoint and method ask for. */
export function answer(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  reply.header('x-error-code', refusal.code);
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
    if (request.extension) return invalidFields(fieldErrors(validation, validationContext));
    if (validationContext !== 'headers') return refusalOf(validation, request.memberNotes);
    return invalid(fieldErrors(validation, validationContext).map(({ message }) => message));
  }
  if (error instanceof TooManyAttempts) {
    const headers = { 'retry-after': String(error.seconds) };
    return new Problem('too-many-attempts', error.message, { headers });
  }
  const refusal = error instanceof TouchstoneError ? refusalOfOurs(error) : refusalOfTransport(code);
  if (refusal) return refusal;
  request.log.error({ err: error, requestId: request.id }, 'failed');
  return internal(request.id);
}

/** The refusal of what was thrown on purpose; undefined where a request cannot be to blame. */
function refusalOfOurs(error: TouchstoneError): Refusal | undefined {
  const { code, message } = error;
  if (error instanceof PasswordRefused) return refusedField(error.rule, 'password', message);
  switch (code) {
    case 'validation':
      return invalid([message]);
    case 'reason-required':
      return refusedField('reason-required', 'reason', message);
    case 'not-found':
      return notFound(message);
    case 'forbidden':
      return new Refusal(403, 'envelope', 'Forbidden.', [message]);
    case 'last-owner':
    case 'last-factor':
    case 'full':
      return new Refusal(409, 'envelope', 'Refused.', [message]);
    case 'key-refused':
      return unauthorized();
    // These pass by themselves: when it makes sense to try again.
    case 'busy':
      return unavailable(message, { 'retry-after': '2' });
    case 'unwritable':
      return unavailable(message, { 'retry-after': '10' });
    default:
      return undefined;
  }
}

/** The refusal of a body that the server could not take, by the code of its error. */
function refusalOfTransport(code: unknown): Refusal | undefined {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return invalid(['The Content-Type must be application/json.']);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid(['The body is not as long as Content-Length says.']);
    case 'ECONNRESET':
      return invalid(['The body ended before it was complete.']);
    default:
      return undefined;
  }
}
