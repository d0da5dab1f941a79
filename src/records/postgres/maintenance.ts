import type { Sql } from '../sql.ts';

const HOUR = `account_id, date_trunc('hour', created_at, 'UTC') AS hour`;
/** How many hours have another number of records than `record_hours` says, sums of all hours included. */
const MISCOUNTED = `
  SELECT count(*) FROM (
    SELECT account_id, coalesce(hour, '-infinity') AS hour, kind, count(*) AS amount FROM (
      SELECT ${HOUR}, CASE WHEN match_count > 0 THEN 'matched' ELSE 'clear' END AS kind FROM screenings
      UNION ALL SELECT ${HOUR}, status FROM verifications
      UNION ALL SELECT ${HOUR}, 'opened' FROM alerts) AS records
    GROUP BY GROUPING SETS ((account_id, kind, hour), (account_id, kind))) AS made
  FULL JOIN record_hours USING (account_id, hour, kind)
  WHERE coalesce(made.amount, 0) <> coalesce(record_hours.amount, 0)`;

/** Rules of the database that are not in force: it enforces the others with each write. */
export async function integrity(sql: Sql): Promise<string[]> {
  const rules = await sql.column<string>(
    `SELECT format('the rule %s of %s was never checked', conname, conrelid::regclass) FROM pg_constraint
     WHERE NOT convalidated AND connamespace = current_schema()::regnamespace
     UNION ALL
     SELECT format('the index %s is not valid', indexrelid::regclass) FROM pg_index
     JOIN pg_class ON pg_class.oid = indexrelid
     WHERE NOT (indisvalid AND indisready) AND relnamespace = current_schema()::regnamespace`,
  );
  const counted = await sql.value<number>(MISCOUNTED);
  return counted === 0 ? rules : [...rules, `${counted} hours of record_hours count other records than there are`];
}
