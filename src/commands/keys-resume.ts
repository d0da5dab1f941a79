import { keyId } from '../accounts/api-keys.ts';
import { TouchstoneError } from '../errors.ts';
import type { Command } from './command.ts';
import { suspendedLines } from './suspended.ts';
import { oneOrAll } from './values.ts';

export const command: Command = {
  name: 'keys resume',
  summary: 'Ends the suspension of a key after a restore',
  usage: `
  KEYID  the id as in \`keys list\`
  --all  every suspended key of every account`,
  options: { all: { type: 'boolean' } },
  async run({ values, positionals, config, print }) {
    const given = oneOrAll(values, positionals, this.name, 'KEYID');
    const id = given && (keyId(given) ?? given);
    const { withRecords } = await import('../open-records.ts');
    const keys = await withRecords(config, ({ accounts }) => accounts.resumeKeys(id, 'operator'));
    if (id !== null && keys.length === 0) throw new TouchstoneError('not-found', `There is no suspended key ${id}.`);
    const lines = suspendedLines({ keys, people: [], invitations: [] }, true);
    print(id === null ? { keys } : keys[0], lines.join('\n') || 'No key is suspended.');
  },
};
