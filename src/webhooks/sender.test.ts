import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import selfsigned from 'selfsigned';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test } from 'vitest';
import type { WebhooksAllowed } from '../setting-values.ts';
import { AddressPolicy } from './addresses.ts';
import { type Message, type SenderOptions, WebhookSender } from './sender.ts';

const SECRETS = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'] as const;
const BODY = '{"id":"evt_1","type":"webhook.test","createdAt":"2026-11-20T10:00:00.000Z","data":{"name":"Łukasz"}}';
const NEVER = new AbortController().signal;

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: string;
}

const servers: Server[] = [];
const senders: WebhookSender[] = [];

afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

async function receiver(answer: RequestListener): Promise<{ origin: string; received: Received[] }> {
  const received: Received[] = [];
  const port = await listening(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { headers, method, url } = request;
        received.push({ headers, method, url, body: Buffer.concat(chunks).toString() });
        answer(request, response);
      });
    }),
  );
  return { origin: `http://127.0.0.1:${port}`, received };
}

function sender(allowed: Partial<WebhooksAllowed>, rest: Partial<SenderOptions> = {}): WebhookSender {
  const policy = new AddressPolicy({ ranges: [], origins: [], ...allowed });
  const made = new WebhookSender({ policy, now: () => new Date(), ...rest });
  senders.push(made);
  return made;
}

function message(url: string, secrets: readonly string[] = [SECRETS[0]]): Message {
  return { url, eventId: 'evt_1', body: BODY, secrets };
}

/** What becomes of an event where the receiver answers so. */
async function outcome(answer: RequestListener, rest: Partial<SenderOptions> = {}) {
  const { origin } = await receiver(answer);
  return sender({ origins: [origin] }, rest).send(message(`${origin}/in`), NEVER);
}

test('an event arrives as JSON, signed so that the library and the standard itself verify it', async () => {
  const { origin, received } = await receiver((_request, response) => void response.writeHead(204).end());
  const sent = await sender({ origins: [origin] }).send(message(`${origin}/in?a=1`), NEVER);
  expect(sent).toMatchObject({ status: 204, error: null });
  const [{ headers, method, url, body }] = received as [Received];
  expect({ method, url, body }).toEqual({ method: 'POST', url: '/in?a=1', body: BODY });
  expect(headers['content-type']).toBe('application/json');
  expect(headers['user-agent']).toMatch(/^touchstone\/\d/);
  expect(new Webhook(SECRETS[0]).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(BODY));
  const key = Buffer.from(SECRETS[0].slice('whsec_'.length), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(text).digest('base64')}`);
  expect(headers['webhook-id']).toBe('evt_1');
});

test('during a rotation a receiver verifies with the new secret, and with the one before', async () => {
  const { origin, received } = await receiver((_request, response) => void response.writeHead(200).end('ok'));
  await sender({ origins: [origin] }).send(message(origin, SECRETS), NEVER);
  const [{ headers, body }] = received as [Received];
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  for (const secret of SECRETS) new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(() =>
    new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').verify(body, headers as Record<string, string>),
  ).toThrow('No matching signature');
});

test.each([
  [200, null],
  [299, null],
  [404, 'It answered 404.'],
  [410, 'It answered 410.'],
  [500, 'It answered 500.'],
])('an answer of %i is taken as %s', async (status, error) => {
  expect(await outcome((_request, response) => void response.writeHead(status).end())).toMatchObject({ status, error });
});

test('a redirect is not followed', async () => {
  let followed = 0;
  const target = await receiver((_request, response) => {
    followed += 1;
    response.end();
  });
  const sent = await outcome((_request, response) => void response.writeHead(307, { location: target.origin }).end());
  expect(sent).toMatchObject({ status: 307, error: 'It redirects (307), which is not followed.' });
  expect(followed).toBe(0);
});

test('a receiver that does not answer in time has failed', async () => {
  const sent = await outcome(() => {}, { deadlineMs: 100 });
  expect(sent).toMatchObject({ status: null, error: 'It did not answer within 0.1 s.' });
});

test('an endless body holds nothing up: the status counts', async () => {
  const sent = await outcome((_request, response) => {
    response.writeHead(200);
    const more = setInterval(() => response.write('x'.repeat(10_000)), 1);
    response.on('close', () => clearInterval(more));
  });
  expect(sent).toMatchObject({ status: 200, error: null });
});

test('a body that never ends is let go at the deadline', async () => {
  const sent = await outcome(
    (_request, response) => {
      response.writeHead(200);
      response.write('x');
    },
    { deadlineMs: 2_000 },
  );
  expect(sent).toMatchObject({ status: 200, error: null });
});

test('nobody there, and a connection that breaks, are named', async () => {
  const port = await listening(createServer());
  const server = servers.pop()!;
  await new Promise((done) => server.close(done));
  const origin = `http://127.0.0.1:${port}`;
  expect(await sender({ origins: [origin] }).send(message(origin), NEVER)).toEqual({
    status: null,
    error: 'It cannot be reached: the connection was refused.',
  });
  expect(await outcome((request) => void request.socket.destroy())).toEqual({
    status: null,
    error: 'It cannot be reached: the connection was cut.',
  });
});

test('a private address is refused at the connection, also where its name was public when the hook was made', async () => {
  let connections = 0;
  const port = await listening(createServer().on('connection', () => (connections += 1)));
  let address = '93.184.216.34';
  const policy = new AddressPolicy({ ranges: [], origins: [] }, async () => [{ address, family: 4 }]);
  const rebound = new WebhookSender({ policy, now: () => new Date() });
  senders.push(rebound);
  const url = `https://rebinding.example:${port}/`;
  await policy.check(url);
  address = '127.0.0.1';
  const refused = { status: null, error: 'The url leads to an address that is not public.' };
  expect(await rebound.send(message(url), NEVER)).toEqual(refused);
  expect(await rebound.send(message(`https://127.0.0.1:${port}/`), NEVER)).toEqual(refused);
  expect(await rebound.send(message(`http://127.0.0.1:${port}/`), NEVER)).toEqual({
    status: null,
    error: 'url must begin with https://.',
  });
  expect(connections).toBe(0);
});

test('a certificate has to be trusted and of the name', async () => {
  const { private: key, cert } = await selfsigned.generate([{ name: 'commonName', value: 'hooks.example' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'hooks.example' }] }],
  });
  const port = await listening(createTlsServer({ key, cert }, (_request, response) => void response.end()));
  const policy = new AddressPolicy({ ranges: ['127.0.0.1'], origins: [] }, async () => [
    { address: '127.0.0.1', family: 4 },
  ]);
  const made = (ca?: string) => {
    const one = new WebhookSender({ policy, now: () => new Date(), ...(ca !== undefined && { ca }) });
    senders.push(one);
    return one;
  };
  const ours = message(`https://hooks.example:${port}/`);
  expect(await made(cert).send(ours, NEVER)).toMatchObject({ status: 200, error: null });
  expect((await made().send(ours, NEVER)).error).toBe('Its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).');
  expect((await made(cert).send(message(`https://other.example:${port}/`), NEVER)).error).toBe(
    'Its certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID).',
  );
});

test('a stop breaks an attempt off, which is neither a success nor a failure', async () => {
  const stopping = new AbortController();
  const { origin } = await receiver(() => stopping.abort());
  await expect(sender({ origins: [origin] }).send(message(origin), stopping.signal)).rejects.toThrow();
});
