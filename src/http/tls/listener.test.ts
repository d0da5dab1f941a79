import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { createLog } from '../../logging.ts';
import { certificate } from './certificate.ts';
import { type ConnectionLimits, Connections, connectionsWithin } from './connections.ts';
import { Listener, type Timings } from './listener.ts';

/** The beginning of a TLS handshake record: its type, its version, a length, and one byte of it. */
const HALF_A_HANDSHAKE = Buffer.from([0x16, 3, 1, 2, 0, 1]);
/** Short, and yet long enough for what is to be served in time by a machine that is busy. */
const QUICK: Timings = {
  handshake: 2_000,
  headers: 2_000,
  json: 2_000,
  request: 4_000,
  idle: 3_000,
  keepAlive: 60_000,
  leave: 200,
  linger: 100,
  check: 50,
};
/** Where only bounds end a connection, however slow the machine is. */
const PATIENT: Timings = { ...QUICK, handshake: 60_000, headers: 60_000, json: 60_000, request: 60_000, idle: 60_000 };
const ROOMY: ConnectionLimits = { total: 1_000, perAddress: 1_000, exempt: () => false };

let dataDir: string;
let pems: { cert: string; key: string };
let listener: Listener | undefined;
let close: (() => Promise<void>) | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'touchstone-listener-'));
  pems = await certificate(readConfig({ TOUCHSTONE_DATA_DIR: dataDir }), () => new Date());
});

afterEach(async () => {
  await close?.();
  close = undefined;
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function listening(
  limits: Partial<ConnectionLimits> = {},
  answer: RequestListener = (_request, response) => void response.end('served'),
  timings = QUICK,
) {
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) });
  const connections = new Connections({ ...ROOMY, ...limits }, log);
  const opened = new Listener(pems, answer, connections, timings);
  listener = opened;
  const port = await opened.listen('0.0.0.0', 0);
  close = () => opened.close(0);
  /** From any address of this machine's loopback network: `to` is then what the listener sees. */
  const tcp = (from = '127.0.0.1') => connectTcp({ host: '127.0.0.1', port, localAddress: from, allowHalfOpen: true });
  const tls = (from?: string) => connectTls({ socket: tcp(from), ca: pems.cert, servername: 'localhost' });
  return { connections, tcp, tls, logged: () => lines.join('') };
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** The status line of an answer; undefined where the connection ends instead. Our own side of it stays open. */
function firstLine(socket: Socket, words: string | Buffer = GET): Promise<string | undefined> {
  return new Promise((resolve) => {
    socket.on('error', () => {}).once('data', (said) => resolve(said.toString().split('\r\n')[0]));
    for (const end of ['end', 'close']) socket.once(end, () => resolve(undefined));
    socket.write(words);
  });
}

test('a stop waits for answers, not for clients that keep connections open', async () => {
  let response: ServerResponse | undefined;
  const { tls } = await listening({}, (_request, given) => {
    response = given;
  });
  const silent = tls();
  await once(silent, 'secureConnect');
  const working = tls();
  const said = firstLine(working);
  await expect.poll(() => response !== undefined).toBe(true);
  const began = performance.now();
  const stopped = listener!.close(60_000);
  close = undefined;
  response!.end('served');
  expect(await said).toBe('HTTP/1.1 200 OK');
  await stopped;
  // Without the check they would stay for as long as connections are kept alive.
  expect(performance.now() - began).toBeLessThan(QUICK.keepAlive / 2);
  for (const socket of [silent, working]) socket.destroy();
});

describe('connections that never become a request', () => {
  test('hundreds of handshakes that never end are gone after a moment, though their clients stay', async () => {
    const { connections, tcp, tls } = await listening();
    const held = Array.from({ length: 300 }, () => tcp());
    await Promise.all(held.map((socket) => firstLine(socket, HALF_A_HANDSHAKE)));
    await expect.poll(() => connections.size).toBe(0);
    expect(await firstLine(tls())).toBe('HTTP/1.1 200 OK');
  });

  test('a handshake that is broken off by nonsense is gone too', async () => {
    const { connections, tcp } = await listening();
    const nonsense = Buffer.concat([Buffer.from([0x16, 3, 1, 0, 4]), Buffer.from('nope')]);
    await Promise.all(Array.from({ length: 50 }, () => firstLine(tcp(), nonsense)));
    await expect.poll(() => connections.size).toBe(0);
  });

  test.each([
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\nX-More: ', /^HTTP\/1\.1 408 /],
    ['a body that never ends', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1', /^HTTP\/1\.1 408 /],
    ['no HTTP at all', 'good morning\r\n\r\n', /^HTTP\/1\.1 400 /],
  ])('%s: an answer, and the connection is destroyed though its client never closes', async (_what, words, answer) => {
    const { connections, tls } = await listening({}, (request, response) => {
      request.resume().on('end', () => response.end());
    });
    expect(await firstLine(tls(), words)).toMatch(answer);
    await expect.poll(() => connections.size).toBe(0);
  });
});

test('what Node.js would refuse without the standing headers gets them', async () => {
  const { tls } = await listening();
  const socket = tls();
  const [said] = await Promise.all([once(socket, 'data'), firstLine(socket, 'GET / HTTP/1.1\r\n\r\n')]);
  expect(String(said)).toMatch(/^HTTP\/1\.1 400 [\s\S]*X-Request-Id: /);
  expect(await firstLine(tls(), GET.replace('Host', 'Expect: wonders\r\nHost'))).toBe('HTTP/1.1 200 OK');
});

describe('bodies that come slowly', () => {
  const post = (type: string, length: number) =>
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  const echo: RequestListener = (request, response) => {
    request.resume().on('end', () => response.end('whole'));
  };

  /** Sends a byte every 60 ms, which is well within the idle limit, until there is an answer or the body is whole. */
  async function drip(socket: Socket, type: string, bytes: number): Promise<string | undefined> {
    const answer = firstLine(socket, post(type, bytes));
    let sent = 0;
    const timer = setInterval(() => (sent++ < bytes ? socket.write('x') : clearInterval(timer)), 60);
    return answer.finally(() => clearInterval(timer));
  }

  test('a form is read as long as something of it keeps coming', async () => {
    const { tls } = await listening({}, echo, { ...QUICK, request: 60_000 });
    const begun = performance.now();
    expect(await drip(tls(), 'multipart/form-data; boundary=x', 80)).toBe('HTTP/1.1 200 OK');
    expect(performance.now() - begun).toBeGreaterThan(QUICK.idle);
  });

  test('a form that takes longer than any line explains is refused, and its connection destroyed', async () => {
    const { connections, tls } = await listening({}, echo);
    expect(await drip(tls(), 'multipart/form-data; boundary=x', 1_000)).toMatch(/ 408 /);
    await expect.poll(() => connections.size).toBe(0);
  });

  test.each(['application/json', 'Application/JSON'])('%s is small, so its body has no such patience', async (type) => {
    const { connections, tls } = await listening({}, echo);
    expect(await drip(tls(), type, 1_000)).toMatch(/ 408 /);
    await expect.poll(() => connections.size).toBe(0);
  });

  test('an answer that takes the service long is waited for', async () => {
    const { tls } = await listening({}, (_request, response) => void setTimeout(() => response.end('late'), 4_000));
    expect(await firstLine(tls())).toBe('HTTP/1.1 200 OK');
  });

  test('a client that does not take its answer is not waited for', async () => {
    const { connections, tls } = await listening({}, (_request, response) => void response.end(Buffer.alloc(50e6)));
    const socket = tls();
    socket.on('error', () => {}).write(GET);
    await once(socket, 'readable');
    await expect.poll(() => connections.size).toBe(0);
  });
});

// Only Linux gives the whole network 127.0.0.0/8 to the loopback interface.
describe.runIf(process.platform === 'linux')('bounds of connections', () => {
  const bounded = (limits: Partial<ConnectionLimits>, answer?: RequestListener) => listening(limits, answer, PATIENT);

  test('an address at its bound keeps nobody else out, and the log says so once, without the address', async () => {
    const { connections, tls, logged } = await bounded({ perAddress: 5 });
    const taken = Array.from({ length: 5 }, () => tls('127.0.0.2'));
    await Promise.all(taken.map((socket) => once(socket, 'secureConnect')));
    for (let attempt = 0; attempt < 20; attempt++) expect(await firstLine(tls('127.0.0.2'))).toBeUndefined();
    expect(await firstLine(tls('127.0.0.3'))).toBe('HTTP/1.1 200 OK');
    expect(connections.size).toBe(6);
    expect(logged().match(/TOUCHSTONE_MAX_CONNECTIONS_PER_ADDRESS/g)).toHaveLength(1);
    expect(logged()).not.toContain('127.0.0');
    taken[0]!.destroy();
    await expect.poll(() => connections.size).toBe(5);
    expect(await firstLine(tls('127.0.0.2'))).toBe('HTTP/1.1 200 OK');
  });

  test('a trusted proxy stands for many clients: only the total bounds it', async () => {
    const { tls } = await bounded({ perAddress: 2, exempt: (address) => address.endsWith('127.0.0.9') });
    for (let client = 0; client < 6; client++) expect(await firstLine(tls('127.0.0.9'))).toBe('HTTP/1.1 200 OK');
    expect(await firstLine(tls('127.0.0.8'))).toBe('HTTP/1.1 200 OK');
  });

  test('where idle connections fill the total, the oldest of them makes room for whoever asks', async () => {
    const { connections, tls, logged } = await bounded({ total: 10 });
    const waiting = tls('127.0.0.4');
    expect(await firstLine(waiting)).toBe('HTTP/1.1 200 OK');
    const idle = Array.from({ length: 9 }, (_, place) => tls(`127.0.1.${place}`));
    await Promise.all(idle.map((socket) => once(socket, 'secureConnect')));
    expect(await firstLine(tls('127.0.0.5'))).toBe('HTTP/1.1 200 OK');
    expect(connections.size).toBe(10);
    expect(await firstLine(waiting)).toBe('HTTP/1.1 200 OK');
    expect(logged()).toContain('TOUCHSTONE_MAX_CONNECTIONS"');
  });

  test('where bodies that never end fill the total, the one that began first makes room for whoever asks', async () => {
    const arrived: IncomingMessage[] = [];
    const { connections, tls } = await bounded({ total: 3 }, (request, response) => {
      if (request.method === 'GET') response.end('served');
      else arrived.push(request.resume());
    });
    const slow = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n1';
    for (let client = 1; client <= 3; client++) {
      tls(`127.0.1.${client}`)
        .on('error', () => {})
        .write(slow);
      await expect.poll(() => arrived.length, { interval: 5 }).toBe(client);
    }
    expect(await firstLine(tls('127.0.0.5'))).toBe('HTTP/1.1 200 OK');
    expect(connections.size).toBeLessThanOrEqual(3);
    expect(arrived[0]!.destroyed).toBe(true);
  });

  test('requests that are being answered are never cut for a newcomer', async () => {
    const answers: (() => void)[] = [];
    const { tls } = await bounded({ total: 3 }, (_request, response) => void answers.push(() => response.end()));
    const asking = Array.from({ length: 3 }, () => firstLine(tls()));
    await expect.poll(() => answers.length).toBe(3);
    expect(await firstLine(tls())).toBeUndefined();
    for (const answer of answers) answer();
    expect(await Promise.all(asking)).toEqual(Array(3).fill('HTTP/1.1 200 OK'));
  });
});

test('connections leave half of the descriptors to files and child processes', () => {
  expect(connectionsWithin(256, 2_000)).toBe(128);
  expect(connectionsWithin(1_048_576, 2_000)).toBe(2_000);
  expect(connectionsWithin(undefined, 2_000)).toBe(2_000);
});
