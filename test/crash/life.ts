import type { Client, Reply, Request } from '../rig/client.ts';
import type { ServiceProcess } from '../rig/service-process.ts';

/** One life of the service, as its clients see it. */
export class Life {
  readonly service: ServiceProcess;
  readonly client: Client;
  readonly verifies: boolean;
  /** Set before something is killed or stopped: connections may break from now on. */
  ending = false;
  /** Set before a single thread or child is killed: what was in its hands may be answered with 500 or 503. */
  injured = false;
  /** Answers of 500 and 503 after an injury: nothing was acknowledged. */
  refused = 0;

  constructor(service: ServiceProcess, client: Client, verifies: boolean) {
    this.service = service;
    this.client = client;
    this.verifies = verifies;
  }

  /** Undefined where there is no acknowledgement, and there need be none. Throws at everything unexpected. */
  async ask(
    method: string,
    path: string,
    { expect = [200], ...request }: Request & { expect?: readonly number[] } = {},
  ): Promise<Reply | undefined> {
    let reply: Reply;
    try {
      reply = await this.client.call(method, path, request);
    } catch (error) {
      if (this.over) return undefined;
      throw new Error(`${method} ${path}: the connection broke while the service was alive`, { cause: error });
    }
    if (expect.includes(reply.status)) return reply;
    if ([500, 503].includes(reply.status) && (this.injured || this.ending)) {
      this.refused += 1;
      return undefined;
    }
    throw new Error(`${method} ${path} was answered with ${reply.status}: ${reply.text.slice(0, 300)}`);
  }

  /** Nobody can expect an answer any more: it was killed, is being stopped, or gave itself up after an injury. */
  get over(): boolean {
    return this.ending || !this.service.running;
  }
}
