import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let bench: Bench;
let served: Served;
let port: number;
let key: string;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  key = (await bench.key(await bench.account())).key;
  port = Number(new URL(served.service.url).port);
});

/** Everything that a connection says until it is closed by the other side. */
async function conversation(socket: Socket, words: string | Buffer): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {});
  socket.write(words);
  await once(socket, 'close');
  return text;
}

const tls = (version?: SecureVersion) =>
  connectTls({
    host: '127.0.0.1',
    port,
    ca: served.ca,
    // Without the lower security level OpenSSL itself would not even offer the old versions.
    ...(version && { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }),
  });

describe('plain HTTP on the HTTPS port', () => {
  test.each(['GET', 'POST', 'HEAD'])('%s is refused with a sentence, never redirected', async (method) => {
    const request = `${method} /api/Screening/list HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n\r\n`;
    const answer = await conversation(connectTcp(port, '127.0.0.1'), request);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/HTTPS/);
    expect(answer).not.toMatch(/location:/i);
  });

  test('noise is refused too, and the service goes on', async () => {
    await conversation(connectTcp(port, '127.0.0.1'), Buffer.from([0, 1, 2, 3, 4]));
    expect((await served.ask('GET', '/health/ready')).status).toBe(200);
  });
});

describe('TLS', () => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('%s is spoken', async (version) => {
    const socket = tls(version);
    await once(socket, 'secureConnect');
    expect(socket.getProtocol()).toBe(version);
    socket.destroy();
  });

  test.each(['TLSv1', 'TLSv1.1'] as const)('%s is refused', async (version) => {
    await expect(once(tls(version), 'secureConnect')).rejects.toThrow(/version|protocol/i);
  });

  test('the certificate is for this machine, and its fingerprint is the one that was printed', async () => {
    const socket = tls();
    await once(socket, 'secureConnect');
    expect(socket.authorized).toBe(true);
    const { fingerprint256, subjectaltname } = socket.getPeerCertificate();
    expect(bench.printed).toContain(fingerprint256);
    expect(served.service.fingerprint).toBe(fingerprint256);
    expect(subjectaltname).toMatch(/DNS:localhost/);
    expect(subjectaltname).toMatch(/IP Address:127\.0\.0\.1/);
    expect(subjectaltname).toMatch(/IP Address:0:0:0:0:0:0:0:1/);
    socket.destroy();
  });
});

describe('what is no proper request', () => {
  test.each([17_000, 60_100])('an address of %i characters is 414', async (length) => {
    const answer = await conversation(
      tls(),
      `GET /search/default?q=${'a'.repeat(length)} HTTP/1.1\r\nHost: x\r\nX-Y: z\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 414 .*application\/problem\+json.*"Request URI too long"/is);
  });

  test('headers of 20 KiB are 431', async () => {
    const answer = await conversation(tls(), `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 .*application\/problem\+json.*x-request-id: /is);
  });

  test('words that are no HTTP are 400', async () => {
    const answer = await conversation(tls(), 'good morning\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/is);
  });

  test('two lengths, as smugglers send them, are 400', async () => {
    const head = 'POST /api/Screening/screen HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked';
    const answer = await conversation(tls(), `${head}\r\nX-API-Key: ${key}\r\n\r\n0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('pipelined requests are answered in their order', async () => {
    const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    const requests = ask('/health/live') + ask('/nothing') + ask('/health/ready', 'Connection: close\r\n');
    const answer = await conversation(tls(), requests);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });
});
