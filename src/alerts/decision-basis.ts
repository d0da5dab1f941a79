import type { Proposal } from '../domain/alert.ts';
import type { SubjectFacts } from '../domain/customer.ts';
import { readDateOfBirth } from '../domain/date-of-birth.ts';
import { identifierText } from '../domain/identifier.ts';
import type { EntryFacts } from '../domain/list-entry.ts';
import { foldText } from '../screening/names/fold-text.ts';
import { say } from '../sentences.ts';
import { FOUR_EYES_SCORE, type KnownAlert, reopening } from './alert-rules.ts';
import type { Dismissal } from './dismissals.ts';
import { describeChanges } from './entry-changes.ts';
import { saysTheSame } from './entry-facts.ts';

/** An alert with what its decision, or the proposal of one, rests on. */
export interface DecidedAlert extends KnownAlert {
  /** 0 to 100: of the match that was decided on; of the last sighting where nobody decided. */
  readonly decidedScore: number;
  /** 0 to 100: the highest score that it was ever seen with. */
  readonly peak: number;
  /** The customer as it was decided on, or seen last; null without a customer, whose facts are its key. */
  readonly subject: SubjectFacts | null;
  /** The decision that waits for a second person; null where none does. */
  readonly proposed: Proposal['decision'] | null;
  readonly fourEyes: boolean;
}

/** What a screening found. */
export interface FoundMatch {
  readonly score: number;
  readonly subject: SubjectFacts | null;
  /** What the lists say of the entity. */
  facts(): readonly EntryFacts[];
}

/**
 * What becomes of an alert whose entity is found again with more than was decided on. `lapsed`: the state stays and the
 * proposal falls. The others open it. `changed`: why, sentences.
 */
export interface Outgrown {
  readonly kind: 'changed' | 'relisted' | 'lapsed';
  readonly changed: readonly string[];
}

/**
 * A decision holds for the score, the subject and the entity that it was made on. A dismissal or a proposal falls where
 * a screening finds anything beyond them. A confirmation says the worst already: it falls where one person took it
 * below the score from which two are asked for. `others`: alerts that are folded into this one. `before`: facts of the
 * last sighting. Facts are read only where they matter.
 */
export function outgrown(
  alert: DecidedAlert,
  others: readonly DecidedAlert[],
  found: FoundMatch,
  before: () => readonly EntryFacts[],
): Outgrown | undefined {
  const score = Math.max(found.score, ...others.map(({ peak }) => peak));
  const risen = passesScore(alert.decidedScore, score);
  const beyond = () => [...subjectChanges(alert.subject, found.subject), ...risen];
  switch (alert.state) {
    case 'delisted':
      return reopening(alert, found.facts, before);
    case 'confirmed':
      return alert.fourEyes && risen.length > 0 ? { kind: 'changed', changed: risen } : undefined;
    case 'dismissed': {
      const listed = reopening(alert, found.facts, before);
      const changed = [...(listed?.changed ?? []), ...beyond()];
      return listed || changed.length > 0 ? { kind: 'changed', changed } : undefined;
    }
    default:
      return alert.proposed === null ? undefined : lapse(alert, found, before, beyond());
  }
}

function lapse(
  alert: DecidedAlert,
  found: FoundMatch,
  before: () => readonly EntryFacts[],
  beyond: readonly string[],
): Outgrown | undefined {
  const isSame = alert.fingerprint === null || saysTheSame(alert.fingerprint, found.facts());
  if (isSame && beyond.length === 0) return undefined;
  return { kind: 'lapsed', changed: [...(isSame ? [] : describeChanges(before(), found.facts())), ...beyond] };
}

/** Whether a remembered dismissal settles a match: one of a weaker match, or of fewer names, settles none beyond it. */
export function settles(
  dismissal: Pick<RememberedDismissal, 'score' | 'otherNames'>,
  { score, subject }: Pick<FoundMatch, 'score' | 'subject'>,
): boolean {
  const known = new Set(dismissal.otherNames.map(foldText));
  const isKnown = subject?.otherNames.every((name) => known.has(foldText(name))) ?? true;
  return isKnown && passesScore(dismissal.score, score).length === 0;
}

/** A dismissal with the rest of what it was made on. */
export interface RememberedDismissal extends Dismissal {
  readonly score: number;
  readonly otherNames: readonly string[];
}

/**
 * What a subject says now that it did not say before, sentences. A name that is no longer given says nothing more of
 * anybody. Spelling, case and accents do not count.
 */
export function subjectChanges(before: SubjectFacts | null, now: SubjectFacts | null): string[] {
  if (!before || !now) return [];
  const known = new Set([before.name, ...before.otherNames].map(foldText));
  const added = now.otherNames.filter((name) => !known.has(foldText(name)));
  const numbers = new Set((before.identifiers ?? []).map(identifierText));
  const newNumbers = (now.identifiers ?? []).map(identifierText).filter((text) => !numbers.has(text));
  return [
    ...change('names', before.name, now.name, foldText),
    ...change('kind', before.entityType, now.entityType),
    ...change('birthDates', dayOf(before), dayOf(now)),
    ...added.map((after) => say('change.subject-added', { fact: say('fact.names'), after })),
    ...newNumbers.map((after) => say('change.subject-added', { fact: say('fact.documents'), after })),
  ];
}

/**
 * Why a customer is somebody else than a decision was about, sentences. Somebody else has a name of other words, is of
 * another kind, or was born on a day that contradicts the one of before. Words in another order, a name that was known
 * already, and a birth date that is new or more exact say nothing of that sort.
 */
export function anotherSubject(before: SubjectFacts, now: SubjectFacts): string[] {
  const known = new Set([before.name, ...before.otherNames].map(wordsOf));
  const [born, bornNow] = [dayOf(before), dayOf(now)];
  const contradicts = born !== '' && bornNow !== '' && !born.startsWith(bornNow) && !bornNow.startsWith(born);
  return [
    ...(known.has(wordsOf(now.name)) ? [] : change('names', before.name, now.name)),
    ...change('kind', before.entityType, now.entityType),
    ...(contradicts ? change('birthDates', born, bornNow) : []),
  ];
}

function wordsOf(name: string): string {
  return foldText(name)
    .split(/[\s,]+/)
    .filter(Boolean)
    .sort()
    .join(' ');
}

function change(
  kind: 'names' | 'kind' | 'birthDates',
  before: string,
  after: string,
  compared = (text: string) => text,
): string[] {
  if (compared(before) === compared(after)) return [];
  const fact = say(`fact.${kind}`);
  if (before === '') return [say('change.subject-added', { fact, after })];
  if (after === '') return [say('change.subject-removed', { fact, before })];
  return [say('change.subject-changed', { fact, before, after })];
}

function dayOf({ dateOfBirth }: SubjectFacts): string {
  return (dateOfBirth && readDateOfBirth(dateOfBirth)?.day) || '';
}

/** A sentence where a score reaches what two people decide on, and the one that was decided on did not. */
function passesScore(before: number, now: number): string[] {
  if (before >= FOUR_EYES_SCORE || now < FOUR_EYES_SCORE) return [];
  return [say('change.score-risen', { before: String(before), after: String(now) })];
}
