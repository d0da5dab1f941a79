import { type AccountSignIn, type GroupRole, MAX_GROUP_LENGTH, MAX_GROUPS } from '../domain/provider-person.ts';
import { USER_ROLES } from '../domain/role.ts';
import { TouchstoneError } from '../errors.ts';
import { changeSignIn } from '../use-cases/accounts.ts';
import type { Command, OptionValues } from './command.ts';
import { onOff, positional, wholeNumber } from './values.ts';

const ANY_OF = new Intl.ListFormat('en', { type: 'disjunction' });

export const command: Command = {
  name: 'accounts sign-in',
  summary: 'Says how the people of an account sign in by the provider (OpenID Connect)',
  usage: `
  ID                 which account
  --group NAME=ROLE  people of this group belong to the account, in this role; may be repeated. These groups take the
                     place of all before. Who is in several has the role that stands first here: owner,
                     administrator, analyst, auditor, viewer
  --no-groups        nobody comes by a group any more
  --password on|off  off: people made by "users invite --break-glass" alone keep a password; everybody else signs in
                     by the provider

Without an option it prints how things are.`,
  options: {
    group: { type: 'string', multiple: true },
    'no-groups': { type: 'boolean' },
    password: { type: 'string' },
  },
  async run({ values, positionals, config, print }) {
    const [given] = positional(positionals, this.name, ['ID']);
    const id = wholeNumber(given!, 'ID');
    const groups = groupsIn(values);
    const password = onOff(values, 'password');
    if (password === false && !config.provider) {
      const alone = 'Nobody but people with a break-glass password could sign in.';
      throw new TouchstoneError('usage', `Set TOUCHSTONE_OIDC_ISSUER first: no provider is named. ${alone}`);
    }
    const changes = { ...(groups && { groups }), ...(password !== undefined && { password }) };
    const { withRecords } = await import('../open-records.ts');
    const { signIn, isLocked } = await withRecords(config, async (records) => {
      const changed = await changeSignIn({ records }, id, changes, 'operator');
      const all = await records.accounts.byProvider();
      return { signIn: changed, isLocked: all.some((one) => one.id === id && one.withPassword === 0) };
    });
    const shown = { id, groups: signIn.groups, password: signIn.password ? 'on' : 'off' };
    print(shown, wordsOf(signIn, isLocked));
  },
};

/** Undefined where the groups stay as they are. */
function groupsIn(values: OptionValues): readonly GroupRole[] | undefined {
  const given = values.group;
  if (values['no-groups'] === true && given !== undefined) {
    throw new TouchstoneError('usage', 'Give either --group or --no-groups.');
  }
  if (values['no-groups'] === true) return [];
  if (!Array.isArray(given)) return undefined;
  if (given.length > MAX_GROUPS) throw new TouchstoneError('validation', `At most ${MAX_GROUPS} groups.`);
  const groups = given.map((text) => groupOf(String(text)));
  const twice = groups.find(({ group }, index) => groups.findIndex((one) => one.group === group) !== index);
  if (twice) throw new TouchstoneError('validation', `The group "${twice.group}" stands there twice.`);
  return groups;
}

/** The last `=` counts: names of groups may have some. */
function groupOf(text: string): GroupRole {
  const place = text.lastIndexOf('=');
  const group = text.slice(0, Math.max(place, 0)).trim();
  const role = USER_ROLES.find((one) => one === text.slice(place + 1).trim());
  const isName = group !== '' && group.length <= MAX_GROUP_LENGTH && !/\p{Cc}/u.test(group);
  if (isName && role) return { group, role };
  const must = `NAME=ROLE with the role ${ANY_OF.format(USER_ROLES)}`;
  throw new TouchstoneError('validation', `--group must be ${must}, not "${text}".`);
}

/** `isLocked`: nobody gets in while the provider is away. */
function wordsOf({ accountId, groups, password }: AccountSignIn, isLocked: boolean): string {
  const lines = groups.map(({ group, role }) => `  ${group} = ${role}`);
  const come = groups.length === 0 ? 'nobody comes by a group' : 'people of these groups belong to it';
  const said = `Account ${accountId}: ${come}, and passwords are ${password ? 'on' : 'off'}.`;
  const locked = `No owner has a password for the time that the provider is away. Run: touchstone users invite --account ${accountId} --role owner --break-glass --email E. It counts once the link was followed.`;
  return [said, ...lines, ...(isLocked ? [locked] : [])].join('\n');
}
