import { type Spent, UsedTime } from './used-time.ts';

export interface FairQueueOptions {
  /** So many items wait at most, of all accounts together. */
  readonly max?: number;
  /** So many items of one account wait at most. */
  readonly maxPerAccount?: number;
  /** Counts milliseconds and is never set back. */
  readonly clock?: () => number;
  /** What work takes is told by `spend`: it waits for other things from its beginning to its end. */
  readonly isTold?: boolean;
  /** Told what each work took. */
  readonly spent?: (spent: Spent) => void;
}

/** So many accounts are remembered by their last turn; one that is forgotten counts as one that had none. */
const MAX_SERVED = 256;
/**
 * An account that waits for so long has the next turn, however much it used before. There is one such turn in so long,
 * and so many others are between two. Where many accounts flood, all of them wait for long. They would push back
 * whoever used less.
 */
const LONGEST_MS = 5_000;
const BETWEEN_LATE = 3;
/** Who begins to wait counts as having used at most so much less than the account there that used least. */
const CREDIT_MS = 1_000;

/**
 * A queue that accounts share by the time that their work takes: the account that used least of the last minute has the
 * next turn. Accounts that used the same take turns. So however much one account puts in, and however long its items
 * take, an item of another account waits for what runs. Nobody is shut out for what they used before, because each five
 * seconds one of the accounts whose last turn is longer ago goes first. Time that nobody waited for is held against no
 * account. Who comes new has no credit of a whole minute. Once nothing runs or waits, what was used is forgotten.
 */
export class FairQueue<T> {
  readonly #max: number;
  readonly #maxPerAccount: number;
  /** The accounts that have items. */
  readonly #accounts = new Map<number, T[]>();
  /** The accounts that had turns, the last turn that is the longest ago first. */
  readonly #served = new Set<number>();
  /** Since when each account that has items waits for a turn. */
  readonly #since = new Map<number, number>();
  readonly #clock: () => number;
  readonly #isTold: boolean;
  readonly #spent: FairQueueOptions['spent'];
  #used: UsedTime;
  #length = 0;
  /** When an account last had a turn because it had waited for so long, and how many turns there were since. */
  #lastLate = Number.NEGATIVE_INFINITY;
  #sinceLate = BETWEEN_LATE;

  constructor(options: FairQueueOptions = {}) {
    const { max = Infinity, maxPerAccount = Infinity, clock = () => performance.now() } = options;
    this.#max = max;
    this.#maxPerAccount = maxPerAccount;
    this.#clock = clock;
    this.#isTold = options.isTold ?? false;
    this.#spent = options.spent;
    this.#used = new UsedTime(clock, this.#isTold);
  }

  /**
   * Work on an item begins, whether or not the item waited. Its time counts until the function that is returned is
   * called, once.
   */
  begin(account: number): () => void {
    this.#serve(account);
    const ended = this.#used.begin(account);
    return () => {
      const ms = ended();
      this.#spent?.({ account, ms });
      if (this.#used.working.size === 0 && this.#length === 0) this.#used = new UsedTime(this.#clock, this.#isTold);
    };
  }

  /** Counts what work took, where that is told. */
  spend(spent: Spent): void {
    this.#used.add(spent);
  }

  /** How much work of an account has begun and not ended. */
  runningOf(account: number): number {
    return this.#used.runningOf(account);
  }

  /** Milliseconds of work of the last minute, with what runs. */
  usedBy(account: number): number {
    return this.#used.of(account);
  }

  /** The account that used least of those that wait. It is next, unless another one has waited for long. */
  least(): number | undefined {
    return leastBy(this.#inOrder(), (account) => this.#used.of(account));
  }

  /** The items of all accounts. */
  get length(): number {
    return this.#length;
  }

  lengthOf(account: number): number {
    return this.#accounts.get(account)?.length ?? 0;
  }

  /** False where `push` would turn away an item of this account. */
  hasRoom(account: number): boolean {
    return (
      this.lengthOf(account) < this.#maxPerAccount && (this.#length < this.#max || this.#crowder(account) !== null)
    );
  }

  /**
   * Adds an item behind the others of its account. Returns the item that found no room, if any. In a full queue, that
   * is the newest item of the account that holds the most. So nobody can keep others out.
   */
  push(account: number, item: T): T | undefined {
    if (!this.hasRoom(account)) return item;
    const crowder = this.#length < this.#max ? null : this.#crowder(account);
    const removed = crowder === null ? undefined : this.#accounts.get(crowder)!.pop();
    if (crowder !== null) this.#length--;
    this.#itemsOf(account).push(item);
    this.#length++;
    return removed;
  }

  /** Adds an item in front of the others of its account, whatever the limits. Its account waits as before. */
  pushBefore(account: number, item: T): void {
    this.#itemsOf(account).unshift(item);
    this.#length++;
  }

  /** Puts an item that was taken back in front of all others, whatever the limits. */
  putBack(account: number, item: T): void {
    this.pushBefore(account, item);
    this.#since.set(account, Number.NEGATIVE_INFINITY);
  }

  /** The item that `take` would return. */
  peek(): T | undefined {
    return this.#accounts.get(this.#turn() ?? Number.NaN)?.[0];
  }

  /** The next item of the account whose turn it is; of those accounts that `may` have one now. */
  take(may?: (account: number) => boolean): T | undefined {
    const account = this.#turn(may);
    if (account === undefined) return undefined;
    const items = this.#accounts.get(account)!;
    const item = items.shift();
    this.#length--;
    if (this.#isLate(account)) [this.#lastLate, this.#sinceLate] = [this.#clock(), 0];
    else this.#sinceLate += 1;
    this.#since.set(account, this.#clock());
    if (items.length === 0) this.#leave(account);
    this.#serve(account);
    return item;
  }

  /** Takes an item out, wherever it waits; false where it is not there. */
  remove(account: number, item: T): boolean {
    const items = this.#accounts.get(account);
    const place = items?.indexOf(item) ?? -1;
    if (place < 0) return false;
    items!.splice(place, 1);
    this.#length--;
    if (items!.length === 0) this.#leave(account);
    return true;
  }

  #turn(may: (account: number) => boolean = () => true): number | undefined {
    if (this.#accounts.size <= 1) return [...this.#accounts.keys()].find(may);
    const waiting = this.#inOrder().filter(may);
    const longest = leastBy(waiting, (account) => this.#since.get(account)!);
    if (longest === undefined || this.#isPutBack(longest) || this.#isLate(longest)) return longest;
    return leastBy(waiting, (account) => this.#used.of(account));
  }

  #isPutBack(account: number): boolean {
    return this.#since.get(account) === Number.NEGATIVE_INFINITY;
  }

  /** Whether an account waited for so long that it goes before those that used less. */
  #isLate(account: number): boolean {
    const now = this.#clock();
    const isLong = now - this.#since.get(account)! > LONGEST_MS && !this.#isPutBack(account);
    return isLong && now - this.#lastLate > LONGEST_MS && this.#sinceLate >= BETWEEN_LATE;
  }

  /** Accounts without a turn so far, then the others, the last turn that is the longest ago first. */
  #inOrder(): number[] {
    const waiting = [...this.#accounts.keys()].filter((account) => !this.#served.has(account));
    return [...waiting, ...[...this.#served].filter((account) => this.#accounts.has(account))];
  }

  #serve(account: number): void {
    this.#served.delete(account);
    this.#served.add(account);
    if (this.#served.size > MAX_SERVED) this.#served.delete(this.#served.values().next().value!);
  }

  #leave(account: number): void {
    this.#accounts.delete(account);
    this.#since.delete(account);
  }

  #itemsOf(account: number): T[] {
    const known = this.#accounts.get(account);
    if (known) return known;
    this.#used.atLeast(account, this.#floor(account));
    this.#since.set(account, this.#clock());
    const items: T[] = [];
    this.#accounts.set(account, items);
    return items;
  }

  /** What an account that begins to wait counts as having used at least. */
  #floor(account: number): number {
    const others = [...this.#accounts.keys(), ...this.#used.working].filter((other) => other !== account);
    return others.length === 0 ? 0 : Math.min(...others.map((other) => this.#used.of(other))) - CREDIT_MS;
  }

  /**
   * The account that gives up an item for one of this account. It is the one that holds the most, where it would still
   * hold as much as this one. Where none would, it is one that holds one more than this one and used more.
   */
  #crowder(account: number): number | null {
    const own = this.lengthOf(account);
    const others = [...this.#accounts].map(([other, { length }]) => ({ other, length }));
    const holder = leastBy(others, ({ length }) => -length);
    if (!holder || holder.length <= own) return null;
    if (holder.length > own + 1) return holder.other;
    const used = own === 0 ? Math.max(this.#used.of(account), this.#floor(account)) : this.#used.of(account);
    const equals = others.filter(({ other, length }) => length === own + 1 && this.#used.of(other) > used);
    return leastBy(equals, ({ other }) => -this.#used.of(other))?.other ?? null;
  }
}

/** The first of those with the least value. */
function leastBy<T>(items: readonly T[], value: (item: T) => number): T | undefined {
  let [least, found]: [number, T | undefined] = [Number.POSITIVE_INFINITY, undefined];
  for (const item of items) {
    const own = value(item);
    if (found === undefined || own < least) [least, found] = [own, item];
  }
  return found;
}
