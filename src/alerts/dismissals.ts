import { type EntryFacts, entryKey } from '../domain/list-entry.ts';
import { saysTheSame } from './entry-facts.ts';

/** A dismissal that was to be remembered. */
export interface Dismissal {
  readonly alertId: number;
  /** Keys of the entries that the dismissed match consisted of. */
  readonly entries: readonly string[];
  readonly fingerprint: string;
}

/** `remembered`: it still holds. `changed`: a list says something else since; `alertId` is the newest one dismissed. */
export type DismissalMatch =
  | { readonly kind: 'new' }
  | { readonly kind: 'remembered'; readonly alertId: number }
  | { readonly kind: 'changed'; readonly alertId: number };

/** What earlier dismissals for the same subject, newest first, mean for a match. */
export function findDismissal(dismissals: readonly Dismissal[], facts: readonly EntryFacts[]): DismissalMatch {
  const known = dismissalsOf(dismissals, facts.map(entryKey));
  if (known.length === 0) return { kind: 'new' };
  const same = known.find((dismissal) => saysTheSame(dismissal.fingerprint, facts));
  return same ? { kind: 'remembered', alertId: same.alertId } : { kind: 'changed', alertId: known[0]!.alertId };
}

/**
 * The dismissals that share an entry with these keys (`entryKey`), in their order. An entity that came to another list
 * as well is still the same.
 */
export function dismissalsOf(dismissals: readonly Dismissal[], keys: readonly string[]): Dismissal[] {
  return dismissals.filter(({ entries }) => entries.some((entry) => keys.includes(entry)));
}
