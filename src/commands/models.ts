import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { ModelStore } from '../models/model-store.ts';
import { table } from '../printable.ts';
import type { Command } from './command.ts';
import { option, positional } from './values.ts';

export const modelsList: Command = {
  name: 'models list',
  summary: 'Models that can be installed, and which are',
  usage: 'touchstone models list',
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    const store = await modelStore(config);
    const models = [];
    for (const model of store.catalogue) {
      const { name, purpose, title, project, licence, measured, files } = model;
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const published = files.map((file) => ({
        name: file.name,
        url: file.url,
        sha256: file.sha256,
        bytes: file.bytes,
      }));
      const state = await store.state(model);
      models.push({ name, purpose, state, title, project, licence, bytes, measured, files: published });
    }
    const rows = models.map(({ name, state, licence, bytes }) => [name, state, licence, `${megabytes(bytes)} MB`]);
    const more = models.flatMap(({ name, title, project, measured }) => ['', `${name}: ${title}`, project, measured]);
    print(models, [table(['name', 'state', 'licence', 'size'], rows), ...more].join('\n'));
  },
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

export const modelsInstall: Command = {
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

export const modelsRemove: Command = {
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

/** The store of models in the data directory. */
async function modelStore({ dataDir, modelsUrl }: Config): Promise<ModelStore> {
  const { ModelStore } = await import('../models/model-store.ts');
  return new ModelStore({ directory: join(dataDir, 'models'), mirror: modelsUrl });
}
