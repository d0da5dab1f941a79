import type { Command } from './command.ts';
import { option, required } from './values.ts';
import { withLists } from './with-lists.ts';

export const command: Command = {
  name: 'lists import',
  summary: 'Replaces a list by local files and publishes a new snapshot',
  usage: `
touchstone lists import SOURCE FILE… [--force] [--published DATE]
  SOURCE   id of the source; see: touchstone lists sources
  FILE…    the whole list, in any of its official formats, plain or .gz
  --force  takes a sample, or a list that lost more than a fifth of its entries
  --published DATE   the day of publication (YYYY-MM-DD), for a list that does not state it
                     in the file or in its name`,
  options: { force: { type: 'boolean' }, published: { type: 'string' } },
  async run({ config, values, positionals, print }) {
    const [given, ...files] = positionals;
    const source = required(given, this.name, 'a SOURCE');
    const published = option(values, 'published');
    const result = await withLists(config, (lists) =>
      lists.importFiles(source, files, { force: values.force === true, ...(published && { published }) }),
    );
    const { resultTable } = await import('./with-lists.ts');
    print(result, resultTable(result));
  },
};
