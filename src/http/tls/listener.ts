import { randomUUID } from 'node:crypto';
import { type RequestListener, STATUS_CODES } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TouchstoneError } from '../../errors.ts';
import { STANDING_HEADERS } from '../wire/headers.ts';

/** First byte of a TLS handshake record (RFC 8446 §5.1). */
const TLS_HANDSHAKE = 0x16;
const HANDSHAKE_MS = 10_000;
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
/** Longer than the usual 60 s of proxies in front, so that it is never we who close a connection they reuse. */
const KEEP_ALIVE_MS = 65_000;
const MOST_HEADER_BYTES = 16 * 1024;
const LINGER_MS = 1_000;

const PLAIN_HTTP_ANSWER = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: text/plain; charset=utf-8',
  'Cache-Control: no-store',
  'Connection: close',
  '',
  'This port speaks HTTPS only; the request came as plain HTTP and was not read. Treat a key that it carried as leaked.\n',
].join('\r\n');

/** The one HTTPS listener. */
export class Listener {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(pems: { cert: string; key: string }, handler: RequestListener) {
    this.#server = createServer(
      {
        cert: pems.cert,
        key: pems.key,
        minVersion: 'TLSv1.2',
        maxVersion: 'TLSv1.3',
        ALPNProtocols: ['http/1.1'],
        handshakeTimeout: HANDSHAKE_MS,
        headersTimeout: HEADERS_MS,
        requestTimeout: REQUEST_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: 2_000,
        maxHeaderSize: MOST_HEADER_BYTES,
      },
      handler,
    );
    this.#server.on('clientError', refuseBadRequest);
    this.#refusePlainHttp();
  }

  /** Resolves with the port. Throws `busy` where it is taken and `usage` where the address is not this machine's. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const failed = (error: NodeJS.ErrnoException) => reject(listenError(error, host, port));
      this.#server.once('error', failed);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', failed);
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  /** Takes no new connection, lets running requests end for at most `graceMs`, then closes what is left. */
  async close(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, graceMs);
    await closed;
    clearTimeout(timer);
  }

  /**
   * Looks at the first byte of a connection before TLS does. A redirect would answer a client that has already sent its
   * key in the clear as if all were well; a plain refusal tells it.
   */
  #refusePlainHttp(): void {
    const [startTls] = this.#server.listeners('connection') as ((socket: Socket) => void)[];
    this.#server.removeAllListeners('connection');
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      const drop = () => socket.destroy();
      socket.on('error', drop);
      socket.setTimeout(HANDSHAKE_MS, drop);
      socket.once('readable', () => {
        const first = socket.read() as Buffer | null;
        if (!first) return drop();
        if (first[0] !== TLS_HANDSHAKE) return refusePlain(socket);
        socket.setTimeout(0, drop);
        socket.off('timeout', drop);
        socket.off('error', drop);
        socket.unshift(first);
        startTls!.call(this.#server, socket);
      });
    });
  }
}

function refusePlain(socket: Socket): void {
  socket.end(PLAIN_HTTP_ANSWER);
  // Reading on keeps the system from resetting the connection before the answer is seen.
  socket.resume();
  socket.setTimeout(LINGER_MS, () => socket.destroy());
}

/** What Node's parser refuses never reaches the application: a header block too large, a request too slow, no HTTP. */
function refuseBadRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const requestId = randomUUID();
  const title = STATUS_CODES[status]!;
  const detail = 'The request could not be read as HTTP.';
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, requestId });
  socket.end(
    [
      `HTTP/1.1 ${status} ${title}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...Object.entries(STANDING_HEADERS).map(([name, value]) => `${name}: ${value}`),
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): TouchstoneError {
  const where = `${host}:${port}`;
  if (error.code === 'EADDRINUSE') {
    return new TouchstoneError(
      'busy',
      `${where} is taken by another program; stop it, or set TOUCHSTONE_PORT to a free port.`,
      { cause: error },
    );
  }
  const why =
    error.code === 'EACCES'
      ? 'this user may not open that port'
      : error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
        ? 'it is no address of this machine'
        : error.message;
  return new TouchstoneError('usage', `Cannot listen on ${where}: ${why}.`, { cause: error });
}
