import type { Command } from './command.ts';
import { positional } from './values.ts';

export const command: Command = {
  name: 'lists sources',
  summary: 'Every list that can be used: authority, official address, format, licence',
  usage: 'touchstone lists sources',
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    const { enabledSources, SOURCES } = await import('../watchlists/registry.ts');
    const enabled = enabledSources(config);
    const sources = SOURCES.map((source) => {
      const { id, name, authority, category, address, format, licence, restriction } = source;
      const used = enabled.includes(source);
      return {
        id,
        name,
        authority,
        category,
        address,
        format,
        licence,
        restriction: restriction ?? null,
        enabled: used,
      };
    });
    print(
      sources,
      sources
        .map(({ id, name, authority, category, address, format, licence, restriction, enabled: used }) =>
          [
            `${id}${used ? '' : ' (off unless named in TOUCHSTONE_LISTS_SOURCES)'}`,
            `  name       ${name}`,
            `  authority  ${authority} (${category})`,
            `  address    ${address}`,
            `  formats    ${format}`,
            `  licence    ${licence}`,
            ...(restriction ? [`  note       ${restriction}`] : []),
          ].join('\n'),
        )
        .join('\n\n'),
    );
  },
};
