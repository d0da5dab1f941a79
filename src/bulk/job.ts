import { randomUUID } from 'node:crypto';
import { sentence, TouchstoneError } from '../errors.ts';
import type { BulkRow } from './rows.ts';

/** Rows under way at once: enough to group commits, few enough that a stop is quick. */
const UNDER_WAY = 8;
/** Refusals that are shown while it runs; the results name all. */
const SHOWN_REFUSALS = 100;
/** A new period, or a larger quota, is noticed within a minute. */
const QUOTA_RETRY_MS = 60_000;

export type JobState = 'running' | 'done' | 'stopped' | 'waiting-for-quota';

/** What became of a row: the id of its record, why it was refused, or undefined where it was not its turn yet. */
export type Outcome = { readonly id: number } | { readonly refused: string } | undefined;

/** Screens one row. Throws `validation` where the row cannot be screened; `exhausted` stored and spent nothing. */
export type ScreenRow = (row: BulkRow) => Promise<{ readonly id: number; readonly matched: boolean } | 'exhausted'>;

/**
 * Screens the rows of a file one after another, each a record of its own. It lives in memory: when the service stops,
 * the records that were made stay and the rest is not screened. Where the quota is spent it waits for the next one.
 */
export class BulkJob {
  readonly id = randomUUID();
  readonly accountId: number;
  readonly total: number;
  readonly outcomes: Outcome[];
  readonly references: readonly string[];
  readonly lines: readonly number[];
  readonly refused: { row: number; message: string }[] = [];
  state: JobState = 'running';
  done = 0;
  matched = 0;
  refusedCount = 0;
  /** Why it stopped by itself, a sentence. */
  problem: string | null = null;
  /** Milliseconds since 1970; undefined while it is not over. */
  endedAt: number | undefined;
  readonly #rows: (BulkRow | undefined)[];
  readonly #screen: ScreenRow;
  readonly #now: () => Date;
  #next = 0;
  #again: number[] = [];
  #retry: NodeJS.Timeout | undefined;

  constructor(accountId: number, rows: readonly BulkRow[], screen: ScreenRow, now: () => Date) {
    this.accountId = accountId;
    this.total = rows.length;
    this.outcomes = Array<Outcome>(rows.length).fill(undefined);
    this.lines = rows.map(({ line }) => line);
    this.references = rows.map(({ reference }) => reference);
    this.#rows = [...rows];
    this.#screen = screen;
    this.#now = now;
  }

  /** The row where no record holds it: refused, or not screened yet. */
  row(place: number): BulkRow | undefined {
    return this.#rows[place];
  }

  /** Resolves when nothing is left to do now: done, stopped, or waiting for quota. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: UNDER_WAY }, () => this.#work()));
    if (this.state === 'running') this.#end('done');
    if (this.state !== 'waiting-for-quota') return;
    this.#retry = setTimeout(() => this.resume(), QUOTA_RETRY_MS).unref();
  }

  /** Tries the rows that wait for quota. */
  async resume(): Promise<void> {
    if (this.state !== 'waiting-for-quota') return;
    clearTimeout(this.#retry);
    this.state = 'running';
    await this.run();
  }

  stop(): void {
    clearTimeout(this.#retry);
    if (this.endedAt === undefined) this.#end('stopped');
  }

  #end(state: JobState): void {
    this.state = state;
    this.endedAt = this.#now().getTime();
  }

  async #work(): Promise<void> {
    for (let place = this.#take(); place !== undefined; place = this.#take()) {
      try {
        this.#settle(place, await this.#screen(this.#rows[place]!));
      } catch (error) {
        if (error instanceof TouchstoneError && error.code === 'validation') this.#refuse(place, error.message);
        else return this.#fail(error);
      }
    }
  }

  #take(): number | undefined {
    if (this.state !== 'running') return undefined;
    return this.#again.pop() ?? (this.#next < this.total ? this.#next++ : undefined);
  }

  #settle(place: number, screened: Awaited<ReturnType<ScreenRow>>): void {
    if (screened === 'exhausted') {
      this.#again.push(place);
      if (this.state === 'running') this.state = 'waiting-for-quota';
      return;
    }
    this.outcomes[place] = { id: screened.id };
    this.#rows[place] = undefined;
    this.done += 1;
    if (screened.matched) this.matched += 1;
  }

  #refuse(place: number, message: string): void {
    this.outcomes[place] = { refused: message };
    this.done += 1;
    this.refusedCount += 1;
    if (this.refused.length < SHOWN_REFUSALS) this.refused.push({ row: this.#rows[place]!.line, message });
  }

  #fail(error: unknown): void {
    const known = error instanceof TouchstoneError;
    this.problem ??= known ? sentence(error) : 'Something went wrong in the service; what is done stays.';
    this.stop();
    if (!known) throw error;
  }
}
