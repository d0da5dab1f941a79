import { table } from '../printable.ts';
import type { Expiry } from '../use-cases/retention.ts';
import type { Command } from './command.ts';
import { positional } from './values.ts';

export const command: Command = {
  name: 'retention',
  summary: 'Deletes the records that accounts no longer keep',
  usage: `
  --dry-run  say what would go, and delete nothing

"touchstone accounts set" says how long an account keeps its records. The service does this each day by itself. What an
alert, an open review or a customer's state rests on stays. The images of a deleted verification go within two hours.`,
  options: { 'dry-run': { type: 'boolean' } },
  async run({ values, positionals, config, print }) {
    positional(positionals, this.name, []);
    const dryRun = values['dry-run'] === true;
    const [{ withRecords }, { expireRecords }] = await Promise.all([
      import('../open-records.ts'),
      import('../use-cases/retention.ts'),
    ]);
    const expiries = await withRecords(config, (records) => expireRecords(records, { now: new Date(), dryRun }));
    print({ dryRun, expiries }, told(expiries, dryRun));
  },
};

function told(expiries: readonly Expiry[], dryRun: boolean): string {
  if (expiries.length === 0) return 'Every account keeps all of its records. See: touchstone accounts set --help';
  const rows = expiries.map(({ accountId, kind, days, due, kept }) => [accountId, `${kind}s`, days, due, kept]);
  return table(['account', 'records', 'days', dryRun ? 'would go' : 'deleted', 'stay'], rows);
}
