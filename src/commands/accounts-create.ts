import { DEFAULT_PLAN, DEFAULT_QUOTA, MAX_QUOTA } from '../domain/quota.ts';
import type { Command } from './command.ts';
import { email, label, option, positional, required, wholeNumber } from './values.ts';

export const command: Command = {
  name: 'accounts create',
  summary: 'Makes an account, the owner of keys, records and a quota',
  usage: `
  --name NAME   who it is for
  --email E     whom to write to
  --quota N     records a calendar month (UTC), 1 to ${MAX_QUOTA}; ${DEFAULT_QUOTA} by default
  --plan P      a label; "${DEFAULT_PLAN}" by default
  --operator    its owners see to what all accounts share, such as the lists`,
  options: {
    name: { type: 'string' },
    email: { type: 'string' },
    quota: { type: 'string' },
    plan: { type: 'string' },
    operator: { type: 'boolean' },
  },
  async run({ values, positionals, config, print }) {
    positional(positionals, this.name, []);
    const name = required(label(values, 'name'), this.name, '--name NAME');
    const address = email(values);
    const quota = wholeNumber(option(values, 'quota') ?? String(DEFAULT_QUOTA), '--quota', MAX_QUOTA);
    const plan = label(values, 'plan') ?? DEFAULT_PLAN;
    const operator = values.operator === true;
    const { withRecords } = await import('../open-records.ts');
    const account = await withRecords(config, (records) =>
      records.accounts.create({ name, quota, plan, operator, ...(address && { email: address }) }, 'operator'),
    );
    print(
      account,
      `Account ${account.id} (${account.name}): ${account.quota} records a month.\nNext: touchstone keys create --account ${account.id} --name NAME`,
    );
  },
};
