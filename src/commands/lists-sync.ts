import { TouchstoneError } from '../errors.ts';
import type { Command } from './command.ts';
import { resultTable, withLists } from './lists.ts';

export const command: Command = {
  name: 'lists sync',
  summary: 'Downloads lists from the official addresses and publishes a new snapshot',
  usage: `
touchstone lists sync [SOURCE…]
  SOURCE…  ids of sources; without them all that are enabled (TOUCHSTONE_LISTS_SOURCES)
  A source that fails keeps its list and does not hold up the others; the exit code is then 1.`,
  options: {},
  async run({ config, positionals, print }) {
    const result = await withLists(config, (lists) => lists.sync(positionals));
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
