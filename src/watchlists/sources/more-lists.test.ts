import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withEngine } from '../../../test/support/engine.ts';
import { readAll } from '../../../test/support/list-source.ts';
import { localFile } from '../formats/list-file.ts';
import { sourceById } from '../registry.ts';

/** Invented entries in the layouts of lists that are off unless chosen. */
const LISTS = [
  ['us-csl', 'us-csl/fixtures/consolidated.csv'],
  ['ch-seco', 'ch-seco/fixtures/list.xml'],
  ['fr-gels', 'fr-gels/fixtures/register.json'],
  ['jp-mof', 'jp-mof/fixtures/shisantouketsu20261101.csv'],
  ['pl-mswia', 'pl-mswia/fixtures/lista.html'],
] as const;

/** The name and what people make of it. */
function writings(name: string): string[] {
  const words = name.split(' ');
  const turned = words.toReversed().join(' ');
  return [name, name.toUpperCase(), name.toLowerCase(), turned, `${turned.replace(' ', ', ')}`, ` ${name}  `];
}

describe.each(LISTS)('%s', (id, path) => {
  test('is found under every name of every entry, as people write it', async () => {
    const source = sourceById(id);
    const file = localFile(fileURLToPath(new URL(path, import.meta.url)));
    const { entries } = await readAll(source, file);
    const entities = entries.map((entry) => ({ entries: [{ ...entry, source: id, sourceName: source.name }] }));
    await withEngine(entities, (engine) => {
      for (const { id: entry, kind, names } of entries.filter((one) => one.kind !== 'vessel')) {
        const entityType = kind === 'organization' ? 'Organization' : 'Individual';
        for (const name of names.flatMap(({ full }) => writings(full))) {
          const { matches } = engine.search({ name, entityType, minScore: 70, limit: 10 });
          const found = matches.flatMap((match) => match.entries.map((one) => one.id));
          expect(found, `${name} of ${entry}`).toContain(entry);
        }
      }
    });
  });
});
