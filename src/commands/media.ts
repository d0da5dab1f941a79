import { join } from 'node:path';
import type { Config } from '../config.ts';
import { TouchstoneError } from '../errors.ts';
import { table } from '../printable.ts';
import { userAgentWith } from '../program-version.ts';
import { MAX_MEDIA_DAYS } from '../setting-values.ts';
import type { Command } from './command.ts';
import { option, positional, wholeNumber } from './values.ts';

export const mediaSync: Command = {
  name: 'media sync',
  summary: 'Fetches adverse media from the source that TOUCHSTONE_MEDIA names',
  usage: `
touchstone media sync [--days N]
  --days N  fetch N days before the newest file. Without it: one day at first, later what came since.
            A day has 96 files, some 700 MB`,
  options: { days: { type: 'string' } },
  async run({ config, values, positionals, print }) {
    positional(positionals, this.name, []);
    const days = option(values, 'days');
    const store = await openStore(config);
    const { syncMedia } = await import('../media/sync.ts');
    const result = await syncMedia({
      store,
      address: config.mediaUrl,
      userAgent: userAgentWith(config.listsContact),
      keepDays: config.mediaDays,
      days: days === undefined ? undefined : wholeNumber(days, '--days', Math.min(MAX_MEDIA_DAYS, config.mediaDays)),
      now: () => new Date(),
    });
    const { newest, fetched, articles, failed } = result;
    const lines = [`${fetched} files fetched, ${articles} articles kept; the newest file is ${newest}`];
    print(result, [...lines, ...failed.map(({ file, why }) => `${file}: ${why}`)].join('\n'));
    if (failed.length === 0) return;
    throw new TouchstoneError(
      'list-download',
      `${failed.length} files could not be fetched; a later sync tries again.`,
    );
  },
};

export const mediaStatus: Command = {
  name: 'media status',
  summary: 'What adverse media is here: newest file, gaps, articles, events, bytes',
  usage: 'touchstone media status',
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    const store = await openStore(config);
    const { mediaStatus: stateOf } = await import('../media/status.ts');
    const status = await stateOf(store, new Date());
    const { gaps, failed, warnings, ...facts } = status;
    const rows = Object.entries(facts).map(([name, value]) => [name, String(value ?? '')]);
    const missing = gaps.map(({ from, to, files }) => `gap: ${from} to ${to}, ${files} files`);
    const troubles = failed.map(({ file, why }) => `${file}: ${why}`);
    print(status, [table(['state', ''], rows), ...missing, ...troubles, ...warnings].join('\n'));
  },
};

/** Throws `usage` where adverse media is off. */
async function openStore({ media, environment, dataDir }: Config) {
  if (media === undefined) {
    throw new TouchstoneError('usage', 'Adverse media is off: set TOUCHSTONE_MEDIA=gdelt. See docs/adverse-media.md.');
  }
  if (environment === 'sandbox') throw new TouchstoneError('usage', 'The sandbox fetches no adverse media.');
  const { MediaStore } = await import('../media/media-store.ts');
  return new MediaStore(join(dataDir, 'media', media));
}
