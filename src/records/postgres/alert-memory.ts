import type { RememberedDismissal } from '../../alerts/decision-basis.ts';
import type { Sql } from '../sql.ts';

/** A subject of an account (`alerts/subject-key.ts`). */
export interface Subject {
  readonly accountId: number;
  readonly subject: string;
}

type Stored = Subject &
  Omit<RememberedDismissal, 'entries' | 'otherNames'> & { readonly entries: string; readonly otherNames: string };

export const subjectOf = ({ accountId, subject }: Subject): string => `${accountId}\n${subject}`;

/** Dismissals that were to be remembered, by their subjects (`subjectOf`), the newest first. */
export async function dismissalsOfSubjects(
  sql: Sql,
  subjects: readonly Subject[],
): Promise<Map<string, RememberedDismissal[]>> {
  const rows = await sql.all<Stored>(
    `SELECT alert_id, account_id, subject, entries, fingerprint, score, other_names FROM alert_memory
     WHERE (account_id, subject) IN (SELECT * FROM unnest($1::bigint[], $2::text[])) ORDER BY alert_id DESC`,
    subjects.map(({ accountId }) => accountId),
    subjects.map(({ subject }) => subject),
  );
  const found = new Map<string, RememberedDismissal[]>();
  for (const row of rows) {
    const { alertId, fingerprint, score } = row;
    const [entries, otherNames] = [row.entries, row.otherNames].map((list) => JSON.parse(list) as string[]);
    const dismissal = { alertId, entries: entries!, fingerprint, score, otherNames: otherNames! };
    found.set(subjectOf(row), [...(found.get(subjectOf(row)) ?? []), dismissal]);
  }
  return found;
}

export async function keepDismissal(
  sql: Sql,
  { alertId, entries, fingerprint, score, otherNames }: RememberedDismissal,
  { accountId, subject }: Subject,
): Promise<void> {
  await sql.run(
    `INSERT INTO alert_memory (alert_id, account_id, subject, entries, fingerprint, score, other_names)
     VALUES (:alertId, :accountId, :subject, :entries, :fingerprint, :score, :otherNames)
     ON CONFLICT (alert_id) DO UPDATE SET subject = :subject, entries = :entries, fingerprint = :fingerprint,
       score = :score, other_names = :otherNames`,
    {
      alertId,
      accountId,
      subject,
      entries: JSON.stringify(entries),
      fingerprint,
      score,
      otherNames: JSON.stringify(otherNames),
    },
  );
}

export async function forgetDismissals(sql: Sql, alertIds: readonly number[]): Promise<void> {
  if (alertIds.length > 0) await sql.run('DELETE FROM alert_memory WHERE alert_id = ANY($1::bigint[])', alertIds);
}
