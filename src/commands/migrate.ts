import { readFile } from 'node:fs/promises';
import { TouchstoneError } from '../errors.ts';
import { fileFailure } from '../file-failure.ts';
import { complain } from '../printable.ts';
import type { Command } from './command.ts';
import { option, positional, required } from './values.ts';

export const command: Command = {
  name: 'migrate',
  summary: 'Moves the records of a data directory from SQLite to PostgreSQL, and its images to a bucket',
  usage: `
  --to URL        postgres://USER:PASSWORD@HOST/DATABASE, an empty database; the service has to be stopped
  --to-file FILE  a file with that address, which shows in no list of processes
  without both    the address is the one of TOUCHSTONE_DATABASE_URL

With TOUCHSTONE_IMAGES_URL the images are copied to that bucket.`,
  options: { to: { type: 'string' }, 'to-file': { type: 'string' } },
  async run({ values, positionals, config, json, print }) {
    positional(positionals, this.name, []);
    const url = await addressOf(option(values, 'to'), option(values, 'to-file'), config.databaseUrl);
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

/** Where the records go: one of the two options, else the setting. Throws `usage` for both, none and no address. */
async function addressOf(
  to: string | undefined,
  file: string | undefined,
  setting: string | undefined,
): Promise<string> {
  if (to !== undefined && file !== undefined) {
    throw new TouchstoneError('usage', 'touchstone migrate takes --to or --to-file, not both.');
  }
  const { postgresAddress } = await import('../setting-values.ts');
  if (file !== undefined) return postgresAddress((await textOf(file)).trim(), '--to-file');
  const forms = '--to URL, --to-file FILE or TOUCHSTONE_DATABASE_URL';
  return postgresAddress(required(to ?? setting, 'migrate', forms), '--to');
}

function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new TouchstoneError('usage', `The file ${file} of --to-file cannot be read: ${fileFailure(error)}.`);
  });
}
