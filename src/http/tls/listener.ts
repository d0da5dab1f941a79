import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { TouchstoneError } from '../../errors.ts';
import { STANDING_HEADERS } from '../wire/headers.ts';
import type { Connections } from './connections.ts';

/** First byte of a TLS handshake record (RFC 8446 §5.1). */
const TLS_HANDSHAKE = 0x16;
const MAX_HEADER_BYTES = 16 * 1024;

/** How long the listener waits for whom, in milliseconds. */
export interface Timings {
  readonly handshake: number;
  readonly headers: number;
  /** A request whose body is JSON, which is small, until its last byte. */
  readonly json: number;
  /** Any other request: generous, because two large pictures take half an hour over the slowest lines. */
  readonly request: number;
  /** A connection over which nothing moves, while a body is expected or an answer is not taken. */
  readonly idle: number;
  readonly keepAlive: number;
  /** For connections that are kept alive, before a listener that closes takes no more. */
  readonly leave: number;
  /** Until a connection that is refused or timed out is destroyed, whatever its other side does. */
  readonly linger: number;
  /** How often requests are looked at that take too long. */
  readonly check: number;
}

const TIMINGS: Timings = {
  handshake: 10_000,
  headers: 10_000,
  json: 60_000,
  request: 30 * 60_000,
  idle: 30_000,
  // Longer than the usual 60 s of proxies in front, so that it is never we who close a connection they reuse.
  keepAlive: 65_000,
  leave: 1_000,
  linger: 1_000,
  check: 2_000,
};

/** How often a listener that closes looks for connections that became idle. */
const IDLE_CHECK_MS = 50;

const PLAIN_HTTP_ANSWER = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: text/plain; charset=utf-8',
  'Cache-Control: no-store',
  'Connection: close',
  '',
  'This port speaks HTTPS only; the request came as plain HTTP and was not read. Treat a key that it carried as leaked.\n',
].join('\r\n');

const TOO_SLOW = Object.assign(new Error('The request came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

const NO_HOST = Object.assign(new Error('The request names no host.'), { code: 'ERR_HTTP_NO_HOST' });

/** A certificate and its key. */
interface Pems {
  readonly cert: string;
  readonly key: string;
}

/** The one HTTPS listener. */
export class Listener {
  readonly #server: Server;
  #handler: RequestListener;
  readonly #connections: Connections;
  readonly #timings: Timings;
  /** Connections that were refused and have a moment to read why. */
  readonly #leaving = new WeakSet<Duplex>();
  /** The latest exchange of each connection. */
  readonly #exchanges = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  #closing: Promise<void> | undefined;

  constructor(pems: Pems, handler: RequestListener, connections: Connections, timings: Timings = TIMINGS) {
    this.#connections = connections;
    this.#timings = timings;
    this.#handler = handler;
    this.#server = createServer(
      {
        ...contextOf(pems),
        ALPNProtocols: ['http/1.1'],
        handshakeTimeout: timings.handshake,
        headersTimeout: timings.headers,
        requestTimeout: timings.request,
        keepAliveTimeout: timings.keepAlive,
        connectionsCheckingInterval: timings.check,
        maxHeaderSize: MAX_HEADER_BYTES,
        // Node's own answer has none of the standing headers.
        requireHostHeader: false,
      },
      (request, response) => {
        if (request.headers.host === undefined && request.httpVersion === '1.1') {
          return this.#refuse(NO_HOST, request.socket);
        }
        connections.serving(request, response);
        this.#exchanges.set(request.socket, { request, response });
        if (isJson(request)) this.#boundBody(request);
        this.#handler(request, response);
      },
    );
    this.#server.timeout = timings.idle;
    this.#server.on('timeout', (socket) => this.#idle(socket));
    // An expectation that nobody knows is left aside (RFC 9110 §10.1.1 leaves that open).
    this.#server.on('checkExpectation', (request, response) => this.#server.emit('request', request, response));
    this.#server.on('clientError', (error: ParserError, socket) => this.#refuse(error, socket));
    this.#refusePlainHttp();
  }

  /** From now on requests are handed to this one. */
  answerBy(handler: RequestListener): void {
    this.#handler = handler;
  }

  /** From now on handshakes have this certificate. Connections that are open stay as they are. */
  use(pems: Pems): void {
    this.#server.setSecureContext(contextOf(pems));
  }

  /**
   * Resolves with the port. `variable`: the setting that says it. Throws `busy` where it is taken. Throws `usage` where
   * the address is not this machine's.
   */
  listen(host: string, port: number, variable = 'TOUCHSTONE_PORT'): Promise<number> {
    return new Promise((resolve, reject) => {
      const failed = (error: NodeJS.ErrnoException) => reject(listenError(error, { host, port, variable }));
      this.#server.once('error', failed);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', failed);
        // From now on it is a connection that the system could not accept, such as for want of memory.
        this.#server.on('error', (error) => this.#connections.failed(error));
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  /**
   * First waits a moment, since the next answer on a connection tells its client to leave. Closed between two requests,
   * it could cross the second one on its way. Then takes no new connection, lets running requests end for at most
   * `graceMs`, calls `givenUp`, and closes what is left once that resolves. Can be called again.
   */
  close(graceMs: number, givenUp: () => Promise<void> = async () => {}): Promise<void> {
    this.#closing ??= this.#close(graceMs, givenUp);
    return this.#closing;
  }

  async #close(graceMs: number, givenUp: () => Promise<void>): Promise<void> {
    const until = performance.now() + Math.min(graceMs, this.#timings.leave);
    while (this.#connections.size > 0 && performance.now() < until) await sleep(IDLE_CHECK_MS);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const unserved = setTimeout(() => this.#connections.destroyUnserved(), Math.min(graceMs, this.#timings.linger));
    // A connection becomes idle when its answer is out, and would then stay until its client leaves.
    const idle = setInterval(() => this.#server.closeIdleConnections(), IDLE_CHECK_MS);
    const cut = () => this.#connections.destroyAll();
    const all = setTimeout(() => void givenUp().then(cut, cut), graceMs);
    await closed;
    for (const timer of [unserved, idle, all]) clearTimeout(timer);
  }

  /**
   * Looks at the first byte of a connection before TLS does. A redirect would answer a client that has already sent its
   * key in the clear as if all were well; a plain refusal tells it.
   */
  #refusePlainHttp(): void {
    const [startTls] = this.#server.listeners('connection') as ((socket: Socket) => void)[];
    this.#server.removeAllListeners('connection');
    this.#server.on('connection', (socket: Socket) => {
      const drop = () => void socket.destroy();
      socket.on('error', drop);
      if (!this.#connections.admit(socket)) return drop();
      socket.setTimeout(this.#timings.handshake, drop);
      socket.once('readable', () => {
        const first = socket.read() as Buffer | null;
        if (!first) return drop();
        if (first[0] !== TLS_HANDSHAKE) return this.#refusePlain(socket);
        socket.setTimeout(0, drop);
        socket.off('timeout', drop);
        socket.off('error', drop);
        socket.unshift(first);
        startTls!.call(this.#server, socket);
      });
    });
  }

  /**
   * A connection was silent for a while. Where the service itself is still working on it, that is not the client's
   * fault.
   */
  #idle(socket: Socket): void {
    const { request, response } = this.#exchanges.get(socket) ?? {};
    const atWork = response && !response.writableEnded && socket.writableLength === 0;
    if (request && !request.complete) this.#refuse(TOO_SLOW, socket);
    else if (atWork) socket.setTimeout(this.#timings.idle);
    else socket.destroy();
  }

  #boundBody(request: IncomingMessage): void {
    const { socket } = request;
    const timer = setTimeout(() => request.complete || this.#refuse(TOO_SLOW, socket), this.#timings.json);
    request.once('close', () => clearTimeout(timer));
  }

  #refusePlain(socket: Socket): void {
    socket.end(PLAIN_HTTP_ANSWER);
    this.#linger(socket);
  }

  /**
   * Node's TLS or parser refuses these connections before they reach the application. A handshake failed or never
   * ended, a header block is too large, a request is too slow, or it is no HTTP.
   */
  #refuse(error: ParserError, socket: Duplex): void {
    if (this.#leaving.has(socket)) return;
    // Only what Node's parser refused came over a finished handshake. Else nothing that is written would ever leave.
    const readable = /^(HPE_|ERR_HTTP_)/.test(error.code ?? '');
    if (readable && socket.writable) socket.end(badRequest(error));
    this.#linger(socket);
  }

  /** Reading on keeps the system from resetting the connection before the answer is seen; then it ends in any case. */
  #linger(socket: Duplex): void {
    this.#leaving.add(socket);
    socket.on('error', () => {});
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), this.#timings.linger);
    socket.once('close', () => clearTimeout(timer));
  }
}

function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json/i.test(headers['content-type'] ?? '');
}

/** What Node's parser refused. */
interface ParserError extends NodeJS.ErrnoException {
  /** The last that it read. */
  readonly rawPacket?: Buffer;
}

const DETAILS: Readonly<Record<number, string>> = {
  400: 'The request could not be read as HTTP.',
  408: 'The request came too slowly: nothing was read for a while, or it took too long.',
  414: 'Request URI too long',
  431: 'The headers are too long.',
};

function statusOf({ code, rawPacket }: ParserError): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  return isAddress(rawPacket ?? Buffer.alloc(0)) ? 414 : 431;
}

/**
 * Whether what is too long is the address. Of a line of several packets only the last one is known. One without an end
 * counts as an address, because other lines are seldom that long.
 */
function isAddress(packet: Buffer): boolean {
  const end = packet.indexOf('\r\n');
  if (end < 0) return true;
  const isRequestLine = / HTTP\/1\.[01]$/.test(packet.toString('latin1', 0, end));
  return isRequestLine && (end >= MAX_HEADER_BYTES || !/^[A-Z]+ /.test(packet.toString('latin1', 0, 20)));
}

function badRequest(error: ParserError): string {
  const status = statusOf(error);
  const requestId = randomUUID();
  const title = STATUS_CODES[status]!;
  const detail = DETAILS[status]!;
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, requestId });
  return [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(STANDING_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function listenError(
  error: NodeJS.ErrnoException,
  { host, port, variable }: { readonly host: string; readonly port: number; readonly variable: string },
): TouchstoneError {
  const where = `${host}:${port}`;
  if (error.code === 'EADDRINUSE') {
    return new TouchstoneError(
      'busy',
      `${where} is taken by another program; stop it, or set ${variable} to a free port.`,
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

function contextOf({ cert, key }: Pems) {
  return { cert, key, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' } as const;
}
