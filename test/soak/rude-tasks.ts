import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { Task } from './load.ts';
import type { World } from './setup.ts';

/** The first six bytes of a TLS handshake that never goes on. */
const HALF_HELLO = Buffer.from('160301020001', 'hex');
/** A client that was given up still holds its end open so long. */
const LINGER_MS = 40_000;

/** What broken, impatient and hostile clients do on the same port. None of it may stay behind. */
export function rudeTasks({ url, certificate, key, forms }: World): Task[] {
  const { hostname: host, port: text } = new URL(url);
  const port = Number(text);

  /** Sends bytes and holds on; whatever the service does with the connection is its own affair. */
  const hold = (bytes: string | Buffer): void => {
    const socket = connectPlain({ host, port, allowHalfOpen: true }).on('error', () => {});
    socket.resume().write(bytes);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  const secure = async (): Promise<Socket> => {
    const socket = connectTls({ host, port, ca: certificate, servername: 'localhost' });
    await once(socket, 'secureConnect');
    socket.on('error', () => {}).resume();
    return socket;
  };
  const head = (method: string, path: string, length: number, type = 'application/json'): string =>
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

  const halfUpload = async (turn: number): Promise<void> => {
    const { body, headers } = forms[turn % forms.length]!;
    const socket = await secure();
    socket.write(head('POST', '/api/IdVerification/verify', body.length, headers['content-type']!));
    socket.write(body.subarray(0, body.length / 2));
    await sleep(500);
    socket.destroy();
  };
  const leaveBeforeAnswer = async (): Promise<void> => {
    const body = JSON.stringify({ name: 'Ahmad Karim Hassan', entityType: 'Individual' });
    const socket = await secure();
    socket.write(head('POST', '/api/Screening/screen', Buffer.byteLength(body)) + body, () => socket.destroy());
    await once(socket, 'close');
  };
  const leaveInAnswer = async (): Promise<void> => {
    const socket = await secure();
    socket.write(head('GET', '/api/Screening/list', 0));
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    socket.destroy();
  };
  const noHttp = async (): Promise<void> => {
    const socket = await secure();
    socket.write('\0\0\0 this is no request\r\n\r\n');
    await Promise.race([once(socket, 'close'), sleep(LINGER_MS, undefined, { ref: false })]);
    socket.destroy();
  };
  return [
    { name: 'half a handshake', everySeconds: 5, run: async () => hold(HALF_HELLO) },
    { name: 'a silent connection', everySeconds: 20, run: async () => hold('') },
    { name: 'plain HTTP', everySeconds: 10, run: async () => hold('GET / HTTP/1.1\r\nHost: x\r\n\r\n') },
    { name: 'half an upload', everySeconds: 30, run: halfUpload },
    { name: 'leave before the answer', everySeconds: 5, run: leaveBeforeAnswer },
    { name: 'leave in the answer', everySeconds: 15, run: leaveInAnswer },
    { name: 'no HTTP', everySeconds: 20, run: noHttp },
  ];
}
