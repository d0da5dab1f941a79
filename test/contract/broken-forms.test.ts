import { once } from 'node:events';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bench, type Served } from '../support/service.ts';

const MIB = 1024 ** 2;
const PIECE = Buffer.alloc(MIB, 'x');

let bench: Bench;
let served: Served;
let key: string;

beforeAll(async () => {
  bench = await Bench.create();
  key = (await bench.key(await bench.account())).key;
  served = await bench.serve();
});
afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

/** The status line and the body for a client that sends all of its body before it listens, as many programs do. */
async function sendAll(type: string, mebibytes: number, begin = ''): Promise<string> {
  const { hostname, port } = new URL(served.service.url);
  const socket = connect({ host: hostname, port: Number(port), ca: served.ca, servername: 'localhost' });
  await once(socket, 'secureConnect');
  const length = begin.length + mebibytes * MIB;
  socket.write(
    `POST /api/IdVerification/verify HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nConnection: close\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${begin}`,
  );
  for (let sent = 0; sent < mebibytes; sent += 1) if (!socket.write(PIECE)) await once(socket, 'drain');
  let answer = '';
  for await (const part of socket.setEncoding('utf8')) answer += part;
  return answer;
}

test.each([
  ['a form without a boundary', 'multipart/form-data', ''],
  ['a form with an empty boundary', 'multipart/form-data; boundary=', ''],
  ['no form', 'application/octet-stream', ''],
  ['a form that never begins', 'multipart/form-data; boundary=cut', ''],
  ['a part without a name', 'multipart/form-data; boundary=cut', '--cut\r\nno header\r\n\r\n'],
  ['a part with endless headers', 'multipart/form-data; boundary=cut', '--cut\r\n'],
])('%s and 24 MiB is a 400 that its client can read', async (_, type, begin) => {
  const answer = await sendAll(type, 24, begin);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"success":false');
});
