import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app-type.ts';
import { type BuiltFile, IMMUTABLE, readBuilt, sendBuilt } from '../built-pages.ts';

const DIST = fileURLToPath(new URL('../../../capture/dist', import.meta.url));
/** Nothing but what this host serves, nothing inside of a page, in nobody's frame. No exception. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** The camera is this page's alone; the rest is nobody's. */
const PERMISSIONS = 'camera=(self), microphone=(), geolocation=(), display-capture=(), payment=(), usb=()';
const HEADERS = {
  'permissions-policy': PERMISSIONS,
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;
const STANDARD = 'en';
/** A tag and its weight: `de-CH;q=0.8` (RFC 9110, §12.5.4). */
const RANGE = /^\s*([a-z]{1,8})(?:-[a-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/i;

/**
 * The page on which a person shows their document and face, and what it is made of. It knows no token: that stands
 * behind the `#` of its address, which browsers send to nobody. Each of its languages is a file, whose first words need
 * no script.
 */
export async function capturePage(app: App): Promise<void> {
  const files = await readBuilt(DIST);
  const languages = [...files.keys()].flatMap((path) => /^\/([a-z]+)\.html$/.exec(path)?.[1] ?? []);
  const open = { config: { public: true }, schema: { hide: true } } as const;
  app.get('/v', open, async (request, reply) => {
    reply.header('vary', 'accept-language');
    const file = files.get(`/${chosenLanguage(request.headers['accept-language'], languages)}.html`);
    return file ? send(request, reply, file, 'no-cache') : missing(reply);
  });
  for (const [path, file] of files) {
    if (!path.startsWith('/assets/')) continue;
    app.get(`/v${path}`, open, async (request, reply) => send(request, reply, file, IMMUTABLE));
  }
}

/** The language that a browser likes best of those that there are. */
export function chosenLanguage(header: string | undefined, languages: readonly string[]): string {
  const ranges = (header ?? '').slice(0, 500).split(',');
  const liked = ranges.flatMap((range) => {
    const [, tag, weight] = RANGE.exec(range) ?? [];
    const language = tag?.toLowerCase();
    return language && languages.includes(language) ? [{ language, weight: Number(weight ?? 1) }] : [];
  });
  const best = liked.sort((one, other) => other.weight - one.weight)[0];
  return best && best.weight > 0 ? best.language : STANDARD;
}

function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile, caching: string): FastifyReply {
  return sendBuilt(request, reply.headers(HEADERS), file, { policy: POLICY, caching });
}

function missing(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/plain; charset=utf-8').send('The page was not built; run: npm run prepare.\n');
}
