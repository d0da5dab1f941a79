import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { hashToken } from '../../accounts/secrets.ts';
import { CAPTURE_LANGUAGES, type CaptureLanguage } from '../../domain/capture-session.ts';
import { TouchstoneError } from '../../errors.ts';
import { MAX_PICTURE_BYTES } from '../../imaging/headers.ts';
import { finishCapture } from '../../use-cases/capture/finish.ts';
import type { CaptureCaller } from '../../use-cases/capture/person.ts';
import { CaptureRefusal } from '../../use-cases/capture/refusal.ts';
import { verifySpecimen } from '../../use-cases/capture/specimen.ts';
import type { App } from '../app-type.ts';
import { oneOf } from '../extensions/members.ts';
import { Problem } from '../extensions/problems.ts';
import type { Services } from '../services.ts';
import { CaptureBounds } from './bounds.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the token of the link by which the page of capture asks. */
    capture: Uint8Array | undefined;
  }
  interface FastifyContextConfig {
    /** Its body may be a large picture. */
    upload?: boolean;
  }
}

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/;
const DEVICE = /^[A-Za-z0-9_-]{22,64}$/;
const PICTURES = ['image/jpeg', 'image/png'];
const MAX_FRAME_BYTES = 1024 ** 2;
/** Some requests come without a body, others with an empty one. */
const NO_BODY_BYTES = 1024;
const BUSY_SECONDS = 1;
const STEPS = ['look', 'left', 'right', 'up', 'closer'] as const;
const CODE = Type.String({ pattern: '^[a-z][a-z-]{0,39}$', maxLength: 40 });

/**
 * What the page of capture asks for. A link's token stands for the person; the value of the page's device says which
 * one goes on. No key and no session of the desk counts here, and none is looked at.
 */
export async function captureRequests(app: App, services: Services): Promise<void> {
  await app.register(async (scope) => {
    const bounds = new CaptureBounds();
    scope.decorateRequest('capture', undefined);
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true, extension: true };
      route.schema = { ...route.schema, hide: true };
    });
    scope.addHook('onRequest', async (request, reply) => admit(services, bounds, request, reply));
    scope.addContentTypeParser(PICTURES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error) => {
      throw refusalOf(error);
    });
    sessionRoutes(scope as App, services);
    pictureRoutes(scope as App, services);
    faceRoutes(scope as App, services);
  });
}

/** Whose request it is, before anything else of it is read. A stranger costs a look into memory. */
async function admit(services: Services, bounds: CaptureBounds, request: FastifyRequest, reply: FastifyReply) {
  const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) throw new CaptureRefusal('session-unknown');
  const tokenHash = hashToken(token);
  const { captures } = services;
  if (!captures.sessions.knows(tokenHash)) {
    bounds.checkStranger(request.client);
    await captures.sessions.read(tokenHash).catch((error: unknown) => {
      if (error instanceof CaptureRefusal) bounds.stranger(request.client);
      throw error;
    });
  }
  bounds.check(createHash('sha256').update(tokenHash).digest('base64'), request.client, request.headers);
  if (request.routeOptions.config.upload) reply.raw.once('close', bounds.upload());
  request.capture = tokenHash;
}

function sessionRoutes(app: App, services: Services): void {
  const { captures } = services;
  app.get('/v/api/session', async (request) => captures.view(request.capture!, deviceIn(request)));
  app.post(
    '/v/api/open',
    { schema: { body: Type.Object({ takeOver: Type.Optional(Type.Boolean()) }) } },
    async (request) => captures.open(callerOf(request), request.body.takeOver === true),
  );
  const words = {
    language: oneOf(CAPTURE_LANGUAGES, 'Shown.'),
    textHash: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 }),
  };
  app.post('/v/api/consent', { schema: { body: Type.Object(words) } }, async (request) => {
    const { language, textHash } = request.body;
    return captures.consent(callerOf(request), { language: language as CaptureLanguage, textHash });
  });
  app.post('/v/api/decline', { bodyLimit: NO_BODY_BYTES }, async (request) => captures.decline(callerOf(request)));
  app.post('/v/api/hint', { schema: { body: Type.Object({ code: CODE }) } }, async (request) =>
    captures.hint(callerOf(request), request.body.code),
  );
  app.post('/v/api/finish', { bodyLimit: NO_BODY_BYTES }, async (request) =>
    finishCapture(services.capturePorts, captures, callerOf(request)),
  );
  app.post('/v/api/specimen', { schema: { body: Type.Object({ id: CODE }) } }, async (request) =>
    verifySpecimen(services.capturePorts, captures, callerOf(request), request.body.id),
  );
}

function pictureRoutes(app: App, { captures }: Services): void {
  const large = { bodyLimit: MAX_PICTURE_BYTES, config: { upload: true } } as const;
  const query = Type.Object({
    side: oneOf(['front', 'back'], 'Of the document.'),
    final: Type.Optional(Type.Boolean()),
  });
  app.post('/v/api/document', { ...large, schema: { querystring: query } }, async (request) => {
    const { side, final: isFinal = false } = request.query;
    return captures.document(callerOf(request), { bytes: pictureIn(request), side, isFinal });
  });
  app.post('/v/api/selfie', large, async (request) => captures.selfie(callerOf(request), pictureIn(request)));
}

function faceRoutes(app: App, { captures }: Services): void {
  app.post('/v/api/movement', { bodyLimit: NO_BODY_BYTES }, async (request) => captures.movement(callerOf(request)));
  app.post('/v/api/cannot', { bodyLimit: NO_BODY_BYTES }, async (request) => captures.cannot(callerOf(request)));
  const query = Type.Object({
    step: oneOf(STEPS, 'What the person was told.'),
    sequence: Type.Integer({ minimum: 0, maximum: 100_000 }),
    at: Type.Number({ minimum: 0, maximum: 3_600_000 }),
  });
  app.post('/v/api/frames', { bodyLimit: MAX_FRAME_BYTES, schema: { querystring: query } }, async (request) => {
    const { step, sequence, at } = request.query;
    return captures.frame(callerOf(request), { bytes: pictureIn(request), step, sequence, at });
  });
}

/** Null where the page says none, as on a computer that only shows how things stand. */
function deviceIn({ headers }: FastifyRequest): Uint8Array | null {
  const value = headers['x-capture-device'];
  return typeof value === 'string' && DEVICE.test(value) ? hashToken(value) : null;
}

function callerOf(request: FastifyRequest): CaptureCaller {
  const device = deviceIn(request);
  if (device === null) throw new CaptureRefusal('other-device');
  return { tokenHash: request.capture!, device };
}

function pictureIn({ body }: FastifyRequest): Uint8Array {
  if (body instanceof Uint8Array && body.length > 0) return body;
  throw new CaptureRefusal('upload-refused');
}

/** What the page is answered: a code that it has words for, and never a sentence about an account. */
function refusalOf(error: unknown): unknown {
  const refusal = error instanceof TouchstoneError ? ofOurs(error) : error;
  if (!(refusal instanceof CaptureRefusal)) return refusal;
  const { code, message, retryAfterSeconds } = refusal;
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return new Problem(code, message, { headers });
}

function ofOurs(error: TouchstoneError): unknown {
  switch (error.code) {
    case 'validation':
      return new CaptureRefusal('upload-refused');
    case 'quota-exhausted':
      return new CaptureRefusal('quota-exhausted');
    // A model that cannot be loaded is the operator's to mend; the log says so.
    case 'busy':
    case 'unwritable':
    case 'usage':
      return new CaptureRefusal('try-later', BUSY_SECONDS);
    default:
      return error;
  }
}
