import { foldText } from '../screening/names/fold-text.ts';

/** A proposal, as far as it says who may accept it. `at`: ISO 8601 in UTC. */
export interface ProposedBy {
  readonly at: string;
  /** Null: a key proposed it. */
  readonly userId: number | null;
  /** Address of that user; null where a key proposed it. */
  readonly email: string | null;
  /** Ids of the users who were shown a value of that key in the dashboard; none where no key proposed. */
  readonly keyHolders: readonly number[];
}

/** A user who would accept. `since`: when they joined, or were given more to say. */
export interface Acceptor {
  readonly id: number;
  readonly email: string;
  readonly since: string;
  readonly gone: boolean;
}

/**
 * Whether somebody is a second person to a proposal. That is another one by id and by address, whatever its case, who
 * could decide before it was made. Whoever joins later, or comes back, may be the same person under another name.
 */
export function isSecondPerson({ at, userId, email, keyHolders }: ProposedBy, acceptor: Acceptor): boolean {
  const { id, since, gone } = acceptor;
  if (gone || id === userId || keyHolders.includes(id) || since > at) return false;
  return email === null || foldText(email) !== foldText(acceptor.email);
}
