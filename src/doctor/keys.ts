import type { ApiKey } from '../domain/account.ts';
import type { Records } from '../records/port.ts';
import { type Finding, Findings } from './finding.ts';

const DAY_MS = 86_400_000;
const OLD_DAYS = 365;
const ENDING_DAYS = 14;
/** So many are named; how many more there are is said. */
const MAX_NAMED = 5;

/** Keys of all accounts that can be used today, and access that a restore suspended. */
export async function lookAtKeys(records: Records, now: Date): Promise<readonly Finding[]> {
  const findings = new Findings('keys');
  const accounts = await records.accounts.list();
  const keys = (await Promise.all(accounts.map(({ id }) => records.accounts.listKeys(id)))).flat();
  const usable = keys.filter(
    ({ revokedAt, expiresAt }) => !revokedAt && !(expiresAt && Date.parse(expiresAt) <= now.getTime()),
  );
  const old = usable.filter(({ createdAt }) => now.getTime() - Date.parse(createdAt) > OLD_DAYS * DAY_MS);
  const ending = usable.filter(
    ({ expiresAt }) => expiresAt && Date.parse(expiresAt) - now.getTime() < ENDING_DAYS * DAY_MS,
  );
  if (old.length > 0) {
    const todo = 'Make new ones (touchstone keys create), hand them over, then: touchstone keys revoke KEYID';
    findings.advise(`${told(old, 'is', 'are')} older than a year.`, todo);
  }
  if (ending.length > 0) {
    const todo = 'Make new ones in time: touchstone keys create';
    findings.advise(`${told(ending, 'ends', 'end')} within ${ENDING_DAYS} days.`, todo);
  }
  const { keys: suspended, people, invitations } = await records.suspended();
  if (suspended + people + invitations > 0) {
    const found = `Since a restore ${suspended} keys, ${people} people and ${invitations} invitations are suspended.`;
    findings.advise(found, 'Resume those that you know: touchstone keys resume, touchstone users resume');
  }
  return findings.orOk(`Keys that can be used: ${usable.length}, none of them older than a year.`);
}

/** `2 keys (tk_1, tk_2) are`. */
function told(keys: readonly ApiKey[], one: string, many: string): string {
  const ids = keys.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = keys.length > MAX_NAMED ? [`and ${keys.length - MAX_NAMED} more`] : [];
  const named = [...ids, ...more].join(', ');
  return keys.length === 1 ? `1 key (${named}) ${one}` : `${keys.length} keys (${named}) ${many}`;
}
