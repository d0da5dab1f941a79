import type { SubjectFacts } from '../../domain/customer.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import type { SeenMatch } from '../rows/alerts.ts';
import { unpackedSoon } from '../rows/packed.ts';
import type { Sql } from '../sql.ts';

/** A customer as it is now, JSON of `SubjectFacts`. */
export const SUBJECT_FACTS = `json_build_object('name', customers.name, 'entityType', customers.entity_type,
  'dateOfBirth', customers.date_of_birth, 'otherNames', customers.other_names)`;

type Named = Omit<SeenMatch, 'match' | 'otherNames'> & { readonly id: number };
type Seen = Named & { readonly screeningId: number; readonly place: number };

/**
 * The matches of alerts by their ids: a customer's alert keeps its own, any other has that of the newest record that
 * saw it. Each record is read and unpacked once. One that no record saw is left out.
 */
export async function seenMatches(sql: Sql, alertIds: readonly number[]): Promise<Map<number, SeenMatch>> {
  if (alertIds.length === 0) return new Map();
  const [own, screened] = [await ofCustomers(sql, alertIds), await ofRecords(sql, alertIds)];
  return new Map([...own, ...screened]);
}

async function ofCustomers(sql: Sql, alertIds: readonly number[]): Promise<[number, SeenMatch][]> {
  const rows = await sql.all<Pick<Named, 'id' | 'screeningId'> & { who: string; match: Uint8Array }>(
    `SELECT alerts.id, coalesce(seen_as, ${SUBJECT_FACTS}) AS who, alert_evidence.match,
       (SELECT max(screening_id) FROM alert_sightings WHERE alert_sightings.alert_id = alerts.id) AS screening_id
     FROM alerts JOIN customers ON customers.id = customer_id JOIN alert_evidence ON alert_evidence.alert_id = alerts.id
     WHERE alerts.id = ANY($1::bigint[])`,
    alertIds,
  );
  return Promise.all(
    rows.map(async ({ id, who, screeningId, match }) => {
      const named = JSON.parse(who) as SubjectFacts;
      return [id, { ...named, screeningId, match: await unpackedJson<EvidencedMatch>(match) }];
    }),
  );
}

async function ofRecords(sql: Sql, alertIds: readonly number[]): Promise<[number, SeenMatch][]> {
  const seen = await sql.all<Seen>(
    `SELECT alerts.id, sighting.screening_id, sighting.place, name, entity_type, date_of_birth
     FROM alerts CROSS JOIN LATERAL (
       SELECT screening_id, place FROM alert_sightings WHERE alert_id = alerts.id
       ORDER BY screening_id DESC, place LIMIT 1) AS sighting
     JOIN screenings ON screenings.id = sighting.screening_id
     WHERE alerts.id = ANY($1::bigint[]) AND alerts.customer_id IS NULL`,
    alertIds,
  );
  const records = await evidenceOf(sql, [...new Set(seen.map(({ screeningId }) => screeningId))]);
  return seen.map(({ id, place, ...named }) => {
    return [id, { ...named, otherNames: [], match: records.get(named.screeningId)![place]! }];
  });
}

async function evidenceOf(sql: Sql, screeningIds: readonly number[]): Promise<Map<number, EvidencedMatch[]>> {
  if (screeningIds.length === 0) return new Map();
  const rows = await sql.all<{ screeningId: number; matches: Uint8Array }>(
    'SELECT screening_id, matches FROM screening_evidence WHERE screening_id = ANY($1::bigint[])',
    screeningIds,
  );
  return new Map(
    await Promise.all(
      rows.map(
        async ({ screeningId, matches }) => [screeningId, await unpackedJson<EvidencedMatch[]>(matches)] as const,
      ),
    ),
  );
}

async function unpackedJson<T>(packed: Uint8Array): Promise<T> {
  return JSON.parse(await unpackedSoon(packed)) as T;
}
