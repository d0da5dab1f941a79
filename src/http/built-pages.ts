import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ContentCoding, chosenCoding } from './content-coding.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};
/** For a file whose name has a hash of its content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A file that `dashboard/build.js` built. */
export interface BuiltFile {
  readonly type: string;
  /** By content coding; `identity` as it is. */
  readonly bytes: Readonly<Record<ContentCoding, Buffer | undefined>>;
}

/** The files of a folder by their paths in it, such as `/index.html`; none where nothing was built. */
export async function readBuilt(dist: string): Promise<Map<string, BuiltFile>> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, BuiltFile>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const compressed = (end: string) => (names.includes(name + end) ? readFile(name + end) : undefined);
    const [identity, br, gzip] = await Promise.all([readFile(name), compressed('.br'), compressed('.gz')]);
    files.set(`/${relative(dist, name).split(sep).join('/')}`, { type, bytes: { identity, br, gzip } });
  }
  return files;
}

/** Sends a file in the best coding that the browser takes. `policy` is its `Content-Security-Policy`. */
export function sendBuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
  { policy, caching }: { readonly policy: string; readonly caching: string },
): FastifyReply {
  const there = (['br', 'gzip'] as const).filter((one) => file.bytes[one]);
  const coding = chosenCoding(request.headers['accept-encoding'], there);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
  reply.headers({ 'content-security-policy': policy, 'cache-control': caching, vary });
  return reply.type(file.type).send(file.bytes[coding]);
}
