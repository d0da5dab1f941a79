import type { ApiKey } from '../domain/account.ts';
import { KEY_SCOPES, type KeyUses, SPARE_DAYS, spareScopes } from '../domain/key-scope.ts';
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
  const old = usable.filter(({ createdAt, rotatedAt }) => isOlder(rotatedAt ?? createdAt, now));
  const ending = usable.filter(
    ({ expiresAt }) => expiresAt && Date.parse(expiresAt) - now.getTime() < ENDING_DAYS * DAY_MS,
  );
  if (old.length > 0) {
    const todo = 'Give them new values (touchstone keys rotate KEYID) and hand those over before the old ones end.';
    findings.advise(`${told(old, 'is', 'are')} older than a year.`, todo);
  }
  if (ending.length > 0) {
    const todo = 'Make new ones in time: touchstone keys create';
    findings.advise(`${told(ending, 'ends', 'end')} within ${ENDING_DAYS} days.`, todo);
  }
  await lookAtScopes(records, { findings, usable, now });
  const { keys: suspended, people, invitations } = await records.suspended();
  if (suspended + people + invitations > 0) {
    const found = `Since a restore ${suspended} keys, ${people} people and ${invitations} invitations are suspended.`;
    findings.advise(found, 'Resume those that you know: touchstone keys resume, touchstone users resume');
  }
  return findings.orOk(`Keys that can be used: ${usable.length}, none of them older than a year.`);
}

function isOlder(at: string, now: Date): boolean {
  return now.getTime() - Date.parse(at) > OLD_DAYS * DAY_MS;
}

interface ScopesContext {
  readonly findings: Findings;
  readonly usable: readonly ApiKey[];
  readonly now: Date;
}

/** Keys that leave undone what they may do; where one does nothing at all, it is not needed. */
async function lookAtScopes(records: Records, { findings, usable, now }: ScopesContext): Promise<void> {
  const owners = [...new Set(usable.map(({ accountId }) => accountId))];
  const uses = new Map(
    (await Promise.all(owners.map((id) => records.accounts.keyUses(id)))).flatMap((one) => [...one]),
  );
  const wide = usable.filter((key) => (spareScopes(key, uses.get(key.id) ?? {}, now) ?? []).length > 0);
  const did = wide.slice(0, MAX_NAMED).map(({ id }) => `${id} did ${doneBy(uses.get(id) ?? {}, now)}`);
  if (wide.length === 0) return;
  const todo =
    'Make keys that may do that alone (touchstone keys create --scope S), hand them over, then: touchstone keys revoke KEYID';
  const found = `${told(wide, 'may do more than it', 'may do more than they')} did in ${SPARE_DAYS} days`;
  findings.advise(`${found}: ${did.join('; ')}.`, todo);
}

/** `screening, usage`, or `nothing`. */
function doneBy(uses: KeyUses, now: Date): string {
  const spare = spareScopes({ scopes: null, usesSince: '' }, uses, now) ?? [];
  return KEY_SCOPES.filter((scope) => scope in uses && !spare.includes(scope)).join(', ') || 'nothing';
}

/** `2 keys (tk_1, tk_2) are`. */
function told(keys: readonly ApiKey[], one: string, many: string): string {
  const ids = keys.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = keys.length > MAX_NAMED ? [`and ${keys.length - MAX_NAMED} more`] : [];
  const named = [...ids, ...more].join(', ');
  return keys.length === 1 ? `1 key (${named}) ${one}` : `${keys.length} keys (${named}) ${many}`;
}
