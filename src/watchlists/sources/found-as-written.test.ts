import { describe, expect, test } from 'vitest';
import { BANK_WRITINGS } from '../../../bench/quality/bank-writings.ts';
import { withEngine } from '../../../test/support/engine.ts';
import { readAll } from '../../../test/support/list-source.ts';
import { type InventedEntry, inLayoutOf, LAYOUTS } from '../../../test/support/more-lists.ts';
import { memoryFile } from '../formats/list-file.ts';
import { sourceById } from '../registry.ts';

const person = (given: string, family: string, born: string): InventedEntry => ({
  kind: 'person',
  given,
  family,
  born,
});
const organisation = (name: string): InventedEntry => ({ kind: 'organization', name });

/** Nobody of these is on a list. */
const ENTRIES: readonly InventedEntry[] = [
  person('Zorvan Petrovich', 'Ilmatok', '1961-04-30'),
  person('Ysmelda', 'Krontarvik', '1974-08-09'),
  person('Mohammed Karim', 'Al-Quvandi', '1969-02-17'),
  person('Farid Hassan', 'Zulmatov', '1980-11-23'),
  person('Jean-Baptiste', 'Morvanel', '1958-06-05'),
  person('Ángela María', 'Quispelara Rojano', '1985-03-14'),
  person('Björn', 'Åstravinge', '1971-12-01'),
  person('Nguyen Van', 'Trovinh', '1966-09-30'),
  person('Oleksandr Ivanovych', 'Brezhulenko', '1977-07-19'),
  person('Theodoros', 'Kalimarakis', '1963-10-08'),
  person('Siphiwe', 'Mandlovuyo', '1990-01-25'),
  person('Ruud van der', 'Quistelaar', '1955-05-16'),
  person('Zahra', 'Tavakolnejad', '1982-04-04'),
  person('Li', 'Quorwei', '1979-08-28'),
  organisation('Morvane Harbour Optics Institute'),
  organisation('Glimmerfax Trading Company'),
  organisation('Zanthia Shipyard Joint Stock Company'),
  organisation('Brightquay Import and Export LLC'),
  organisation('Société Quornienne des Phosphates'),
  organisation('Vostrikon Aerospace Research Centre'),
];

describe.each(LAYOUTS)('%s', (id) => {
  test('20 entries of it are found as banks write their names', async () => {
    const source = sourceById(id);
    const { entries, skipped } = await readAll(source, memoryFile('list', Buffer.from(inLayoutOf(id, ENTRIES))));
    expect(skipped).toEqual([]);
    expect(entries).toHaveLength(ENTRIES.length);
    const entities = entries.map((entry) => ({ entries: [{ ...entry, source: id, sourceName: source.name }] }));
    const missed = await withEngine(entities, (engine) =>
      entries.flatMap((entry, place) => {
        const { given, family, born } = ENTRIES[place]!;
        const name = entry.names[0]!.full;
        return BANK_WRITINGS.filter(({ of }) => of === ENTRIES[place]!.kind).flatMap(({ kind, write }) => {
          const written = write({ id: entry.id, name, family, given, born }, place);
          if (!written) return [];
          const entityType = ENTRIES[place]!.kind === 'person' ? 'Individual' : 'Organization';
          const { matches } = engine.search({ ...written, entityType, minScore: 70, limit: 20, today: '2026-11-29' });
          return matches.some((match) => match.entries.some((one) => one.id === entry.id))
            ? []
            : [`${kind}: ${written.name}`];
        });
      }),
    );
    expect(missed).toEqual([]);
  });
});
