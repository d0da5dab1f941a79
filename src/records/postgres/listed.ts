import type { Sql } from '../sql.ts';
import { Conditions, firstOf, inOrder, ofAccount } from './page-query.ts';

const INSTANT = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** `ListedScreening` and `ListedVerification` of the API, as JSON by table: rows/ has the same for other databases. */
const LISTED = {
  screenings: `concat('{"id":', id, ',"name":', to_json(name), ',"entityType":', to_json(entity_type), ',"hasMatch":',
    CASE WHEN match_count > 0 THEN 'true' ELSE 'false' END, ',"matchCount":', match_count, ',"highestScore":',
    highest_score, ',"createdAt":"', ${INSTANT}, '","matches":', matches, ',"dateOfBirth":' || to_json(date_of_birth), '}')`,
  verifications: `concat('{"id":', id, ',"faceMatch":', CASE WHEN face_match THEN 'true' ELSE 'false' END,
    ',"matchConfidence":', match_confidence, ',"livenessScore":', coalesce(liveness_score::text, 'null'), ',"status":',
    to_json(status), ',"createdAt":"', ${INSTANT}, '","extractedData":{"documentType":', ${extracted('documentType')},
    ',"fullName":', ${extracted('fullName')}, ',"dateOfBirth":', ${extracted('dateOfBirth')}, ',"country":',
    ${extracted('country')}, '}}')`,
};

/** A field of a document as it was stored. */
function extracted(field: string): string {
  return `coalesce((extracted_data -> '${field}')::text, 'null')`;
}

/**
 * Rows as one JSON array, which the database writes: the event loop only passes its bytes on. `found`: FROM and WHERE;
 * `order` and `limit` of the page.
 */
export function listOf(table: keyof typeof LISTED, found: string, order: string, limit: string): string {
  return `SELECT concat('[', string_agg(listed, ',' ORDER BY place), ']') AS list FROM (
    SELECT ${LISTED[table]} AS listed, row_number() OVER (ORDER BY ${order}) AS place
    ${found} ORDER BY ${order} ${limit}) AS page`;
}

/** The newest records of an account. */
export const recordLists = {
  'screenings.list': (sql: Sql, accountId: number, limit: number) => newest(sql, 'screenings', accountId, limit),
  'verifications.list': (sql: Sql, accountId: number, limit: number) => newest(sql, 'verifications', accountId, limit),
};

async function newest(sql: Sql, table: keyof typeof LISTED, accountId: number, limit: number): Promise<Uint8Array> {
  const where = ofAccount(new Conditions(), accountId);
  const order = inOrder('DESC', 'id');
  const list = listOf(table, firstOf(table, where, order, limit), order, `LIMIT ${where.value(limit)}`);
  return new TextEncoder().encode(await sql.value<string>(list, ...where.values));
}
