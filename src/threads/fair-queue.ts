export interface FairQueueOptions {
  /** So many items wait at most, of all accounts together. */
  readonly max?: number;
  /** So many items of one account wait at most. */
  readonly maxPerAccount?: number;
}

/** So many accounts are remembered by their last turn; one that is forgotten counts as one that had none. */
const MAX_SERVED = 256;

/**
 * A queue that accounts share: they take turns, one item a turn. However many items one account puts in, an item of
 * another account waits for at most one item of each account before it.
 */
export class FairQueue<T> {
  readonly #max: number;
  readonly #maxPerAccount: number;
  /** The accounts that have items. */
  readonly #accounts = new Map<number, T[]>();
  /** The accounts that had turns, the last turn that is the longest ago first. */
  readonly #served = new Set<number>();
  #length = 0;

  constructor({ max = Infinity, maxPerAccount = Infinity }: FairQueueOptions = {}) {
    this.#max = max;
    this.#maxPerAccount = maxPerAccount;
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

  /** Puts an item that was taken back in front of all others, whatever the limits. */
  putBack(account: number, item: T): void {
    const items = this.#itemsOf(account);
    items.unshift(item);
    this.#length++;
    const others = [...this.#accounts].filter(([other]) => other !== account);
    this.#accounts.clear();
    for (const [other, theirs] of [[account, items] as const, ...others]) this.#accounts.set(other, theirs);
    this.#served.delete(account);
  }

  /** The item that `take` would return. */
  peek(): T | undefined {
    return this.#accounts.get(this.#turn() ?? Number.NaN)?.[0];
  }

  /** The next item of the account whose turn it is; that account's next turn comes after those of all others. */
  take(): T | undefined {
    const account = this.#turn();
    if (account === undefined) return undefined;
    const items = this.#accounts.get(account)!;
    const item = items.shift();
    this.#length--;
    if (items.length === 0) this.#accounts.delete(account);
    this.#served.delete(account);
    this.#served.add(account);
    if (this.#served.size > MAX_SERVED) this.#served.delete(this.#served.values().next().value!);
    return item;
  }

  /** Takes an item out, wherever it waits; false where it is not there. */
  remove(account: number, item: T): boolean {
    const items = this.#accounts.get(account);
    const place = items?.indexOf(item) ?? -1;
    if (place < 0) return false;
    items!.splice(place, 1);
    this.#length--;
    if (items!.length === 0) this.#accounts.delete(account);
    return true;
  }

  /** An account without a turn so far, else the one whose turn is the longest ago. It stays so if its items give up. */
  #turn(): number | undefined {
    for (const account of this.#accounts.keys()) if (!this.#served.has(account)) return account;
    for (const account of this.#served) if (this.#accounts.has(account)) return account;
    return undefined;
  }

  #itemsOf(account: number): T[] {
    const items = this.#accounts.get(account) ?? [];
    this.#accounts.set(account, items);
    return items;
  }

  /** The account that holds the most, where it would still hold as much as this one if it gave up an item. */
  #crowder(account: number): number | null {
    let most = this.lengthOf(account) + 1;
    let crowder: number | null = null;
    for (const [other, { length }] of this.#accounts) {
      if (length <= most) continue;
      most = length;
      crowder = other;
    }
    return crowder;
  }
}
