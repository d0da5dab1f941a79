import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Case } from './cases.ts';

const MAX_ANSWER_MS = 60_000;

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A connection that sends exactly the bytes of a case, which a well-behaved client would not. */
export class Wire {
  readonly #port: number;
  #socket: TLSSocket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** The answer; undefined where the service closed the connection without one. Throws where nothing came in time. */
  async send(one: Case): Promise<Reply | undefined> {
    const socket = await this.#connected();
    let received = Buffer.alloc(0);
    try {
      const reply = await new Promise<Reply | undefined>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no answer within ${MAX_ANSWER_MS / 1000} s`)), MAX_ANSWER_MS);
        const end = (reply?: Reply) => {
          clearTimeout(late);
          resolve(reply);
        };
        socket.on('data', (chunk: Buffer) => {
          received = Buffer.concat([received, chunk]);
          const reply = parse(received, one.method === 'HEAD');
          if (reply) end(reply);
        });
        socket.once('close', () => end(parse(received, true)));
        socket.on('error', () => end(parse(received, true)));
        socket.write(bytesOf(one));
        if (one.broken) socket.end();
      });
      const keep = reply && !one.broken && reply.headers.connection !== 'close';
      if (!keep) this.close();
      return reply;
    } catch (error) {
      this.close();
      throw error;
    } finally {
      for (const event of ['data', 'close', 'error']) socket.removeAllListeners(event);
      socket.on('error', () => {});
    }
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  async #connected(): Promise<TLSSocket> {
    if (this.#socket && !this.#socket.destroyed && this.#socket.readyState === 'open') return this.#socket;
    this.#socket = connect({ host: '127.0.0.1', port: this.#port, rejectUnauthorized: false });
    this.#socket.setNoDelay();
    await once(this.#socket, 'secureConnect');
    this.#socket.on('error', () => {});
    return this.#socket;
  }
}

function bytesOf({ method, path, headers, body }: Case): Buffer {
  const host = headers.some(([name]) => name === 'Host') ? [] : [['Host', 'localhost']];
  const lines = [...host, ...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1'),
    Buffer.from(body, 'base64'),
  ]);
}

/** A whole HTTP/1.1 answer, or undefined while more of it has to come. */
function parse(received: Buffer, headAlone: boolean): Reply | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first, ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first!)?.[1] ?? 0);
  if (status === 100) return parse(received.subarray(end + 4), headAlone);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const rest = received.subarray(end + 4);
  if (headAlone || status === 204 || status === 304) return { status, headers, text: rest.toString() };
  if (headers['transfer-encoding'] !== 'chunked') {
    const length = Number(headers['content-length'] ?? 0);
    return rest.length >= length ? { status, headers, text: textOf(headers, rest.subarray(0, length)) } : undefined;
  }
  const body = unchunked(rest);
  return body && { status, headers, text: textOf(headers, body) };
}

function textOf(headers: Readonly<Record<string, string>>, body: Buffer): string {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(body).toString();
  return (coding === 'gzip' ? gunzipSync(body) : body).toString();
}

function unchunked(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    if (size === 0) return bytes.indexOf('\r\n\r\n', line) >= 0 ? Buffer.concat(chunks) : undefined;
    const start = line + 2;
    if (bytes.length < start + size + 2) return undefined;
    chunks.push(bytes.subarray(start, start + size));
    at = start + size + 2;
  }
}
