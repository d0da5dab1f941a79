import { TouchstoneError } from '../errors.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';
import { option, positional, required, wholeNumber } from './values.ts';

export const command: Command = {
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
      key.expiresAt,
      key.revokedAt,
      key.suspendedAt,
      key.lastUsedAt,
      key.requests,
    ]);
    print(keys, table(['id', 'name', 'from', 'expires', 'revoked', 'suspended', 'last used', 'requests'], rows));
  },
};
