import { TouchstoneError } from '../errors.ts';
import type { BulkJob } from './job.ts';

/** Finished files of an account that are kept for their results. */
const KEPT = 3;
const KEPT_MS = 24 * 3_600_000;
/** Files that are under way at once, of all accounts together: each may hold 200,000 rows. */
const MOST_UNFINISHED = 8;

/** The files that are or were worked on, in memory. */
export class BulkJobs {
  #jobs: BulkJob[] = [];
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Throws `busy` where the account, or the service, has enough to do. */
  checkRoom(accountId: number): void {
    this.#forget();
    const unfinished = this.#jobs.filter(({ endedAt }) => endedAt === undefined);
    if (unfinished.some((job) => job.accountId === accountId)) {
      throw new TouchstoneError('busy', 'Another file of this account is under way; stop it or wait until it is done.');
    }
    if (unfinished.length >= MOST_UNFINISHED) {
      throw new TouchstoneError('busy', 'Too many files are under way; try again later.');
    }
  }

  add(job: BulkJob): void {
    this.checkRoom(job.accountId);
    this.#jobs.push(job);
  }

  /** Newest first. */
  list(accountId: number): BulkJob[] {
    this.#forget();
    return this.#jobs.filter((job) => job.accountId === accountId).reverse();
  }

  get(accountId: number, id: string): BulkJob | undefined {
    return this.list(accountId).find((job) => job.id === id);
  }

  #forget(): void {
    const since = this.#now().getTime() - KEPT_MS;
    const kept = new Map<number, number>();
    const newestFirst = this.#jobs.toReversed().filter(({ accountId, endedAt }) => {
      if (endedAt === undefined) return true;
      const place = (kept.get(accountId) ?? 0) + 1;
      kept.set(accountId, place);
      return endedAt >= since && place <= KEPT;
    });
    this.#jobs = newestFirst.reverse();
  }
}
