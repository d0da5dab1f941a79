import type { AlertThen } from '../../../domain/alert.ts';
import type { EvidencedMatch } from '../../../domain/match.ts';
import type { ScreeningEvidence } from '../../../domain/screening.ts';
import { inFull, type PublishedSnapshot } from '../../../domain/snapshot.ts';
import { standingOf } from '../../../watchlists/list-status.ts';
import { entryView } from '../../alert-view.ts';

/** Why each match of a screening is one. `known`: ids of all lists, for those that the snapshot does not have. */
export function explainedScreening(
  record: ScreeningEvidence,
  snapshot: PublishedSnapshot | undefined,
  known: readonly string[],
  alerts: ReadonlyMap<number, Pick<AlertThen, 'id' | 'stateThen'>>,
) {
  return {
    id: record.id,
    engine: record.engine,
    snapshot: record.snapshot,
    subject: subjectOf(record),
    lists: snapshot ? listsThen(snapshot, known, new Date(record.createdAt)) : [],
    truncated: record.qualifying > record.matchCount,
    notes: [...record.notes],
    matches: record.matches.map((match, place) => {
      const alert = alerts.get(place);
      return { ...explainedMatch(match), alert: alert ? { id: alert.id, state: alert.stateThen } : null };
    }),
  };
}

function subjectOf({ name, entityType, dateOfBirth, identifiers }: ScreeningEvidence) {
  const subject = { name, entityType, dateOfBirth };
  return identifiers.length === 0 ? subject : { ...subject, identifiers: [...identifiers] };
}

function listsThen({ sources }: PublishedSnapshot, known: readonly string[], then: Date) {
  const inForce = sources.map(({ source, starter, entries, fetched, published = null }) => {
    const state = standingOf({ starter, entries, fetched, published }, then);
    return { source, state, published: inFull(published) };
  });
  const missing = known.filter((id) => !sources.some(({ source }) => source === id));
  return [...inForce, ...missing.map((source) => ({ source, state: 'missing' as const, published: null }))];
}

function explainedMatch({ name, score, facts, explanation }: EvidencedMatch) {
  return { name, score, entries: facts.map((entry) => ({ ...entryView(entry), facts: entry })), explanation };
}
