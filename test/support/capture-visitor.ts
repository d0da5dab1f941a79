import { randomBytes } from 'node:crypto';
import type { Answer, Served } from './service.ts';

/** A browser that follows a link to verify oneself. */
export class CaptureVisitor {
  readonly token: string;
  readonly #served: Pick<Served, 'ask'>;
  readonly #device: string;

  constructor(served: Pick<Served, 'ask'>, url: string, device = randomBytes(16).toString('base64url')) {
    this.#served = served;
    this.token = url.slice(url.indexOf('#') + 1);
    this.#device = device;
  }

  /** The same link in another browser. */
  elsewhere(): CaptureVisitor {
    return new CaptureVisitor(this.#served, `#${this.token}`);
  }

  /** The same browser at a service that started again. */
  at(served: Pick<Served, 'ask'>): CaptureVisitor {
    return new CaptureVisitor(served, `#${this.token}`, this.#device);
  }

  get(): Promise<Answer> {
    return this.#served.ask('GET', '/v/api/session', { headers: this.#headers() });
  }

  post(path: string, body?: object): Promise<Answer> {
    return this.#served.ask('POST', `/v/api${path}`, { headers: this.#headers(), ...(body && { body }) });
  }

  picture(path: string, bytes: Uint8Array, type = 'image/jpeg'): Promise<Answer> {
    return this.#served.ask('POST', `/v/api${path}`, {
      headers: { ...this.#headers(), 'content-type': type },
      body: bytes,
    });
  }

  /** Opens the link and agrees. */
  async agreed(): Promise<this> {
    await this.post('/open', {});
    const { status, text } = await this.post('/consent', { language: 'en', textHash: 'c0'.repeat(32) });
    if (status !== 200) throw new Error(text);
    return this;
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}`, 'x-capture-device': this.#device };
  }
}
