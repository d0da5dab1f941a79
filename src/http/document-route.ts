import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Recent } from '../recent.ts';
import type { App } from './app-type.ts';
import { type ContentCoding, chosenCoding } from './content-coding.ts';

/** The address in the committed document. */
export const DEFAULT_SERVER = 'https://localhost:8443';
/** Names by which a service is reached; who makes up others pays for them with time alone. */
const MAX_NAMES = 8;
const CODINGS = ['br', 'gzip'] as const;
const compress = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
} as const;
/** Brotli's best takes a second, and saves a tenth. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

interface Served {
  readonly etag: string;
  readonly bytes: Readonly<Record<ContentCoding, Buffer>>;
}

/** Serves the document with the address that the client uses, compressed, and 304 to who has it. */
export function documentRoute(app: App, write: () => string): void {
  let text: string | undefined;
  const known = new Recent<string, Promise<Served>>(MAX_NAMES);
  app.get('/openapi.json', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
    text ??= write();
    const server = serverOf(request.host);
    const { etag, bytes } = await known.get(server, () => served(text!.replace(DEFAULT_SERVER, server)));
    reply.headers({ etag, 'cache-control': 'public, max-age=300', vary: 'accept-encoding' });
    const wanted = request.headers['if-none-match'] ?? '';
    if (wanted.split(',').some((one) => one.trim() === etag)) return reply.code(304).send();
    const coding = chosenCoding(request.headers['accept-encoding'], CODINGS);
    if (coding !== 'identity') reply.header('content-encoding', coding);
    return reply.type('application/json; charset=utf-8').send(bytes[coding]);
  });
}

async function served(text: string): Promise<Served> {
  const identity = Buffer.from(text);
  const [br, small] = await Promise.all([compress.br(identity, QUALITY), compress.gzip(identity)]);
  // One for all codings, so it is a weak one (RFC 9110 §8.8.1).
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  return { etag: `W/"${digest}"`, bytes: { identity, br, gzip: small } };
}

/** As the client wrote it; the default for what is no host with a port. */
function serverOf(host: string): string {
  return /^(?:[\w.-]{1,253}|\[[\da-fA-F:.]{2,45}\])(?::\d{1,5})?$/.test(host) ? `https://${host}` : DEFAULT_SERVER;
}
