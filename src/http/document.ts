import swagger from '@fastify/swagger';
import type { App } from './app-type.ts';
import { COMPONENTS } from './wire/schemas.ts';

/** Version of the API, apart from the program's. */
const API_VERSION = '1.0.0';

/** Generates the OpenAPI document from the schemas that requests are validated and answers written with. */
export async function describeApi(app: App): Promise<void> {
  for (const schema of COMPONENTS) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Touchstone',
        version: API_VERSION,
        description:
          'Screens names against sanctions, PEP and wanted lists, and verifies identity documents. HTTPS only. Every answer carries X-Request-Id.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: 'https://localhost:8443', description: 'The default address of a local service.' }],
      tags: [{ name: 'Screening' }, { name: 'ID verification' }, { name: 'Health' }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            name: 'X-API-Key',
            in: 'header',
            description: 'Made with `touchstone keys create`.',
          },
        },
      },
    },
    refResolver: { buildLocalReference: (schema, _base, _fragment, index) => String(schema.$id ?? `schema-${index}`) },
  });
  let text: string | undefined;
  app.get('/openapi.json', { config: { public: true }, schema: { hide: true } }, async (_request, reply) => {
    text ??= apiDocument(app);
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** The document as text, the same bytes each time. */
function apiDocument(app: App): string {
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}
