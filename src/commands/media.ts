import type { Config } from '../config.ts';
import { TouchstoneError } from '../errors.ts';
import type { MediaQuery } from '../media/index/media-query.ts';
import type { NewsSync } from '../media/sync-news.ts';
import { table } from '../printable.ts';
import { DEFAULT_MIN_SCORE, readQuery } from '../screening/query.ts';
import { MAX_MEDIA_DAYS } from '../setting-values.ts';
import type { Command } from './command.ts';
import { explanationLines, numberOption, snapshotInForce } from './screening.ts';
import { names, option, positional, required, wholeNumber } from './values.ts';

export const mediaSync: Command = {
  name: 'media sync',
  summary: 'Fetches adverse media from the sources that TOUCHSTONE_MEDIA names',
  usage: `
touchstone media sync [--days N] [--received]
  --days N    fetch N days before the newest file. Without it: one day at first, later what came since.
              A day has 96 files, some 700 MB
  --received  takes what another node fetched, where nodes share a bucket`,
  options: { days: { type: 'string' }, received: { type: 'boolean' } },
  async run({ config, values, positionals, print }) {
    positional(positionals, this.name, []);
    checkOn(config);
    const days = option(values, 'days');
    const [{ syncNews }, { withRecords }] = await Promise.all([
      import('../media/sync-news.ts'),
      import('../open-records.ts'),
    ]);
    const result = await syncNews(config, {
      days: days === undefined ? undefined : wholeNumber(days, '--days', Math.min(MAX_MEDIA_DAYS, config.mediaDays)),
      received: values.received === true,
      barred: await withRecords(config, ({ media }) => media.barred()),
      now: () => new Date(),
    });
    const failed = failedIn(result);
    print(result, [...linesOf(result), ...failed].join('\n'));
    if (failed.length === 0) return;
    throw new TouchstoneError(
      'list-download',
      `${failed.length} files or feeds could not be fetched; a later sync tries again.`,
    );
  },
};

function linesOf({ gdelt, feeds, indexed }: NewsSync): string[] {
  const lines: string[] = [];
  if (gdelt) {
    const { fetched, articles, newest } = gdelt;
    lines.push(`${fetched} files fetched, ${articles} articles kept; the newest file is ${newest}`);
  }
  if (feeds) lines.push(`${feeds.changed} feeds changed, ${feeds.articles} articles kept`);
  return [...lines, `${indexed.events} events new or changed`];
}

function failedIn({ gdelt, feeds }: NewsSync): string[] {
  return [
    ...(gdelt?.failed ?? []).map(({ file, why }) => `${file}: ${why}`),
    ...(feeds?.failed ?? []).map(({ feed, why }) => `${feed}: ${why}`),
  ];
}

export const mediaStatus: Command = {
  name: 'media status',
  summary: 'What adverse media is here: newest file, gaps, articles, events, bytes',
  usage: 'touchstone media status',
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    checkOn(config);
    const [{ mediaStatus: stateOf }, { NewsFolder }] = await Promise.all([
      import('../media/status.ts'),
      import('../media/news-folder.ts'),
    ]);
    const status = await stateOf(NewsFolder.of(config.dataDir, config.media!), new Date());
    const { gaps, failed, warnings, ...facts } = status;
    const rows = Object.entries(facts).map(([name, value]) => [name, String(value ?? '')]);
    const missing = gaps.map(({ from, to, files }) => `gap: ${from} to ${to}, ${files} files`);
    const troubles = failed.map(({ file, why }) => `${file}: ${why}`);
    print(status, [table(['state', ''], rows), ...missing, ...troubles, ...warnings].join('\n'));
  },
};

export const mediaSearch: Command = {
  name: 'media search',
  summary: 'Searches adverse media for a name, without storing anything',
  usage: `
touchstone media search NAME --type Individual|Organization [--country C]… [--beside NAME]… [--min-score N]
  --type T       Individual or Organization
  --country C    alpha-2 or alpha-3 code of a country that it is tied to
  --beside NAME  another name of it, or one that it is tied to, such as an employer
  --min-score N  least score, 0 to 100 (default ${DEFAULT_MIN_SCORE})`,
  options: {
    type: { type: 'string' },
    country: { type: 'string', multiple: true },
    beside: { type: 'string', multiple: true },
    'min-score': { type: 'string' },
  },
  async run({ config, values, positionals, print }) {
    const [name] = names(positionals, this.name, ['a NAME']);
    checkOn(config);
    const minScore = numberOption(option(values, 'min-score'), 'min-score', DEFAULT_MIN_SCORE, [0, 100]);
    const { name: asked, entityType } = readQuery(
      { name: name!, entityType: option(values, 'type') },
      minScore,
      1,
      new Date(),
    );
    const [{ searchNews }, { NewsFolder }, { withRecords }] = await Promise.all([
      import('../media/search-news.ts'),
      import('../media/news-folder.ts'),
      import('../open-records.ts'),
    ]);
    const query: MediaQuery = {
      name: asked,
      entityType,
      otherNames: [],
      offences: [],
      minScore,
      countries: textsOf(values.country),
      ties: textsOf(values.beside),
    };
    const barred = await withRecords(config, ({ media }) => media.barred());
    const found = await searchNews(
      NewsFolder.of(config.dataDir, config.media!),
      await snapshotInForce(config),
      query,
      barred,
    );
    const lines = found.events.flatMap(({ score, names: named, offences, first, articles, explanation }) => [
      `${score}  ${named.slice(0, 5).join(', ')}  ${offences.join(', ')}  ${first.slice(0, 10)}`,
      ...articles.slice(0, 3).map(({ url }) => `  ${url}`),
      ...explanationLines(explanation).map((line) => `  ${line}`),
    ]);
    print(found, [`${found.eventCount} events`, ...lines].join('\n'));
  },
};

export const mediaBar: Command = {
  name: 'media bar',
  summary: 'Bars a name from adverse media, now and in later files',
  usage: `
touchstone media bar NAME --reason TEXT
  --reason TEXT  who asked for it, and why`,
  options: { reason: { type: 'string' } },
  async run({ config, values, positionals, print }) {
    const [name] = names(positionals, this.name, ['a NAME']);
    checkOn(config);
    const reason = required(option(values, 'reason'), this.name, '--reason TEXT');
    const [{ withRecords }, { barName }] = await Promise.all([
      import('../open-records.ts'),
      import('../use-cases/media.ts'),
    ]);
    const isNew = await withRecords(config, (records) => barName({ records }, { name: name!, reason }, 'operator'));
    print({ name, barred: true, isNew }, isNew ? 'The name is barred from now on.' : 'The name was barred before.');
  },
};

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Throws `usage` where adverse media is off. */
function checkOn({ media, environment }: Config): void {
  if (environment === 'sandbox') throw new TouchstoneError('usage', 'The sandbox fetches no adverse media.');
  if (media !== undefined) return;
  throw new TouchstoneError('usage', 'Adverse media is off: set TOUCHSTONE_MEDIA=gdelt. See docs/adverse-media.md.');
}
