import { keyId } from '../accounts/api-keys.ts';
import { TouchstoneError } from '../errors.ts';
import type { Command } from './command.ts';
import { positional } from './values.ts';

export const command: Command = {
  name: 'keys revoke',
  summary: 'Ends a key at once',
  usage: '  KEYID  the id as in `keys list`, or the leaked key itself',
  options: {},
  async run({ positionals, config, print }) {
    const [given] = positional(positionals, this.name, ['KEYID']);
    const id = keyId(given!) ?? given!;
    const { withRecords } = await import('../open-records.ts');
    const key = await withRecords(config, (records) => records.accounts.revokeKey(id, 'operator'));
    if (!key) throw new TouchstoneError('not-found', `There is no key ${id}.`);
    print(key, `Key ${key.id} (${key.name}) is revoked since ${key.revokedAt}.`);
  },
};
