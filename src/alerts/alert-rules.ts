import {
  type Alert,
  type AlertEvent,
  type AlertKind,
  type AlertStep,
  type Decision,
  type QueuedAlert,
  reasonsOf,
  type WantedStep,
} from '../domain/alert.ts';
import type { AlertStateName } from '../domain/alert-state.ts';
import type { CustomerState } from '../domain/customer.ts';
import { type EntryFacts, entryKey } from '../domain/list-entry.ts';
import type { VerificationStatus } from '../domain/verification.ts';
import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';
import { type Dismissal, dismissalsOf, findDismissal } from './dismissals.ts';
import { describeChanges } from './entry-changes.ts';
import { fingerprint, saysTheSame } from './entry-facts.ts';

/** From this score on a second person has to agree, where the account asks for four eyes. */
export const FOUR_EYES_SCORE = 85;

/** How an alert begins. Every database applies these rules inside the transaction of the record. */
export type NewAlert = Pick<Alert, 'state' | 'remembered' | 'changed'>;

/** An alert that nobody dismissed before. */
export const OPEN_ALERT: NewAlert = { state: 'open', remembered: false, changed: [] };

/**
 * The alert of an entity that the subject had none for: dismissed where a remembered dismissal still holds, otherwise
 * open. `dismissals` are those of the same name, type and birth date, newest first. `factsOf` reads the facts of the
 * alert that was dismissed, to say what changed since.
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

/** An alert that a subject has already, as far as a new sighting needs it. */
export interface KnownAlert {
  readonly id: number;
  readonly state: AlertStateName;
  /** Keys of the entries of its entity when it was seen last. */
  readonly entries: readonly string[];
  /** Of the facts that were dismissed; null where it is not dismissed. */
  readonly fingerprint: string | null;
}

/** States by how much they say of an entity: where two alerts become one, the state further in front stays. */
const WEIGHT: readonly AlertStateName[] = ['confirmed', 'escalated', 'open', 'dismissed', 'delisted'];

/**
 * The alerts of an entity: those that share an entry with it, since lists join and part entities from one snapshot to
 * the next. Where there are several, the entity was two before. The first one stays, and the others are folded into it.
 */
export function alertsOfEntity<Known extends KnownAlert>(known: readonly Known[], entries: readonly string[]): Known[] {
  return known
    .filter((alert) => alert.entries.some((entry) => entries.includes(entry)))
    .sort((a, b) => WEIGHT.indexOf(a.state) - WEIGHT.indexOf(b.state) || a.id - b.id);
}

/** What becomes of an alert whose entity is found again. Undefined: its state stays. */
export type Reopening = { readonly kind: 'changed' | 'relisted'; readonly changed: readonly string[] };

/**
 * A dismissed alert opens again where the lists say something else, a delisted one always. Any other keeps its state.
 * `facts` are those found now, `before` those of the last sighting; both are read only where they matter.
 */
export function reopening(
  { state, fingerprint: dismissed }: Pick<KnownAlert, 'state' | 'fingerprint'>,
  facts: () => readonly EntryFacts[],
  before: () => readonly EntryFacts[],
): Reopening | undefined {
  if (state === 'delisted') return { kind: 'relisted', changed: describeChanges([], facts()) };
  if (state !== 'dismissed' || (dismissed !== null && saysTheSame(dismissed, facts()))) return undefined;
  return { kind: 'changed', changed: describeChanges(before(), facts()) };
}

/** Whether every entry of an alert is among those that left their lists. */
export function isDelisted(
  { state, entries }: Pick<KnownAlert, 'state' | 'entries'>,
  gone: ReadonlySet<string>,
): boolean {
  return state !== 'delisted' && entries.length > 0 && entries.every((entry) => gone.has(entry));
}

/** Whether a verification waits for a person, so that it opens an alert. */
export function needsReview(status: VerificationStatus): boolean {
  return status === 'Manual Review Required';
}

/** By what the highest score comes first: reviews come after every match, since the confidence of faces is no score. */
export function alertRank({ kind, score }: Pick<QueuedAlert, 'kind' | 'score'>): number {
  return kind === 'match' ? score : score - 101;
}

/** From which states each step leads on. */
const FROM: Readonly<Record<AlertStep, readonly AlertStateName[]>> = {
  confirmed: ['open', 'escalated'],
  dismissed: ['open', 'escalated'],
  escalated: ['open'],
  reopened: ['confirmed', 'dismissed', 'escalated', 'delisted'],
};

/** Whether a step leads on from the state of an alert. While a proposal waits for a second person, none does. */
export function canStep({ state }: Pick<Alert, 'state'>, step: AlertStep, isProposed: boolean): boolean {
  return !isProposed && FROM[step].includes(state);
}

/** Whether a step rests on the alert as it is. `revision`: the one that was seen; undefined where none is named. */
export function isCurrent(alert: Pick<Alert, 'revision'>, revision: number | undefined): boolean {
  return revision === undefined || revision === alert.revision;
}

/** The state that a step leads to. */
export function stateAfter(step: AlertStep): AlertStateName {
  return step === 'reopened' ? 'open' : step;
}

/** Steps that change a state; a database that looks for the last one names them. */
export const STATE_STEPS = [
  'confirmed',
  'dismissed',
  'escalated',
  'reopened',
  'changed',
  'remembered',
  'delisted',
  'relisted',
] as const satisfies readonly AlertEvent['kind'][];

/** The state that the last of those steps left; null: none was taken. */
export function stateAfterStep(step: (typeof STATE_STEPS)[number] | null): AlertStateName {
  if (step === 'remembered') return 'dismissed';
  return step === 'confirmed' || step === 'dismissed' || step === 'escalated' || step === 'delisted' ? step : 'open';
}

/** Whether a second person has to accept a step: to confirm and to dismiss a match from 85 on. */
export function needsSecond(step: AlertStep, score: number, fourEyes: boolean): step is Decision {
  return fourEyes && score >= FOUR_EYES_SCORE && (step === 'confirmed' || step === 'dismissed');
}

/**
 * Looks at the reason of a step. To reopen takes none. Throws `reason-required` where the account asks for one and none
 * is given, and `validation` for one that is about the other kind of alert.
 */
export function checkReason(
  { kind, requireReason }: { readonly kind: AlertKind; readonly requireReason: boolean },
  { step, reason }: Pick<WantedStep, 'step' | 'reason'>,
): void {
  if (reason === null) {
    if (requireReason && step !== 'reopened') throw new TouchstoneError('reason-required', say('refusal.no-reason'));
  } else if (!reasonsOf(kind).includes(reason)) {
    throw new TouchstoneError('validation', say('refusal.other-reason', { reasons: reasonsOf(kind).join(', ') }));
  }
}

/** Whether a step changes the memory of dismissals: one that is not to be remembered leaves it as it is. */
export function changesMemory({ step, remember }: { step: AlertStep; remember: boolean }): boolean {
  return step === 'confirmed' || (step === 'dismissed' && remember);
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

/** What a customer's alerts make of the customer. */
export function customerState(states: readonly AlertStateName[]): CustomerState {
  if (states.includes('confirmed')) return 'confirmed';
  return states.includes('open') || states.includes('escalated') ? 'open' : 'clear';
}
