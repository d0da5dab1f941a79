import { readKeyExpiry, readOverlap } from '../accounts/api-keys.ts';
import { canonicalRange } from '../domain/address-ranges.ts';
import { KEY_SCOPES, type KeyScopes, readScopes } from '../domain/key-scope.ts';
import { TouchstoneError } from '../errors.ts';
import { table } from '../printable.ts';
import { announceToNobody } from '../use-cases/events.ts';
import { createKey, revokeKey, rotateKey } from '../use-cases/keys.ts';
import type { Command, OptionValues } from './command.ts';
import { label, option, positional, required, wholeNumber } from './values.ts';

const DEFAULT_OVERLAP = '7d';

export const keysCreate: Command = {
  name: 'keys create',
  summary: 'Makes an API key of an account; its value is shown this once',
  usage: `
  --account ID    whose key it is
  --name NAME     what it is for
  --allow CIDR    an IPv4 or IPv6 address or range it may be used from; can be repeated, any address without it
  --scope S       what it may do: ${KEY_SCOPES.slice(0, 6).join(', ')},
                  ${KEY_SCOPES.slice(6).join(', ')}; can be repeated, all without it
  --expires ISO   date or date-time (UTC without an offset) from which it no longer works; never without it`,
  options: {
    account: { type: 'string' },
    name: { type: 'string' },
    allow: { type: 'string', multiple: true },
    scope: { type: 'string', multiple: true },
    expires: { type: 'string' },
  },
  async run({ values, positionals, config, print }) {
    positional(positionals, this.name, []);
    const accountId = wholeNumber(required(option(values, 'account'), this.name, '--account ID'), '--account');
    const name = required(label(values, 'name'), this.name, '--name NAME');
    const expires = option(values, 'expires');
    const expiresAt = expires === undefined ? undefined : readKeyExpiry(expires, new Date());
    const { withRecords } = await import('../open-records.ts');
    const { key, value } = await withRecords(config, (records) =>
      createKey(
        { records, announce: announceToNobody, environment: config.environment },
        { accountId, name, allow: allowed(values), scopes: scopesIn(values), expiresAt },
        'operator',
      ),
    );
    const { id, allow, scopes } = key;
    const from = allow.length > 0 ? `from ${allow.join(', ')}` : 'from any address';
    const until = key.expiresAt ? `until ${key.expiresAt}` : 'until it is revoked';
    print(
      { id, key: value, accountId, name, allow, scopes, createdAt: key.createdAt, expiresAt: key.expiresAt },
      `${value}\n\nThis is the only time the key is shown. Key ${id} of account ${accountId} works ${from}, ${until}. It may do ${scopes?.join(', ') ?? 'all'}.`,
    );
  },
};

function allowed(values: OptionValues): string[] {
  const given = Array.isArray(values.allow) ? values.allow : [];
  return given.map((range) => canonicalRange(String(range)));
}

function scopesIn(values: OptionValues): KeyScopes {
  return Array.isArray(values.scope) ? readScopes(values.scope.map(String)) : null;
}

export const keysList: Command = {
  name: 'keys list',
  summary: 'Keys of an account with requests and last use',
  usage: '  --account ID  whose keys',
  options: { account: { type: 'string' } },
  async run({ values, positionals, config, print }) {
    positional(positionals, this.name, []);
    const accountId = wholeNumber(required(option(values, 'account'), this.name, '--account ID'), '--account');
    const { withRecords } = await import('../open-records.ts');
    const keys = await withRecords(config, async ({ accounts }) => {
      if (!(await accounts.get(accountId))) throw new TouchstoneError('not-found', `There is no account ${accountId}.`);
      return accounts.listKeys(accountId);
    });
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.allow.join(' ') || 'any',
      key.scopes?.join(' ') ?? 'all',
      key.expiresAt,
      key.revokedAt,
      key.suspendedAt,
      key.lastUsedAt,
      key.requests,
    ]);
    print(
      keys,
      table(['id', 'name', 'from', 'may do', 'expires', 'revoked', 'suspended', 'last used', 'requests'], rows),
    );
  },
};

export const keysRotate: Command = {
  name: 'keys rotate',
  summary: 'Gives a key another value, shown this once; the one before works on for a while',
  usage: `
  KEYID          the id as in \`keys list\`, or the key itself
  --overlap 7d   how long the value of before works on: days (7d), hours (12h), minutes (30m) or 0; 7d without it,
                 90d at most. A value before that one ends at once.`,
  options: { overlap: { type: 'string' } },
  async run({ values, positionals, config, print }) {
    const [given] = positional(positionals, this.name, ['KEYID']);
    const overlapMs = readOverlap(option(values, 'overlap') ?? DEFAULT_OVERLAP);
    const { withRecords } = await import('../open-records.ts');
    const { key, value } = await withRecords(config, (records) => {
      const ports = { records, announce: announceToNobody, environment: config.environment, now: () => new Date() };
      return rotateKey(ports, { key: given!, overlapMs }, 'operator');
    });
    const { id, accountId, name, scopes, expiresAt, previousUntil } = key;
    const before = previousUntil ? `works until ${previousUntil}` : 'works no more';
    print(
      { id, key: value, accountId, name, scopes, expiresAt, previousUntil },
      `${value}\n\nThis is the only time the new value of key ${id} is shown. The one before ${before}.`,
    );
  },
};

export const keysRevoke: Command = {
  name: 'keys revoke',
  summary: 'Ends a key at once',
  usage: '  KEYID  the id as in `keys list`, or the leaked key itself',
  options: {},
  async run({ positionals, config, print }) {
    const [given] = positional(positionals, this.name, ['KEYID']);
    const { withRecords } = await import('../open-records.ts');
    const key = await withRecords(config, (records) =>
      revokeKey({ records, announce: announceToNobody }, { key: given! }, 'operator'),
    );
    print(key, `Key ${key.id} (${key.name}) is revoked since ${key.revokedAt}.`);
  },
};
