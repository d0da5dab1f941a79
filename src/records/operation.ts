import type { Transaction } from './transaction.ts';

/**
 * Something that is done with records in one transaction, or read from them. It is given nothing but what speaks to the
 * database, and awaits nothing else. An answer of the network would hold a transaction open. On SQLite it would let
 * other calls get in between.
 */
export interface Operation<By, Args extends readonly unknown[], Answer> {
  (by: By, ...args: Args): Promise<Answer>;
  /**
   * Whose records. A write locks these accounts before anything else, so that the writes of an account are in one order
   * over all nodes. A read takes its turn among those of its account.
   */
  readonly accounts?: (...args: Args) => readonly number[];
  /** What the caller makes of what it is given, so that less travels to a thread, and the thread has less to do. */
  readonly prepare?: (...given: never[]) => Args;
  /** It finds out by itself what it locks, or holds others up: a transaction of its own. */
  readonly isAlone?: boolean;
  /** Where it answers true, something was deleted that has to leave the files of the database too. */
  readonly isErasing?: boolean;
}

type Work<By, Args extends readonly unknown[], Answer> = (by: By, ...args: Args) => Promise<Answer>;

type OfAccount = { readonly accountId: number };
type AccountArgs =
  | readonly [accountId: number, ...unknown[]]
  | readonly [OfAccount, ...unknown[]]
  | readonly [unknown, OfAccount, ...unknown[]];

/** Of one account, whose number comes first, or is the `accountId` of the first or second argument. */
export function ofAccount<By, Args extends AccountArgs, Answer>(
  work: Work<By, Args, Answer>,
): Operation<By, Args, Answer> {
  const accounts = (...[first, second]: Args) => {
    if (typeof first === 'number') return [first];
    return [(first as Partial<OfAccount>).accountId ?? (second as OfAccount).accountId];
  };
  return Object.assign(work, { accounts });
}

/** Of the accounts that `accounts` finds in what the operation is given. */
export function ofAccounts<By, Args extends readonly unknown[], Answer>(
  accounts: (...args: Args) => readonly number[],
  work: Work<By, Args, Answer>,
): Operation<By, Args, Answer> {
  return Object.assign(work, { accounts });
}

/** Prepared by the caller. */
export function prepared<Given extends readonly unknown[], By, Args extends readonly unknown[], Answer>(
  prepare: (...given: Given) => Args,
  work: Operation<By, Args, Answer>,
): Operation<By, Args, Answer> & { readonly prepare: (...given: Given) => Args } {
  return Object.assign(work, { prepare });
}

/** In a transaction of its own. */
export function alone<Args extends readonly unknown[], Answer>(
  work: Operation<Transaction, Args, Answer>,
): Operation<Transaction, Args, Answer> {
  return Object.assign(work, { isAlone: true });
}

/** Deletes on request: what it deleted leaves the files of the database too, once it answers true. */
export function erasing<Args extends readonly unknown[], Answer>(
  work: Operation<Transaction, Args, Answer>,
): Operation<Transaction, Args, Answer> {
  return Object.assign(work, { isErasing: true });
}
