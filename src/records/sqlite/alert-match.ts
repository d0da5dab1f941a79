import type { SubjectFacts } from '../../domain/customer.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import type { SeenMatch } from '../rows/alerts.ts';
import { unpacked } from '../rows/packed.ts';
import type { Connection } from './connection.ts';

/** A customer as it is now, JSON of `SubjectFacts`. */
export const SUBJECT_FACTS = `json_object('name', customers.name, 'entityType', customers.entity_type,
  'dateOfBirth', customers.date_of_birth, 'otherNames', json(customers.other_names))`;

type Named = Omit<SeenMatch, 'match'>;

/**
 * Reads the match of an alert: a customer's alert keeps its own, any other reads the newest record that saw it. A
 * record that several alerts of one answer read is unpacked once. Who knows that an alert is no customer's says so, and
 * one search less is made.
 */
export function matchReader(
  db: Connection,
): () => (alertId: number, mayBeCustomers?: boolean) => SeenMatch | undefined {
  const ofCustomer = db.prepare<[number], Pick<Named, 'screeningId'> & { who: string; match: Buffer }>(
    `SELECT coalesce(seen_as, ${SUBJECT_FACTS}) AS who, alert_evidence.match,
       (SELECT max(screening_id) FROM alert_sightings WHERE alert_sightings.alert_id = alerts.id) AS screeningId
     FROM alerts JOIN customers ON customers.id = customer_id JOIN alert_evidence ON alert_evidence.alert_id = alerts.id
     WHERE alerts.id = ?`,
  );
  const newest = db.prepare<{ id: number }, { screeningId: number; place: number }>(
    `SELECT screening_id AS screeningId, place FROM alert_sightings
     WHERE alert_id = :id AND screening_id = (SELECT max(screening_id) FROM alert_sightings WHERE alert_id = :id)
     ORDER BY place LIMIT 1`,
  );
  const screened = db.prepare<[number], Omit<Named, 'screeningId' | 'otherNames'> & { evidence: Buffer }>(
    `SELECT name, entity_type AS entityType, date_of_birth AS dateOfBirth, screening_evidence.matches AS evidence
     FROM screenings JOIN screening_evidence ON screening_id = id WHERE id = ?`,
  );
  return () => {
    const records = new Map<number, Named & { matches: EvidencedMatch[] }>();
    const unpack = (screeningId: number) => {
      const { evidence, ...subject } = screened.get(screeningId)!;
      const record = { ...subject, otherNames: [], screeningId, matches: unpackedJson<EvidencedMatch[]>(evidence) };
      records.set(screeningId, record);
      return record;
    };
    return (alertId, mayBeCustomers = true) => {
      const own = mayBeCustomers ? ofCustomer.get(alertId) : undefined;
      if (own) {
        const { who, screeningId, match } = own;
        return { ...(JSON.parse(who) as SubjectFacts), screeningId, match: unpackedJson<EvidencedMatch>(match) };
      }
      const sighting = newest.get({ id: alertId });
      if (!sighting) return undefined;
      const { matches, ...subject } = records.get(sighting.screeningId) ?? unpack(sighting.screeningId);
      return { ...subject, match: matches[sighting.place]! };
    };
  };
}

function unpackedJson<T>(packed: Buffer): T {
  return JSON.parse(unpacked(packed)) as T;
}
