import type { Command } from './command.ts';
import { option, required, wholeNumber } from './values.ts';
import { withLists } from './with-lists.ts';

export const command: Command = {
  name: 'lists import',
  summary: 'Replaces a list by local files and publishes a new snapshot',
  usage: `
touchstone lists import SOURCE FILE… [--force] [--published DATE] [--user ID]
  SOURCE   id of the source; see: touchstone lists sources
  FILE…    the whole list, in any of its official formats, plain or .gz
  --force  takes a sample, or a list that lost more than a fifth of its entries
  --published DATE   the day of publication (YYYY-MM-DD), for a list that does not state it
                     in the file or in its name
  --user ID   the user of the dashboard whom the audit log names, instead of the operator`,
  options: { force: { type: 'boolean' }, published: { type: 'string' }, user: { type: 'string' } },
  async run({ config, values, positionals, print }) {
    const [id, ...files] = positionals;
    const source = required(id, this.name, 'a SOURCE');
    const published = option(values, 'published');
    const user = option(values, 'user');
    const given = { ...(published && { published }), ...(user && { actor: `user:${wholeNumber(user, '--user')}` }) };
    const { importList } = await import('../watchlists/import-list.ts');
    const result = await withLists(config, (lists) =>
      importList(lists, source, files, { force: values.force === true, ...given }),
    );
    const { resultTable } = await import('./with-lists.ts');
    print(result, resultTable(result));
  },
};
