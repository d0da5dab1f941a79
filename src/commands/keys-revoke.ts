import { announceToNobody } from '../use-cases/events.ts';
import { revokeKey } from '../use-cases/keys.ts';
import type { Command } from './command.ts';
import { positional } from './values.ts';

export const command: Command = {
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
