import type { Operation } from '../operation.ts';
import { accountReads, accountWrites } from './accounts.ts';
import { alertReads } from './alert-reads.ts';
import { alertWrites } from './alerts.ts';
import { batchReads } from './batch-reads.ts';
import { batchWrites } from './batches.ts';
import { customerPages, customerReads, customerWrites } from './customers.ts';
import { monitoringReads, monitoringSweeps, monitoringWrites } from './monitoring.ts';
import { pageReads } from './pages.ts';
import { filteredLists, recordLists } from './record-lists.ts';
import { screeningReads, screeningWrites } from './screenings.ts';
import { verificationReads, verificationWrites } from './verifications.ts';

/** What changes something, and what somebody takes for themselves by looking at it. */
export const WRITES = {
  ...accountWrites,
  ...alertWrites,
  ...batchWrites,
  ...customerWrites,
  ...monitoringWrites,
  ...screeningWrites,
  ...verificationWrites,
};

/** Small reads, which requests of the API wait for. */
export const READS = {
  ...accountReads,
  ...customerReads,
  ...monitoringReads,
  ...screeningReads,
  ...verificationReads,
};

/** Lists of the API, which no small read should wait for. */
export const LISTS = { ...recordLists };

/** What may read much: pages and exports, analytics, results of batches. */
export const PAGES = {
  ...alertReads,
  ...batchReads,
  ...customerPages,
  ...filteredLists,
  ...pageReads,
};

/** What monitoring reads, which no replica may be asked for, and no request should wait for. */
export const SWEEPS = { ...monitoringSweeps };

/** What an operator does with the whole database. */
export const CHECKS = {};

/** Every operation by its name, `topic.method`. */
export const OPERATIONS = { ...WRITES, ...READS, ...LISTS, ...PAGES, ...SWEEPS, ...CHECKS };

export type OperationName = keyof typeof OPERATIONS;

/** An operation, whatever it is given and answers. */
export type AnyOperation = Operation<never, readonly unknown[], unknown>;

type Call<Done> = Done extends (by: never, ...args: infer Args) => infer Answer ? (...args: Args) => Answer : never;

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
