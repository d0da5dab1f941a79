import type { Operations } from './sqlite/operations.ts';

/** Operations that begin with the number of an account. */
type OfAccount<Names> = {
  [Name in keyof Names]: Names[Name] extends (account: number, ...args: never[]) => unknown ? Name : never;
}[keyof Names];

type AccountRead = OfAccount<Operations<'reader'> & Operations<'pages'>>;

/** Reads for one account, whose number they begin with. Accounts share the time that these take. */
const ACCOUNT_READS: ReadonlySet<string> = new Set<AccountRead>([
  ...(['audit.page', 'counts'] as const),
  ...(['usage', 'users.emails', 'users.list'] as const),
  ...(['webhooks.get', 'webhooks.page', 'webhooks.deliveries'] as const),
]);

/** The account that a read is for; 0 where it is for none, or for the service itself. */
export function accountOf(operation: string, args: readonly unknown[]): number {
  return ACCOUNT_READS.has(operation) ? (args[0] as number) : 0;
}
