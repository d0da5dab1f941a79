import type { RememberedDismissal } from '../../alerts/decision-basis.ts';
import type { Sql } from '../sql.ts';

/** A subject of an account (`alerts/subject-key.ts`). */
export interface Subject {
  readonly accountId: number;
  readonly subject: string;
}

type StoredDismissal = Subject &
  Omit<RememberedDismissal, 'entries' | 'otherNames'> & { readonly entries: string; readonly otherNames: string };

export const subjectOf = ({ accountId, subject }: Subject): string => `${accountId}\n${subject}`;

/** A condition that a row is of one of these subjects, whose JSON is `$1`. */
export const OF_SUBJECTS = `(account_id, subject) IN (
  SELECT "accountId", subject FROM json_to_recordset($1::json) AS wanted ("accountId" bigint, subject text))`;

/** What `OF_SUBJECTS` takes. */
export function subjectsJson(subjects: readonly Subject[]): string {
  return JSON.stringify(subjects.map(({ accountId, subject }) => ({ accountId, subject })));
}

/** Dismissals that were to be remembered, by their subjects (`subjectOf`), the newest first. */
export async function dismissalsOfSubjects(
  sql: Sql,
  subjects: readonly Subject[],
): Promise<Map<string, RememberedDismissal[]>> {
  const rows = await sql.all<StoredDismissal>(
    `SELECT alert_id, account_id, subject, entries, fingerprint, score, other_names FROM alert_memory
     WHERE ${OF_SUBJECTS}`,
    subjectsJson(subjects),
  );
  const dismissals = rows
    // SQLite compiles a statement that sorts them again each time that it runs.
    .toSorted((one, other) => other.alertId - one.alertId)
    .map(({ entries, otherNames, ...row }) => ({
      ...row,
      entries: JSON.parse(entries) as string[],
      otherNames: JSON.parse(otherNames) as string[],
    }));
  return Map.groupBy(dismissals, subjectOf);
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
