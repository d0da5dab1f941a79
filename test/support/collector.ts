import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP sends it in JSON. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code?: number };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: Pick<SentSpan, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** Takes spans by OTLP over HTTP, and keeps them. */
export class Collector {
  readonly #server: Server;
  /** Bodies as they came. */
  readonly received: string[] = [];
  readonly paths = new Set<string>();

  private constructor() {
    this.#server = createServer(async (request, response) => {
      this.paths.add(`${request.method} ${request.url}`);
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      this.received.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }

  static async start(): Promise<Collector> {
    const collector = new Collector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get spans(): SentSpan[] {
    return this.#sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  }

  /** What the first batch says of the process. */
  get resource(): Record<string, unknown> {
    return attributesOf(this.#sent[0]!.resource);
  }

  get #sent(): Sent['resourceSpans'] {
    return this.received.flatMap((body) => (JSON.parse(body) as Sent).resourceSpans);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

export function attributesOf({ attributes }: Pick<SentSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
