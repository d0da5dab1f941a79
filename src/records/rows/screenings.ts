import type { MatchView } from '../../domain/match.ts';
import type { Screening, ScreeningEvidence } from '../../domain/screening.ts';
import type { EventContent } from '../../domain/webhook-events.ts';

/** A screening on its way into the database, matches as JSON. */
export interface ScreeningRow extends Omit<Screening, 'id' | 'matches'> {
  readonly accountId: number;
  readonly keyId: string | null;
  readonly confirmKey: boolean;
  readonly userId: number | null;
  /** The verification whose document gave the name. */
  readonly verificationId: number | null;
  /** Sentences about the lists, JSON. */
  readonly notes: string;
  readonly folded: string;
  /** See `domain/name-key.ts`. */
  readonly nameKey: string;
  /** Views of the best ten, JSON. */
  readonly matches: string;
  readonly qualifying: number;
  readonly snapshot: string;
  readonly engine: string;
  readonly durationMs: number;
  /** Every match with its evidence, JSON; undefined where nothing matched. */
  readonly evidence: string | undefined;
  /** Of every match, best first. */
  readonly scores: readonly number[];
  /** Of every match the name of the entity. */
  readonly names: readonly string[];
  /** Of every match the keys of its entries. */
  readonly entries: readonly (readonly string[])[];
  /** See `alerts/subject-key.ts`; empty where nothing matched. */
  readonly subject: string;
  /** Of a customer; null where it is of none. */
  readonly customerId: number | null;
  readonly period: string;
}

export type StoredScreening = Omit<Screening, 'matches'> & { matches: string };

/** With all matches, JSON. */
export type StoredEvidence = Omit<ScreeningEvidence, 'matches' | 'notes'> & { evidence: string; notes: string };

export function matchedEvent(id: number, row: ScreeningRow): EventContent<'screening.matched'> {
  const { name, dateOfBirth, entityType, matchCount, highestScore, matches } = row;
  const address = `/api/Screening/${id}`;
  return {
    data: {
      screeningId: id,
      entityType,
      matchCount,
      highestScore,
      links: { screening: address, explanation: `${address}/explanation` },
    },
    details: { name, dateOfBirth, matches: JSON.parse(matches) as MatchView[] },
    subject: { screeningId: id },
  };
}

/** `ListedScreening` of the API. The matches are in that form already, as JSON. */
export function listedScreening(row: StoredScreening): string {
  const { id, name, entityType, dateOfBirth, matchCount, highestScore, createdAt, matches } = row;
  const hasMatch = matchCount > 0;
  const members = JSON.stringify({ id, name, entityType, hasMatch, matchCount, highestScore, createdAt });
  const born = dateOfBirth === null ? '' : `,"dateOfBirth":${JSON.stringify(dateOfBirth)}`;
  return `${members.slice(0, -1)},"matches":${matches}${born}}`;
}
