import type { Conditions } from './page-query.ts';

const HOUR_MS = 3_600_000;

/** What `record_hours` calls its kinds: screenings by their result, and verifications by their status. */
export const RESULTS = ['clear', 'matched'];
export const STATUSES = ['Verified', 'Not Verified', 'Manual Review Required'];

/** Sums of amounts in columns, by the kind that each is of. */
export function amounts(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([column, kind]) => `coalesce(sum(amount) FILTER (WHERE kind = '${kind}'), 0) AS ${column}`)
    .join(', ');
}

/** Whether all of these lie between two hours in UTC. Then whole hours say how many records there are. */
export function areHours(...instants: readonly (string | undefined)[]): boolean {
  return instants.every((instant) => instant === undefined || Date.parse(instant) % HOUR_MS === 0);
}

/**
 * How many records of these kinds an account made in whole hours, as a SELECT with values of `where`. What it ever made
 * stands in one row for each kind.
 */
export function totalOf(
  where: Conditions,
  accountId: number,
  kinds: readonly string[],
  { from, to }: { readonly from?: string; readonly to?: string },
): string {
  const all = `hour ${from || to ? '>' : '='} '-infinity'`;
  const parts = [all, `account_id = ${where.value(accountId)}`, `kind = ANY(${where.value(kinds)}::text[])`];
  if (from) parts.push(`hour >= ${where.value(from)}`);
  if (to) parts.push(`hour < ${where.value(to)}`);
  return `SELECT coalesce(sum(amount), 0) FROM record_hours WHERE ${parts.join(' AND ')}`;
}
