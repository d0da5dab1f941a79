import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Touchstone, TouchstoneError, verifyWebhook, WebhookRefused } from '../clients/typescript/src/index.ts';
import { Bench, type Served } from './support/service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLIENT = join(ROOT, 'clients', 'typescript');
const run = promisify(execFile);
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const json = async (file: string) => JSON.parse(await readFile(join(ROOT, file), 'utf8'));

test('its version is that of the API', async () => {
  const { info } = await json('openapi.json');
  expect((await json('clients/typescript/package.json')).version).toBe(info.version);
  expect(await readFile(join(ROOT, 'clients/python/pyproject.toml'), 'utf8')).toContain(`version = "${info.version}"`);
});

describe('as it is packed and installed', () => {
  let bench: Bench;
  let served: Served;
  let folder: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    bench = await Bench.create({ TOUCHSTONE_ENVIRONMENT: 'sandbox' });
    served = await bench.serve();
    folder = join(bench.dataDir, 'project');
    await mkdir(folder);
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', bench.dataDir], { cwd: CLIENT });
    // What `prepack` says comes before.
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
    await writeFile(join(folder, 'package.json'), '{ "name": "project", "type": "module" }');
    const install = ['install', '--offline', '--no-audit', '--no-fund', join(bench.dataDir, filename)];
    await run('npm', install, { cwd: folder });
    await cp(join(CLIENT, 'examples'), folder, { recursive: true });
    await writeFile(join(folder, 'cert.pem'), served.ca);
    const { key } = await bench.key(await bench.account());
    env = { ...process.env, TOUCHSTONE_URL: served.service.url, TOUCHSTONE_KEY: key, NODE_EXTRA_CA_CERTS: 'cert.pem' };
  });

  afterAll(async () => {
    await served?.stop();
    await bench?.remove();
  });

  const example = async (name: string) => (await run(process.execPath, [`${name}.ts`], { cwd: folder, env })).stdout;

  test('a first screening, why, and a refusal', async () => {
    expect((await example('first-screening')).trim().split('\n')).toEqual([
      expect.stringMatching(/^100 Quillon Ferrabast: /),
      'Quillon is Quillon: exact',
      'Ferrabast is Ferrabast: exact',
      expect.stringMatching(/^400 invalid-request: Validation failed\..* name: has no letter or digit/),
    ]);
  });

  test('customers from a file, and a decision on an alert', async () => {
    expect((await example('customers')).trim().split('\n')).toEqual([
      '2 of 2 rows, 1 with a match, 1 refused',
      'row 2: name-missing',
      'alert of Quillon Ferrabast: dismissed',
    ]);
  });

  test('a verification', async () => {
    const pictures = join(ROOT, 'src', 'sandbox', 'pictures');
    await copyFile(join(pictures, 'passport.jpg'), join(folder, 'document.jpg'));
    await copyFile(join(pictures, 'selfie-holder.jpg'), join(folder, 'selfie.jpg'));
    expect(await example('verification')).toMatch(/^verification \d+: Verified, /);
  });

  test('a receiver of events takes what is signed, and nothing else', async () => {
    const receiver = spawn(process.execPath, ['webhook.ts', '0'], {
      cwd: folder,
      env: { ...env, TOUCHSTONE_WEBHOOK_SECRET: SECRET },
    });
    let printed = '';
    receiver.stdout.on('data', (chunk) => (printed += chunk));
    try {
      await expect.poll(() => printed).toContain('port: ');
      const body = JSON.stringify({ id: 'evt_1', type: 'screening.matched', data: { screeningId: 13 } });
      const now = new Date();
      const send = async (signature: string) => {
        const timestamp = String(Math.floor(now.getTime() / 1000));
        const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
        const url = `http://127.0.0.1:${/port: (\d+)/.exec(printed)![1]}/`;
        return (await fetch(url, { method: 'POST', headers, body })).status;
      };
      expect(await send(new Webhook(SECRET).sign('evt_1', now, body))).toBe(204);
      expect(await send('v1,AAAA')).toBe(401);
      await expect.poll(() => printed).toMatch(/screening 13 has matches\nThe signature is not of this secret\./);
    } finally {
      receiver.kill();
      await once(receiver, 'exit');
    }
  });
});

describe('a service that is busy, breaks off or refuses', () => {
  let server: Server | undefined;
  const heard: { method: string; key: string | undefined; body: string }[] = [];

  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((done) => server?.close(done) ?? done(undefined));
    heard.length = 0;
  });

  /** A client of a server that answers so, one after the other, and the last from then on. */
  async function clientOf(...answers: RequestListener[]): Promise<Touchstone> {
    server = createServer(async (request, response) => {
      const { method = '', headers } = request;
      heard.push({ method, key: headers['idempotency-key'] as string, body: await text(request) });
      (answers[heard.length - 1] ?? answers.at(-1)!)(request, response);
    });
    await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done));
    return new Touchstone({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'k' });
  }

  const answer =
    (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  const made = answer(200, { success: true, message: '', data: { id: 7, matches: [] }, errors: null });
  const busy = answer(
    503,
    { success: false, message: 'Busy.', data: null, errors: ['Later.'] },
    { 'retry-after': '0' },
  );
  const subject = { name: 'A', entityType: 'Individual' as const };

  test('is asked again after Retry-After, with the same key and body', async () => {
    const client = await clientOf(busy, (request) => request.socket.destroy(), made);
    expect((await client.screen(subject)).id).toBe(7);
    expect(heard).toHaveLength(3);
    expect(new Set(heard.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
    expect(heard[0]!.key).toMatch(/^[\da-f-]{36}$/);
  });

  test('is not asked again for long, nor about what is refused', async () => {
    const spent = answer(
      429,
      { success: false, message: 'Quota exhausted.', data: null, errors: ['The quota is spent.'] },
      { 'retry-after': '86400', 'x-error-code': 'quota-exhausted', 'x-request-id': 'r-1' },
    );
    const error = await (await clientOf(spent)).screen(subject).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(TouchstoneError);
    const expected = { status: 429, code: 'quota-exhausted', requestId: 'r-1', retryAfter: 86_400 };
    expect(error).toMatchObject({ ...expected, message: 'Quota exhausted. The quota is spent.' });
    expect(heard).toHaveLength(1);
  });

  test('that breaks off is not asked to make a webhook twice', async () => {
    const client = await clientOf((request) => request.socket.destroy());
    const body = { url: 'https://h.example/', events: ['quota.low' as const] };
    await expect(client.request('post', '/api/Webhooks', { body })).rejects.toThrow();
    expect(heard).toMatchObject([{ method: 'POST', key: undefined }]);
  });

  test('gives lists page by page', async () => {
    const page = (ids: number[], nextCursor: string | null) =>
      answer(200, { items: ids.map((id) => ({ id })), nextCursor });
    const client = await clientOf(page([1, 2], 'next'), page([3], null));
    const ids: number[] = [];
    for await (const { id } of client.items('/api/Alerts', { query: { state: 'open' } })) ids.push(id);
    expect(ids).toEqual([1, 2, 3]);
  });
});

describe('a delivery', () => {
  const at = new Date(1_795_412_430_000);
  const body = JSON.stringify({ id: 'evt_1', type: 'quota.low', data: { remaining: 3 } });
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(SECRET).sign('evt_1', at, body),
  };

  test('whose signature holds is its event, also while the secret changes', async () => {
    const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    expect(await verifyWebhook({ secret: SECRET, headers, body }, at.getTime())).toMatchObject({ type: 'quota.low' });
    const both = { secret: [other, SECRET], headers: new Headers(headers), body };
    expect((await verifyWebhook(both, at.getTime())).id).toBe('evt_1');
  });

  test('whose headers are written in another case is read', async () => {
    const written = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    const read = verifyWebhook({ secret: SECRET, headers: written, body }, at.getTime());
    expect((await read).id).toBe('evt_1');
  });

  test.each([
    ['another body', { body: `${body} ` }, 0],
    ['another secret', { secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}` }, 0],
    ['no signature', { headers: { ...headers, 'webhook-signature': '' } }, 0],
    ['a signature that is no base64', { headers: { ...headers, 'webhook-signature': 'v1,%%%' } }, 0],
    ['another id', { headers: { ...headers, 'webhook-id': 'evt_2' } }, 0],
    ['an old one', {}, 301_000],
    ['one from the future', {}, -301_000],
  ])('%s is refused', async (_, change, later) => {
    const delivery = { secret: SECRET, headers, body, ...change };
    await expect(verifyWebhook(delivery, at.getTime() + later)).rejects.toThrow(WebhookRefused);
  });
});
