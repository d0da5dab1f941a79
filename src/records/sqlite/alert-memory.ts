import type { RememberedDismissal } from '../../alerts/decision-basis.ts';
import type { Connection } from './connection.ts';

/** Dismissals that were to be remembered, by the subject that was screened (`alerts/subject-key.ts`). */
export function alertMemory(db: Connection) {
  type Stored = Omit<RememberedDismissal, 'entries' | 'otherNames'> & { entries: string; otherNames: string };
  const all = db.prepare<[number, string], Stored>(
    'SELECT alert_id AS alertId, entries, fingerprint, score, other_names AS otherNames FROM alert_memory WHERE account_id = ? AND subject = ?',
  );
  const insert = db.prepare(
    `INSERT OR REPLACE INTO alert_memory (alert_id, account_id, subject, entries, fingerprint, score, other_names)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare('DELETE FROM alert_memory WHERE alert_id = ?');
  return {
    /** Newest first. A statement that sorts them is compiled again each time that SQLite runs it. */
    of: (accountId: number, subject: string): RememberedDismissal[] =>
      all
        .all(accountId, subject)
        .toSorted((one, other) => other.alertId - one.alertId)
        .map((row) => ({
          ...row,
          entries: JSON.parse(row.entries) as string[],
          otherNames: JSON.parse(row.otherNames) as string[],
        })),
    keep: (dismissal: RememberedDismissal, accountId: number, subject: string): void => {
      const { alertId, entries, fingerprint, score, otherNames } = dismissal;
      const [keys, names] = [entries, otherNames].map((list) => JSON.stringify(list));
      insert.run(alertId, accountId, subject, keys, fingerprint, score, names);
    },
    forget: (alertId: number): void => {
      remove.run(alertId);
    },
  };
}
