import type { Account, ApiKey } from '../../domain/account.ts';
import type { Alert, AlertEvent, QueuedAlert } from '../../domain/alert.ts';
import type { AlertStateName } from '../../domain/alert-state.ts';
import type { Customer, CustomerProposal } from '../../domain/customer.ts';
import type { EntityType } from '../../domain/entity-type.ts';
import type { ListCategory } from '../../domain/list-category.ts';
import type { EntryFacts } from '../../domain/list-entry.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import type { MonitoringRun } from '../../domain/monitoring.ts';
import type { SavedView } from '../../domain/saved-view.ts';
import type { ScreenedHolder } from '../../domain/screening.ts';
import type { ListVersion, SnapshotSource } from '../../domain/snapshot.ts';
import type { Usage } from '../../domain/usage.ts';
import type { UserRole } from '../../domain/user.ts';
import type { ExtractedData, Reason, VerificationStatus } from '../../domain/verification.ts';
import type { ListState } from '../../watchlists/list-status.ts';
import type { ImportOutcome } from '../../watchlists/sync/list-imports.ts';

/*
 * What the dashboard and its API say to each other, under `/dashboard/api`. Times are ISO 8601 in UTC. A request that
 * fails is answered with `Failed` and 400, 401 (sign in), 403 (role or origin), 404, 409 or 429.
 */

export type { UserRole };

export interface Failed {
  /** A sentence for the person who asked. */
  readonly message: string;
  /** Problems of single fields, by the name of the field. */
  readonly fields?: Readonly<Record<string, string>>;
  /**
   * `code-required`: the password was right and a one-time code is asked for. `quota`: spent until `retryAt`.
   * `address-taken`: the address of a one-time link signs in to another account. `too-many-attempts`: the next one is
   * heard after `seconds`. `sign-in-wrong`: the address, the password or the code. The others say what is wrong with a
   * single field.
   */
  readonly reason?: 'code-required' | 'quota' | 'address-taken' | 'too-many-attempts' | 'sign-in-wrong' | FieldReason;
  readonly retryAt?: string;
  readonly seconds?: number;
}

type FieldReason =
  | 'current-wrong'
  | 'proof-wrong'
  | 'code-wrong'
  | 'password-short'
  | 'password-long'
  | 'password-common'
  | 'password-pattern'
  | 'password-personal';

/**
 * - GET /session
 * - POST /session {email, password, code?} and POST /links/accept {token, email?, password} answer it too.
 * - DELETE /session ends it.
 */
export interface Me {
  readonly email: string;
  readonly role: UserRole;
  readonly account: { readonly id: number; readonly name: string };
  readonly totp: boolean;
  /** True for an owner of an operator's account, who may sync the lists. */
  readonly operator: boolean;
}

/**
 * POST /links {token}: what a one-time link is for. 404 where it was used or has expired.
 * POST /links/accept also answers 409 `address-taken`.
 */
export interface LinkInfo {
  /** Null: the first set-up, which asks for an address. */
  readonly email: string | null;
  readonly role: UserRole;
  readonly expires: string;
}

/**
 * POST /password {current, password} · POST /totp {proof}: begins · POST /totp/confirm {code}: switches on, answers
 * RecoveryCodes · DELETE /totp {proof}: off. A proof is the password or a current code of the authenticator.
 */
export interface TotpEnrolment {
  /** Base32, for typing. */
  readonly secret: string;
  /** `otpauth://totp/…`, for a QR code. */
  readonly uri: string;
}

/** POST /recovery-codes {proof}: new ones in place of all others; 409 where one-time codes are off. */
export interface RecoveryCodes {
  /** Shown this once. */
  readonly codes: readonly string[];
}

/** GET /recovery-codes */
export interface RecoveryCodesLeft {
  readonly left: number;
  readonly lastUsedAt: string | null;
}

/** GET /overview?zone=Europe/Berlin */
export interface Overview {
  readonly quota: { readonly used: number; readonly total: number; readonly plan: string; readonly renews: string };
  /** The last 30 days in the zone asked for, oldest first, none left out. */
  readonly days: readonly {
    readonly day: string;
    readonly clear: number;
    readonly matched: number;
    readonly verified: number;
    readonly notVerified: number;
    readonly review: number;
  }[];
  readonly open: { readonly matches: number; readonly reviews: number };
  readonly lists: ListsView;
  /** Webhooks that were switched off, because they failed for five days. */
  readonly webhooksOff: readonly { readonly id: number; readonly description: string | null }[];
}

/** GET /lists · POST /lists/sync (operator) answers 202 with the same; `syncing` until every enabled list was. */
export interface ListsView {
  readonly snapshot: string | null;
  readonly syncing: boolean;
  /**
   * Sentences that an analyst has to see: lists that are missing, old or of unknown age, starter lists, failed syncs.
   */
  readonly warnings: readonly string[];
  readonly sources: readonly {
    readonly source: string;
    readonly name: string;
    readonly category: string;
    readonly starter: boolean;
    readonly entries: number;
    readonly names: number;
    readonly published: string | null;
    readonly fetched: string | null;
    readonly checked: string | null;
    readonly state: ListState;
    readonly lastError: string | null;
    /** Licence or terms of the list, a sentence; null where it has none. */
    readonly licence: string | null;
    readonly authority: string;
    /** Official address of its file. */
    readonly file: string;
    /** The official formats that an import takes, in words. */
    readonly format: string;
  }[];
}

/**
 * POST /lists/:source/import?published&force=yes (operator), a form with the files of the list: lines of JSON. They say
 * that the import goes on, and at last how it ended.
 */
export type ListImportNews = { readonly kind: 'importing' } | ImportOutcome;

/** GET /views · POST /views {views}, in place of all others: what a person keeps of the queue. */
/** GET /lists/:source/versions: the newest first, those of the last 200 snapshots. */
export type { ListVersion, SavedView };

/** A page of rows; `next` goes back as `after`, null on the last page. `limit` is 1 to 200, 50 where it is not said. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** POST /screenings {name, entityType, dateOfBirth?, minScore?}: 201 with ScreeningRecord; quota spent: 429. */
/** GET /screenings?after&limit&from&to&result=clear|matched&text&batch&customer&sort=newest|oldest|score */
export interface ScreeningRow {
  readonly id: number;
  readonly name: string;
  readonly entityType: EntityType;
  readonly dateOfBirth: string | null;
  readonly matchCount: number;
  readonly highestScore: number;
  /** Matches of it that nobody has decided. */
  readonly open: number;
  readonly createdAt: string;
}

/** GET /screenings/:id */
export interface ScreeningRecord extends ScreeningRow {
  readonly minScore: number;
  readonly qualifying: number;
  readonly snapshot: string;
  readonly engine: string;
  /** Name of the API key or address of the user who made it; null where neither is known any more. */
  readonly madeBy: string | null;
  /** The verification whose document gave the name; null where none did. */
  readonly verificationId: number | null;
  /** The lists of the snapshot that was searched. */
  readonly lists: readonly SnapshotSource[];
  readonly matches: readonly (EvidencedMatch & {
    /** `stateThen`: its state once the screening was stored. */
    readonly alert: (AlertState & { readonly stateThen: AlertState['state'] }) | null;
  })[];
  /** Sentences such as "only the best 200 are recorded", "the UN list is 9 days old". */
  readonly notes: readonly string[];
}

/** GET /monitoring: the newest runs first. `isCurrent`: everybody is compared with the lists in force. */
export interface MonitoringPage {
  readonly snapshot: string | null;
  readonly isCurrent: boolean;
  readonly runs: readonly MonitoringRun[];
}

/** GET /analytics?days=7|30|90|365: days in UTC, the oldest first; who decided how much, the most first. */
export interface Analytics {
  readonly total: Usage;
  readonly days: readonly (Usage & { readonly day: string })[];
  readonly workload: readonly { readonly person: string; readonly confirmed: number; readonly dismissed: number }[];
}

/** GET /entities/:key, `source:id` of any of its entries: one listed person or organisation. */
export interface EntityPage {
  /** `source:id` of the entry that was asked for. */
  readonly key: string;
  readonly name: string;
  /** False where no list in force has it any more; its facts are then those that were seen last. */
  readonly isListed: boolean;
  readonly entries: readonly ListedFacts[];
  /** What the lists say now, and did not say when an alert saw it last: sentences. */
  readonly changes: readonly string[];
  /** The newest alerts about it. */
  readonly alerts: readonly AlertRow[];
}

/** What one list says, and who publishes it; null for a list that the program does not know any more. */
export interface ListedFacts extends EntryFacts {
  readonly authority: string | null;
  readonly category: ListCategory | null;
  /** Official address of the list's file. */
  readonly file: string | null;
}

/** GET /reports/alerts/:id, /reports/screenings/:id, /reports/customers/:reference: what an examiner gets on paper. */
export interface EvidenceReport {
  readonly madeAt: string;
  /** Address of whoever asked. */
  readonly madeBy: string;
  /** Name of the account. */
  readonly account: string;
  /** Version of the program. */
  readonly program: string;
  /** Undefined but in the report of a customer. */
  readonly customer?: CustomerRow;
  /** The one that was asked for, or all of a customer with the highest score first. A screening's report has none. */
  readonly alerts: readonly AlertRow[];
  /** The newest one of the customer or that saw the alert, or the one that was asked for; null for a review. */
  readonly screening: ScreeningRecord | null;
  /** The lists of the screening's snapshot, each with the SHA-256 of its files. */
  readonly lists: readonly SnapshotSource[];
  /** Entries of the audit log about it, the oldest first. */
  readonly audit: readonly ReportedEntry[];
  /** SHA-256 (hex) over the JSON of the match of an alert, or else of all matches. */
  readonly evidenceHash: string;
}

export type ReportedEntry = Pick<AuditRow, 'sequence' | 'at' | 'action' | 'hash'>;

/** GET /verifications?after&limit&from&to&result=<status>&text&sort=newest|oldest|confidence */
export interface VerificationRow {
  readonly id: number;
  readonly status: VerificationStatus;
  readonly faceMatch: boolean;
  readonly matchConfidence: number;
  readonly livenessScore: number | null;
  readonly extractedData: ExtractedData;
  /** The state of its manual review; null where none was asked for. */
  readonly review: AlertStateName | null;
  readonly createdAt: string;
}

/** GET /verifications/:id. POST /verifications/:id/screening screens its name: ScreenedHolder. */
export interface VerificationRecord extends VerificationRow {
  readonly reasons: readonly Reason[];
  /** What led there: where each field came from, check digits, measures; see docs/verification-reference.md. */
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly thresholds: {
    readonly match: { readonly review: number; readonly sure: number };
    readonly liveness: { readonly review: number; readonly sure: number };
  };
  readonly alert: AlertState | null;
  readonly madeBy: string | null;
  /** The last screening of its name; null where it was not screened. */
  readonly screening: ScreenedHolder | null;
}

/**
 * - GET /account: what holds for the account.
 * - POST /account {screenVerified} changes it: the AccountView. Owners alone.
 */
export interface AccountView extends Pick<Account, 'name' | 'plan' | 'quota' | 'fourEyes' | 'screenVerified'> {
  readonly used: number;
  /** When the quota renews, ISO 8601. */
  readonly renews: string;
}

/** In its history people stand with their addresses, and so does the assignee. */
export type AlertState = Omit<Alert, 'assignee'> & { readonly assignee: string | null };
export type { AlertEvent };

/**
 * - GET /alerts?after&limit&state&kind=match|review&text&category&source&minScore&maxScore&entityType&reason&from&to
 *   &assignee=me|nobody|<address>&case&customer&entry&sort=newest|oldest|score|case: rows with what a decision needs.
 * - GET /alerts/count with the same filters: AlertCount. POST /alerts/claim with them: Claimed.
 * - POST /alerts/decisions {alerts: [{id, revision?}], decision, reason?, comment?}: DecidedMany.
 * - POST /alerts/:id/assignment {to, from?}: addresses, '' for nobody; the AlertState, or 409.
 * - GET /alerts/:id: one.
 * - POST /alerts/:id/decision {decision, reason?, comment?, remember?, revision?} answers the AlertState, like POST
 *   /alerts/:id/undo {revision?} and POST /alerts/:id/comments {comment}; 409 where somebody was faster.
 * - With four eyes a decision may only be a proposal. POST /alerts/:id/proposal {accept, comment?, at?} of another
 *   person answers it. `at` is the one of the proposal that was looked at.
 */
export type AlertRow = Omit<QueuedAlert, 'assignee'> &
  AlertState & {
    /** Categories of the lists that have its entity, each once. */
    readonly categories: readonly ListCategory[];
  };

export interface AlertCount {
  readonly count: number;
}

/** Null where nobody waits: every alert of the filter is somebody's already. */
export interface Claimed {
  readonly alert: AlertRow | null;
}

/** Of each alert what became of it; `alert` where it was decided or proposed. */
export interface DecidedMany {
  readonly results: readonly {
    readonly id: number;
    readonly outcome: 'done' | 'proposed' | 'stale' | 'undecidable' | 'missing';
    readonly alert: AlertState | null;
  }[];
}

/** GET /work: alerts that wait, those of whoever asks among them, and the addresses of the people who decide. */
export interface Work {
  readonly open: number;
  readonly escalated: number;
  readonly mine: number;
  readonly people: readonly string[];
}

/** GET /alerts/export.csv, /screenings/export.csv and /verifications/export.csv with the filters of their tables. */

/**
 * - GET /customers?after&limit&state=clear|open|confirmed&text: the oldest first.
 * - POST /customers/:reference {name, entityType, dateOfBirth?, …} makes or changes one: CustomerPage. With four eyes a
 *   change may only be a proposal, which the page then has.
 */
export type CustomerRow = Omit<Customer, 'accountId' | 'revision'>;

/** GET /customer-proposals: the oldest first, at most 200. In them people stand with their addresses. */
export type WaitingProposal = CustomerProposal;

/** POST /customer-proposals {reference, id, accept} of another person. Null where the customer was deleted. */
export interface AnsweredProposal {
  readonly customer: CustomerPage | null;
}

/** GET /customers/:reference: the worst alerts first, the newest records first. */
export interface CustomerPage extends CustomerRow {
  /** What waits for a second person; null where nothing does. */
  readonly proposal: WaitingProposal | null;
  readonly alerts: readonly AlertRow[];
  readonly screenings: readonly ScreeningRow[];
  /** Verifications of a holder with the customer's name. */
  readonly verifications: readonly VerificationRow[];
}

/**
 * - POST /bulk?type=Individual|Organization, body text/csv of at most 10 MB: 202 with BulkJob, or 409 where 100
 *   files are not done. The column name is needed; id, type and dob are optional. The parameter `type` is for rows that
 *   give none.
 * - GET /bulk: all files of the account, newest first. GET /bulk/:id: one.
 * - DELETE /bulk/:id stops it.
 * - GET /bulk/:id/results.csv
 */
export interface BulkJob {
  readonly id: string;
  readonly total: number;
  readonly done: number;
  readonly matched: number;
  /** Rows that were refused, with the reason: at most the first 100. */
  readonly refused: readonly { readonly row: number; readonly message: string }[];
  readonly refusedCount: number;
  /**
   * `waiting-for-quota`: the quota is spent. Finished rows stay. The file goes on within a minute of a new period or a
   * larger quota.
   */
  readonly state: 'running' | 'done' | 'stopped' | 'waiting-for-quota';
  /** Why it does not go on just now, a sentence; it is tried again by itself. */
  readonly problem: string | null;
}

/**
 * - GET /keys
 * - POST /keys {name, allow[], expiresAt?} (owner): 201 NewKey
 * - POST /keys/:id/revoke (owner): KeyRow
 * - POST /keys/check-allow {allow[]}: {problems: (string|null)[]}
 */
export type KeyRow = Omit<ApiKey, 'accountId'>;

export interface NewKey extends KeyRow {
  /** Shown once. */
  readonly value: string;
}

/**
 * - GET /users (owner)
 * - POST /users/invite {email, role} (owner): InvitationLink
 * - POST /users/:id/role {role} (owner)
 * - POST /users/:id/remove (owner; never the last owner)
 */
export interface UserRow {
  readonly id: number;
  readonly email: string;
  readonly role: UserRole;
  readonly totp: boolean;
  readonly createdAt: string;
  readonly lastSeenAt: string | null;
  /** Until when an invitation that was not yet accepted can be. */
  readonly invitedUntil: string | null;
  /** Since a restore, until the operator resumes them or a new invitation is accepted. */
  readonly suspendedAt: string | null;
}

/** The link works once, until `expires`; its token is in no other answer. */
export interface InvitationLink {
  readonly email: string;
  readonly url: string;
  readonly expires: string;
}

/**
 * - GET /audit?after&limit&from&to&action&actor&subject (owner); an actor is part of an address too, where one fits
 * - GET /audit/export?format=csv|json with the same filter
 * - POST /audit/verify: ChainCheck
 */
export interface AuditRow {
  readonly sequence: number;
  readonly at: string;
  /** `key:…`, `operator`, `service`, or the address of a user of this account. */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  /** Of the chain, hex; see docs/operations.md. */
  readonly hash: string;
}

export interface ChainCheck {
  readonly entries: number;
  readonly ok: boolean;
  /** Sequence of the first entry that does not fit. */
  readonly broken: number | null;
  /** From this sequence on nobody without the master key can compute the chain; null where no entry is keyed. */
  readonly keyedFrom: number | null;
  /** Entries whose master key is not at hand. */
  readonly unchecked: number;
  /** Entries where a backup was restored without the master key. Entries after them may be plain hashes. */
  readonly plainRestores: readonly number[];
}
