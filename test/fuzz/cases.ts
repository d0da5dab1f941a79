import type { Random } from './random.ts';
import type { Route } from './routes.ts';
import { anyText, jsonBytes, mutated } from './values.ts';

/** One request as it goes over the wire. It is stored as JSON where it finds a fault. */
export interface Case {
  readonly route: string;
  readonly access: Route['access'];
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Base64. */
  readonly body: string;
  /** True where the bytes are no whole HTTP request: the service may close the connection without an answer. */
  readonly broken: boolean;
}

/** What a case can be made of. */
export interface Material {
  /** Ids of records of both accounts. */
  readonly ids: readonly string[];
  /** Small pictures, hostile files and the like. */
  readonly files: readonly Uint8Array[];
  /** Headers of somebody who may ask this route. */
  headers(access: Route['access']): readonly (readonly [string, string])[];
}

const BOUNDARY = 'fuzzboundary';
const IDS = [
  '0',
  '-1',
  '01',
  '1.0',
  '1e3',
  '9007199254740993',
  '99999999999999999999',
  '%31',
  '..',
  '%2e%2e',
  '%00',
  '%20',
  ' ',
];
const HEADERS: readonly (readonly [string, string])[] = [
  ['X-Forwarded-For', '203.0.113.9'],
  ['X-Forwarded-For', '[::1]:443, 010.0.0.1, "x"'],
  ['X-Forwarded-Proto', 'http'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Accept', 'application/xml;q=0.1, */*;q=x'],
  ['Accept-Encoding', 'br, gzip;q=0, zstd'],
  ['Range', 'bytes=0-1,5-9'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'yesterday'],
  ['Content-Encoding', 'gzip'],
  ['Expect', 'something-else'],
  ['Upgrade', 'h2c'],
  ['Cookie', '__Host-touchstone=; __Host-touchstone=x'],
  ['Authorization', 'Bearer x'],
  ['X-API-Key', ''],
  ['X-API-Key', 'tsk_'],
  ['Origin', 'null'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Host', 'elsewhere.example'],
  ['X-Long', 'y'.repeat(7_000)],
];
const TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'application/json,',
  '',
];

/** A request to a route, near enough to a valid one to get past the first checks. */
export function makeCase(route: Route, random: Random, material: Material): Case {
  const headers: (readonly [string, string])[] = [...material.headers(route.access)];
  const body = bodyOf(route, random, material);
  if (body) headers.push(['Content-Type', random.chance(0.04) ? random.pick(TYPES) : body.type]);
  for (let extra = random.below(3); extra > 0 && random.chance(0.4); extra -= 1) headers.push(random.pick(HEADERS));
  const method = random.chance(0.03) ? random.pick(otherMethods(route)) : route.method;
  const path = pathOf(route, random, material) + queryOf(route, random);
  // A raw space or control sign in the path ends the request line early.
  const broken = random.chance(0.03) || /[^\x21-\x7e]/.test(path);
  const bytes = body?.bytes ?? Buffer.alloc(0);
  const length = broken
    ? random.pick(['-1', '1e3', '0x10', String(bytes.length + 5), '5, 6', ''])
    : String(bytes.length);
  headers.push(['Content-Length', length]);
  if (broken && random.chance(0.3)) headers.push(['Transfer-Encoding', random.pick(['chunked', 'gzip, chunked', 'x'])]);
  const { access } = route;
  const name = `${route.method} ${route.path}`;
  return {
    route: name,
    access,
    method,
    path,
    headers,
    body: bytes.toString('base64'),
    broken: broken || method === 'get',
  };
}

/** Deleting a session would sign out whoever asks the cases that follow. */
function otherMethods({ path }: Route): string[] {
  return ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'get', ...(path.endsWith('/session') ? [] : ['DELETE'])];
}

function pathOf({ path }: Route, random: Random, { ids }: Material): string {
  const id = random.chance(0.5) ? random.pick(ids) : random.chance(0.6) ? random.pick(IDS) : encoded(anyText(random));
  const filled = path.replace(/:\w+/g, id);
  if (random.chance(0.97)) return filled;
  return random.pick([
    `/${filled}`,
    `${filled}/`,
    filled.toLowerCase(),
    `${filled}%20`,
    `${filled};x=1`,
    `/x/..${filled}`,
  ]);
}

function queryOf({ query }: Route, random: Random): string {
  const known = Object.entries(query ?? {}).filter(() => random.chance(0.4));
  const pairs = known.flatMap(([name, values]) => {
    const value = random.chance(0.6) ? random.pick(values) : anyText(random);
    const pair = `${name}=${encoded(value)}`;
    return random.chance(0.1) ? [pair, `${name}=${encoded(random.pick(values))}`] : [pair];
  });
  if (random.chance(0.1))
    pairs.push(random.pick(['x[]=1', 'x[y]=1', '=', '&&', '%', '%zz', `${encoded(anyText(random))}=1`]));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function bodyOf(route: Route, random: Random, material: Material): { type: string; bytes: Buffer } | undefined {
  if (route.form === 'multipart') return multipart(random, material);
  if (route.form === 'picture') return { type: 'image/jpeg', bytes: Buffer.from(random.pick(material.files)) };
  if (route.form === 'csv') return { type: 'text/csv', bytes: csv(random) };
  if (route.body === undefined) return undefined;
  return { type: 'application/json', bytes: jsonBytes(mutated(route.body, random), random) };
}

function multipart(random: Random, { files }: Material): { type: string; bytes: Buffer } {
  const parts = Array.from({ length: 1 + random.below(3) }, (_, index) => {
    const name = random.chance(0.8)
      ? index % 2
        ? 'SelfieImage'
        : 'IdCardImage'
      : anyText(random).replace(/[\r\n"]/g, '');
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${index}.jpg"\r\n`;
    const file = random.chance(0.9) ? Buffer.from(random.pick(files)) : random.bytes(random.below(2_000));
    return Buffer.concat([Buffer.from(`${head}Content-Type: image/jpeg\r\n\r\n`), file, Buffer.from('\r\n')]);
  });
  const end = random.chance(0.9) ? `--${BOUNDARY}--\r\n` : random.pick(['', '--', `--${BOUNDARY}`]);
  const type = random.chance(0.95) ? `multipart/form-data; boundary=${BOUNDARY}` : 'multipart/form-data';
  return { type, bytes: Buffer.concat([...parts, Buffer.from(end)]) };
}

function csv(random: Random): Buffer {
  const delimiter = random.pick([',', ';', '\t', '|']);
  const header = random.pick(['id,name,entityType,dateOfBirth', 'name', 'reference,name', 'x,y', '', '"name']);
  const rows = Array.from({ length: random.below(6) }, () =>
    [anyText(random), anyText(random), random.pick(['Individual', 'Organization', '', 'x']), '1970-01-31'].join(
      delimiter,
    ),
  );
  return Buffer.from([header.replaceAll(',', delimiter), ...rows].join(random.pick(['\n', '\r\n', '\r'])));
}

/** As UTF-8 in percent-encoding; a lone surrogate becomes the sign for unknown text. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", '%27');
}
