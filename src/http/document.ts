import swagger from '@fastify/swagger';
import type { App } from './app-type.ts';
import { COMPAT_COMPONENTS } from './compat/plugin.ts';
import { DEFAULT_SERVER, documentRoute } from './document-route.ts';
import { PROBLEM_CODES } from './extensions/codes.ts';
import { EXTENSION_COMPONENTS } from './extensions/plugin.ts';
import { WEBHOOK_REQUESTS } from './extensions/webhooks/events.ts';
import { shareErrors } from './shared-errors.ts';
import { COMPONENTS } from './wire/schemas.ts';

/** Version of the API, apart from the program's. */
const API_VERSION = '1.0.0';

/** Headers that stand on every answer, or on each that knows its account. */
const STANDING = {
  'X-Request-Id': { description: 'Names the request in the log and in problems.', schema: { type: 'string' } },
  'RateLimit-Policy': {
    description:
      'Limits of the account (IETF draft on RateLimit headers): `"quota"` of the month, `"rate"` of the key.',
    schema: { type: 'string', examples: ['"quota";q=10000;w=2592000'] },
  },
  RateLimit: {
    description: 'What is left (`r`) and the seconds until more is there (`t`), by the names of the policies.',
    schema: { type: 'string', examples: ['"quota";r=9999;t=691200'] },
  },
} as const;
/** On every error. */
const ERROR_HEADERS = {
  'X-Error-Code': {
    description:
      'What is wrong, for programs: a code in kebab-case. The same as `code` of a problem, where it has one.',
    schema: { type: 'string', enum: Object.keys(PROBLEM_CODES), examples: ['invalid-request'] },
  },
} as const;

/** In the order of a menu. */
const TAGS = {
  Screening: 'Names against sanctions, PEP and wanted lists.',
  'ID verification': 'Identity documents against a selfie.',
  Batch: 'Many names at once.',
  Customers: 'People and organisations who are screened, and watched when the lists change.',
  Alerts: 'What people have to decide about matches.',
  Lists: 'The lists that are searched.',
  Monitoring: 'Comparisons of customers with changed lists.',
  'Adverse media': 'Names in the news beside offences. A mention is an accusation at most, and no finding.',
  'Own lists': 'Lists of the account’s own, which its searches find beside the official ones.',
  Webhooks: 'Events that a system of yours is told of.',
  Usage: 'What was used, and what is left of the quota.',
  Sandbox: 'A list that changes on request, so that every event can be tried.',
  Health: 'Whether the service answers.',
  Compatibility: 'The same screenings by the interfaces of yente and watchman.',
} as const;

interface Media {
  schema: object;
}
interface Operation {
  readonly requestBody?: { readonly content: Record<string, Media> };
  readonly security?: readonly object[];
  readonly responses: Record<string, { headers?: object }>;
}

/** Generates the OpenAPI document from the schemas that requests are validated and answers written with. */
export async function describeApi(app: App): Promise<void> {
  for (const schema of [...COMPONENTS, ...EXTENSION_COMPONENTS, ...COMPAT_COMPONENTS]) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Touchstone',
        version: API_VERSION,
        description:
          'Screens names against sanctions, PEP and wanted lists, and verifies identity documents. HTTPS only. Every answer carries X-Request-Id. Those that know their account carry RateLimit-Policy and RateLimit.',
        contact: { name: 'Whoever runs this service' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: DEFAULT_SERVER, description: 'The address that served this document.' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      webhooks: WEBHOOK_REQUESTS as Record<string, object>,
      components: {
        headers: { ...STANDING, ...ERROR_HEADERS },
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            name: 'X-API-Key',
            in: 'header',
            description: 'Made with `touchstone keys create`.',
          },
          authorization: {
            type: 'apiKey',
            name: 'Authorization',
            in: 'header',
            description: 'The same key as `ApiKey KEY` or `Bearer KEY`, on the paths of yente and watchman alone.',
          },
        },
      },
    },
    refResolver: { buildLocalReference: (schema, _base, _fragment, index) => String(schema.$id ?? `schema-${index}`) },
  });
  documentRoute(app, () => apiDocument(app));
}

/** The document as text, the same bytes each time. */
function apiDocument(app: App): string {
  const document = app.swagger() as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components: object;
  };
  const operations = Object.values(document.paths).flatMap(Object.values<Operation>);
  for (const operation of operations) {
    nameHeaders(operation);
    typeFiles(operation);
  }
  document.components = { ...document.components, responses: shareErrors(operations) };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Names the headers of every answer; those of the account only where the account is known. */
function nameHeaders({ security, responses }: Operation): void {
  for (const [status, answer] of Object.entries(responses)) {
    const knowsAccount = security !== undefined && security.length > 0 && status !== '401';
    const known = Object.keys(STANDING).filter((name) => name === 'X-Request-Id' || knowsAccount);
    const names = [...known, ...(Number(status) >= 400 ? Object.keys(ERROR_HEADERS) : [])];
    const standing = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
    answer.headers = { ...answer.headers, ...Object.fromEntries(standing) };
  }
}

/** A file is bytes to whoever sends it. To the validator it is what a reader of its own has made of it. */
function typeFiles({ requestBody }: Operation): void {
  for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
    if (!/^(application\/json|multipart\/form-data)$/.test(type)) media.schema = { type: 'string', ...media.schema };
  }
}
