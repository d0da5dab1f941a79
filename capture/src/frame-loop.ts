import { type Api, Refusal } from './api.ts';
import { type FrameStep, isFrameStep, type SessionView } from './session.ts';

/** Between the beginnings of two frames, until the service says otherwise: four a second. */
const PACE_MS = 250;
const PAUSE_MS = 600;

/** What the loop takes from the page and tells it. */
export interface FrameEnds {
  isOn(): boolean;
  /** What the camera shows, as JPEG. */
  frame(): Promise<Blob>;
  step(step: FrameStep): void;
  hint(hint: string | null): void;
  /** Whether the line is lost. */
  waits(lost: boolean): void;
}

/** Sends frames one after another, until the attempt is over. One is under way at a time. */
export class FrameLoop {
  readonly #api: Api;
  readonly #ends: FrameEnds;
  readonly #began = performance.now();
  #step: FrameStep = 'look';
  #sequence = 0;
  /** As the service says: the more people are before their cameras, the slower. */
  #everyMs = PACE_MS;

  constructor(api: Api, ends: FrameEnds) {
    this.#api = api;
    this.#ends = ends;
  }

  /** Answers the session once it is no movement any more; undefined where the page went on before. Throws refusals. */
  async run(step: FrameStep): Promise<SessionView | undefined> {
    this.#take(step);
    while (this.#ends.isOn()) {
      const begun = performance.now();
      const end = await this.#next().catch((error: unknown) => this.#afterFailure(error));
      // What shows another screen by now goes its own way.
      if (end && this.#ends.isOn()) return end;
      await pause(this.#everyMs - (performance.now() - begun));
    }
    return undefined;
  }

  async #next(): Promise<SessionView | undefined> {
    const [step, at] = [this.#step, performance.now() - this.#began];
    const picture = await this.#ends.frame();
    const answer = await this.#api.frame(step, this.#sequence, at, picture);
    this.#sequence += 1;
    this.#everyMs = answer.everyMs;
    if (!this.#ends.isOn()) return undefined;
    if (!isFrameStep(answer.step)) return answer.session ?? this.#api.session();
    if (answer.step !== this.#step) this.#take(answer.step);
    else this.#ends.hint(answer.hint);
    return undefined;
  }

  #take(step: FrameStep): void {
    this.#step = step;
    this.#ends.step(step);
  }

  /** Waits until the service answers again, and goes on with the step that it says. */
  async #afterFailure(error: unknown): Promise<SessionView | undefined> {
    this.#sequence += 1;
    if (error instanceof Refusal) {
      if (error.code === 'wrong-step') return this.#whereItStands();
      if (!error.passes) throw error;
      await pause(error.retryAfter ? error.retryAfter * 1000 : PAUSE_MS);
      return undefined;
    }
    this.#ends.waits(true);
    const end = await this.#whereItStands();
    this.#ends.waits(false);
    return end;
  }

  async #whereItStands(): Promise<SessionView | undefined> {
    const view = await this.#api.session();
    const { step } = view;
    // What has to be done again is told before it begins: the answer that the attempt failed was lost.
    if (view.status !== 'started' || view.problem !== null || !isFrameStep(step)) return view;
    if (step !== this.#step) this.#take(step);
    await pause(PAUSE_MS);
    return undefined;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
