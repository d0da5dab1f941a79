import type { Client, Reply, Request } from '../rig/client.ts';

/** Sentences that are kept of what went wrong; the rest is counted. */
const MAX_SENTENCES = 40;

/** One request of a kind: when it was asked, in seconds since the load began, and how long the answer took. */
export interface Timing {
  readonly at: number;
  readonly ms: number;
}

/** What clients saw: latencies by kind of request, answers that said "later", and everything that must not happen. */
export class Recorder {
  readonly timings = new Map<string, Timing[]>();
  readonly busy = new Map<string, number>();
  readonly sentences: string[] = [];
  failures = 0;
  readonly #began = performance.now();

  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  /** Asks and takes the time. Throws where the status is none of those expected; 503 is counted apart. */
  async ask(
    client: Client,
    kind: string,
    [method, path]: readonly [string, string],
    { expect = [200], ...request }: Request & { expect?: readonly number[] } = {},
  ): Promise<Reply> {
    const at = this.seconds;
    const asked = performance.now();
    const reply = await client.call(method, path, request);
    const kept = this.timings.get(kind) ?? [];
    kept.push({ at, ms: performance.now() - asked });
    this.timings.set(kind, kept);
    if (expect.includes(reply.status)) return reply;
    if (reply.status === 503) {
      this.busy.set(kind, (this.busy.get(kind) ?? 0) + 1);
      throw new Busy(kind);
    }
    throw new Error(`${method} ${path} was answered with ${reply.status}: ${reply.text.slice(0, 200)}`);
  }

  /** Something that must not happen. */
  failed(what: string, error: unknown): void {
    if (error instanceof Busy) return;
    this.failures += 1;
    const sentence = `${this.seconds.toFixed(0)} s, ${what}: ${describe(error)}`;
    if (this.sentences.length < MAX_SENTENCES) this.sentences.push(sentence);
  }
}

/** The service asked to come again later: counted, and no failure while it is rare. */
class Busy extends Error {}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return code ? `${error.message} (${code})` : error.message;
}
