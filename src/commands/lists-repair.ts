import type { Command } from './command.ts';
import { positional } from './values.ts';
import { withLists } from './with-lists.ts';

export const command: Command = {
  name: 'lists repair',
  summary: 'Checks the snapshot in force and rebuilds it from the stored lists where it is damaged',
  usage: `
touchstone lists repair
  Checks every byte. Downloads nothing. A running service does this by itself when it meets damage.`,
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    const { before, snapshot } = await withLists(config, async (lists) => ({
      before: (await lists.status()).snapshot,
      snapshot: (await lists.ensureSnapshot()).id,
    }));
    const rebuilt = snapshot !== before;
    print({ snapshot, rebuilt }, rebuilt ? `rebuilt as snapshot ${snapshot}` : `snapshot ${snapshot} is not damaged`);
  },
};
