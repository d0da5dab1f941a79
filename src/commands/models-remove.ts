import type { Command } from './command.ts';
import { positional } from './values.ts';
import { modelStore } from './with-models.ts';

export const command: Command = {
  name: 'models remove',
  summary: 'Removes an installed model',
  usage: 'touchstone models remove NAME',
  options: {},
  async run({ config, positionals, print }) {
    const [name] = positional(positionals, this.name, ['NAME']);
    const removed = await (await modelStore(config)).remove(name!);
    print({ name, removed }, removed ? `${name} is removed.` : `${name} was not installed.`);
  },
};
