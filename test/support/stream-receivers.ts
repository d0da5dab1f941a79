import { once } from 'node:events';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';

/** A certificate for this machine, and its key. */
export async function localCertificate(): Promise<{ readonly cert: string; readonly key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keySize: 2048,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  return { cert, key };
}

/** An entry as a receiver has it. */
export interface ReceivedEntry {
  readonly event: { readonly action: string; readonly sequence: number; readonly hash: string };
  readonly user: { readonly id: string };
  readonly [member: string]: unknown;
}

/**
 * `read`: it takes everything. `cut`: it breaks each connection after some bytes. `early`: it ends each at once.
 * `deaf`: it reads nothing. `slow`: it reads a little at a time.
 */
export type SyslogManner = 'read' | 'cut' | 'early' | 'deaf' | 'slow';

/** A syslog server behind TLS that checks every frame (RFC 5425, RFC 5424). */
export class SyslogServer {
  manner: SyslogManner = 'read';
  /** What arrived whole. */
  readonly headers: string[] = [];
  readonly entries: ReceivedEntry[] = [];
  readonly faults: string[] = [];
  /** Bytes after which `cut` breaks a connection. */
  cutAfter = 2_000;
  readonly #server: Server;
  readonly #sockets = new Set<TLSSocket>();
  #port = 0;

  constructor(pems: { readonly cert: string; readonly key: string }) {
    this.#server = createTlsServer(pems, (socket) => this.#take(socket));
    this.#server.on('tlsClientError', () => {});
  }

  get port(): number {
    return this.#port;
  }

  /** At the port that it had before, if it had one. */
  async start(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take(socket: TLSSocket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
    const { manner } = this;
    if (manner === 'deaf') return void socket.pause();
    if (manner === 'early') return void socket.end();
    let read: Buffer = Buffer.alloc(0);
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      read = this.#frames(Buffer.concat([read, chunk]));
      if (manner === 'cut' && bytes > this.cutAfter) socket.destroy();
      if (manner !== 'slow') return;
      socket.pause();
      setTimeout(() => socket.resume(), 20);
    });
    socket.on('end', () => read.length > 0 && this.faults.push(`half a frame: ${read.toString().slice(0, 80)}`));
  }

  /** Takes whole frames; what is left. */
  #frames(bytes: Buffer): Buffer {
    let left = bytes;
    for (;;) {
      const space = left.indexOf(' ');
      if (space === -1) return left;
      const length = left.subarray(0, space).toString();
      if (!/^[1-9]\d*$/.test(length)) throw new Error(`no length: ${length.slice(0, 80)}`);
      const end = space + 1 + Number(length);
      if (left.length < end) return left;
      this.#message(left.subarray(space + 1, end).toString());
      left = left.subarray(end);
    }
  }

  #message(text: string): void {
    const form =
      /^(<109>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [!-~]{1,255} touchstone \d+ [!-~]{1,32} -) (\{[ -~]*\})$/;
    const [, header, line] = form.exec(text) ?? [];
    if (!header || !line) return void this.faults.push(text.slice(0, 200));
    this.headers.push(header);
    this.entries.push(JSON.parse(line) as ReceivedEntry);
  }
}

/** An https address that takes lines of JSON. */
export class LineServer {
  /** Status of the next answers; undefined: it never answers. */
  status: number | undefined = 204;
  /** Bodies over so many bytes are 413. */
  maxBytes = Number.POSITIVE_INFINITY;
  readonly entries: ReceivedEntry[] = [];
  readonly authorizations: (string | undefined)[] = [];
  readonly types: (string | undefined)[] = [];
  requests = 0;
  readonly #server: HttpsServer;
  #port = 0;

  constructor(pems: { readonly cert: string; readonly key: string }) {
    this.#server = createHttpsServer(pems, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.requests += 1;
        const body = Buffer.concat(chunks);
        const status = body.length > this.maxBytes ? 413 : this.status;
        if (status === undefined) return;
        if (status === 204) {
          this.authorizations.push(request.headers.authorization);
          this.types.push(request.headers['content-type']);
          const lines = body.toString().trimEnd().split('\n');
          this.entries.push(...lines.map((line) => JSON.parse(line) as ReceivedEntry));
        }
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
      });
    });
  }

  get port(): number {
    return this.#port;
  }

  async start(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
