import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MadeRecord } from '../../domain/idempotency.ts';
import { TouchstoneError } from '../../errors.ts';
import { FairQueue } from '../../threads/fair-queue.ts';
import { verifyIdentity } from '../../use-cases/verifications.ts';
import type { ImageProblem, VerificationResult } from '../../verification/outcome.ts';
import type { Idempotency } from '../extensions/idempotency.ts';
import { noteRemaining } from '../rate-limit-headers.ts';
import type { Services } from '../services.ts';
import { invalid, Refusal, tooManyRefused, unavailable } from '../wire/failure.ts';
import { FIELDS, invalidUpload, malformed, readForm, type VerificationForm } from './form.ts';

/** Forms that are received at the same time; each may hold 32 MB. */
const MAX_UPLOADS = 16;
/** One account's share of them, so that others seldom have to take a place from it. */
const MAX_UPLOADS_OF_ACCOUNT = 12;

/** The forms that are being received; what is turned away is aborted. */
type UploadQueue = FairQueue<AbortController>;

/** When models that could not be loaded are worth another attempt. */
const MODELS_RETRY_SECONDS = 60;

/** Verifies the two images of a form; answers only when record, quota unit and images are on disk. */
export function verifyHandler(services: Services, { take }: Idempotency) {
  const uploads: UploadQueue = new FairQueue({ max: MAX_UPLOADS, maxPerAccount: MAX_UPLOADS_OF_ACCOUNT });
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { accountId, keyId } = request.caller!;
    const seconds = services.verifier.secondsToWait(accountId);
    if (seconds > 0) throw tooManyRefused(seconds);
    if (!services.verifier.hasRoom(accountId)) throw overloaded(services);
    const { images, reference } = await receive(request, services, uploads);
    if (await isAnsweredAgain(request, reply, { images, reference }, take)) return reply;
    const isWanted = () => !request.raw.socket.destroyed;
    // No session counts here.
    const input = { accountId, keyId: keyId!, images, reference, isWanted };
    const outcome = await verifyIdentity(services, input).catch((error: unknown) => {
      throw withoutModels(services, error);
    });
    if (outcome.kind === 'refused') throw refusalOf(outcome.problems);
    if (outcome.kind === 'abandoned') throw malformed();
    const { id, verified, remaining } = outcome;
    noteRemaining(request, remaining);
    if (request.idempotency) request.idempotency.made = { id, remaining };
    return answerOf(id, verified, remaining);
  };
}

/** Where all places are taken, the account that holds the most loses its newest one, however slowly it sends. */
async function receive(request: FastifyRequest, services: Services, uploads: UploadQueue) {
  const { accountId } = request.caller!;
  const upload = new AbortController();
  uploads.push(accountId, upload)?.abort(overloaded(services));
  try {
    return await readForm(request.raw, upload.signal);
  } finally {
    uploads.remove(accountId, upload);
  }
}

/** From the record, where the account had no room for the first answer. Undefined where the record is gone. */
export async function verifiedAgain({ records }: Services, accountId: number, made: MadeRecord | undefined) {
  const record = made && (await records.verifications.get(accountId, made.id));
  return record && answerOf(record.id, record, made.remaining);
}

/**
 * Takes the `Idempotency-Key` of a form. What its parts hold makes the request, since each sending has another
 * boundary. True where the first answer was sent again.
 */
async function isAnsweredAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  { images, reference }: VerificationForm,
  take: Idempotency['take'],
): Promise<boolean> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return false;
  if (!/^[\x20-\x7E]{1,128}$/.test(String(key))) {
    throw invalid(['Idempotency-Key must have 1 to 128 printable characters.']);
  }
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  request.bodyDigest = [digest(images.document), digest(images.selfie), reference ?? ''].join(' ');
  await take(request, reply);
  // A reply that was awaited is undefined once it went out, so what `take` answers says nothing here.
  return request.idempotency === undefined;
}

function answerOf(
  id: number,
  verified: Omit<VerificationResult, 'reasons' | 'evidence' | 'timings'>,
  remaining: number,
) {
  const { faceMatch, matchConfidence, livenessScore, status, extractedData } = verified;
  return {
    success: true as const,
    message: `Verification ${id}: ${status}.`,
    data: { id, faceMatch, matchConfidence, livenessScore, status, extractedData, remainingRequests: remaining },
    errors: null,
  };
}

/** A file that is no picture outweighs one that is a bad picture. */
function refusalOf(problems: readonly ImageProblem[]): Refusal {
  const errors = problems.map(({ image, text }) => `${FIELDS[image]}: ${text}`);
  if (problems.some(({ kind }) => kind === 'invalid')) return invalidUpload(errors);
  return new Refusal(400, 'envelope', 'Insufficient image quality.', errors, {}, 'insufficient-image-quality');
}

/** The connection stays open: what the client still sends is read and dropped, so that it comes to read the answer. */
function overloaded({ verifier }: Services): Refusal {
  return unavailable('Too many verifications are waiting; nothing was stored and nothing spent.', {
    'retry-after': String(verifier.retryAfterSeconds),
  });
}

/** The operator has to mend a model of their own that cannot be loaded. The log says what is wrong with it. */
function withoutModels({ log }: Services, error: unknown): unknown {
  if (!(error instanceof TouchstoneError) || error.code !== 'usage') return error;
  log.error({ err: error }, 'no verification without its models');
  return unavailable('Verifications are not possible now: a model cannot be loaded. The log of the service says why.', {
    'retry-after': String(MODELS_RETRY_SECONDS),
  });
}
