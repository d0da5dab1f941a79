import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { countryCoded } from '../../../documents/countries/country-names.ts';
import {
  CAPTURE_LIFE,
  CAPTURE_STATUSES,
  type CaptureDocument,
  type CaptureLanguage,
  type CaptureSession,
} from '../../../domain/capture-session.ts';
import { RECORD_REFERENCE } from '../../../domain/record-reference.ts';
import { say } from '../../../sentences.ts';
import { captureUrl } from '../../../service-url.ts';
import { cancelCapture, createCapture, RedirectRefused } from '../../../use-cases/capture-sessions.ts';
import type { App } from '../../app-type.ts';
import type { Services } from '../../services.ts';
import { ref } from '../../wire/schemas.ts';
import { cursorPage, readCursor } from '../cursor.ts';
import { oneOf } from '../members.ts';
import { invalidFields, Problem } from '../problems.ts';
import { extensionRoute, listRoute } from '../route.ts';
import { CaptureSessionView, CaptureSessionWithLink, NewCaptureSessionBody } from './schemas.ts';

const URL = '/api/IdVerification/sessions';
const tag = 'ID verification';
const LIST = 'captures';
const MAX_ID_LENGTH = 64;
const PARAMS = {
  id: Type.String({
    maxLength: MAX_ID_LENGTH,
    description: 'Id of the session.',
    examples: ['6f0b0d3c-2f6a-4a53-9b1f-7c1e0e5d8a42'],
  }),
};

function missing(id: string): Problem {
  return new Problem('session-not-found', say('refusal.no-capture', { id }));
}

/** Links by which people verify themselves, and what became of them. */
export function captureRoutes(app: App, services: Services): void {
  making(app, services);
  reading(app, services);
  cancelling(app, services);
}

function making(app: App, services: Services): void {
  extensionRoute(
    app,
    {
      method: 'POST',
      url: URL,
      operationId: 'createVerificationSession',
      scopes: ['verification'],
      tag,
      may: 'work',
      summary: 'Make a link by which a person verifies themselves',
      description:
        'The person follows it on a phone, which takes the pictures. The answer shows the link, this once. It costs nothing: a unit is reserved when the person consents.',
      kind: 'secret',
      body: ref(NewCaptureSessionBody),
      success: { 201: { description: 'The session and its link.', schema: CaptureSessionWithLink } },
    },
    async ({ accountId, keyId, userId, body, request }, reply) => {
      const { country = null, expiresIn = CAPTURE_LIFE.standard, movement = true, upload = false } = body;
      const { session, token } = await createCapture(services, {
        accountId,
        keyId,
        userId,
        reference: body.reference ?? null,
        language: (body.language ?? null) as CaptureLanguage | null,
        country: country === null ? null : countryIn(country),
        documentTypes: (body.documentTypes ?? null) as readonly CaptureDocument[] | null,
        redirectUrl: body.redirectUrl ?? null,
        movement: movement ?? true,
        upload: upload ?? false,
        expiresIn: expiresIn ?? CAPTURE_LIFE.standard,
      }).catch((error: unknown) => {
        if (!(error instanceof RedirectRefused)) throw error;
        throw invalidFields([{ field: 'redirectUrl', message: error.message }]);
      });
      reply.code(201).header('location', `${URL}/${session.id}`);
      return { ...sessionView(session), url: captureUrl(baseOf(services, request), token) };
    },
  );
}

function reading(app: App, { records }: Services): void {
  listRoute(
    app,
    {
      url: URL,
      operationId: 'listVerificationSessions',
      scopes: ['verification:read'],
      tag,
      may: 'reading',
      summary: 'Links by which people verify themselves, newest first',
      description: 'Each is kept for 90 days after its end, unless its verification is deleted before.',
      query: {
        status: Type.Optional(oneOf(CAPTURE_STATUSES, 'In this state.')),
        reference: Type.Optional(
          Type.String({
            pattern: RECORD_REFERENCE.source,
            maxLength: 128,
            description: 'What you call the person by.',
          }),
        ),
      },
      item: CaptureSessionView,
    },
    async ({ accountId, query }) => {
      const { limit, after } = readCursor(query, LIST, [0]);
      const { status, reference } = query;
      const page = { limit: limit + 1, before: after?.[0] as number | undefined, status, reference };
      const read = await records.captures.page(accountId, page);
      return cursorPage(read, { limit, list: LIST }, ({ number }) => [number], sessionView);
    },
  );
  extensionRoute(
    app,
    {
      method: 'GET',
      url: `${URL}/:id`,
      operationId: 'getVerificationSession',
      scopes: ['verification:read'],
      tag,
      may: 'reading',
      summary: 'One session and where it stands',
      description: 'Its link is never shown again.',
      kind: 'resource',
      params: PARAMS,
      codes: ['session-not-found'],
      success: { 200: { description: 'The session.', schema: CaptureSessionView } },
    },
    async ({ accountId, params: { id } }) => {
      const session = await records.captures.get(accountId, id);
      if (!session) throw missing(id);
      return sessionView(session);
    },
  );
}

function cancelling(app: App, services: Services): void {
  extensionRoute(
    app,
    {
      method: 'DELETE',
      url: `${URL}/:id`,
      operationId: 'cancelVerificationSession',
      scopes: ['verification'],
      tag,
      may: 'work',
      summary: 'Cancel a session',
      description: 'The link works no more, and pictures that were taken are deleted. One that is over stays as it is.',
      params: PARAMS,
      codes: ['session-not-found'],
      success: { 200: { description: 'The session as it is now.', schema: CaptureSessionView } },
    },
    async ({ accountId, params: { id } }) => {
      const session = await cancelCapture(services, { accountId, id });
      if (!session) throw missing(id);
      return sessionView(session);
    },
  );
}

function sessionView({
  id,
  status,
  reason,
  reference,
  createdAt,
  expiresAt,
  attempts,
  verificationId,
}: CaptureSession) {
  const failed = reason === null ? {} : { reason };
  return { id, status, ...failed, reference, createdAt, expiresAt, attempts, verificationId };
}

/** ISO 3166-1 alpha-3. Throws 400. */
function countryIn(code: string): string {
  const country = countryCoded(code.toUpperCase());
  if (country !== null) return country;
  throw invalidFields([{ field: 'country', message: 'country must be an ISO 3166-1 code such as DE or DEU.' }]);
}

/** Where people reach the page: as the settings say, else at the host that the request names. */
function baseOf({ captureBase }: Services, { headers }: FastifyRequest): string {
  return captureBase(headers.host ?? 'localhost');
}
