import type { AlertAction, AlertThen, DecisionResult, QueuedAlert, WantedStep } from '../domain/alert.ts';
import type { EvidencedMatch } from '../domain/match.ts';
import type { AlertsFilter, AlertsQuery } from './queries.ts';

/**
 * Alerts of accounts; screenings, verifications and monitoring open them. There is one for a customer and a listed
 * entity, or for a name, type and birth date and an entity. Of another account none is found.
 */
export interface AlertRecords {
  /** One page in the order of the query, at most `query.limit`. */
  page(accountId: number, query: AlertsQuery): Promise<QueuedAlert[]>;
  /** How many alerts fulfil a filter. */
  count(accountId: number, filter: AlertsFilter): Promise<number>;
  /** Undefined where the account has no such alert. */
  get(accountId: number, id: number): Promise<QueuedAlert | undefined>;
  /** Those that one screening saw, by the place of their match, with the state that it left them in. */
  ofScreening(accountId: number, screeningId: number): Promise<Map<number, AlertThen>>;
  /** Undefined where the verification asked for no manual review. */
  ofVerification(accountId: number, verificationId: number): Promise<QueuedAlert | undefined>;
  /** How many are open. */
  open(accountId: number): Promise<{ matches: number; reviews: number }>;
  /**
   * Takes a step, or keeps it as a proposal where the account asks for four eyes. A reopening also forgets what a
   * dismissal had remembered. Audited, without the comment.
   */
  step(action: AlertAction, wanted: WantedStep): Promise<DecisionResult>;
  /**
   * A person's answer to a proposal. `undecidable`: who accepts is no second person (`alerts/second-person.ts`).
   * `stale`: no proposal waits, or not the one of `at`.
   */
  answerProposal(
    action: AlertAction,
    answer: { readonly accept: boolean; readonly comment: string | null; readonly at?: string },
  ): Promise<DecisionResult>;
  /**
   * Names the user who works on it, or nobody. Audited; the same again changes nothing. `stale`: it is not `from` who
   * works on it now.
   */
  assign(
    action: AlertAction,
    change: { readonly from: number | null; readonly to: number | null },
  ): Promise<DecisionResult>;
  /**
   * Names the user of the action for the first open alert of a query that nobody works on, and answers its id. Two
   * users never get the same one. Undefined where there is none.
   */
  claim(action: Omit<AlertAction, 'alertId'>, query: Omit<AlertsQuery, 'limit'>): Promise<number | undefined>;
  /** Says `missing` where the account has no such alert. */
  comment(action: AlertAction, comment: string): Promise<DecisionResult>;
  /**
   * What monitoring found for a customer, in one transaction; the same difference again changes nothing. A match
   * without an alert opens one. A dismissed alert whose facts changed and a delisted one open again. One whose entries
   * are all gone is closed as delisted. Undefined where the customer is gone.
   */
  applyDifference(customerId: number, difference: CustomerDifference): Promise<AlertsChanged | undefined>;
}

/** What changed for a customer between two states of the lists. */
interface CustomerDifference {
  /** Matches that are new or whose facts changed, best first. */
  readonly matches: readonly EvidencedMatch[];
  /** Keys (`entryKey`) of the entries that left their lists. */
  readonly gone: readonly string[];
}

/** Ids of the alerts that changed. */
interface AlertsChanged {
  readonly opened: readonly number[];
  /** Dismissed or delisted before. */
  readonly reopened: readonly number[];
  readonly delisted: readonly number[];
}
