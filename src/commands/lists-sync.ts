import { TouchstoneError } from '../errors.ts';
import type { Command } from './command.ts';
import { resultTable, withLists } from './with-lists.ts';

export const command: Command = {
  name: 'lists sync',
  summary: 'Downloads lists from the official addresses and publishes a new snapshot',
  usage: `
touchstone lists sync [SOURCE…] [--due]
  SOURCE…  ids of sources; without them all that are enabled (TOUCHSTONE_LISTS_SOURCES)
  --due    leaves out the lists that were checked within the interval of TOUCHSTONE_LISTS_SYNC
  A source that fails keeps its list and does not hold up the others; the exit code is then 1.`,
  options: { due: { type: 'boolean' } },
  async run({ config, values, positionals, print }) {
    const { syncLists } = await import('../watchlists/sync-lists.ts');
    const result = await withLists(config, (lists) => syncLists(lists, positionals, { due: values.due === true }));
    print(result, resultTable(result));
    const failed = result.sources.filter(({ error }) => error !== null);
    if (failed.length === 0) return;
    const names = failed.map(({ source }) => source).join(', ');
    throw new TouchstoneError(
      'list-download',
      `${failed.length} of ${result.sources.length} lists could not be refreshed (${names}); the others are in force.`,
    );
  },
};
