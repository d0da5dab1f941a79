import type { Command } from './command.ts';
import { table } from './table.ts';
import { positional } from './values.ts';
import { modelStore } from './with-models.ts';

export const command: Command = {
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
