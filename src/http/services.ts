import type { FastifyBaseLogger } from 'fastify';
import type { ApiKeyAuthenticator } from '../accounts/api-key-authenticator.ts';
import type { RateLimiter } from '../accounts/rate-limit.ts';
import type { Users } from '../accounts/users.ts';
import type { BulkRunner } from '../bulk/runner.ts';
import type { EntryFacts } from '../domain/list-entry.ts';
import type { SnapshotSource } from '../domain/snapshot.ts';
import type { SandboxListChanges } from '../sandbox/list-changes.ts';
import type { AskedWords, EntitiesWithWords } from '../screening/engine.ts';
import type { PersonCaptures } from '../use-cases/capture/person.ts';
import type { CapturePorts } from '../use-cases/capture/ports.ts';
import type { News } from '../use-cases/media.ts';
import type { OwnListPorts } from '../use-cases/own-lists.ts';
import type { Ports } from '../use-cases/ports.ts';
import type { VerificationPorts } from '../use-cases/verifications.ts';
import type { Verifier } from '../verification/verifier.ts';
import type { ListImports } from '../watchlists/sync/list-imports.ts';
import type { SnapshotDeltas } from '../watchlists/sync/snapshot-delta.ts';
import type { AddressPolicy } from '../webhooks/addresses.ts';
import type { WebhookSecrets } from '../webhooks/secrets.ts';
import type { ListsView } from './dashboard/wire.ts';
import type { Metrics } from './metrics.ts';
import type { RequestsUnderWay } from './under-way.ts';

/** What the HTTP application needs of the rest; `composition/` hands it over. */
export interface Services extends Ports {
  readonly authenticator: ApiKeyAuthenticator;
  /** Undefined where no rate limit is set. */
  readonly rate: RateLimiter | undefined;
  readonly users: Users;
  readonly bulk: BulkRunner;
  readonly webhooks: WebhookServices;
  readonly lists: DashboardLists;
  readonly entities: ListedEntities;
  /** What changes of own lists take beside the records. */
  readonly ownLists: Omit<OwnListPorts, 'records'>;
  /** Undefined where adverse media is off. */
  readonly news: News | undefined;
  /** What changed from one snapshot to the next. */
  readonly deltas: Pick<SnapshotDeltas, 'ids' | 'lines'>;
  readonly verifier: VerificationPorts['verifier'] & VerificationGate & Pick<Verifier, 'renditions'>;
  /** The steps of people who verify themselves from a link, and what they are done with. */
  readonly captures: PersonCaptures;
  readonly capturePorts: CapturePorts;
  /** Undefined where requests are served; otherwise the sentence that says why not. */
  notReady(): Promise<string | undefined>;
  /** What a node that is ready cannot do now, a sentence. */
  reduced(): string | undefined;
  /** True from the moment a stop was asked for. */
  stopping(): boolean;
  readonly underWay: RequestsUnderWay;
  readonly metrics: Metrics;
  readonly log: FastifyBaseLogger;
  readonly trustedProxies: readonly string[];
  /** The origin under which people reach the pages; undefined where nobody set one. */
  readonly publicUrl: string | undefined;
  /** The origin of the page of capture, for whoever reached the service at this host. */
  captureBase(host: string): string;
  /** Audit entries are told outside with the address of the client. */
  readonly auditSourceIp: boolean;
}

/** What requests about webhooks need beside the records. */
interface WebhookServices {
  readonly policy: AddressPolicy;
  readonly secrets: WebhookSecrets;
  /** Delivers what is due at once. */
  wake(): void;
}

/** The lists as the dashboard sees them. */
interface DashboardLists {
  view(): Promise<ListsView>;
  /** Asks the authorities in the background, unless that is being done. */
  sync(): void;
  /** Takes files that somebody sends. */
  readonly imports: Pick<ListImports, 'withFolder' | 'run'>;
  /** The list that changes on request; undefined outside the sandbox. */
  readonly sandbox: SandboxListChanges | undefined;
}

/** The lists in force, entity by entity. */
interface ListedEntities {
  readonly sources: readonly SnapshotSource[];
  /** All entries of the entity that has the entry of this key (`entryKey`); undefined where none has. */
  entity(key: string, accountId: number): Promise<EntryFacts[] | undefined>;
  /** The first entities that have every word of a text in a name. */
  withWords(asked: AskedWords, accountId: number): Promise<EntitiesWithWords>;
}

/** The verification engine as a request sees it. */
interface VerificationGate {
  /** Seconds until the account may go on, where too much of what it sent ended without a record; else 0. */
  secondsToWait(accountId: number): number;
  /** False where one more of this account would wait too long. */
  hasRoom(accountId: number): boolean;
  /** When it makes sense to come back. */
  readonly retryAfterSeconds: number;
}
