import type { FastifyRequest } from 'fastify';
import { TouchstoneError } from '../../errors.ts';
import { FairQueue } from '../../threads/fair-queue.ts';
import { type IdentityVerification, verifyIdentity } from '../../use-cases/verifications.ts';
import type { ImageProblem } from '../../verification/outcome.ts';
import { noteRemaining } from '../rate-limit-headers.ts';
import type { Services } from '../services.ts';
import { Refusal, tooManyRefused, unavailable } from '../wire/failure.ts';
import { FIELDS, invalidUpload, malformed, readForm } from './form.ts';

/** Forms that are received at the same time; each may hold 32 MB. */
const MAX_UPLOADS = 16;
/** One account's share of them, so that others seldom have to take a place from it. */
const MAX_UPLOADS_OF_ACCOUNT = 12;

/** The forms that are being received; what is turned away is aborted. */
type UploadQueue = FairQueue<AbortController>;

/** When models that could not be loaded are worth another attempt. */
const MODELS_RETRY_SECONDS = 60;

/** Verifies the two images of a form; answers only when record, quota unit and images are on disk. */
export function verifyHandler(services: Services) {
  const uploads: UploadQueue = new FairQueue({ max: MAX_UPLOADS, maxPerAccount: MAX_UPLOADS_OF_ACCOUNT });
  return async (request: FastifyRequest) => {
    const { accountId, keyId } = request.caller!;
    const seconds = services.verifier.secondsToWait(accountId);
    if (seconds > 0) throw tooManyRefused(seconds);
    if (!services.verifier.hasRoom(accountId)) throw overloaded(services);
    const images = await receive(request, services, uploads);
    const isWanted = () => !request.raw.socket.destroyed;
    // No session counts here.
    const input = { accountId, keyId: keyId!, images, isWanted };
    const outcome = await verifyIdentity(services, input).catch((error: unknown) => {
      throw withoutModels(services, error);
    });
    if (outcome.kind === 'refused') throw refusalOf(outcome.problems);
    if (outcome.kind === 'abandoned') throw malformed();
    noteRemaining(request, outcome.remaining);
    return answerOf(outcome);
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

function answerOf({ id, verified, remaining }: Extract<IdentityVerification, { kind: 'stored' }>) {
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
  return new Refusal(400, 'envelope', 'Insufficient image quality.', errors);
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
