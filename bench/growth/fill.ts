import pg from 'pg';
import { packed } from '../../src/records/packed.ts';
import { screening, verification } from '../../test/records/samples.ts';

/** What part of the records each account has. */
const SHARES = [0.6, 0.25, 0.1, 0.049, 0.001];
export const ACCOUNTS = SHARES.length;
/** One screening in so many has two matches, and one verification comes for so many screenings. */
const MATCHED_EVERY = 25;
const VERIFIED_EVERY = 10;
/** Rows of one transaction. */
const PORTION = 100_000;

/** Records of one month. `first`: the number of the first, from which its name is made. */
export interface Slice {
  readonly month: Date;
  readonly first: number;
  readonly count: number;
}

export async function fillMonth(url: string, { month, first, count }: Slice): Promise<void> {
  const end = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  const client = new pg.Client(url);
  await client.connect();
  try {
    const stepMs = (Math.min(end.getTime(), Date.now()) - month.getTime()) / count;
    for (let from = 0; from < count; from += PORTION) {
      const rows = Math.min(PORTION, count - from);
      const at = new Date(month.getTime() + from * stepMs).toISOString();
      await fillPortion(client, [first + from, rows, at, stepMs]);
    }
  } finally {
    await client.end();
  }
}

/** Autovacuum does the same on a database that grows by and by. */
export async function settle(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
  await client.end();
}

const ACCOUNT = `1 + width_bucket(random(), ARRAY[${SHARES.map((_, index) => SHARES.slice(0, index + 1).reduce((a, b) => a + b)).slice(0, -1)}]::float8[])`;
const LETTERS = "translate(md5(($1::bigint + n)::text), '0123456789', 'aeioulmnrs')";

const SCREENINGS = `
  INSERT INTO screenings (account_id, name, folded, name_key, entity_type, date_of_birth, min_score, match_count,
    highest_score, matches, qualifying, snapshot, engine, duration_ms, notes, created_at)
  SELECT account, name, lower(name), lower(name), CASE WHEN n % 4 = 0 THEN 'Organization' ELSE 'Individual' END,
    CASE WHEN n % 4 = 0 THEN NULL ELSE '1970-02-03T00:00:00Z' END, 70, matches * 2, matches * (70 + random() * 30),
    CASE WHEN matches = 0 THEN '[]' ELSE $5 END::json, 3 + n % 9, 'snapshot-1', '1.0.0', 2.5, '[]',
    $3::timestamptz + n * $4::float8 * interval '1 millisecond'
  FROM (
    SELECT n, ${ACCOUNT} AS account, initcap(substr(letters, 1, 7) || ' ' || substr(letters, 8, 9)) AS name,
      (n % ${MATCHED_EVERY} = 0)::int AS matches
    FROM (SELECT n, ${LETTERS} AS letters FROM generate_series(0, $2::bigint - 1) AS n) AS drawn) AS drawn`;
const FIRST_ID = 'SELECT last_value + is_called::int AS id FROM screenings_id_seq';
const EVIDENCE = 'INSERT INTO screening_evidence SELECT id, $2 FROM screenings WHERE id >= $1 AND match_count > 0';
/** An alert for each of two matches; few are left open. */
const ALERTS = `
  WITH seen AS (
    SELECT screenings.*, place, nextval('alerts_id_seq') AS alert FROM screenings, generate_series(0, 1) AS place
    WHERE screenings.id >= $1 AND match_count > 0),
  opened AS (
    INSERT INTO alerts (id, account_id, subject, score, state, entries, sources, folded, opened_in, created_at, updated_at)
    SELECT alert, account_id, folded || chr(10) || entity_type || chr(10), highest_score - place,
      CASE WHEN alert % 200 = 0 THEN 'open' WHEN alert % 200 = 1 THEN 'confirmed' ELSE 'dismissed' END,
      json_build_array('un-sc:QDi.' || 999 - place), 'un-sc', ' un-sc:qdi.999 ' || folded || chr(10) || folded, id,
      created_at, created_at FROM seen),
  decided AS (
    INSERT INTO alert_events (alert_id, at, user_id, kind, reason)
    SELECT alert, created_at + interval '1 hour', 1 + alert % 5,
      CASE WHEN alert % 200 = 1 THEN 'confirmed' ELSE 'dismissed' END, 'other-person' FROM seen WHERE alert % 200 > 0)
  INSERT INTO alert_sightings (screening_id, place, alert_id) SELECT id, place, alert FROM seen`;
const VERIFICATIONS = `
  INSERT INTO verifications (account_id, face_match, match_confidence, status, extracted_data, reasons, evidence, folded,
    name_key, document_type, created_at)
  SELECT ${ACCOUNT}, true, 60 + random() * 40,
    CASE WHEN n % 20 = 0 THEN 'Not Verified' ELSE 'Verified' END, $5::json, $6::json, $7::json, ${LETTERS}, ${LETTERS},
    'Passport', $3::timestamptz + n * $4::float8 * interval '1 millisecond'
  FROM generate_series(0, $2::bigint - 1, ${VERIFIED_EVERY}) AS n`;

const MATCHED = screening(1, null, 'Somebody', 2);
const VERIFIED = verification(1, 1);
/** As long as what engines write down of a document. */
const EVIDENCE_TEXT = JSON.stringify({ document: 'evidence '.repeat(150) });

async function fillPortion(client: pg.Client, values: readonly [number, number, string, number]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(FIRST_ID);
  const from = rows[0]!.id;
  await client.query('BEGIN');
  await client.query(SCREENINGS, [...values, JSON.stringify(MATCHED.matches)]);
  await client.query(EVIDENCE, [from, packed(MATCHED.evidence)]);
  await client.query(ALERTS, [from]);
  const verified = [JSON.stringify(VERIFIED.extractedData), JSON.stringify(VERIFIED.reasons), EVIDENCE_TEXT];
  await client.query(VERIFICATIONS, [...values, ...verified]);
  await client.query('COMMIT');
}
