import type { AlertStateName } from '../../../src/domain/alert-state.ts';
import type { AlertState } from '../../../src/http/dashboard/wire.ts';
import { known, t } from '../language.ts';

/** What a state is called: a match is confirmed or dismissed, a verification rejected or approved. */
export function stateWords({ kind, state }: { readonly kind: AlertState['kind']; readonly state: AlertStateName }) {
  return known(`alert.${kind}.${state}`) ?? t(`alert.${state}`);
}

/** What became of an alert, for whoever hears the page. */
export function outcomeWords(alert: AlertState): string {
  return alert.proposal ? t('alert.waitsForSecond') : stateWords(alert);
}

/** A step of a history in the words of its kind of alert. */
export function stepWords(kind: AlertState['kind'], step: AlertState['history'][number]['kind']): string {
  return known(`event.${kind}.${step}`) ?? t(`event.${step}`);
}
