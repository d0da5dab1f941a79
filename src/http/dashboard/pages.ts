import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app-type.ts';
import { type BuiltFile, IMMUTABLE, readBuilt, sendBuilt } from '../built-pages.ts';

const DIST = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));
/** What the router of the pages knows (dashboard/src/desk.tsx); everything else stays an unknown path. */
const PAGES = [
  '/',
  '/sign-in',
  '/welcome',
  '/screen',
  '/screenings',
  '/screenings/:id',
  '/verifications',
  '/verifications/:id',
  '/verify',
  '/alerts',
  '/alerts/:id',
  '/customers',
  '/customers/:reference',
  '/import',
  '/own-lists',
  '/own-lists/:list',
  '/own-lists/:list/import',
  '/media',
  '/media/:id',
  '/find',
  '/dismissals',
  '/settings/webhooks',
  '/listed/:source/:id',
  '/monitoring',
  '/analytics',
  '/reports/alerts/:id',
  '/reports/screenings/:id',
  '/reports/customers/:reference',
  '/bulk',
  '/docs',
  '/settings',
  '/settings/keys',
  '/settings/users',
  '/settings/audit',
  '/settings/account',
  '/settings/lists',
  '/settings/profile',
];
/** Nothing but what this host serves, no script or style inside a page, in nobody's frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
/** What a browser lets pages do: the desk needs none of it. */
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), display-capture=(), payment=(), usb=()';
/** Below these paths are programs, which want no page for what is not there. */
const FOR_PROGRAMS = /^\/(api|assets|dashboard\/api|health|v)(\/|$)/;

/** Whether a browser asks for a page, of a path that nothing knows. */
export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !FOR_PROGRAMS.test(url) && String(headers.accept ?? '').includes('text/html');
}

/** Sends the page to sign in, with a sentence why nobody is. */
export type RefusalPage = (request: FastifyRequest, reply: FastifyReply, sentence: string) => FastifyReply;

interface OtherPages {
  /** For an unknown path: it says in the person's language that there is nothing. */
  readonly unknown: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  readonly refusal: RefusalPage;
}

/**
 * The built pages. Files are read once; where they were not built, each page says how that is done. Answers the pages
 * that have no path of their own.
 */
export async function dashboardPages(app: App): Promise<OtherPages> {
  const files = await readBuilt(DIST);
  const index = files.get('/index.html');
  const open = { config: { public: true }, schema: { hide: true } } as const;
  for (const page of PAGES) {
    app.get(page, open, async (request, reply) => (index ? send(request, reply, index, 'no-cache') : missing(reply)));
  }
  for (const [path, file] of files) {
    if (path.startsWith('/assets/'))
      app.get(path, open, async (request, reply) => send(request, reply, file, IMMUTABLE));
  }
  return {
    unknown: (request, reply) => {
      reply.code(404);
      return index ? send(request, reply, index, 'no-cache') : missing(reply);
    },
    refusal: (_, reply, sentence) => {
      if (!index) return reply.type('text/plain; charset=utf-8').send(`${sentence}\n`);
      reply.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' });
      return reply.type(index.type).send(withSentence(index.bytes.identity!.toString(), sentence));
    },
  };
}

/** The page finds the sentence in its head; without scripts it is all that is there. */
function withSentence(html: string, sentence: string): string {
  const text = sentence.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
  return html
    .replace('</head>', () => `<meta name="touchstone-refusal" content="${text}" /></head>`)
    .replace('<noscript>', () => `<noscript><p>${text}</p>`);
}

function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile, caching: string): FastifyReply {
  return sendBuilt(request, reply.header('permissions-policy', PERMISSIONS), file, { policy: POLICY, caching });
}

function missing(reply: FastifyReply): FastifyReply {
  const text = 'The dashboard was not built; run: npm run prepare. The API works without it.\n';
  return reply.code(503).type('text/plain; charset=utf-8').send(text);
}
