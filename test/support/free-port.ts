import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Where ports are drawn. Systems take those of outgoing connections from above: Linux from 32768, others from 49152. So
 * no connection takes a port before the server is started on it.
 */
const FIRST = 20_000;
const END = 32_768;
const ATTEMPTS = 50;

/** A port of 127.0.0.1 that nobody uses just now. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port in ${ATTEMPTS} attempts from ${FIRST} to ${END - 1}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
