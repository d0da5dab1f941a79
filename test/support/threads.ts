import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithProcess } from '../rig/ending.ts';
import { SOCKET_VARIABLE } from './thread-killer.ts';

export interface ServiceThread {
  readonly id: number;
  /** Such as `records writer`, `records pages` or `screening`. */
  readonly name: string;
}

const PRELOAD = new URL('thread-killer.ts', import.meta.url).href;
let sockets = 0;

/**
 * Ends single threads of a service that runs as a process of its own. Give the service, and no other process, the
 * variables in `environment`.
 */
export class Threads {
  readonly environment: Readonly<Record<string, string>>;
  readonly #socket: string;

  constructor() {
    sockets += 1;
    // The path of a socket may have about 100 bytes, so it does not go into a test's own directory.
    this.#socket = join(tmpdir(), `threads-${process.pid}-${sockets}-${Date.now().toString(36)}.sock`);
    // A service that is killed leaves it.
    endWithProcess(() => rmSync(this.#socket, { force: true }));
    const options = `${process.env.NODE_OPTIONS ?? ''} --import=${PRELOAD}`.trim();
    this.environment = { NODE_OPTIONS: options, [SOCKET_VARIABLE]: this.#socket };
  }

  /** The threads that run now. Fails where the service does not. */
  async list(): Promise<ServiceThread[]> {
    return (await this.#ask('list')) as ServiceThread[];
  }

  /** Ends a thread at once, wherever it is in its work; false where it has ended already. */
  async kill({ id }: Pick<ServiceThread, 'id'>): Promise<boolean> {
    return (await this.#ask(`kill ${id}`)) as boolean;
  }

  /** The same, and ends every thread that takes its place. */
  async doom({ id }: Pick<ServiceThread, 'id'>): Promise<boolean> {
    return (await this.#ask(`doom ${id}`)) as boolean;
  }

  /** Ends the thread of this name; false where there is none now. */
  async killNamed(name: string): Promise<boolean> {
    const found = (await this.list()).find((thread) => thread.name === name);
    return found !== undefined && this.kill(found);
  }

  async #ask(order: string): Promise<unknown> {
    const connection = connect(this.#socket);
    try {
      await once(connection, 'connect');
      const answer = once(connection.setEncoding('utf8'), 'data');
      const gone = once(connection, 'close').then(() => Promise.reject(new Error('The service ended meanwhile.')));
      connection.write(`${order}\n`);
      const [line] = (await Promise.race([answer, gone])) as [string];
      return JSON.parse(line);
    } finally {
      connection.on('error', () => {});
      connection.destroy();
    }
  }
}
