import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a server on this machine, and cuts the line. */
export class CuttableProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Where new connections lead; another server after a failover. */
  target: number;
  /** How long new connections wait before they are led on, as those of a busy server. */
  delayMs = 0;
  #cut: 'closed' | 'silent' | undefined;

  private constructor(target: number) {
    this.target = target;
    this.#server = createServer((client) => this.#join(client));
  }

  static async start(target: number): Promise<CuttableProxy> {
    const proxy = new CuttableProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /**
   * `closed`: connections break, and new ones are refused. `silent`: nothing arrives any more and nobody is told, as
   * behind a firewall that drops packets. What was connected then stays dead after `heal` too.
   */
  cut(how: 'closed' | 'silent'): void {
    this.#cut = how;
    for (const socket of this.#sockets) {
      if (how === 'closed') socket.destroy();
      else silence(socket);
    }
  }

  heal(): void {
    this.#cut = undefined;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(client: Socket): void {
    this.#keep(client);
    if (this.#cut === 'closed') client.destroy();
    if (this.#cut) return;
    setTimeout(() => this.#lead(client), this.delayMs);
  }

  #lead(client: Socket): void {
    if (client.destroyed) return;
    const server = this.#keep(connect(this.target, '127.0.0.1'));
    client.pipe(server).pipe(client);
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroy());
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }
}

/** The end stays open on this side, and what comes is thrown away. */
function silence(socket: Socket): void {
  socket.unpipe();
  socket.removeAllListeners('close');
  socket.removeAllListeners('data');
  socket.on('data', () => {});
}
