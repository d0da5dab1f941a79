import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';

/** What a key may do, in the order in which it is shown. Of a pair, the shorter one may read as well. */
export const KEY_SCOPES = [
  'screening',
  'screening:read',
  'verification',
  'verification:read',
  'customers',
  'customers:read',
  'alerts',
  'alerts:read',
  'media',
  'webhooks',
  'usage',
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** Scopes of a key; null: it may do all, also what is added later. */
export type KeyScopes = readonly KeyScope[] | null;

const READ = ':read';

/** Whether a key has one of these scopes at least, or what is more: `alerts` for `alerts:read`. */
export function hasScope(scopes: KeyScopes, anyOf: readonly KeyScope[]): boolean {
  if (scopes === null) return true;
  return anyOf.some(
    (one) => scopes.includes(one) || (one.endsWith(READ) && scopes.includes(one.slice(0, -READ.length) as KeyScope)),
  );
}

/** So long a key has to leave something undone before it counts as not needed, in days. */
export const SPARE_DAYS = 90;
const DAY_MS = 86_400_000;

/** The last day (UTC, such as `2026-11-21`) on which a key needed each scope. */
export type KeyUses = Readonly<Partial<Record<KeyScope, string>>>;

/**
 * What a key may do and did not do within `SPARE_DAYS`. Null where its uses are not noted for so long yet: nobody can
 * tell then.
 */
export function spareScopes(
  key: { readonly scopes: KeyScopes; readonly usesSince: string },
  uses: KeyUses,
  now: Date,
): readonly KeyScope[] | null {
  const since = new Date(now.getTime() - SPARE_DAYS * DAY_MS).toISOString();
  if (key.usesSince > since) return null;
  const did = KEY_SCOPES.filter((scope) => (uses[scope] ?? '') >= since.slice(0, 10));
  // Whoever does the more may read as well.
  return (key.scopes ?? KEY_SCOPES).filter((scope) => !hasScope(did, [scope]));
}

/**
 * The scopes of a new key, each once and in order. Throws `validation` for one that does not exist, and where none is
 * given: an empty list is no key that may do all.
 */
export function readScopes(given: readonly string[]): readonly KeyScope[] {
  const known: readonly string[] = KEY_SCOPES;
  const unknown = given.find((one) => !known.includes(one));
  if (unknown !== undefined) {
    throw new TouchstoneError(
      'validation',
      say('refusal.scope-unknown', { given: unknown.slice(0, 100), known: KEY_SCOPES.join(', ') }),
    );
  }
  if (given.length === 0) throw new TouchstoneError('validation', say('refusal.scopes-none'));
  return KEY_SCOPES.filter((one) => given.includes(one));
}
