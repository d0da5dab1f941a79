import type { Alert, AlertAction, Decided, Decision, QueuedAlert } from '../domain/alert.ts';
import type { AlertsQuery } from './queries.ts';

export interface AlertRecords {
  page(accountId: number, query: AlertsQuery): Promise<QueuedAlert[]>;
  get(accountId: number, id: number): Promise<Alert | undefined>;
  /** Those of one screening, by the place of their match. */
  ofScreening(accountId: number, screeningId: number): Promise<Map<number, Alert>>;
  ofVerification(accountId: number, verificationId: number): Promise<Alert | undefined>;
  /** How many nobody has decided. */
  open(accountId: number): Promise<{ matches: number; reviews: number }>;
  /** From `open` alone. `remember`: of a dismissed match, for the same subject until a list says something else of it. */
  decide(
    action: AlertAction,
    decision: { decision: Decision; comment: string | null; remember: boolean; revision?: number },
  ): Promise<Decided>;
  /** Opens again what was decided or remembered; what a dismissal had remembered is forgotten. */
  undo(action: AlertAction, revision?: number): Promise<Decided>;
  comment(action: AlertAction, comment: string): Promise<Decided>;
}
