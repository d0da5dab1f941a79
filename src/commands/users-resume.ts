import { TouchstoneError } from '../errors.ts';
import type { Command } from './command.ts';
import { suspendedLines } from './suspended.ts';
import { oneOrAll } from './values.ts';

export const command: Command = {
  name: 'users resume',
  summary: 'Ends the suspension of people and invitations after a restore',
  usage: `
  EMAIL  lets this person sign in again, or accept the invitation that they have
  --all  everybody of every account`,
  options: { all: { type: 'boolean' } },
  async run({ values, positionals, config, print }) {
    const email = oneOrAll(values, positionals, this.name, 'EMAIL');
    const { withRecords } = await import('../open-records.ts');
    const resumed = await withRecords(config, ({ users }) => users.resume(email, 'operator'));
    const none = resumed.people.length + resumed.invitations.length === 0;
    if (email !== null && none)
      throw new TouchstoneError('not-found', `Nobody with the address ${email} is suspended.`);
    print(resumed, suspendedLines({ keys: [], ...resumed }, true).join('\n') || 'Nobody is suspended.');
  },
};
