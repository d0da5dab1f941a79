import type { Dismissal } from '../../alerts/dismissals.ts';
import type { Connection } from './connection.ts';

/** Dismissals that were to be remembered, by the subject that was screened (`alerts/subject-key.ts`). */
export function alertMemory(db: Connection) {
  const all = db.prepare<[number, string], Omit<Dismissal, 'entries'> & { entries: string }>(
    'SELECT alert_id AS alertId, entries, fingerprint FROM alert_memory WHERE account_id = ? AND subject = ?',
  );
  const insert = db.prepare(
    'INSERT OR REPLACE INTO alert_memory (alert_id, account_id, subject, entries, fingerprint) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM alert_memory WHERE alert_id = ?');
  return {
    /** Newest first. A statement that sorts them is compiled again each time that SQLite runs it. */
    of: (accountId: number, subject: string): Dismissal[] =>
      all
        .all(accountId, subject)
        .toSorted((one, other) => other.alertId - one.alertId)
        .map((row) => ({ ...row, entries: JSON.parse(row.entries) as string[] })),
    keep: ({ alertId, entries, fingerprint }: Dismissal, accountId: number, subject: string): void => {
      insert.run(alertId, accountId, subject, JSON.stringify(entries), fingerprint);
    },
    forget: (alertId: number): void => {
      remove.run(alertId);
    },
  };
}
