import type { Command } from './command.ts';
import { table } from './table.ts';
import { positional } from './values.ts';

export const command: Command = {
  name: 'accounts list',
  summary: 'Every account with its quota',
  usage: '',
  options: {},
  async run({ positionals, config, print }) {
    positional(positionals, this.name, []);
    const { withRecords } = await import('../open-records.ts');
    const accounts = await withRecords(config, (records) => records.accounts.list());
    const rows = accounts.map(({ id, name, email, quota, plan, operator, createdAt }) => [
      id,
      name,
      email,
      quota,
      plan,
      operator ? 'yes' : null,
      createdAt,
    ]);
    print(accounts, table(['id', 'name', 'email', 'quota', 'plan', 'operator', 'created'], rows));
  },
};
