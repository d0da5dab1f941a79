import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Migrating } from './records/port.ts';

/** How often a line of the log says that a step goes on. */
const SAID_EVERY_MS = 5_000;

/** A step of a start. */
interface Step {
  /** For the log. */
  readonly what: string;
  /** For `/health/ready`, with what was found since. */
  readonly sentence: string;
  /** Numbers and paths, never content of records. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Asked before each line: what has changed since the last one. */
  readonly look?: () => Promise<Readonly<Record<string, unknown>>>;
}

const REACHING: Step = {
  what: 'the database does not answer yet',
  sentence: 'The database does not answer yet.',
  facts: {},
};

/**
 * What a service does before it serves. `/health/ready` tells it, and so does the log: when a step begins, and every
 * five seconds while it lasts.
 */
export class StartProgress {
  readonly #log: Pick<Logger, 'info'>;
  #step: Step | undefined;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Pick<Logger, 'info'>) {
    this.#log = log;
  }

  /** A step has begun and is not over. */
  get isUnderWay(): boolean {
    return this.#step !== undefined;
  }

  /** Why the service is not ready, a sentence. */
  get sentence(): string {
    if (!this.#step) return 'The service is starting.';
    return `${this.#step.sentence} For ${this.#seconds} s so far.`;
  }

  begin(step: Step): void {
    this.end();
    this.#step = step;
    this.#since = performance.now();
    this.#log.info(step.facts, step.what);
    this.#timer = setInterval(() => void this.#goesOn(step), SAID_EVERY_MS).unref();
  }

  /** The step is over, or the start is. */
  end(): void {
    clearInterval(this.#timer);
    this.#step = undefined;
  }

  /** The server of the database takes its time to answer. */
  readonly reaching = (phase: 'begun' | 'over'): void => {
    const isUnderWay = this.#step === REACHING;
    if (phase === 'begun' && !isUnderWay) this.begin(REACHING);
    if (phase === 'over' && isUnderWay) this.#done('the database answers', {});
  };

  /** The database is brought to this program's version. */
  readonly migrating = ({ phase, found, step, newest, rows, copy }: Migrating): void => {
    const facts = { schema: found, step, newest, rows, ...(copy !== null && { copy }) };
    const of = `The database goes from schema ${found} to ${newest}`;
    const look = async () => ({ copiedBytes: (await stat(copy!).catch(() => ({ size: 0 }))).size });
    const steps = {
      wait: { what: 'another node migrates the database', sentence: `${of} by another node.` },
      copy: { what: 'the database is copied before it is migrated', sentence: `${of}: a copy comes first.`, look },
      step: { what: 'the database is migrated', sentence: `${of}: step ${step} of ${newest}.` },
    };
    if (phase !== 'done') this.begin({ ...steps[phase], facts });
    else this.#done('the database was migrated', facts);
  };

  #done(what: string, facts: Step['facts']): void {
    this.end();
    this.#log.info(facts, what);
  }

  get #seconds(): number {
    return Math.round((performance.now() - this.#since) / 1000);
  }

  async #goesOn(step: Step): Promise<void> {
    const seen = await step.look?.();
    if (this.#step === step) this.#log.info({ ...step.facts, ...seen, seconds: this.#seconds }, step.what);
  }
}
