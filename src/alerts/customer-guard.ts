import type { AlertStateName } from '../domain/alert-state.ts';
import type { CustomerContent } from '../domain/customer.ts';
import { foldText } from '../screening/names/fold-text.ts';

/** An alert of a customer. `score`: 0 to 100, of the last sighting. */
export interface GuardedAlert {
  readonly state: AlertStateName;
  readonly score: number;
}

/**
 * Whether a second person has to agree to a change of a customer, where the account asks for four eyes. `now`: null for
 * a deletion. An alert that waits or is confirmed must not go, nor its match, because one person wants that.
 */
export function changeNeedsSecond(
  before: CustomerContent,
  now: CustomerContent | null,
  alerts: readonly GuardedAlert[],
): boolean {
  const guarded = alerts.filter(({ state }) => state === 'open' || state === 'escalated' || state === 'confirmed');
  return guarded.length > 0 && (now === null || narrows(before, now, guarded));
}

/** Whether less is looked for than before. A name or birth date that is corrected is no narrowing. */
function narrows(before: CustomerContent, now: CustomerContent, alerts: readonly GuardedAlert[]): boolean {
  const names = new Set([now.name, ...now.otherNames].map(foldText));
  const numbers = new Set((now.identifiers ?? []).map(({ value }) => value));
  return (
    (before.monitored && !now.monitored) ||
    before.entityType !== now.entityType ||
    before.categories.some((category) => !now.categories.includes(category)) ||
    before.otherNames.some((name) => !names.has(foldText(name))) ||
    (before.identifiers ?? []).some(({ value }) => !numbers.has(value)) ||
    (now.minScore > before.minScore && alerts.some(({ score }) => score < now.minScore))
  );
}
