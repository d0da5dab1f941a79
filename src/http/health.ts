import type { App } from './app-type.ts';
import type { Services } from './services.ts';
import { Health, ref } from './wire/schemas.ts';

export function healthRoutes(app: App, services: Services): void {
  app.get(
    '/health/live',
    {
      config: { public: true, probe: true },
      schema: {
        operationId: 'live',
        tags: ['Health'],
        summary: 'The process answers',
        description: 'For whatever restarts a process that hangs; no key is needed.',
        security: [],
        response: { 200: { description: 'Alive.', ...json(Health) } },
      },
    },
    async () => ({ status: 'live' }),
  );
  app.get(
    '/health/ready',
    {
      config: { public: true, probe: true },
      schema: {
        operationId: 'ready',
        tags: ['Health'],
        summary: 'Lists are loaded and the database answers',
        description: 'For whatever sends requests to a process; no key is needed.',
        security: [],
        response: {
          200: { description: 'Requests are served; `reason` says what of them is not.', ...json(Health) },
          503: { description: 'Starting, stopping, or the database does not answer.', ...json(Health) },
        },
      },
    },
    async (_request, reply) => {
      const reason = await services.notReady();
      const reduced = services.reduced();
      if (reason === undefined) return { status: 'ready', ...(reduced !== undefined && { reason: reduced }) };
      return reply.code(503).send({ status: 'not ready', reason });
    },
  );
}

function json(schema: typeof Health) {
  return { content: { 'application/json': { schema: ref(schema) } } };
}
