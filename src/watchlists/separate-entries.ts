import { TouchstoneError } from '../errors.ts';
import type { Lists } from './lists.ts';

/** What became of a pair; `snapshot`: the one compiled for it, null where nothing was to undo. */
export interface SeparationResult {
  readonly first: string;
  readonly second: string;
  readonly changed: boolean;
  readonly snapshot: string | null;
}

/**
 * Keeps two entries of lists in force (`source:id`) apart in the next snapshot, which it compiles, and in all later
 * ones. Throws `validation` for one entry twice or no such form, and `not-found` for an entry of no list in force.
 */
export async function separateEntries(
  lists: Lists,
  given: readonly string[],
  reason: string,
): Promise<SeparationResult> {
  const [first, second] = pairOf(given);
  return lists.exclusively(async (held) => {
    for (const key of [first, second]) await findEntry(lists, key);
    const changed = await lists.records.snapshots.separate([first, second], reason, 'operator');
    // Also where they were apart before: a disk may have been full when that was to be compiled.
    return { first, second, changed, snapshot: (await lists.publish([], 'operator', held)).id };
  });
}

/** Lets two entries be one again where they were kept apart, and compiles the snapshot. Throws as `separateEntries`. */
export async function mayBeOneAgain(lists: Lists, given: readonly string[]): Promise<SeparationResult> {
  const [first, second] = pairOf(given);
  return lists.exclusively(async (held) => {
    const changed = await lists.records.snapshots.unseparate([first, second], 'operator');
    const snapshot = changed ? (await lists.publish([], 'operator', held)).id : null;
    return { first, second, changed, snapshot };
  });
}

function pairOf(given: readonly string[]): [string, string] {
  const wrong = given.find((key) => !/^[a-z0-9-]+:\S/.test(key));
  if (wrong !== undefined) {
    throw new TouchstoneError('validation', `"${wrong}" is no entry; write SOURCE:ID, such as us-ofac-sdn:7771.`);
  }
  const [first, second] = [...given].sort() as [string, string];
  if (first === second) throw new TouchstoneError('validation', 'Name two entries; these are one.');
  return [first, second];
}

async function findEntry(lists: Lists, key: string): Promise<void> {
  const colon = key.indexOf(':');
  const list = (await lists.inForce()).get(key.slice(0, colon));
  if (list) {
    for await (const batch of lists.entriesOf(list)) {
      if (batch.some(({ id }) => id === key.slice(colon + 1))) return;
    }
  }
  throw new TouchstoneError('not-found', `No list in force has the entry ${key}.`);
}
