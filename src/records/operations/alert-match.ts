import type { SubjectFacts } from '../../domain/customer.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import type { MatchOrigin } from '../../domain/monitoring.ts';
import type { Sql } from '../sql.ts';
import { identifiersOf } from './identifiers.ts';

/** Whom an alert is about, and its match when it was seen last. */
export interface SeenMatch extends SubjectFacts {
  /** Null where no record that is left saw it. */
  readonly screeningId: number | null;
  readonly match: EvidencedMatch;
  /** The run of monitoring that saw it last; null where a record did. */
  readonly origin: MatchOrigin | null;
}

/** An alert of a customer keeps its match with what found it. */
type StoredMatch = EvidencedMatch & { readonly origin?: MatchOrigin };

/** What `factsOf` takes of a customer. */
export const CUSTOMER_FACTS = `customers.name, customers.entity_type, customers.date_of_birth, customers.other_names,
  customers.identifiers`;

export type StoredFacts = Omit<SubjectFacts, 'otherNames' | 'identifiers'> & {
  readonly otherNames: string;
  readonly identifiers: string;
};

/** A customer as it is now. */
export function factsOf({ name, entityType, dateOfBirth, otherNames, identifiers }: StoredFacts): SubjectFacts {
  const names = JSON.parse(otherNames) as string[];
  return { name, entityType, dateOfBirth, otherNames: names, identifiers: identifiersOf(identifiers) };
}

/**
 * The matches of alerts by their ids: a customer's alert keeps its own, any other has that of the newest record that
 * saw it. Each record is read and unpacked once. One that no record saw is left out.
 */
export async function seenMatches(sql: Sql, alertIds: readonly number[]): Promise<Map<number, SeenMatch>> {
  if (alertIds.length === 0) return new Map();
  const seen = await ofCustomers(sql, alertIds);
  const others = alertIds.filter((id) => !seen.has(id));
  return others.length === 0 ? seen : new Map([...seen, ...(await ofRecords(sql, others))]);
}

async function ofCustomers(sql: Sql, alertIds: readonly number[]): Promise<Map<number, SeenMatch>> {
  type Row = StoredFacts & { id: number; seenAs: string | null; match: Uint8Array; screeningId: number | null };
  const rows = await sql.all<Row>(
    `SELECT alerts.id, seen_as, ${CUSTOMER_FACTS}, alert_evidence.match,
       (SELECT max(screening_id) FROM alert_sightings WHERE alert_sightings.alert_id = alerts.id) AS screening_id
     FROM alerts JOIN customers ON customers.id = customer_id JOIN alert_evidence ON alert_evidence.alert_id = alerts.id
     WHERE alerts.id = ANY($1::bigint[])`,
    alertIds,
  );
  const seen = rows.map(async ({ id, seenAs, match, screeningId, ...facts }): Promise<[number, SeenMatch]> => {
    const subject = seenAs === null ? factsOf(facts) : (JSON.parse(seenAs) as SubjectFacts);
    const { origin = null, ...found } = JSON.parse(await sql.unpacked(match)) as StoredMatch;
    return [id, { ...subject, screeningId, match: found, origin }];
  });
  return new Map(await Promise.all(seen));
}

async function ofRecords(sql: Sql, alertIds: readonly number[]): Promise<Map<number, SeenMatch>> {
  const sightings = await sql.all<{ alertId: number; screeningId: number; place: number }>(
    `SELECT alert_id, screening_id, min(place) AS place
     FROM alerts JOIN alert_sightings AS seen ON alert_id = alerts.id AND screening_id =
       (SELECT max(screening_id) FROM alert_sightings WHERE alert_sightings.alert_id = alerts.id)
     WHERE alerts.id = ANY($1::bigint[]) GROUP BY alert_id, screening_id`,
    alertIds,
  );
  const records = await recordsOf(sql, [...new Set(sightings.map(({ screeningId }) => screeningId))]);
  return new Map(
    sightings.map(({ alertId, screeningId, place }): [number, SeenMatch] => {
      const { matches, ...subject } = records.get(screeningId)!;
      return [alertId, { ...subject, otherNames: [], screeningId, match: matches[place]!, origin: null }];
    }),
  );
}

type RecordMatches = Omit<SubjectFacts, 'otherNames'> & { readonly matches: EvidencedMatch[] };

async function recordsOf(sql: Sql, screeningIds: readonly number[]): Promise<Map<number, RecordMatches>> {
  if (screeningIds.length === 0) return new Map();
  type Row = Omit<RecordMatches, 'matches' | 'identifiers'> & {
    id: number;
    evidence: Uint8Array;
    identifiers: string | null;
  };
  const rows = await sql.all<Row>(
    `SELECT screenings.id, name, entity_type, date_of_birth, identifiers, screening_evidence.matches AS evidence
     FROM screenings JOIN screening_evidence ON screening_id = screenings.id WHERE screenings.id = ANY($1::bigint[])`,
    screeningIds,
  );
  const records = rows.map(async ({ id, evidence, identifiers, ...subject }): Promise<[number, RecordMatches]> => {
    const matches = JSON.parse(await sql.unpacked(evidence)) as EvidencedMatch[];
    return [id, { ...subject, identifiers: identifiersOf(identifiers), matches }];
  });
  return new Map(await Promise.all(records));
}
