import { connect } from 'node:net';
import type { Random } from './random.ts';

const MAX_WAIT_MS = 60_000;
const HELLO = '16030100';

/** Bytes that are no proper TLS handshake: cut off, of wrong lengths and versions, plain HTTP, noise. */
export function tlsRecord(random: Random): Buffer {
  const length = random.pick([0, 1, 2, 100, 511, 0x4000, 0xffff]);
  const head = Buffer.from([
    random.pick([0x14, 0x15, 0x16, 0x17, 0x18, 0x80, random.below(256)]),
    3,
    random.below(5),
    length >> 8,
    length & 255,
  ]);
  return random.pick([
    () => Buffer.from(`${HELLO}020100`, 'hex'),
    () => Buffer.concat([head, random.bytes(random.below(600))]),
    () => Buffer.concat([Buffer.from('16030100c8010000c40303', 'hex'), random.bytes(random.below(400))]),
    () => Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    () => Buffer.from('POST /api/Screening/screen HTTP/1.1\r\nContent-Length: 5\r\n'),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    () => random.bytes(random.below(3_000)),
    () => Buffer.from([0x16]),
    () => Buffer.alloc(0),
  ])();
}

/**
 * Sends the bytes and half-closes the connection or not. Resolves once the service has closed it; throws where the
 * service lets it stand.
 */
export async function sendRecord(port: number, bytes: Buffer, halfClose: boolean): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection still stands after ${MAX_WAIT_MS / 1000} s`));
    }, MAX_WAIT_MS);
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(late);
      resolve();
    });
    socket.resume();
    socket.once('connect', () => {
      socket.write(bytes);
      if (halfClose) socket.end();
    });
  });
}
