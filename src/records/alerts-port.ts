import type { Alert, AlertAction, Decision, DecisionResult, QueuedAlert } from '../domain/alert.ts';
import type { AlertsQuery } from './queries.ts';

/** Alerts of accounts; screenings and verifications open them. Of another account none is found. */
export interface AlertRecords {
  /** One page in the order of the query, at most `query.limit`. */
  page(accountId: number, query: AlertsQuery): Promise<QueuedAlert[]>;
  /** Undefined where the account has no such alert. */
  get(accountId: number, id: number): Promise<Alert | undefined>;
  /** Those of one screening, by the place of their match. */
  ofScreening(accountId: number, screeningId: number): Promise<Map<number, Alert>>;
  /** Undefined where the verification asked for no manual review. */
  ofVerification(accountId: number, verificationId: number): Promise<Alert | undefined>;
  /** How many nobody has decided. */
  open(accountId: number): Promise<{ matches: number; reviews: number }>;
  /**
   * Only from `open`. `remember` also dismisses later matches of the same subject, until a list says something else.
   */
  decide(
    action: AlertAction,
    decision: { decision: Decision; comment: string | null; remember: boolean; revision?: number },
  ): Promise<DecisionResult>;
  /** Opens again what was decided or remembered; what a dismissal had remembered is forgotten. */
  undo(action: AlertAction, revision?: number): Promise<DecisionResult>;
  /** Says `missing` where the account has no such alert. */
  comment(action: AlertAction, comment: string): Promise<DecisionResult>;
}
