import { complain } from '../printable.ts';
import type { Command } from './command.ts';
import { option, positional, required } from './values.ts';

export const command: Command = {
  name: 'migrate',
  summary: 'Moves the records of a data directory from SQLite to PostgreSQL, and its images to a bucket',
  usage: `
  --to URL   postgres://USER:PASSWORD@HOST/DATABASE, an empty database; the service has to be stopped

With TOUCHSTONE_IMAGES_URL the images are copied to that bucket.`,
  options: { to: { type: 'string' } },
  async run({ values, positionals, config, json, print }) {
    positional(positionals, this.name, []);
    const { postgresAddress } = await import('../setting-values.ts');
    const url = postgresAddress(required(option(values, 'to'), this.name, '--to URL'), '--to');
    const { moveToPostgres } = await import('../open-records.ts');
    const moved = await moveToPostgres(config, url, (table, rows) => {
      if (!json && rows > 0) complain(`${table}: ${rows} rows\n`);
    });
    const rows = moved.tables.reduce((sum, table) => sum + table.rows, 0);
    const { images } = moved;
    const text = [
      `${rows} rows moved, and the same on both sides. The records in SQLite lie in ${moved.setAside}.`,
      ...(images ? [`${images.images} images copied, and the same on both sides.`] : []),
      ...(images && images.images > 0 ? [`The folder is ${images.folder}.moved now: delete it within 90 days.`] : []),
      images
        ? 'Next: set TOUCHSTONE_DATABASE_URL, and TOUCHSTONE_MASTER_KEY to the key in master.key, and start the service.'
        : 'Next: set TOUCHSTONE_DATABASE_URL and start the service.',
    ];
    print(moved, text.join('\n'));
  },
};
