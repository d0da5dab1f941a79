import type { FastifyBaseLogger } from 'fastify';
import type { ApiKeyAuthenticator } from '../accounts/api-key-authenticator.ts';
import type { RateLimiter } from '../accounts/rate-limit.ts';
import type { Users } from '../accounts/users.ts';
import type { BulkRunner } from '../bulk/runner.ts';
import type { ImageVault } from '../images/vault.ts';
import type { Records } from '../records/port.ts';
import type { Query, SearchAnswer } from '../screening/types.ts';
import type { Turns } from '../threads/turns.ts';
import type { VerificationOutcome, Verified } from '../verification/types.ts';
import type { VerificationRequest } from '../verification/verifier.ts';
import type { ListsView } from './dashboard/wire.ts';
import type { Metrics } from './metrics.ts';

/** What the HTTP application needs of the rest; `compose.ts` hands it over. */
export interface Services {
  readonly records: Records;
  readonly authenticator: ApiKeyAuthenticator;
  /** Undefined where no rate limit is set. */
  readonly rate: RateLimiter | undefined;
  readonly search: Search;
  /** For reading lists of records, which hold up the thread that reads. */
  readonly listTurns: Turns;
  readonly users: Users;
  readonly bulk: BulkRunner;
  readonly lists: DashboardLists;
  readonly verifier: Verifying;
  readonly images: ImageVault;
  /** Sentences about lists that are missing, old or starter lists, for a screening's message. Never waits for a disk. */
  aboutLists(): readonly string[];
  /** Undefined where requests are served; otherwise the sentence that says why not. */
  notReady(): Promise<string | undefined>;
  /** True from the moment a stop was asked for. */
  stopping(): boolean;
  readonly metrics: Metrics;
  readonly log: FastifyBaseLogger;
  readonly trustedProxies: readonly string[];
  readonly now: () => Date;
}

/** The lists as the dashboard sees them. */
interface DashboardLists {
  view(): Promise<ListsView>;
  /** Asks the authorities in the background, unless that is being done. */
  sync(): void;
}

/** The screening engine as a request sees it. */
interface Search {
  /** Undefined until lists are loaded. */
  readonly snapshot: string | undefined;
  /** Throws `busy` where too many of the account wait. */
  search(query: Query, account: number): Promise<SearchAnswer>;
  /** Behind every search that somebody waits for. */
  searchLater(query: Query, account: number): Promise<SearchAnswer>;
}

/** The verification engine as a request sees it. */
interface Verifying {
  /** Seconds until the account may go on, where too much of what it sent ended without a record; else 0. */
  secondsToWait(accountId: number): number;
  /** False where one more of this account would wait too long. */
  hasRoom(accountId: number): boolean;
  /** When it makes sense to come back. */
  readonly retryAfterSeconds: number;
  /** Throws `busy` where it cannot be done now, `usage` where its models cannot be loaded. */
  verify(request: VerificationRequest): Promise<VerificationOutcome>;
  /** Told when a verification became a record. */
  paid(accountId: number, verified: Verified): void;
}
