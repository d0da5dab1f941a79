import type { RememberedDismissal } from '../../alerts/decision-basis.ts';
import { RowList, type Sql } from '../sql.ts';

/** A subject of an account (`alerts/subject-key.ts`). */
export interface Subject {
  readonly accountId: number;
  readonly subject: string;
}

type StoredDismissal = Subject &
  Omit<RememberedDismissal, 'entries' | 'otherNames'> & { readonly entries: string; readonly otherNames: string };

export const subjectOf = ({ accountId, subject }: Subject): string => `${accountId}\n${subject}`;

/** Rows of the subjects of a `subjectList`, of a table that a statement reads. */
export const ofSubjects = (table: string) => `FROM ${table}, given (accountId bigint, subject text)
  WHERE ${table}.account_id = :accountId AND ${table}.subject = :subject`;

/** Each subject once. */
export function subjectList(subjects: readonly Subject[]): RowList {
  const each = new Map(subjects.map((one) => [subjectOf(one), { accountId: one.accountId, subject: one.subject }]));
  return new RowList([...each.values()]);
}

const DISMISSALS = `SELECT alert_id, account_id, alert_memory.subject, entries, fingerprint, score, other_names
  ${ofSubjects('alert_memory')}`;

/** Dismissals that were to be remembered, by their subjects (`subjectOf`), the newest first. */
export async function dismissalsOfSubjects(
  sql: Sql,
  subjects: readonly Subject[],
): Promise<Map<string, RememberedDismissal[]>> {
  const rows = await sql.all<StoredDismissal>(DISMISSALS, subjectList(subjects));
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
