import type { Command } from './command.ts';
import { withLists } from './lists.ts';
import { required } from './values.ts';

export const command: Command = {
  name: 'lists import',
  summary: 'Replaces a list by local files and publishes a new snapshot',
  usage: `
touchstone lists import SOURCE FILE… [--force]
  SOURCE   id of the source; see: touchstone lists sources
  FILE…    the whole list, in any of its official formats, plain or .gz
  --force  takes a sample, or a list that lost more than a fifth of its entries`,
  options: { force: { type: 'boolean' } },
  async run({ config, values, positionals, print }) {
    const [given, ...files] = positionals;
    const source = required(given, this.name, 'a SOURCE');
    const result = await withLists(config, (lists) =>
      lists.importFiles(source, files, { force: values.force === true }),
    );
    const { resultTable } = await import('./lists.ts');
    print(result, resultTable(result));
  },
};
