import { Agent, request } from 'node:https';

export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A client that knows the service by its certificate. A call fails where the connection breaks. */
export class Client {
  readonly #agent: Agent;
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, certificate: string, key: string) {
    this.#url = url;
    this.#key = key;
    this.#agent = new Agent({ ca: certificate, keepAlive: true });
  }

  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = { 'X-API-Key': this.#key, ...(payload !== undefined && { 'Content-Type': 'application/json' }) };
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, this.#url), { method, headers, agent: this.#agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          try {
            resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
          } catch (error) {
            reject(error);
          }
        });
        // A connection that breaks in the middle of an answer is no acknowledgement.
        response.on('aborted', () => reject(new Error('the answer was cut off')));
      });
      sent.on('error', reject);
      sent.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
