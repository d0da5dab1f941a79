import type { Operations } from './sqlite/operations.ts';

/** Operations that begin with the number of an account. */
type OfAccount<Names> = {
  [Name in keyof Names]: Names[Name] extends (account: number, ...args: never[]) => unknown ? Name : never;
}[keyof Names];

type AccountRead = OfAccount<Operations<'reader'> & Operations<'pages'>>;

/** Reads for one account, whose number they begin with. Accounts share the time that these take. */
const ACCOUNT_READS: ReadonlySet<string> = new Set<AccountRead>([
  ...(['alerts.page', 'alerts.count', 'alerts.get', 'alerts.ofScreening', 'alerts.ofVerification'] as const),
  ...(['alerts.open', 'audit.page', 'batches.get', 'batches.list', 'counts', 'customers.get'] as const),
  ...(['customers.page', 'filtered.screenings', 'filtered.verifications', 'monitoring.runs'] as const),
  ...(['pages.screenings', 'pages.verifications', 'screenings.get', 'screenings.list'] as const),
  ...(['screenings.ofVerification', 'usage', 'users.emails', 'users.list', 'verifications.evidence'] as const),
  ...(['verifications.get', 'verifications.list', 'webhooks.get', 'webhooks.page', 'webhooks.deliveries'] as const),
]);

/** The account that a read is for; 0 where it is for none, or for the service itself. */
export function accountOf(operation: string, args: readonly unknown[]): number {
  return ACCOUNT_READS.has(operation) ? (args[0] as number) : 0;
}

/** Reads of many records, which no small one should wait for. */
const LONG_READS: ReadonlySet<string> = new Set<AccountRead>(['screenings.list', 'verifications.list']);

/** Whether a read takes so long that it goes by itself, and not in one go with others. */
export function isLong(operation: string): boolean {
  return LONG_READS.has(operation);
}
