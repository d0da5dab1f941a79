import type { AlertAction, DecisionResult } from '../../domain/alert.ts';
import type { AlertsQuery } from '../queries.ts';
import { pageOfIds } from './alert-filter.ts';
import type { Note } from './alert-notes.ts';
import type { Connection } from './connection.ts';
import { statements } from './page-query.ts';

/** Who works on an alert. */
export function alertAssignments(db: Connection, note: Note) {
  const all = statements(db);
  const one = db.prepare<[number, number], { assignee: number | null }>(
    'SELECT assignee FROM alerts WHERE id = ? AND account_id = ?',
  );
  const update = db.prepare('UPDATE alerts SET assignee = ? WHERE id = ?');
  const assign = (action: AlertAction, at: string, to: number | null): void => {
    update.run(to, action.alertId);
    const details = to === null ? {} : { assignee: `user:${to}` };
    note(action, at, { kind: to === null ? 'released' : 'assigned', comment: null }, details);
  };
  return {
    'alerts.assign': (
      action: AlertAction,
      at: string,
      { from, to }: { readonly from: number | null; readonly to: number | null },
    ): DecisionResult => {
      const alert = one.get(action.alertId, action.accountId);
      if (!alert) return { kind: 'missing' };
      if (alert.assignee !== from) return { kind: 'stale' };
      if (from !== to) assign(action, at, to);
      return { kind: 'done' };
    },
    'alerts.claim': (
      action: Omit<AlertAction, 'alertId'>,
      at: string,
      query: Omit<AlertsQuery, 'limit'>,
    ): number | undefined => {
      const wanted = { ...query, state: 'open', assignee: null, limit: 1 } as const;
      const { sql, values } = pageOfIds(action.accountId, wanted);
      const [next] = all<{ id: number }>(sql, values);
      if (next) assign({ ...action, alertId: next.id }, at, action.userId);
      return next?.id;
    },
  };
}
