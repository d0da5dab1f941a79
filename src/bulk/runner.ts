import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Batch, BatchPlace, NewBatch, PendingRow } from '../domain/batch.ts';
import { TouchstoneError } from '../errors.ts';
import type { BatchRecords } from '../records/port.ts';
import { say } from '../sentences.ts';
import { type RowOutcome, type SearchRow, screenRow } from '../use-cases/batches.ts';
import type { Announce } from '../use-cases/events.ts';
import { ItemReader } from './item-reader.ts';
import type { TakeRows } from './rows.ts';

/** Rows under way at once, of all files together: enough to group commits, few enough that a stop is quick. */
const MAX_UNDER_WAY = 8;
/** Rows that are read from the database at a time, and how many are left when the next ones are read. */
const PAGE_ROWS = 64;
const LOW_ROWS = 16;
/** How often it looks for files that can go on: with a new period, a larger quota, or a fault that has passed. */
const LOOK_MS = 30_000;
/** After a fault of the service. */
const RETRY_MS = 2_000;
/** A finished file is kept so long for its results. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** A row that the search itself fails on is refused at this try, so that it cannot hold the rest of its file up. */
const MAX_TRIES = 3;

export interface BulkOptions {
  readonly batches: BatchRecords;
  readonly search: SearchRow;
  /** Makes the customer of a row. */
  readonly importRow: (batch: Batch, row: PendingRow) => Promise<RowOutcome>;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'error'>;
  /** Told of each row that became a record. */
  readonly announce: Announce;
}

/** A batch whose rows are in the database, and which nobody sees yet. */
export interface StagedBatch {
  accept(): Promise<Batch>;
  /** Does nothing to one that was accepted. */
  discard(): Promise<void>;
}

/** A file that is worked on. */
interface Active {
  readonly batch: Batch;
  /** Read and not taken yet. */
  readonly rows: PendingRow[];
  /** The last row that was read. */
  after: number;
  reading: boolean;
  allRead: boolean;
  underWay: number;
  /** References of the customers under way: the rows of one are stored in their order. */
  readonly customers: Set<string>;
  /** No row of it is taken any more. */
  leaving: boolean;
}

/**
 * Screens the rows of files. Rows and outcomes are in the database, so that a file goes on after a restart. Accounts
 * take turns row by row. Of each account the oldest file is worked on, unless its quota is spent.
 */
export class BulkRunner {
  /** For bodies that come with a request. */
  readonly items = new ItemReader();
  readonly #options: BulkOptions;
  /** By account; the one whose turn it is comes first. */
  readonly #active = new Map<number, Active>();
  readonly #uploading = new Set<string>();
  /** Why a file does not go on just now, by its id. */
  readonly #problems = new Map<string, string>();
  /** How often the search failed, by file and row. */
  readonly #failures = new Map<string, number>();
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #tidying: Promise<void> | undefined;
  #stopped = false;
  /** So that one failure is logged once. */
  #lookFailed = false;
  #drained: (() => void) | undefined;

  constructor(options: BulkOptions) {
    this.#options = options;
  }

  /** Goes on with what was not finished. */
  start(): Promise<void> {
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
    return this.look();
  }

  /** Takes no more rows and ends those under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    clearTimeout(this.#retry);
    await Promise.all([this.#tidying, this.items.close()]);
    if (this.#underWay === 0) return;
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
  }

  /**
   * Stores the rows that `read` hands over and begins with them. Undefined where too many of the account are not over;
   * nothing was read then. Where it throws, such as `validation`, nothing of the file is kept.
   */
  async upload(batch: Omit<NewBatch, 'id'>, read: (take: TakeRows) => Promise<void>): Promise<Batch | undefined> {
    return (await this.stage(batch, read))?.accept();
  }

  /**
   * The same, but it begins only once it is accepted. One that is neither accepted nor discarded goes with a restart.
   */
  async stage(batch: Omit<NewBatch, 'id'>, read: (take: TakeRows) => Promise<void>): Promise<StagedBatch | undefined> {
    const { batches } = this.#options;
    const id = randomUUID();
    this.#uploading.add(id);
    const discard = async (): Promise<void> => {
      // What cannot be removed now is removed by the next look. One that was accepted stays.
      if (this.#uploading.delete(id)) await batches.remove(id).catch(() => {});
    };
    const orDiscard = async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work();
      } catch (error) {
        await discard();
        throw error;
      }
    };
    const accept = async (): Promise<Batch> => {
      const sealed = await orDiscard(() => batches.seal(id));
      this.#uploading.delete(id);
      void this.look();
      return sealed;
    };
    return orDiscard(async () => {
      if (await batches.open({ ...batch, id })) await read((rows) => batches.add(id, rows));
      else this.#uploading.delete(id);
      return this.#uploading.has(id) ? { accept, discard } : undefined;
    });
  }

  async cancel(accountId: number, id: string): Promise<Batch | undefined> {
    const batch = await this.#options.batches.cancel(accountId, id);
    const active = this.#active.get(accountId);
    if (active?.batch.id === id) this.#leave(active);
    this.#problems.delete(id);
    // What is stopped may be more than the account may keep.
    void this.look();
    return batch;
  }

  /** A sentence where a file does not go on although it could; it is tried again by itself. */
  problem(id: string): string | null {
    return this.#problems.get(id) ?? null;
  }

  /** Begins with files that can go on and removes outdated ones. Never rejects. */
  async look(): Promise<void> {
    try {
      await this.#begin();
      this.#tidying ??= this.#tidy().finally(() => {
        this.#tidying = undefined;
      });
      await this.#tidying;
      this.#lookFailed = false;
    } catch (error) {
      if (this.#stopped) return;
      if (!this.#lookFailed) this.#options.log.error({ err: error }, 'the files of names could not be looked at');
      this.#lookFailed = true;
      this.#lookSoon();
    }
  }

  async #begin(): Promise<void> {
    if (this.#stopped) return;
    for (const batch of await this.#options.batches.due()) {
      if (this.#active.has(batch.accountId)) continue;
      const rest = { reading: false, allRead: false, underWay: 0, leaving: false };
      this.#active.set(batch.accountId, { batch, rows: [], after: -1, customers: new Set(), ...rest });
    }
    this.#fill();
  }

  async #tidy(): Promise<void> {
    const { batches, now } = this.#options;
    if (this.#stopped) return;
    const outdated = await batches.outdated(new Date(now().getTime() - KEPT_MS).toISOString());
    const incomplete = (await batches.incomplete()).filter((id) => !this.#uploading.has(id));
    for (const id of new Set([...outdated, ...incomplete])) {
      if (this.#stopped) return;
      await batches.remove(id);
      this.#problems.delete(id);
    }
  }

  #fill(): void {
    while (!this.#stopped && this.#underWay < MAX_UNDER_WAY) {
      const active = this.#nextTurn();
      if (!active) return;
      const row = active.rows.shift()!;
      active.underWay += 1;
      if (active.batch.kind === 'customers') active.customers.add(row.reference);
      this.#underWay += 1;
      this.#settle(active, row)
        .catch((error: unknown) => this.#pause(active, error))
        .finally(() => {
          active.underWay -= 1;
          active.customers.delete(row.reference);
          this.#underWay -= 1;
          this.#endIfDone(active);
          this.#fill();
          if (this.#underWay === 0) this.#drained?.();
        });
    }
  }

  /** The next account that has a row to screen; it goes to the end of the line. */
  #nextTurn(): Active | undefined {
    for (const [account, active] of this.#active) {
      if (active.leaving) continue;
      if (active.rows.length < LOW_ROWS && !active.reading && !active.allRead) void this.#read(active);
      const [next] = active.rows;
      if (!next || active.customers.has(next.reference)) continue;
      this.#active.delete(account);
      this.#active.set(account, active);
      return active;
    }
    return undefined;
  }

  async #read(active: Active): Promise<void> {
    active.reading = true;
    try {
      const rows = await this.#options.batches.pending(active.batch.id, active.after, PAGE_ROWS);
      active.after = rows.at(-1)?.row ?? active.after;
      active.allRead = rows.length < PAGE_ROWS;
      if (!active.leaving) active.rows.push(...rows);
    } catch (error) {
      this.#pause(active, error);
    }
    active.reading = false;
    this.#endIfDone(active);
    this.#fill();
  }

  async #settle(active: Active, row: PendingRow): Promise<void> {
    const { batch } = active;
    const place = { batch: batch.id, row: row.row };
    const search: SearchRow = (...asked) =>
      this.#options.search(...asked).catch((error: unknown) => {
        throw this.#failed(place, error);
      });
    const outcome =
      batch.kind === 'customers'
        ? await this.#import(batch, row)
        : await screenRow({ ...this.#options, search }, batch, row);
    // Without quota the batch waits for the next look. A settled row was cancelled, or belongs to another process.
    if (outcome === 'exhausted' || outcome === 'settled') return this.#leave(active);
    this.#problems.delete(batch.id);
    this.#failures.delete(keyOf(place));
  }

  async #import(batch: Batch, row: PendingRow): Promise<RowOutcome> {
    const place = { batch: batch.id, row: row.row };
    try {
      return await this.#options.importRow(batch, row);
    } catch (cause) {
      const error = this.#failed(place, cause);
      if (!(error instanceof TouchstoneError) || error.code !== 'validation') throw error;
      await this.#options.batches.refuse(place, error.message);
      return 'refused';
    }
  }

  /** The error of a search. A row that it fails on again and again is refused, as one that cannot be screened. */
  #failed(place: BatchPlace, error: unknown): unknown {
    if (error instanceof TouchstoneError) return error;
    const tries = (this.#failures.get(keyOf(place)) ?? 0) + 1;
    this.#failures.set(keyOf(place), tries);
    if (tries < MAX_TRIES) return error;
    this.#options.log.error({ err: error, ...place }, 'a row of a file could not be screened');
    return new TouchstoneError('validation', say('file.row-failed'));
  }

  /** Something is wrong with the service: nothing is lost, and the file is tried again soon. */
  #pause(active: Active, error: unknown): void {
    this.#leave(active);
    if (this.#stopped) return;
    const { id } = active.batch;
    const cause = error instanceof TouchstoneError ? error.message : say('refusal.fault');
    const problem = say('file.held-up', { problem: cause });
    if (this.#problems.get(id) !== problem) this.#options.log.error({ err: error, batch: id }, 'a file is held up');
    this.#problems.set(id, problem);
    this.#lookSoon();
  }

  #lookSoon(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      void this.look();
    }, RETRY_MS).unref();
  }

  #leave(active: Active): void {
    active.leaving = true;
    active.rows.length = 0;
    this.#endIfDone(active);
  }

  /** Forgets a file of which nothing is under way; the account's next one may begin. */
  #endIfDone(active: Active): void {
    const { batch, leaving, allRead, reading, rows, underWay } = active;
    if (reading || underWay > 0 || rows.length > 0 || !(leaving || allRead)) return;
    if (this.#active.get(batch.accountId) !== active) return;
    this.#active.delete(batch.accountId);
    // After a fault it looks a moment later.
    if (!this.#retry) void this.look();
  }
}

function keyOf({ batch, row }: BatchPlace): string {
  return `${batch} ${row}`;
}
