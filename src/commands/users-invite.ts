import { USER_ROLES } from '../domain/role.ts';
import { TouchstoneError } from '../errors.ts';
import { invitationUrl, localUrl } from '../service-url.ts';
import { announceToNobody } from '../use-cases/events.ts';
import { inviteUser } from '../use-cases/users.ts';
import type { Command } from './command.ts';
import { email, option, positional, required, wholeNumber } from './values.ts';

const BEHIND_PROXY = ' Behind a proxy, put its host name in place of this one, or set TOUCHSTONE_PUBLIC_URL.';
const ANY_OF = new Intl.ListFormat('en', { type: 'disjunction' });

export const command: Command = {
  name: 'users invite',
  summary: 'Makes a one-time link with which a person sets a password for the dashboard',
  usage: `
  --account ID   the account they belong to
  --email E      their address; who is there already gets a new password and this role
  --role ROLE    owner (everything), administrator (people, keys, webhooks and settings; no records),
                 analyst (screens and reviews), auditor (reads all, the audit log too) or viewer (reads)
  --break-glass  they keep a password where the account lets nobody else have one, for the time that the provider of
                 sign-in is away`,
  options: {
    account: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string' },
    'break-glass': { type: 'boolean' },
  },
  async run({ values, positionals, config, print }) {
    positional(positionals, this.name, []);
    const accountId = wholeNumber(required(option(values, 'account'), this.name, '--account ID'), '--account');
    const address = required(email(values), this.name, '--email E');
    const asked = required(option(values, 'role'), this.name, '--role ROLE');
    const role = USER_ROLES.find((one) => one === asked);
    if (!role) throw new TouchstoneError('validation', `--role must be ${ANY_OF.format(USER_ROLES)}, not "${asked}".`);
    const { withRecords } = await import('../open-records.ts');
    const { token, expires } = await withRecords(config, (records) => {
      const ports = { records, announce: announceToNobody, now: () => new Date() };
      const breakGlass = values['break-glass'] === true;
      return inviteUser(ports, { accountId, email: address, role, breakGlass }, 'operator');
    });
    const url = invitationUrl(config.publicUrl ?? localUrl(config), token);
    print(
      { email: address, url, expires },
      `${url}\n\nThis link works once, until ${expires}.${config.publicUrl ? '' : BEHIND_PROXY}`,
    );
  },
};
