import assert from 'node:assert/strict';
import { Agent } from 'undici';
import type { DrawnMover } from '../../bench/capture/drawn-mover.ts';
import { isFrameStep } from '../../capture/src/session.ts';
import type { CaptureView, FrameAnswer } from '../../src/capture/answers.ts';
import type { FrameStep } from '../../src/capture/steps.ts';
import type { Load } from './load.ts';
import { pause } from './subject.ts';

/** Answers after which the page of a link asks again. */
const LATER = new Set([429, 502, 503, 504]);
const AGAIN_MS = 400;
const FRAME_MS = 150;
const SESSIONS = '/api/IdVerification/sessions';

/** Somebody who follows a link over the page's own port, and asks again as the page does. Other refusals throw. */
export class Follower {
  readonly id: string;
  /** How often they were told to come later. */
  later = 0;
  readonly #load: Load;
  readonly #mover: DrawnMover;
  readonly #agent: Agent;
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  readonly #began = performance.now();
  #sequence = 0;
  #step: FrameStep | 'done' = 'look';
  #told = performance.now();

  private constructor(load: Load, mover: DrawnMover, agent: Agent, { id, url }: { id: string; url: string }) {
    this.id = id;
    this.#load = load;
    this.#mover = mover;
    this.#agent = agent;
    const { origin, hash } = new URL(url);
    this.#origin = origin;
    this.#headers = { authorization: `Bearer ${hash.slice(1)}`, 'x-capture-device': 'fault'.repeat(6) };
  }

  /** Makes a link, opens it on the page's own port, and agrees. */
  static async agreed(load: Load, mover: DrawnMover): Promise<Follower> {
    const agent = new Agent({ connect: { rejectUnauthorized: false } });
    const headers = { 'x-api-key': load.key, 'content-type': 'application/json' };
    const made = await agent.request({ origin: load.url, path: SESSIONS, method: 'POST', headers, body: '{}' });
    const link = (await made.body.json()) as { id: string; url: string };
    assert.notEqual(new URL(link.url).origin, new URL(load.url).origin, 'The page has no port of its own.');
    const follower = new Follower(load, mover, agent, link);
    await follower.ask('/open', '{}');
    await follower.ask('/consent', JSON.stringify({ language: 'en', textHash: 'c0'.repeat(32) }));
    return follower;
  }

  /** The answer to a request of the page, however long it takes. */
  async ask<T = CaptureView>(path: string, body?: Buffer | string): Promise<T> {
    for (;;) {
      const answer = await this.#once<T>(path, body);
      if (answer) return answer;
      await pause(AGAIN_MS);
    }
  }

  /** Begins the movements. */
  async begin(): Promise<void> {
    const { step } = await this.ask('/movement');
    this.#take(step as FrameStep);
  }

  /** Sends frames of somebody who does what is told, until `isEnough` or the last step. No attempt may be lost. */
  async move(isEnough: () => boolean = () => false): Promise<void> {
    while (isFrameStep(this.#step) && !isEnough()) {
      const begun = performance.now();
      const query = `step=${this.#step}&sequence=${this.#sequence++}&at=${Math.round(begun - this.#began)}`;
      const frame = this.#mover.frame(this.#step, begun - this.#told);
      const answer = await this.#once<FrameAnswer>(`/frames?${query}`, frame);
      assert.notEqual(answer?.step, 'failed', 'An attempt of somebody who did what was told is lost.');
      if (answer && answer.step !== this.#step) this.#take(answer.step as FrameStep);
      const every = answer?.everyMs ?? AGAIN_MS;
      await pause(Math.max(0, Math.max(every, FRAME_MS) - (performance.now() - begun)));
    }
  }

  /** Checks that one verification came of it, in the first attempt. */
  async expectOne(): Promise<void> {
    const { text } = await this.#load.get(`${SESSIONS}/${this.id}`);
    const { status, attempts, verificationId } = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual({ status, attempts }, { status: 'completed', attempts: 1 });
    const list = JSON.parse((await this.#load.get('/api/IdVerification/list')).text) as { id: number }[];
    assert.deepEqual(
      list.map(({ id }) => id),
      [verificationId],
      'There is not one verification.',
    );
  }

  #take(step: FrameStep | 'done'): void {
    this.#step = step;
    this.#told = performance.now();
  }

  /** Undefined where they are told to come later, or no whole answer came. */
  async #once<T>(path: string, body?: Buffer | string): Promise<T | undefined> {
    const type = typeof body === 'string' ? 'application/json' : 'image/jpeg';
    const headers = body === undefined ? this.#headers : { ...this.#headers, 'content-type': type };
    const sent = { origin: this.#origin, path: `/v/api${path}`, method: 'POST' as const, headers };
    const got = await this.#agent.request(body === undefined ? sent : { ...sent, body });
    const text = await got.body.text();
    if (got.statusCode < 300) return JSON.parse(text) as T;
    assert.ok(LATER.has(got.statusCode), `${path.split('?')[0]} was refused: ${got.statusCode} ${text}`);
    this.later += 1;
    return undefined;
  }
}
