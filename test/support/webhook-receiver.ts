import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** A system that webhooks tell of events, on this machine. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** The status of its next answers; undefined: it never answers. */
  status: number | undefined = 204;
  /** Whether a request counts. What is not wanted is answered, and forgotten. */
  wanted: (url: string) => boolean = () => true;
  /** Headers of its next answers. */
  headers: Readonly<Record<string, string>> = {};
  /** The body of its next answers. */
  answer = '';
  readonly #server: Server;
  #heard: (() => void)[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { headers, method = '', url = '' } = request;
        if (!this.wanted(url)) return void response.writeHead(204).end();
        this.received.push({ headers, method, url, body: Buffer.concat(chunks).toString() });
        if (this.status !== undefined) response.writeHead(this.status, this.headers).end(this.answer);
        for (const hear of this.#heard.splice(0)) hear();
      });
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await new Promise<void>((done) => receiver.#server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves once so many have come in all; the last of them. */
  async reached(count: number): Promise<Received> {
    while (this.received.length < count) await new Promise<void>((hear) => this.#heard.push(hear));
    return this.received[count - 1]!;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
