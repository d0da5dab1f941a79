import type { Alert, Decision } from '../domain/alert.ts';
import type { EntryFacts } from '../domain/list-entry.ts';
import type { VerificationStatus } from '../domain/verification.ts';
import { type Dismissal, dismissalsOf, findDismissal } from './dismissals.ts';
import { describeChanges } from './entry-changes.ts';
import { entryKey, fingerprint } from './entry-facts.ts';

/** How an alert begins. Every database applies these rules inside the transaction of the record. */
export type NewAlert = Pick<Alert, 'state' | 'remembered' | 'changed'>;

/** An alert that nobody dismissed before. */
export const OPEN_ALERT: NewAlert = { state: 'open', remembered: false, changed: [] };

/**
 * The alert of a match: dismissed where an earlier dismissal still holds, otherwise open.
 * `dismissals` are those of the same subject, newest first. `factsOf` reads the facts of an earlier alert's match, to
 * say what changed since.
 */
export function newAlert(
  facts: readonly EntryFacts[],
  dismissals: readonly Dismissal[],
  factsOf: (alertId: number) => readonly EntryFacts[],
): NewAlert {
  const found = findDismissal(dismissals, facts);
  if (found.kind === 'new') return OPEN_ALERT;
  if (found.kind === 'remembered') return { state: 'dismissed', remembered: true, changed: [] };
  return { state: 'open', remembered: false, changed: describeChanges(factsOf(found.alertId), facts) };
}

/** Whether a verification waits for a person, so that it opens an alert. */
export function needsReview(status: VerificationStatus): boolean {
  return status === 'Manual Review Required';
}

/** Only an open alert can be decided. `revision`: the one that the user saw; undefined where they name none. */
export function canDecide(alert: Pick<Alert, 'state' | 'revision'>, revision: number | undefined): boolean {
  return alert.state === 'open' && isCurrent(alert, revision);
}

/** Only a decided alert can be opened again. */
export function canReopen(alert: Pick<Alert, 'state' | 'revision'>, revision: number | undefined): boolean {
  return alert.state !== 'open' && isCurrent(alert, revision);
}

/** Whether a decision changes the memory of dismissals: one that is not to be remembered leaves it as it is. */
export function changesMemory({ decision, remember }: { decision: Decision; remember: boolean }): boolean {
  return decision === 'confirmed' || remember;
}

/**
 * What such a decision on a match changes there. A dismissal takes the place of earlier ones of the same entries. A
 * confirmation only forgets them.
 */
export function memoryChange(
  alertId: number,
  facts: readonly EntryFacts[],
  decision: Decision,
  dismissals: readonly Dismissal[],
): { readonly forget: readonly number[]; readonly keep: Dismissal | undefined } {
  const entries = facts.map(entryKey);
  const forget = dismissalsOf(dismissals, entries).map((dismissal) => dismissal.alertId);
  const keep = decision === 'dismissed' ? { alertId, entries, fingerprint: fingerprint(facts) } : undefined;
  return { forget, keep };
}

function isCurrent(alert: Pick<Alert, 'revision'>, revision: number | undefined): boolean {
  return revision === undefined || revision === alert.revision;
}
