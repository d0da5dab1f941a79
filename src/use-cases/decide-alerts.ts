import type { AlertAction } from '../domain/alert.ts';
import { TouchstoneError } from '../errors.ts';
import { type AlertDecision, type AlertOutcome, type DecideAlertPorts, decideAlert } from './decide-alert.ts';

/** The most alerts of one decision: what a person can look through before it. */
export const MAX_DECIDED_AT_ONCE = 100;

/** One of several alerts that get the same decision. */
export interface AlertAmongMany {
  readonly id: number;
  /** The revision that the decision rests on. */
  readonly revision?: number | undefined;
}

/**
 * Takes the same step with several alerts, one after another. Each is decided, proposed or refused by itself. Throws
 * `validation` for none, too many, and one that comes twice.
 */
export async function decideAlerts(
  ports: DecideAlertPorts,
  action: Omit<AlertAction, 'alertId'>,
  alerts: readonly AlertAmongMany[],
  decision: Omit<AlertDecision, 'revision'>,
): Promise<readonly (AlertOutcome & { readonly id: number })[]> {
  if (alerts.length === 0 || alerts.length > MAX_DECIDED_AT_ONCE) {
    throw new TouchstoneError('validation', `alerts must name 1 to ${MAX_DECIDED_AT_ONCE} alerts.`);
  }
  if (new Set(alerts.map(({ id }) => id)).size < alerts.length) {
    throw new TouchstoneError('validation', 'alerts names an alert twice.');
  }
  const outcomes: (AlertOutcome & { readonly id: number })[] = [];
  for (const { id, revision } of alerts) {
    const decided = decideAlert(ports, { ...action, alertId: id }, { ...decision, revision });
    outcomes.push({ id, ...(await decided.catch(undecidableWhereFull)) });
  }
  return outcomes;
}

/** One whose history is full keeps none of the others from being decided. */
function undecidableWhereFull(error: unknown): AlertOutcome {
  if (error instanceof TouchstoneError && error.code === 'full') return { kind: 'undecidable' };
  throw error;
}
