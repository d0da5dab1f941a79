import { createHash } from 'node:crypto';
import fastify from 'fastify';
import type { FrameAnswer, PictureAnswer, SessionView } from '../../capture/src/session.ts';
import type { App } from '../../src/http/app-type.ts';
import { capturePage } from '../../src/http/capture/page.ts';
import { STANDING_HEADERS } from '../../src/http/wire/headers.ts';

/** A refusal, as a problem with a code. */
interface Refused {
  readonly status: number;
  readonly code: string;
}

const VIEW: SessionView = {
  id: 's-1',
  consented: false,
  expiresAt: '2100-01-01T00:00:00.000Z',
  status: 'started',
  reason: null,
  step: 'consent',
  language: null,
  asker: { name: 'Harbour Bank', privacyUrl: 'https://harbour.example/privacy' },
  retentionDays: 30,
  country: null,
  documentTypes: null,
  movement: true,
  upload: false,
  cannot: false,
  attempt: 1,
  attempts: 3,
  redirectUrl: null,
  device: 'this',
  problem: null,
  sandbox: null,
};

/**
 * The real page over a service that says what a test wants. These are answers that the real one gives seldom or late,
 * such as a refusal in the middle of a step.
 */
export class CaptureScript {
  readonly origin: string;
  /** Requests as `METHOD path`, in their order. */
  readonly asked: string[] = [];
  readonly bodies: { readonly path: string; readonly body: unknown }[] = [];
  /** Frames under way at once, at most. */
  atOnce = 0;
  view: SessionView = VIEW;
  /** What every request is refused with, until it is undefined again. */
  refusal: Refused | undefined;
  /** Answers to pictures of a document, one after another; then they are accepted. */
  readonly pictures: Omit<PictureAnswer, 'session'>[] = [];
  /** What the next frames are answered with; the last one stays. */
  frames: Omit<FrameAnswer, 'stepEndsAt' | 'everyMs'>[] = [{ step: 'look', hint: null }];
  readonly #app: App;
  #underWay = 0;
  #begun = 0;

  private constructor(app: App, origin: string) {
    this.#app = app;
    this.origin = origin;
  }

  static async start(): Promise<CaptureScript> {
    const app = fastify({ bodyLimit: 8e6 }) as unknown as App;
    app.addHook('onRequest', async (_, reply) => void reply.headers(STANDING_HEADERS));
    app.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
    await capturePage(app);
    let script: CaptureScript | undefined;
    app.all('/v/api/*', async (request, reply) => {
      const answer = await script!.#answer(request.method, request.url.slice('/v/api/'.length), request.body);
      return reply.code(answer.status).send(answer.body);
    });
    script = new CaptureScript(app, await app.listen({ port: 0, host: '127.0.0.1' }));
    return script;
  }

  stop(): Promise<void> {
    return this.#app.close();
  }

  begin(changes: Partial<SessionView> = {}): void {
    Object.assign(this, { view: { ...VIEW, ...changes }, refusal: undefined, atOnce: 0 });
    this.#begun = 0;
    this.frames = [{ step: 'look', hint: null }];
    for (const list of [this.asked, this.bodies, this.pictures]) list.length = 0;
  }

  set(changes: Partial<SessionView>): void {
    this.view = { ...this.view, ...changes };
  }

  async #answer(method: string, path: string, body: unknown): Promise<{ status: number; body: object }> {
    this.asked.push(`${method} ${path}`);
    this.bodies.push({ path, body });
    if (this.refusal && !path.startsWith('hint')) {
      const { status, code } = this.refusal;
      return { status, body: { code, title: code } };
    }
    return { status: 200, body: await this.#said(path.split('?')[0]!, body) };
  }

  async #said(path: string, body: unknown): Promise<object> {
    if (path === 'frames') return this.#frame();
    if (path === 'document') return this.#picture();
    if (path === 'consent') this.set({ step: 'document' });
    if (path === 'decline') this.set({ status: 'failed', reason: 'declined' });
    if (path === 'movement') {
      this.#begun += 1;
      this.set({ step: 'look', problem: null, attempt: this.#begun });
    }
    if (path === 'cannot') this.set({ cannot: true, step: 'look' });
    if (path === 'finish') this.set({ status: 'completed', step: 'done' });
    if (path === 'open' && (body as { takeOver?: boolean }).takeOver) this.set({ device: 'this' });
    return this.view;
  }

  #picture(): PictureAnswer {
    const answer = this.pictures.shift() ?? { accepted: true, problem: null, fields: [], usable: true };
    if (answer.accepted) this.set({ step: this.view.step === 'document' ? 'back' : 'look' });
    return { ...answer, session: this.view };
  }

  async #frame(): Promise<FrameAnswer> {
    this.#underWay += 1;
    this.atOnce = Math.max(this.atOnce, this.#underWay);
    await new Promise((resolve) => setTimeout(resolve, 30));
    this.#underWay -= 1;
    const answer = this.frames.length > 1 ? this.frames.shift()! : this.frames[0]!;
    if (answer.step === 'done') this.set({ step: 'done' });
    if (answer.step === 'failed') this.set({ step: 'look', problem: 'movement' });
    return { stepEndsAt: null, everyMs: 145, ...answer };
  }
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
