import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app-type.ts';
import { type ContentCoding, chosenCoding } from '../content-coding.ts';

const DIST = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));
/** What the router of the pages knows (dashboard/src/app.tsx); everything else stays an unknown path. */
const PAGES = [
  '/',
  '/sign-in',
  '/welcome',
  '/screen',
  '/screenings',
  '/screenings/:id',
  '/verifications',
  '/verifications/:id',
  '/alerts',
  '/alerts/:id',
  '/customers',
  '/customers/:reference',
  '/import',
  '/own-lists',
  '/own-lists/:list',
  '/own-lists/:list/import',
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
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};
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
const IMMUTABLE = 'public, max-age=31536000, immutable';

interface File {
  readonly type: string;
  /** By content coding; `identity` as it is. */
  readonly bytes: Readonly<Record<ContentCoding, Buffer | undefined>>;
}

/** Below these paths are programs, which want no page for what is not there. */
const FOR_PROGRAMS = /^\/(api|assets|dashboard\/api|health)(\/|$)/;

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
  const files = await readBuilt();
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

function send(request: FastifyRequest, reply: FastifyReply, file: File, caching: string): FastifyReply {
  const there = (['br', 'gzip'] as const).filter((one) => file.bytes[one]);
  const coding = chosenCoding(request.headers['accept-encoding'], there);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  reply.headers({ 'content-security-policy': POLICY, 'cache-control': caching, vary: 'accept-encoding' });
  return reply.type(file.type).send(file.bytes[coding]);
}

function missing(reply: FastifyReply): FastifyReply {
  const text = 'The dashboard was not built; run: npm run prepare. The API works without it.\n';
  return reply.code(503).type('text/plain; charset=utf-8').send(text);
}

async function readBuilt(): Promise<Map<string, File>> {
  const entries = await readdir(DIST, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, File>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const compressed = (end: string) => (names.includes(name + end) ? readFile(name + end) : undefined);
    const [identity, br, gzip] = await Promise.all([readFile(name), compressed('.br'), compressed('.gz')]);
    files.set(`/${relative(DIST, name).split(sep).join('/')}`, { type, bytes: { identity, br, gzip } });
  }
  return files;
}
