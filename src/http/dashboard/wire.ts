import type { FilePreview } from '../../csv/preview.ts';
import type { Account, ApiKey } from '../../domain/account.ts';
import type { MEDIA_CATEGORY, NewsState } from '../../domain/adverse-media.ts';
import type { Alert, QueuedAlert } from '../../domain/alert.ts';
import type { AuditEntry, ChainVerdict } from '../../domain/audit.ts';
import type { Customer, CustomerNote, CustomerProposal } from '../../domain/customer.ts';
import type { Escalation } from '../../domain/escalation.ts';
import type { KeyScope } from '../../domain/key-scope.ts';
import type { EntryFacts, ListCategory } from '../../domain/list-entry.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import type { MatchOrigin } from '../../domain/monitoring.ts';
import type { OWN_CATEGORY } from '../../domain/own-list.ts';
import type { SandboxChange } from '../../domain/sandbox-change.ts';

export type { OwnListStep } from '../../domain/own-list.ts';

import type { Passkey } from '../../domain/passkey.ts';
import type { AccountSignIn } from '../../domain/provider-person.ts';
import type { RecordCounts } from '../../domain/record-counts.ts';
import type { UserRole } from '../../domain/role.ts';
import type { ScreenedHolder, ScreeningEvidence, ScreeningSummary } from '../../domain/screening.ts';
import type { SnapshotSource } from '../../domain/snapshot.ts';
import type { Invitation, ListedSession, ListedUser, NewBrowser } from '../../domain/user.ts';
import type { Reason, VerificationSummary } from '../../domain/verification.ts';
import type { AuthenticityCheck } from '../../verification/authenticity.ts';
import type { Rendition } from '../../verification/renditions.ts';
import type { ListState, SourceStatus } from '../../watchlists/list-status.ts';
import type { ImportOutcome } from '../../watchlists/sync/list-imports.ts';

/*
 * What the dashboard has beside the API, under `/dashboard/api`. Times are ISO 8601 in UTC. A request that fails is
 * answered as in the API: a problem with its code.
 */

/** Who is signed in. */
export interface Me {
  readonly email: string;
  readonly role: UserRole;
  readonly account: { readonly id: number; readonly name: string };
  /** Confirming and dismissing strong matches takes a second person. */
  readonly fourEyes: boolean;
  /** A decision needs a reason. */
  readonly requireReason: boolean;
  /** Where adverse media comes from; null where it is off. */
  readonly media: NewsState['source'] | null;
  readonly totp: boolean;
  /** They have a password. */
  readonly password: boolean;
  /** What people call the provider of sign-in; null where there is none. */
  readonly provider: string | null;
  /** How many passkeys they have, those that are refused too. */
  readonly passkeys: number;
  /** Their account requires a second factor: they make one before anything else. */
  readonly mustEnrol: boolean;
  /** They have a second factor that is not shown yet: they do that before anything else. */
  readonly mustProve: boolean;
  /** True for an owner of an operator's account, who may sync the lists. */
  readonly operator: boolean;
}

/** What a one-time link is for; the address is null for the first set-up, which asks for one. */
export type LinkInfo = Pick<Invitation, 'email' | 'role'> & {
  readonly expires: string;
  /** Whoever follows it has no password, and signs in by the provider of this name; null: they choose one. */
  readonly provider: string | null;
};

/** How people sign in: what the button calls the provider; null where there are passwords alone. */
export interface SignInWays {
  readonly provider: string | null;
}

/** Signed out here. The browser goes there to be signed out at the provider as well. */
export interface SignedOut {
  readonly url: string;
}

export interface TotpEnrolment {
  /** Base32, for typing. */
  readonly secret: string;
  /** `otpauth://totp/…`, for a QR code. */
  readonly uri: string;
}

/** A passkey of whoever is signed in. */
export interface PasskeyRow extends Omit<Passkey, 'rpId'> {
  /** Where it was made. */
  readonly host: string;
  /** False where it was made at another host, and so does not work here. */
  readonly isOfHere: boolean;
}

/** `codes`: recovery codes, where it is their first second factor; shown this once. */
export interface AddedPasskey {
  readonly id: number;
  readonly codes: readonly string[] | null;
}

export interface RecoveryCodes {
  /** Shown this once. */
  readonly codes: readonly string[];
}

export interface RecoveryCodesLeft {
  readonly left: number;
  readonly lastUsedAt: string | null;
}

export interface Overview {
  readonly quota: { readonly used: number; readonly total: number; readonly plan: string; readonly renews: string };
  /** The last 30 days in the zone asked for, oldest first, none left out. */
  readonly days: readonly (RecordCounts & { readonly day: string })[];
  readonly open: { readonly matches: number; readonly reviews: number };
  readonly lists: ListsView;
  /** Webhooks that were switched off, because they failed for five days. */
  readonly webhooksOff: readonly { readonly id: number; readonly description: string | null }[];
  /** Browsers that people first signed in with within a week, but the one that asks; for owners. */
  readonly newBrowsers: readonly NewBrowser[];
}

/** Where one is signed in. */
export interface SessionRow extends ListedSession {
  /** The session that asks. */
  readonly isHere: boolean;
}

/** `syncing` until every enabled list was asked for. */
export interface ListsView {
  readonly snapshot: string | null;
  readonly syncing: boolean;
  /** The list of the sandbox that changes on request; null in other environments. */
  readonly sandbox: { readonly name: string; readonly born: string; readonly next: readonly SandboxChange[] } | null;
  /**
   * Sentences that an analyst has to see: lists that are missing, old or of unknown age, starter lists, failed syncs.
   */
  readonly warnings: readonly string[];
  readonly sources: readonly (Omit<SourceStatus, 'enabled' | 'lastErrorAt' | 'failingSince'> & {
    readonly state: ListState;
    /** Licence or terms of the list, a sentence; null where it has none. */
    readonly licence: string | null;
    readonly authority: string;
    /** Official address of its file. */
    readonly file: string;
    /** The official formats that an import takes, in words. */
    readonly format: string;
  })[];
}

/** A line of the answer to an import: that it goes on, or at last how it ended. */
export type ListImportNews = { readonly kind: 'importing' } | ImportOutcome;

/** A page of a list, as in the API. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export type ScreeningRow = ScreeningSummary;

export interface ScreeningRecord
  extends ScreeningRow,
    Omit<ScreeningEvidence, 'matches' | 'keyName' | 'userId' | 'open'> {
  /** Name of the API key or address of the user who made it; null where neither is known any more. */
  readonly madeBy: string | null;
  /** The lists of the snapshot that was searched. */
  readonly lists: readonly SnapshotSource[];
  readonly matches: readonly (EvidencedMatch & {
    /** `stateThen`: its state once the screening was stored. */
    readonly alert: (AlertState & { readonly stateThen: AlertState['state'] }) | null;
  })[];
}

/** One listed person or organisation. */
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
  readonly category: ListCategory | typeof OWN_CATEGORY | null;
  /** Official address of the list's file. */
  readonly file: string | null;
}

/** What an examiner gets on paper. */
export interface EvidenceReport {
  readonly madeAt: string;
  /** Address of whoever asked. */
  readonly madeBy: string;
  /** Name of the account. */
  readonly account: string;
  /** Version of the program. */
  readonly program: string;
  /** Undefined but in the report of a customer. */
  readonly customer?: CustomerRow & Partial<Pick<CustomerPage, 'notes'>>;
  /** The one that was asked for, or all of a customer with the highest score first. A screening's report has none. */
  readonly alerts: readonly AlertRow[];
  /** The newest one of the customer or that saw the alert, or the one that was asked for; null for a review. */
  readonly screening: ScreeningRecord | null;
  /** The run of monitoring that saw the alert last, in place of a screening; null where none did. */
  readonly origin: MatchOrigin | null;
  /** The lists of the snapshot of the run or the screening, each with the SHA-256 of its files. */
  readonly lists: readonly SnapshotSource[];
  /** Entries of the audit log about it, the oldest first. */
  readonly audit: readonly ReportedEntry[];
  /** SHA-256 (hex) over the JSON of the match of an alert, or else of all matches. */
  readonly evidenceHash: string;
}

export type ReportedEntry = Pick<AuditRow, 'sequence' | 'at' | 'action' | 'hash'>;

export type VerificationRow = VerificationSummary;

export interface VerificationRecord extends VerificationRow {
  readonly reasons: readonly Reason[];
  /** What led there: where each field came from, check digits, measures; see docs/verification-reference.md. */
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly thresholds: {
    readonly match: { readonly review: number; readonly sure: number };
    readonly liveness: { readonly review: number; readonly sure: number };
  };
  readonly alert: AlertState | null;
  /** What was looked at to see whether the document can be what it claims. */
  readonly authenticity: readonly AuthenticityCheck[];
  readonly madeBy: string | null;
  /** The last screening of its name; null where it was not screened. */
  readonly screening: ScreenedHolder | null;
  /** The account lets owners and analysts look at its pictures here. */
  readonly reviewPictures: boolean;
}

/** Pictures of a verification as a reviewer sees them, each marked with who looks and when. */
export interface PicturesView {
  readonly at: string;
  readonly viewer: string;
  readonly pictures: readonly PictureView[];
  /** Pictures that are kept and cannot be shown. */
  readonly damaged: readonly string[];
}

export interface PictureView extends Pick<Rendition, 'width' | 'height' | 'places'> {
  /** `document`, `portrait` (the one on it), `back`, `selfie`, `step-1` to `step-3`. */
  readonly name: string;
  /** A JPEG file, base64. */
  readonly data: string;
}

/** What holds for the account. */
export interface AccountView
  extends Pick<
    Account,
    'name' | 'plan' | 'quota' | 'fourEyes' | 'requireReason' | 'dueDays' | 'screenVerified' | 'secondFactorRequired'
  > {
  readonly used: number;
  /** When the quota renews, ISO 8601. */
  readonly renews: string;
  /** The operator says how people sign in. `provider`: what they call it, null where there is none. */
  readonly signIn: Pick<AccountSignIn, 'groups' | 'password'> & { readonly provider: string | null };
}

/** In its history people stand with their addresses, and so does the assignee. */
export type AlertState = Omit<Alert, 'assignee' | 'escalation'> & {
  readonly assignee: string | null;
  /** `to` is a role, or somebody's address. */
  readonly escalation: (Omit<Escalation, 'to'> & { readonly to: string }) | null;
};

/** An alert of the queue, with what a decision needs. */
export type AlertRow = Omit<QueuedAlert, 'assignee' | 'escalation'> &
  AlertState & {
    /** Categories of the lists that have its entity, each once. */
    readonly categories: readonly (ListCategory | typeof OWN_CATEGORY | typeof MEDIA_CATEGORY)[];
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
    readonly outcome: 'done' | 'proposed' | 'stale' | 'undecidable' | 'missing' | 'escalator';
    readonly alert: AlertState | null;
  }[];
}

/** Alerts that wait, those of whoever asks among them, and the addresses of the people who decide. */
export interface Work {
  readonly open: number;
  /** Escalated to whoever asks, or to their role. */
  readonly escalated: number;
  /** Decisions that are overdue. */
  readonly overdue: number;
  /** Since when the alert waits that waits longest; null where none does. */
  readonly oldest: string | null;
  readonly mine: number;
  /** Decisions of others that whoever asks may accept. */
  readonly toAccept: number;
  readonly people: readonly string[];
  /** Roles that decide and that somebody else has, so that whoever asks can escalate to them. */
  readonly roles: readonly string[];
}

export type CustomerRow = Omit<Customer, 'accountId' | 'revision'>;

/** In it people stand with their addresses. */
export type WaitingProposal = CustomerProposal;

/** Null where the customer was deleted. */
export interface AnsweredProposal {
  readonly customer: CustomerPage | null;
}

/** The worst alerts first, the newest records first. */
export interface CustomerPage extends CustomerRow {
  /** What waits for a second person; null where nothing does. */
  readonly proposal: WaitingProposal | null;
  /** The newest first. */
  readonly notes: readonly CustomerNote[];
  readonly alerts: readonly AlertRow[];
  readonly screenings: readonly ScreeningRow[];
  /** Verifications of a holder with the customer's name. */
  readonly verifications: readonly VerificationRow[];
  /** Who made and changed it, the newest first. */
  readonly history: readonly CustomerStep[];
}

/** An entry of the audit log about a customer. */
export interface CustomerStep extends Pick<AuditEntry, 'sequence' | 'at' | 'action'> {
  /** Address of a person, or the actor as the log has it. */
  readonly by: string;
  /** Members of the content that were changed. */
  readonly members: readonly string[];
}

/** The beginning of a file of customers, and the units of the quota that are left. */
export interface CustomerFilePreview extends FilePreview {
  readonly left: number;
}

/** What a text finds: at most `MAX_FOUND` of each kind. */
export interface Found {
  readonly customers: readonly CustomerRow[];
  readonly alerts: readonly AlertRow[];
  readonly screenings: readonly ScreeningRow[];
  /** Listed persons and organisations, the most alike first. */
  readonly entries: readonly FoundEntry[];
}

export interface FoundEntry {
  readonly source: string;
  readonly id: string;
  readonly name: string;
  /** Names of the lists that have it. */
  readonly lists: readonly string[];
}

/** What the page of a file of names says beside its batch. */
export interface FileDetails {
  /** Rows that were refused, with the reason: at most the first 100. */
  readonly refused: readonly { readonly row: number; readonly message: string }[];
  /** Why it does not go on just now, a sentence; it is tried again by itself. */
  readonly problem: string | null;
}

export interface KeyRow extends Omit<ApiKey, 'accountId'> {
  /** What it may do and left undone for 90 days; null where that is not known yet. */
  readonly spare: readonly KeyScope[] | null;
}

export interface NewKey extends KeyRow {
  /** Shown once. */
  readonly value: string;
}

export type UserRow = Omit<ListedUser, 'accountId'>;

/** The link works once, until `expires`; its token is in no other answer. */
export interface InvitationLink {
  readonly email: string;
  readonly url: string;
  readonly expires: string;
}

/** The actor is `key:…`, `operator`, `service`, or the address of a user of this account. */
export type AuditRow = Omit<AuditEntry, 'accountId'>;

export interface ChainCheck extends Omit<ChainVerdict, 'head' | 'headFound' | 'restores'> {
  /** Entries where a backup was restored without the master key. Entries after them may be plain hashes. */
  readonly plainRestores: readonly number[];
}
