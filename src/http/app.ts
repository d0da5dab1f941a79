import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { askedBy } from '../client-of-request.ts';
import { readPastDateOfBirth } from '../domain/date-of-birth.ts';
import { accessHook, confirmedRefusal } from './access.ts';
import type { App } from './app-type.ts';
import { capturePage } from './capture/page.ts';
import { captureRequests } from './capture/requests.ts';
import { compatibility } from './compat/plugin.ts';
import { compressedAnswers } from './compressed-answers.ts';
import { dashboardPages, wantsPage } from './dashboard/pages.ts';
import { dashboardApi } from './dashboard/plugin.ts';
import { providerRoutes } from './dashboard/provider.ts';
import { describeApi } from './document.ts';
import { idempotencyHooks } from './extensions/idempotency.ts';
import { extensions } from './extensions/plugin.ts';
import { freeWrites } from './free-writes.ts';
import { healthRoutes } from './health.ts';
import { readJson } from './json-body.ts';
import { lazySerializers, lazyValidators } from './lazy-compilers.ts';
import { decodableUrl, decodedPath, oneEntryId, Paths } from './paths.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { requestSpans } from './request-spans.ts';
import { boundedList, declaredQuery } from './route-rules.ts';
import { screeningRoutes } from './screening/routes.ts';
import type { Services } from './services.ts';
import { verificationRoutes } from './verification/routes.ts';
import { answer, asRefusal } from './wire/answer.ts';
import { notFound, Refusal } from './wire/failure.ts';
import { STANDING_HEADERS } from './wire/headers.ts';

/** 64 KiB: the most that a JSON body may have. */
const MAX_BODY_BYTES = 64 * 1024;
/** Longer than any header block may be: a path that is too long is an unknown path like others. */
const MAX_PATH_LENGTH = 16 * 1024;

/** The HTTP application, ready to be handed requests through `app.routing`. */
export async function createApp(services: Services): Promise<App> {
  const app: App = fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { maxParamLength: MAX_PATH_LENGTH },
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildSerializer: lazySerializers(), buildValidator: lazyValidators() } },
    rewriteUrl: (request) => oneEntryId(decodableUrl(request.url ?? '/')),
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true, strict: false },
      onCreate: (ajv) => {
        ajv.addFormat('birth-date', (text: string) => readPastDateOfBirth(text, services.now()) !== undefined);
        // Whoever reads an address has a code for each thing that is wrong with it.
        ajv.addFormat('uri', true);
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  const sandbox = services.environment === 'sandbox' ? await import('./sandbox/page.ts') : undefined;
  const paths = new Paths();
  let pages: Awaited<ReturnType<typeof dashboardPages>> | undefined;
  app.decorateRequest('caller', undefined);
  app.decorateRequest('client', '');
  app.decorateRequest('user', undefined);
  app.decorateRequest('session', undefined);
  app.decorateRequest('browser', undefined);
  app.decorateRequest('extension', false);
  app.decorateRequest('allowance', undefined);
  app.decorateRequest('freeChanges', 1);
  app.decorateRequest('idempotency', undefined);
  app.decorateRequest('bodyDigest', undefined);
  app.decorateRequest('memberNotes', undefined);
  app.addHook('onRoute', (route) => {
    paths.add(route.url, route.method as string | string[], route.config?.extension);
  });
  requestSpans(app);
  const putHeaders = standingHeaders(services);
  // What awaits nothing calls back: each hook that is asynchronous costs every request a turn of promises.
  app.addHook('onRequest', (request, reply, done) => {
    services.underWay.note(request, reply);
    putHeaders(request, reply);
    const { config } = request.routeOptions;
    request.extension = request.is404 ? paths.isExtension(decodedPath(request.url)) : config.extension === true;
    done();
  });
  app.addHook('onRequest', accessHook(services));
  const free = freeWrites();
  const checkMethod = methodCheck(paths);
  app.addHook('onRequest', (request, reply, done) => {
    checkMethod(request, reply);
    if (reply.sent) return;
    free.check(request);
    done();
  });
  app.addHook('preValidation', declaredQuery);
  if (services.auditSourceIp) app.addHook('preHandler', (request, _, done) => askedBy(request.client, done));
  if (sandbox) app.addHook('preSerialization', sandbox.sandboxMessage);
  app.addHook('preSerialization', boundedList);
  const putLimits = rateLimitHeaders(services);
  app.addHook('onSend', (request, reply, _payload, done) => {
    putLimits(request, reply);
    done();
  });
  app.addHook('onSend', compressedAnswers);
  const note = record(services);
  app.addHook('onResponse', (request, reply, done) => {
    free.count(request, reply);
    note(request, reply);
    done();
  });
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = asRefusal(error, request);
    const confirmed = await confirmedRefusal(services, request, refusal).catch(() => refusal);
    return answer(request, reply, confirmed);
  });
  app.setNotFoundHandler((request, reply) => {
    if (pages && wantsPage(request)) return pages.unknown(request, reply);
    throw notFound(`There is nothing at ${decodedPath(request.url)}.`);
  });
  readJson(app);
  await describeApi(app);
  const idempotency = idempotencyHooks(services);
  // The form of a verification is read by its own rules: its routes have a scope of their own.
  await app.register(async (scope) => screeningRoutes(scope as App, services, idempotency));
  await app.register(async (scope) => verificationRoutes(scope as App, services, idempotency));
  await extensions(app, services, idempotency);
  await compatibility(app, services);
  await captureRequests(app, services);
  await capturePage(app);
  await dashboardApi(app, services);
  pages = await dashboardPages(app);
  await providerRoutes(app, services, pages.refusal);
  sandbox?.sandboxPage(app);
  await app.register(async (scope) => healthRoutes(scope as App, services));
  await app.ready();
  return app;
}

function standingHeaders(services: Services) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(STANDING_HEADERS).header('x-request-id', request.id);
    // A connection that outlives this answer would only be cut later, perhaps in the middle of a request.
    if (services.stopping()) reply.header('connection', 'close');
  };
}

/** Tells a wrong method from a wrong path, before a body is read. Answers what asks for the methods. */
function methodCheck(paths: Paths) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    // A path that is a route's own, letter by letter, was found by its method.
    if (!request.is404 && request.url === request.routeOptions.url) return;
    const path = decodedPath(request.url);
    const methods = paths.allowed(path);
    if (!methods) {
      // The router takes an empty part of a path for an id.
      const isNothing = request.is404 || Object.values(request.params as object).includes('');
      if (isNothing && !wantsPage(request)) throw notFound(`There is nothing at ${path}.`);
      return;
    }
    if (methods.includes(request.method)) return;
    const allow = methods.join(', ');
    if (request.method === 'OPTIONS') return void reply.code(204).header('allow', allow).send();
    throw new Refusal(405, 'problem', 'Method not allowed.', [`${request.method} is not allowed here; use ${allow}.`], {
      allow,
    });
  };
}

/** One line and one count for each answer, with nothing in it that says who or what was screened. */
function record(services: Services) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const route = request.is404 ? '(unknown)' : (request.routeOptions.url ?? '(unknown)');
    const { statusCode: status, elapsedTime } = reply;
    services.metrics.answered({ route, method: request.method, status, seconds: elapsedTime / 1000 });
    services.log.info(
      {
        method: request.method,
        route,
        status,
        ms: Math.round(elapsedTime * 10) / 10,
        requestId: request.id,
        keyId: request.caller?.keyId ?? undefined,
        accountId: request.caller?.accountId,
      },
      'answered',
    );
  };
}
