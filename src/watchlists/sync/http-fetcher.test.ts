import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wholeText } from '../../../test/support/list-source.ts';
import { sourceById } from '../registry.ts';
import { type IncomingFolder, ListStore } from '../store/list-store.ts';
import { type FetcherOptions, HttpFetcher } from './http-fetcher.ts';

const LIST = '<LIST>Zorvan Ilmatok</LIST>';
const dispatcher = new Agent();

let directory: string;
let incoming: IncomingFolder;
let server: Server;
let pauses: number[];
let answers: ((request: IncomingMessage, response: ServerResponse) => void)[];
let asked: string[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-fetch-'));
  incoming = await new ListStore(directory).incoming('un-sc');
  pauses = [];
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url!);
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(directory, { recursive: true, force: true });
});

const address = (path = '/list.xml') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

function fetcher(options: Partial<FetcherOptions> = {}): HttpFetcher {
  return new HttpFetcher(sourceById('un-sc'), {
    address: address(),
    incoming,
    dispatcher,
    userAgent: 'touchstone/test (desk@example.org)',
    earlier: () => undefined,
    pause: async (ms) => pauses.push(ms),
    ...options,
  });
}

const get = (options?: Partial<FetcherOptions>) => fetcher(options).get(address(), 'list.xml');
const ok = (_: IncomingMessage, response: ServerResponse) => response.writeHead(200).end(LIST);
const status =
  (code: number, headers = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(code, headers).end();
const redirect = (location: string) => status(302, { location });

describe('a download', () => {
  it.each([
    ['sixty empty comments', '<!---->'.repeat(60)],
    ['comments that do not end', '<!--'.repeat(1000)],
    ['nothing but white space and declarations', '<?xml ?> \n'.repeat(400)],
  ])('that begins with %s is looked at in no time', async (_, beginning) => {
    answers = [(__, response) => response.end(`${beginning}<LIST/>`)];
    const started = performance.now();
    await get();
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('that is a web page behind comments is refused', async () => {
    answers = [(_, response) => response.end(`\ufeff <?xml version="1.0"?><!-- a --> <!---->\n<!DOCTYPE html><html>`)];
    await expect(get()).rejects.toThrow('a web page instead of the list');
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['as it is', ok],
    [
      'compressed on the way',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(LIST)),
    ],
    ['as a .gz file', (_, response) => response.writeHead(200).end(gzipSync(LIST))],
  ])('is the file %s', async (_, answer) => {
    answers = [answer];
    expect(await wholeText(await get())).toBe(LIST);
    expect(await readdir(join(incoming.folder, 'raw'))).toEqual(['0.gz']);
  });

  it('tells hash, size, address and what the server gives for conditional requests', async () => {
    answers = [
      (_, response) =>
        response.writeHead(200, { etag: '"e"', 'last-modified': 'Sun, 01 Mar 2026 00:00:00 GMT' }).end(LIST),
    ];
    const one = fetcher();
    const stored = one.storedFile(await one.get(address(), 'list.xml'));
    expect(stored).toMatchObject({ name: 'list.xml', bytes: LIST.length, url: address(), etag: '"e"' });
    expect(stored!.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is tried again after a passing failure, three times, waiting as long as the server asks', async () => {
    answers = [status(500), status(503, { 'retry-after': '7' }), ok];
    expect(await wholeText(await get())).toBe(LIST);
    expect(pauses).toEqual([1000, 7000]);
    answers = [status(500)];
    await expect(get()).rejects.toThrow(/answered 500/);
    expect(asked).toHaveLength(3 + 4);
  });

  it('is not waited for where the server asks for hours', async () => {
    answers = [status(429, { 'retry-after': '7200' })];
    await expect(get()).rejects.toMatchObject({ code: 'list-download' });
    expect(asked).toHaveLength(1);
  });

  it('that breaks off is tried again and never taken for whole', async () => {
    answers = [
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write(LIST, () => response.destroy());
      },
    ];
    await expect(get()).rejects.toThrow(/broke off/);
    expect(asked).toHaveLength(4);
    answers = [
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(LIST).subarray(0, -6)),
    ];
    await expect(get()).rejects.toThrow(/broke off/);
    expect(await readdir(join(incoming.folder, 'raw'))).toEqual([]);
  });

  it('of a server that falls silent is given up', async () => {
    answers = [(_, response) => response.writeHead(200).write('<LIST>')];
    await expect(get({ idleMs: 200 })).rejects.toThrow(/broke off/);
  });

  it('of a server that is not there says so', async () => {
    await expect(fetcher().get('http://127.0.0.1:9/', 'list.xml')).rejects.toThrow(
      /cannot be reached: the connection was refused/,
    );
  });

  it('follows redirects, five at most', async () => {
    answers = [redirect('/elsewhere'), ok];
    expect(await wholeText(await get())).toBe(LIST);
    expect(asked).toEqual(['/list.xml', '/elsewhere']);
    answers = [redirect('/round')];
    await expect(get()).rejects.toThrow(/redirects more than 5 times/);
  });

  it.each([
    '<!DOCTYPE html><html><body>Log in</body></html>',
    '\n<!-- gateway -->\n<HTML><head></head></HTML>',
    '<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html/>',
  ])('that is a web page is refused: %s', async (page) => {
    answers = [(_, response) => response.writeHead(200).end(page)];
    await expect(get()).rejects.toThrow(/web page/);
  });

  it('that is wanted as a web page is taken, unless it asks for a sign-in or a challenge', async () => {
    const page = '<!DOCTYPE html><html><body><table></table></body></html>';
    const fetched = () => fetcher().page(address(), 'list.html');
    answers = [(_, response) => response.end(page)];
    expect(await wholeText(await fetched())).toBe(page);
    answers = [(_, response) => response.end(page.replace('<table>', '<input type="password">'))];
    await expect(fetched()).rejects.toThrow('a page that asks for a sign-in');
    answers = [(_, response) => response.end(page.replace('<table>', '/cdn-cgi/challenge-platform/'))];
    await expect(fetched()).rejects.toThrow('a challenge that only a browser can answer');
  });

  it('over the limit is refused, whether the server says its size or not', async () => {
    answers = [(_, response) => response.writeHead(200, { 'content-length': '1000' }).end(Buffer.alloc(1000, 65))];
    await expect(get({ limit: 999 })).rejects.toThrow(/larger than 999 bytes/);
    answers = [
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000, 65))),
    ];
    await expect(get({ limit: 999 })).rejects.toThrow(/larger than 999 bytes/);
  });

  it('that did not change is the earlier file', async () => {
    const file = { name: 'old.xml', stored: '0.gz', sha256: 'a'.repeat(64), bytes: 3, url: address(), etag: '"e"' };
    answers = [(request, response) => response.writeHead(request.headers['if-none-match'] === '"e"' ? 304 : 200).end()];
    const one = fetcher({
      earlier: () => ({
        file,
        copyTo: async (to, stored) => (await import('node:fs/promises')).writeFile(to.rawPath(stored), gzipSync(LIST)),
      }),
    });
    const list = await one.get(address(), 'list.xml');
    expect(await wholeText(list)).toBe(LIST);
    expect(one.storedFile(list)).toEqual({ ...file, name: 'list.xml' });
  });
});
