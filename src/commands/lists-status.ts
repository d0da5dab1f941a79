import type { Command } from './command.ts';
import { table } from './table.ts';
import { positional } from './values.ts';
import { withLists } from './with-lists.ts';

export const command: Command = {
  name: 'lists status',
  summary: 'The snapshot in force and the state of every list',
  usage: 'touchstone lists status',
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    const { status, warnings } = await withLists(config, async (lists) => {
      const found = await lists.status();
      return { status: found, warnings: lists.about(found) };
    });
    const { stateOf } = await import('../watchlists/list-status.ts');
    const now = new Date();
    const sources = status.sources.map((source) => ({ ...source, state: stateOf(source, now) }));
    const rows = sources.map((source) => [
      source.source,
      source.starter ? 'starter list' : source.state,
      String(source.entries),
      source.starter ? '' : (source.published?.slice(0, 10) ?? (source.entries > 0 ? 'unknown' : '')),
      source.starter ? '' : minutes(source.fetched),
      minutes(source.checked),
      source.lastError ?? '',
    ]);
    const text = table(['source', 'state', 'entries', 'published', 'fetched', 'checked', 'last error'], rows);
    print(
      { ...status, sources, warnings },
      [`snapshot: ${status.snapshot ?? 'none'}`, '', text, ...warnings].join('\n'),
    );
  },
};

const minutes = (time: string | null): string => time?.slice(0, 16).replace('T', ' ') ?? '';
