import type { Dismissal } from '../../alerts/dismissals.ts';
import type { Sql } from './sql.ts';

/** A subject of an account (`alerts/subject-key.ts`). */
export interface Subject {
  readonly accountId: number;
  readonly subject: string;
}

type Stored = Subject & Omit<Dismissal, 'entries'> & { readonly entries: string };

export const subjectOf = ({ accountId, subject }: Subject): string => `${accountId}\n${subject}`;

/** Dismissals that were to be remembered, by their subjects (`subjectOf`), the newest first. */
export async function dismissalsOfSubjects(sql: Sql, subjects: readonly Subject[]): Promise<Map<string, Dismissal[]>> {
  const rows = await sql.all<Stored>(
    `SELECT alert_id, account_id, subject, entries, fingerprint FROM alert_memory
     WHERE (account_id, subject) IN (SELECT * FROM unnest($1::bigint[], $2::text[])) ORDER BY alert_id DESC`,
    subjects.map(({ accountId }) => accountId),
    subjects.map(({ subject }) => subject),
  );
  const found = new Map<string, Dismissal[]>();
  for (const row of rows) {
    const { alertId, fingerprint } = row;
    const dismissal = { alertId, entries: JSON.parse(row.entries) as string[], fingerprint };
    found.set(subjectOf(row), [...(found.get(subjectOf(row)) ?? []), dismissal]);
  }
  return found;
}

export async function keepDismissal(
  sql: Sql,
  { alertId, entries, fingerprint }: Dismissal,
  { accountId, subject }: Subject,
): Promise<void> {
  await sql.run(
    `INSERT INTO alert_memory (alert_id, account_id, subject, entries, fingerprint)
     VALUES (:alertId, :accountId, :subject, :entries, :fingerprint)
     ON CONFLICT (alert_id) DO UPDATE SET subject = :subject, entries = :entries, fingerprint = :fingerprint`,
    { alertId, accountId, subject, entries: JSON.stringify(entries), fingerprint },
  );
}

export async function forgetDismissals(sql: Sql, alertIds: readonly number[]): Promise<void> {
  if (alertIds.length > 0) await sql.run('DELETE FROM alert_memory WHERE alert_id = ANY($1::bigint[])', alertIds);
}
