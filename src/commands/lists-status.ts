import type { Command } from './command.ts';
import { withLists } from './lists.ts';
import { table } from './table.ts';
import { positional } from './values.ts';

export const command: Command = {
  name: 'lists status',
  summary: 'The snapshot in force and the state of every list',
  usage: 'touchstone lists status',
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    const status = await withLists(config, (lists) => lists.status());
    const { staleSentences } = await import('../watchlists/status.ts');
    const warnings = staleSentences(status, new Date());
    const rows = status.sources.map((source) => [
      source.source,
      String(source.entries),
      source.starter ? 'starter list' : (source.published?.slice(0, 10) ?? ''),
      source.starter ? '' : minutes(source.fetched),
      minutes(source.checked),
      source.lastError ?? '',
    ]);
    const text = table(['source', 'entries', 'published', 'fetched', 'checked', 'last error'], rows);
    print({ ...status, warnings }, [`snapshot: ${status.snapshot ?? 'none'}`, '', text, ...warnings].join('\n'));
  },
};

const minutes = (time: string | null): string => time?.slice(0, 16).replace('T', ' ') ?? '';
