import type { FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { PasswordRefused } from '../../accounts/password-rules.ts';
import { TooManyAttempts } from '../../accounts/sign-in-limit.ts';
import { TouchstoneError } from '../../errors.ts';
import type { App } from '../app-type.ts';
import { freeWrites } from '../free-writes.ts';
import { withoutNulls } from '../json-body.ts';
import type { Services } from '../services.ts';
import { asRefusal } from '../wire/answer.ts';
import { notFound, type Refusal } from '../wire/failure.ts';
import { accountRoutes } from './account.ts';
import { alertRoutes } from './alerts.ts';
import { auditRoutes } from './audit.ts';
import { bulkRoutes } from './bulk.ts';
import { customerRoutes } from './customers.ts';
import { entityRoutes } from './entities.ts';
import { exportRoutes } from './exports.ts';
import { FieldsRefused } from './fields.ts';
import { insightRoutes } from './insights.ts';
import { keyRoutes } from './keys.ts';
import { linkRoutes } from './links.ts';
import { listRoutes } from './lists.ts';
import { overviewRoutes } from './overview.ts';
import { profileRoutes } from './profile.ts';
import { reportRoutes } from './reports.ts';
import { screeningRoutes } from './screenings.ts';
import { securityHook } from './security.ts';
import { sessionRoutes } from './session.ts';
import { userRoutes } from './users.ts';
import { verificationRoutes } from './verifications.ts';
import { viewRoutes } from './views.ts';
import type { Failed } from './wire.ts';

const ROUTES = [
  sessionRoutes,
  linkRoutes,
  profileRoutes,
  accountRoutes,
  overviewRoutes,
  screeningRoutes,
  verificationRoutes,
  alertRoutes,
  customerRoutes,
  entityRoutes,
  exportRoutes,
  reportRoutes,
  bulkRoutes,
  keyRoutes,
  userRoutes,
  auditRoutes,
  listRoutes,
  insightRoutes,
  viewRoutes,
];

/** The dashboard's own interface: sessions instead of keys, its own errors, nothing of it in the OpenAPI document. */
export async function dashboardApi(app: App, services: Services): Promise<void> {
  app.decorateRequest('user', undefined);
  app.decorateRequest('session', undefined);
  app.decorateRequest('browser', undefined);
  await app.register(
    async (scope) => {
      scope.addHook('onRoute', (route) => {
        // The check of API keys leaves these to the check of sessions below.
        route.config = { ...route.config, public: true };
        route.schema = { ...route.schema, hide: true };
      });
      scope.addHook('onRequest', securityHook(services.users));
      const free = freeWrites(({ user }) => user?.accountId);
      scope.addHook('onRequest', free.check);
      scope.addHook('onResponse', free.count);
      scope.addHook('preValidation', async (request) => {
        request.body = withoutNulls(request.body);
      });
      scope.setErrorHandler((error, request, reply) => fail(error, request, reply));
      for (const routes of ROUTES) routes(scope as App, services);
    },
    { prefix: '/dashboard/api' },
  );
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, ...failed } = failureOf(error, request);
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(failed);
}

function failureOf(
  error: unknown,
  request: FastifyRequest,
): Failed & { status: number; headers: Readonly<Record<string, string>> } {
  if (error instanceof TooManyAttempts) {
    const { message, seconds } = error;
    return { status: 429, headers: { 'retry-after': String(seconds) }, message, reason: 'too-many-attempts', seconds };
  }
  if (error instanceof PasswordRefused) {
    return failureOf(new FieldsRefused({ password: error.message }, error.rule), request);
  }
  if (error instanceof FieldsRefused) {
    const { message, fields, reason } = error;
    return { status: 400, headers: {}, message, fields, ...(reason && { reason }) };
  }
  const { validation, validationContext } = error as {
    validation?: FastifySchemaValidationError[];
    validationContext?: string;
  };
  if (validation) {
    const parameter = validationContext === 'querystring' ? validation[0]?.instancePath.slice(1) : undefined;
    if (parameter) return { status: 400, headers: {}, message: parameterProblem(parameter, validation[0]!) };
    const fields = Object.fromEntries(validation.map(fieldOf));
    return { status: 400, headers: {}, message: Object.values(fields)[0] ?? 'The request is not complete.', fields };
  }
  const { status, errors, summary, headers } = refusalOf(error, request);
  const seconds = Number(headers['retry-after']);
  const quota = status === 429 && request.user !== undefined && seconds > 0;
  return {
    status,
    headers,
    message: errors[0] ?? summary,
    ...(quota && { reason: 'quota' as const, retryAt: new Date(Date.now() + seconds * 1000).toISOString() }),
  };
}

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof TouchstoneError && error.code === 'not-found') return notFound(error.message);
  return asRefusal(error, request);
}

/** A parameter that comes twice reaches the schema as a list. */
function parameterProblem(name: string, { keyword }: FastifySchemaValidationError): string {
  return keyword === 'type' ? `${name} may be given only once.` : `${name} is too long.`;
}

function fieldOf({ instancePath, params, message }: FastifySchemaValidationError): [string, string] {
  const missing = (params as { missingProperty?: string }).missingProperty;
  const name = missing ?? instancePath.split('/')[1] ?? '';
  return [name, missing ? `${name} is missing.` : `${name} ${message ?? 'is wrong'}.`];
}
