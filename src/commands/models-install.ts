import type { Command } from './command.ts';
import { option, positional } from './values.ts';
import { modelStore } from './with-models.ts';

export const command: Command = {
  name: 'models install',
  summary: 'Downloads a model of the catalogue, checks it and puts it in force',
  usage: `
touchstone models install NAME [--from DIR]
  NAME        see: touchstone models list
  --from DIR  takes the published files from a directory instead of the network

A running service takes the model up with the next verification. A download that broke off goes on
where it ended. Proxies come from the usual variables, such as HTTPS_PROXY.`,
  options: { from: { type: 'string' } },
  async run({ config, values, positionals, print }) {
    const [name] = positional(positionals, this.name, ['NAME']);
    const store = await modelStore(config);
    const model = await store.install(name!, option(values, 'from'));
    const { title, licence } = model;
    print(
      { name: model.name, state: await store.state(model), licence },
      `${title} (${licence}) is installed. A running service uses it from the next verification on.`,
    );
  },
};
