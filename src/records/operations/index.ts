import type { Operation } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { accountReads, accountWrites } from './accounts.ts';
import { alertReads } from './alert-reads.ts';
import { alertWrites } from './alerts.ts';
import { auditChecks, auditPages, auditReads, auditWrites } from './audit.ts';
import { auditRetentionReads, auditRetentionWrites } from './audit-retention.ts';
import { auditStreamReads, auditStreamSweeps, auditStreamWrites } from './audit-stream.ts';
import { batchReads } from './batch-reads.ts';
import { batchClaims, batchWrites } from './batches.ts';
import { captureStepWrites } from './capture-steps.ts';
import { capturePages, captureReads, captureWrites } from './captures.ts';
import { customerPages, customerReads, customerWrites } from './customers.ts';
import { deliveryReads, deliveryWrites } from './deliveries.ts';
import { idempotencyWrites } from './idempotency.ts';
import { browserReads, browserWrites } from './known-browsers.ts';
import { mediaPages, mediaReads, mediaWrites } from './media.ts';
import { mediaAlertReads, mediaAlertWrites } from './media-alerts.ts';
import { monitoringReads, monitoringSweeps, monitoringWrites } from './monitoring.ts';
import { ownListPages, ownListReads, ownListSweeps } from './own-list-reads.ts';
import { ownListWrites } from './own-lists.ts';
import { pageReads } from './pages.ts';
import { passkeyReads, passkeyWrites } from './passkeys.ts';
import { probeReads, probeWrites } from './probes.ts';
import { providerPeopleWrites } from './provider-people.ts';
import { providerSessionReads, providerSessionWrites } from './provider-sessions.ts';
import { countReads } from './record-counts.ts';
import { filteredLists, recordLists } from './record-lists.ts';
import { restoreWrites, suspensionReads } from './restore.ts';
import { retentionReads, retentionWrites } from './retention.ts';
import { screeningReads, screeningWrites } from './screenings.ts';
import { secondFactorReads, secondFactorWrites } from './second-factor.ts';
import { sessionReads, sessionWrites } from './sessions.ts';
import { signInRuleReads, signInRuleWrites } from './sign-in-rules.ts';
import { snapshotReads, snapshotWrites } from './snapshots.ts';
import { usageReads } from './usage.ts';
import { userReads } from './user-reads.ts';
import { userWrites } from './users.ts';
import { verificationReads, verificationWrites } from './verifications.ts';
import { webhookReads, webhookWrites } from './webhooks.ts';

/** Operations are given what speaks to the database, and nothing else to wait for. */
type OperationsOn<By> = Readonly<Record<string, (by: By, ...args: never[]) => Promise<unknown>>>;

/** What nodes that share a database take for themselves by looking at it. A process that is alone only reads it. */
export const CLAIMS = { ...batchClaims } satisfies OperationsOn<Transaction>;

/** What changes something. */
export const WRITES = {
  ...CLAIMS,
  ...accountWrites,
  ...alertWrites,
  ...batchWrites,
  ...captureWrites,
  ...captureStepWrites,
  ...customerWrites,
  ...mediaWrites,
  ...mediaAlertWrites,
  ...monitoringWrites,
  ...ownListWrites,
  ...screeningWrites,
  ...verificationWrites,
  ...auditWrites,
  ...auditRetentionWrites,
  ...auditStreamWrites,
  ...browserWrites,
  ...deliveryWrites,
  ...idempotencyWrites,
  ...passkeyWrites,
  ...probeWrites,
  ...providerPeopleWrites,
  ...providerSessionWrites,
  ...restoreWrites,
  ...retentionWrites,
  ...secondFactorWrites,
  ...sessionWrites,
  ...signInRuleWrites,
  ...snapshotWrites,
  ...userWrites,
  ...webhookWrites,
} satisfies OperationsOn<Transaction>;

/** Small reads, which requests of the API wait for. */
export const READS = {
  ...accountReads,
  ...captureReads,
  ...customerReads,
  ...mediaReads,
  ...mediaAlertReads,
  ...monitoringReads,
  ...ownListReads,
  ...screeningReads,
  ...verificationReads,
  ...auditReads,
  ...auditStreamReads,
  ...browserReads,
  ...deliveryReads,
  ...passkeyReads,
  ...probeReads,
  ...providerSessionReads,
  ...secondFactorReads,
  ...sessionReads,
  ...signInRuleReads,
  ...snapshotReads,
  ...suspensionReads,
  ...userReads,
  ...webhookReads,
} satisfies OperationsOn<Sql>;

/** Lists of the API, which no small read should wait for. */
export const LISTS = { ...recordLists } satisfies OperationsOn<Sql>;

/** What may read much: pages and exports, analytics, results of batches. */
export const PAGES = {
  ...alertReads,
  ...auditPages,
  ...batchReads,
  ...capturePages,
  ...countReads,
  ...customerPages,
  ...mediaPages,
  ...filteredLists,
  ...ownListPages,
  ...pageReads,
  ...usageReads,
} satisfies OperationsOn<Sql>;

/** What work of the service itself reads, which no replica may be asked for, and no request should wait for. */
export const SWEEPS = {
  ...monitoringSweeps,
  ...auditRetentionReads,
  ...auditStreamSweeps,
  ...ownListSweeps,
  ...retentionReads,
} satisfies OperationsOn<Sql>;

/** What an operator does with the whole database. */
export const CHECKS = {
  ...auditChecks,
} satisfies OperationsOn<Sql>;

/** Every operation by its name, `topic.method`. */
export const OPERATIONS = { ...WRITES, ...READS, ...LISTS, ...PAGES, ...SWEEPS, ...CHECKS };

export type OperationName = keyof typeof OPERATIONS;
export type WriteName = keyof typeof WRITES;

/** An operation, whatever it is given and answers. */
type AnyOperation = Operation<never, readonly unknown[], unknown>;

type Call<Done> = Done extends (by: never, ...args: infer Args) => infer Answer
  ? (...args: Done extends { readonly prepare: (...given: infer Given) => unknown } ? Given : Args) => Answer
  : never;

/** The operations without a topic. */
export type Untopical = {
  readonly [Full in OperationName as Full extends `${string}.${string}` ? never : Full]: Call<
    (typeof OPERATIONS)[Full]
  >;
};

/** The operations of a topic as its port: `accounts.create` of `accounts` is `create`. */
export type Topic<Name extends string> = {
  readonly [Full in OperationName as Full extends `${Name}.${infer Method}` ? Method : never]: Call<
    (typeof OPERATIONS)[Full]
  >;
};

/** The accounts that an operation is about. */
export function accountsOf(operation: string, args: readonly unknown[]): readonly number[] {
  return known(operation)?.accounts?.(...args) ?? [];
}

/** What travels of what an operation is given. */
export function prepare(operation: string, given: readonly unknown[]): readonly unknown[] {
  const make = known(operation)?.prepare as ((...all: readonly unknown[]) => readonly unknown[]) | undefined;
  return make ? make(...given) : given;
}

/** Whether it has a transaction of its own. */
export function isAlone(operation: string): boolean {
  return known(operation)?.isAlone ?? false;
}

/** Whether what it deletes is to leave the files of the database. */
export function isErasing(operation: string): boolean {
  return known(operation)?.isErasing ?? false;
}

function known(operation: string): AnyOperation | undefined {
  return (OPERATIONS as Readonly<Record<string, unknown>>)[operation] as AnyOperation | undefined;
}
