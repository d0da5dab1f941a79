import type { FrameAnswer, FrameStep, PictureAnswer, SessionView } from './session.ts';

/** Answers that ask for another try: a proxy whose service restarts, a service with too much to do. */
const LATER = new Set([408, 425, 429, 502, 503, 504]);
/** A quota comes back in days. */
const STAYS = 'quota-exhausted';

/** What the service refused, by the code of its problem. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds, where the service said after how many to come again. */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, retryAfter?: number) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }

  /** Whether the same request may have another answer soon. */
  get passes(): boolean {
    return LATER.has(this.status) && this.code !== STAYS;
  }
}

/** What a request waits for; null once it was answered. */
export type Wait = 'offline' | 'service' | null;

const PATIENCE_MS = 30_000;
/** A document is read at once, by a service that may be busy. */
const READING_PATIENCE_MS = 90_000;
const FRAME_PATIENCE_MS = 8_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
const DEVICE = 'touchstone.capture.device';

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object | undefined;
  readonly patience?: number;
}

/** The page's requests. Each is tried again until the service answers: a person's work outlasts a lost line. */
export class Api {
  readonly #token: string;
  readonly #waits: (wait: Wait) => void;

  /** `waits` is called with what a request waits for, and with null when it goes on. */
  constructor(token: string, waits: (wait: Wait) => void) {
    this.#token = token;
    this.#waits = waits;
  }

  open(takeOver = false): Promise<SessionView> {
    return this.#patiently<SessionView>({ method: 'POST', path: 'open', body: { takeOver } });
  }

  session(): Promise<SessionView> {
    return this.#patiently<SessionView>({ method: 'GET', path: 'session' });
  }

  /** The session, asked for once. */
  look(): Promise<SessionView> {
    return this.#once({ method: 'GET', path: 'session' }) as Promise<SessionView>;
  }

  /** One of the requests that answer the session alone. */
  async post(path: string, body?: object): Promise<SessionView> {
    const answer = await this.#patiently<SessionView | { session: SessionView }>({ method: 'POST', path, body });
    return 'session' in answer ? answer.session : answer;
  }

  picture(path: string, picture: Blob): Promise<PictureAnswer> {
    return this.#patiently<PictureAnswer>({ method: 'POST', path, body: picture, patience: READING_PATIENCE_MS });
  }

  /** Sent once: a frame that was lost is worth less than the next one. Throws a `TypeError` where the line is lost. */
  frame(step: FrameStep, sequence: number, at: number, picture: Blob): Promise<FrameAnswer> {
    const path = `frames?step=${step}&sequence=${sequence}&at=${Math.round(at)}`;
    return this.#once({ method: 'POST', path, body: picture, patience: FRAME_PATIENCE_MS }) as Promise<FrameAnswer>;
  }

  /** Counts what the person was told. Nothing waits for it. */
  note(code: string): void {
    this.#once({ method: 'POST', path: 'hint', body: { code } }).catch(() => undefined);
  }

  async #patiently<Answer>(sent: Sent): Promise<Answer> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const answer = await this.#once(sent);
        this.#waits(null);
        return answer as Answer;
      } catch (error) {
        if (error instanceof Refusal && !error.passes) {
          this.#waits(null);
          throw error;
        }
        this.#waits(error instanceof Refusal || navigator.onLine ? 'service' : 'offline');
        await untilLater(error instanceof Refusal && error.retryAfter ? error.retryAfter * 1000 : pause);
      }
    }
  }

  async #once({ method, path, body, patience = PATIENCE_MS }: Sent): Promise<unknown> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), patience);
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#token}`,
      'x-capture-device': deviceId(),
    };
    const isPicture = body instanceof Blob;
    if (body) headers['content-type'] = isPicture ? body.type : 'application/json';
    try {
      const answer = await fetch(`/v/api/${path}`, {
        method,
        headers,
        body: isPicture ? body : body && JSON.stringify(body),
        cache: 'no-store',
        credentials: 'omit',
        signal: controller.signal,
      });
      const value: unknown = await answer.json().catch(() => undefined);
      if (answer.ok && value !== undefined) return value;
      throw refusalOf(answer, value);
    } finally {
      clearTimeout(timer);
    }
  }
}

function refusalOf({ status, headers, ok }: Response, problem: unknown): Refusal {
  const { code } = (problem ?? {}) as { code?: string };
  const seconds = Number(headers.get('retry-after'));
  // An answer that was cut off is one of a lost line.
  return new Refusal(ok ? 502 : status, code ?? 'unexpected', seconds > 0 ? Math.min(seconds, 60) : undefined);
}

/** A while, or until the line is back. */
function untilLater(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
  });
}

/** Random, and kept as long as this tab: how the service tells one device from another. */
function deviceId(): string {
  const stored = sessionStorage.getItem(DEVICE);
  if (stored) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.setItem(DEVICE, id);
  return id;
}
