import type { SeparatedEntries } from '../domain/list-entry.ts';
import { TouchstoneError } from '../errors.ts';
import { table } from '../printable.ts';
import type { Command } from './command.ts';
import { withLists } from './lists.ts';
import { label, positional, required } from './values.ts';

export const listsSeparate: Command = {
  name: 'lists separate',
  summary: 'Keeps two entries apart that were joined by mistake, or says which ones are',
  usage: `
touchstone lists separate                                    the pairs that are kept apart
touchstone lists separate ENTRY ENTRY --reason "TEXT"
touchstone lists separate ENTRY ENTRY --undo
  ENTRY    SOURCE:ID, as an explanation names it: us-ofac-sdn:7771
  --reason TEXT   why they are two, for whoever audits it
  --undo   they may be one again
  A new snapshot is compiled at once. The pair stays apart in every later one.`,
  options: { reason: { type: 'string' }, undo: { type: 'boolean' } },
  async run({ config, values, positionals, print }) {
    if (positionals.length === 0) {
      const pairs = await withLists(config, (lists) => lists.records.snapshots.separations());
      print({ pairs }, pairs.length === 0 ? 'No entries are kept apart.' : pairsTable(pairs));
      return;
    }
    const given = positional(positionals, this.name, ['ENTRY', 'ENTRY']);
    const undo = values.undo === true;
    const { mayBeOneAgain, separateEntries } = await import('../watchlists/separate-entries.ts');
    const result = await withLists(config, (lists) =>
      undo
        ? mayBeOneAgain(lists, given)
        : separateEntries(lists, given, required(label(values, 'reason'), this.name, 'a --reason')),
    );
    const { first, second, changed, snapshot } = result;
    if (undo && !changed) throw new TouchstoneError('not-found', `${first} and ${second} are not kept apart.`);
    const sentence = undo ? 'may be one again' : changed ? 'are kept apart' : 'were kept apart before';
    print(result, `${first} and ${second} ${sentence}.${snapshot ? ` Snapshot in force: ${snapshot}` : ''}`);
  },
};

function pairsTable(pairs: readonly SeparatedEntries[]): string {
  const rows = pairs.map(({ first, second, at, actor, reason }) => [first, second, at.slice(0, 10), actor, reason]);
  return table(['entry', 'entry', 'since', 'by', 'reason'], rows);
}
