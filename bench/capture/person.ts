import { randomBytes } from 'node:crypto';
import { Client } from 'undici';
import { isFrameStep } from '../../capture/src/session.ts';
import type { CaptureView, FrameAnswer } from '../../src/capture/answers.ts';
import type { Target } from '../api/load.ts';
import type { DrawnMover } from './drawn-mover.ts';

/** How a movement ended, and the milliseconds that each frame was answered in. */
export interface Movement {
  readonly times: readonly number[];
  readonly passed: boolean;
  /** Milliseconds between two frames as the service told it last. */
  readonly everyMs: number;
}

const PAUSE_MS = 250;

/** Somebody who follows a link as the page does, over a connection of their own. */
export class Person {
  readonly #client: Client;
  readonly #headers: Record<string, string>;

  private constructor(client: Client, token: string) {
    this.#client = client;
    const device = randomBytes(16).toString('base64url');
    this.#headers = { authorization: `Bearer ${token}`, 'x-capture-device': device };
  }

  /** Makes a link, opens it and agrees. */
  static async arrive({ url, ca, key }: Target): Promise<Person> {
    const client = new Client(url, { connect: { ca } });
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const made = await asked<{ url: string }>(client, '/api/IdVerification/sessions', headers, '{}');
    const person = new Person(client, made.url.slice(made.url.indexOf('#') + 1));
    await person.#post('/open', '{}');
    await person.#post('/consent', JSON.stringify({ language: 'en', textHash: 'c0'.repeat(32) }));
    return person;
  }

  async show(document: Buffer): Promise<void> {
    const { session } = await this.#post<{ session: CaptureView }>('/document?side=front&final=true', document);
    if (session.step !== 'look') throw new Error(`the document was not taken: ${session.problem}`);
  }

  /** Does what is told, with frames as fast as the service lets the page send them. */
  async move(mover: DrawnMover): Promise<Movement> {
    const times: number[] = [];
    let { step } = await this.#post<CaptureView>('/movement');
    const began = performance.now();
    let [told, everyMs] = [began, PAUSE_MS];
    for (let sequence = 0; isFrameStep(step); sequence += 1) {
      const sent = performance.now();
      const query = `?step=${step}&sequence=${sequence}&at=${(sent - began).toFixed(1)}`;
      const answer = await this.#post<FrameAnswer>(`/frames${query}`, mover.frame(step, sent - told));
      times.push(performance.now() - sent);
      if (answer.step !== step) told = performance.now();
      ({ step, everyMs } = answer as { step: typeof step; everyMs: number });
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - (performance.now() - sent))));
    }
    return { times, passed: step === 'done', everyMs };
  }

  /** Has the verification made. */
  finish(): Promise<CaptureView> {
    return this.#post('/finish');
  }

  leave(): Promise<void> {
    return this.#client.close();
  }

  #post<T>(path: string, body?: Buffer | string): Promise<T> {
    const type = typeof body === 'string' ? 'application/json' : 'image/jpeg';
    const headers = body === undefined ? this.#headers : { ...this.#headers, 'content-type': type };
    return asked<T>(this.#client, `/v/api${path}`, headers, body);
  }
}

/** The answer to a request; one that is told to come later comes later. Throws what else is refused. */
async function asked<T>(
  client: Client,
  path: string,
  headers: Record<string, string>,
  sent?: Buffer | string,
): Promise<T> {
  for (;;) {
    const request = { method: 'POST', path, headers, ...(sent !== undefined && { body: sent }) } as const;
    const { statusCode, headers: got, body } = await client.request(request);
    if (statusCode < 300) return (await body.json()) as T;
    const text = await body.text();
    const seconds = Number(got['retry-after']);
    if (!(seconds > 0)) throw new Error(`${path.split('?')[0]}: ${statusCode} ${text}`);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}
