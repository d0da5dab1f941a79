import { TouchstoneError } from '../errors.ts';
import { resetSecondFactor } from '../use-cases/users.ts';
import type { Command } from './command.ts';
import { email, option, positional, required, wholeNumber } from './values.ts';

export const command: Command = {
  name: 'users reset-second-factor',
  summary: 'Takes the passkeys, one-time codes and recovery codes of a person away who lost them',
  usage: `
  --account ID   the account they belong to
  --email E      their address

Their sessions end. The password stays: "touchstone users invite" makes a link for another one.`,
  options: { account: { type: 'string' }, email: { type: 'string' } },
  async run({ values, positionals, config, print }) {
    positional(positionals, this.name, []);
    const accountId = wholeNumber(required(option(values, 'account'), this.name, '--account ID'), '--account');
    const address = required(email(values), this.name, '--email E');
    const { withRecords } = await import('../open-records.ts');
    const reset = await withRecords(config, async (records) => {
      const people = await records.users.list(accountId);
      const person = people.find((one) => one.email.toLowerCase() === address.toLowerCase());
      if (!person)
        throw new TouchstoneError('not-found', `Account ${accountId} has nobody with the address ${address}.`);
      await resetSecondFactor({ records }, { accountId, id: person.id }, 'operator');
      return { id: person.id, email: person.email, passkeys: person.passkeys, totp: person.totp };
    });
    print(reset, `${reset.email} has no second factor any more and signs in with the password alone.`);
  },
};
