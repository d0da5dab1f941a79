import type { Sql } from '../sql.ts';

const TABLES = {
  screenings: { into: 'screening_evidence (screening_id, matches)', again: '' },
  alerts: {
    into: 'alert_evidence (alert_id, match)',
    again: 'ON CONFLICT (alert_id) DO UPDATE SET match = excluded.match',
  },
};

/** Stores the matches that records and alerts rest on, by their ids; `json` is compressed. */
export async function insertEvidence(
  sql: Sql,
  of: keyof typeof TABLES,
  evidence: readonly { readonly id: number; readonly json: string }[],
): Promise<void> {
  const { into, again } = TABLES[of];
  if (sql.dialect === 'sqlite') {
    for (const { id, json } of evidence) {
      await sql.run(`INSERT INTO ${into} VALUES ($1, $2) ${again}`, id, await sql.packed(json));
    }
    return;
  }
  await sql.run(
    `INSERT INTO ${into} SELECT * FROM unnest($1::bigint[], $2::bytea[]) ${again}`,
    evidence.map(({ id }) => id),
    await Promise.all(evidence.map(({ json }) => sql.packed(json))),
  );
}
