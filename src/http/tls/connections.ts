import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { networkOf } from '../../accounts/sign-in-limit.ts';

/** How often the log says that connections were refused, so that a flood of them does not become a flood of lines. */
const LOG_EVERY_MS = 60_000;

export interface ConnectionLimits {
  /** TOUCHSTONE_MAX_CONNECTIONS. */
  readonly total: number;
  /** TOUCHSTONE_MAX_CONNECTIONS_PER_ADDRESS; of IPv6 a /64 counts as one address. */
  readonly perAddress: number;
  /** Trusted proxies stand for many clients, so only the total bounds them. */
  readonly exempt: (address: string) => boolean;
}

interface Connection {
  readonly socket: Socket;
  readonly network: string;
  /** Requests that are being answered. */
  underWay: number;
  /** The latest request; its body may still be arriving. */
  request: IncomingMessage | undefined;
  /** Whether it ever sent a whole request. */
  served: boolean;
}

type Bound = 'TOUCHSTONE_MAX_CONNECTIONS' | 'TOUCHSTONE_MAX_CONNECTIONS_PER_ADDRESS';

/** The connections that are open, and which new ones are let in. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #log: FastifyBaseLogger;
  /** By the raw socket, oldest first. */
  readonly #open = new Map<Socket, Connection>();
  readonly #perNetwork = new Map<string, number>();
  /** By both ends' addresses: the TLS socket of a request is another object than the raw one, but has the same ends. */
  readonly #byEnds = new Map<string, Connection>();
  readonly #refused = new Map<Bound, { count: number; loggedAt: number }>();

  constructor(limits: ConnectionLimits, log: FastifyBaseLogger) {
    this.#limits = limits;
    this.#log = log;
  }

  get size(): number {
    return this.#open.size;
  }

  /** The system could not accept a connection. */
  failed(error: Error): void {
    this.#log.error({ err: error }, 'a connection could not be accepted');
  }

  /** False where a bound is reached; the caller then closes the socket. */
  admit(socket: Socket): boolean {
    const address = socket.remoteAddress;
    // Without an address the other side has gone already.
    if (address === undefined) return false;
    const network = networkOf(address);
    const count = this.#perNetwork.get(network) ?? 0;
    if (count >= this.#limits.perAddress && !this.#limits.exempt(address)) {
      this.#refuse('TOUCHSTONE_MAX_CONNECTIONS_PER_ADDRESS');
      return false;
    }
    if (this.#open.size >= this.#limits.total) {
      this.#refuse('TOUCHSTONE_MAX_CONNECTIONS');
      if (!this.#makeRoom()) return false;
    }
    this.#add(socket, network);
    return true;
  }

  /** A request came in. Once it is whole, its connection makes room for no other until the answer is out. */
  serving(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#byEnds.get(endsOf(request.socket));
    if (!connection) return;
    connection.underWay += 1;
    connection.request = request;
    connection.served = true;
    response.once('close', () => {
      connection.underWay -= 1;
    });
  }

  /** Ends connections over which no whole request ever came. */
  destroyUnserved(): void {
    for (const { socket, served } of this.#open.values()) if (!served) socket.destroy();
  }

  destroyAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #add(socket: Socket, network: string): void {
    const connection = { socket, network, underWay: 0, request: undefined, served: false };
    const ends = endsOf(socket);
    this.#open.set(socket, connection);
    this.#byEnds.set(ends, connection);
    this.#perNetwork.set(network, (this.#perNetwork.get(network) ?? 0) + 1);
    socket.once('close', () => {
      this.#remove(connection);
      if (this.#byEnds.get(ends) === connection) this.#byEnds.delete(ends);
    });
  }

  #remove({ socket, network }: Connection): void {
    if (!this.#open.delete(socket)) return;
    const left = this.#perNetwork.get(network)! - 1;
    if (left > 0) this.#perNetwork.set(network, left);
    else this.#perNetwork.delete(network);
  }

  /**
   * Closes one connection, so that clients who ask nothing cannot keep others out. The oldest connection that never
   * asked goes first, then one that waits for its next request, then one whose request is still arriving. False where
   * every connection is being served.
   */
  #makeRoom(): boolean {
    let idle: Connection | undefined;
    let arriving: Connection | undefined;
    for (const connection of this.#open.values()) {
      if (connection.underWay > 0) {
        if (connection.request?.complete === false) arriving ??= connection;
        continue;
      }
      idle ??= connection;
      if (connection.served) continue;
      idle = connection;
      break;
    }
    const leaving = idle ?? arriving;
    if (!leaving) return false;
    this.#remove(leaving);
    leaving.socket.destroy();
    return true;
  }

  /** Says the name of the bound and how often it was reached, never whose connections they were. */
  #refuse(bound: Bound): void {
    const now = performance.now();
    const known = this.#refused.get(bound) ?? { count: 0, loggedAt: Number.NEGATIVE_INFINITY };
    this.#refused.set(bound, known);
    known.count += 1;
    if (now - known.loggedAt < LOG_EVERY_MS) return;
    this.#log.warn(
      { bound, closed: known.count, open: this.#open.size },
      'connections were closed: a bound is reached',
    );
    known.count = 0;
    known.loggedAt = now;
  }
}

/** Half of the descriptors that this process may open: the rest is for files, threads and child processes. */
export function connectionsWithin(descriptors: number | undefined, wanted: number): number {
  return descriptors === undefined ? wanted : Math.min(wanted, Math.max(1, Math.floor(descriptors / 2)));
}

/** How many descriptors this process may open; undefined where the system does not say. */
export function descriptorLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

function endsOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
