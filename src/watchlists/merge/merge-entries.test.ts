import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readAll } from '../../../test/support/list-source.ts';
import type { EntryFacts, ListEntry } from '../../domain/list-entry.ts';
import { localFile } from '../formats/list-file.ts';
import { SOURCES, sourceById } from '../registry.ts';
import { datesContradict } from './birth-dates.ts';
import { mergeEntries } from './merge-entries.ts';

const ORDER = SOURCES.map(({ id }) => id);

function entry(source: string, id: string, name: string, facts: Partial<ListEntry> = {}): EntryFacts {
  return { source, sourceName: source, id, kind: 'person', names: [{ full: name, kind: 'primary' }], ...facts };
}

/** The partition, each group and the whole in one order. */
function groups(entries: readonly EntryFacts[]): string[][] {
  return mergeEntries(entries, ORDER)
    .entities.map((entity) => entity.entries.map(({ source, id }) => `${source}/${id}`).sort())
    .sort((a, b) => (a.join() < b.join() ? -1 : 1));
}

const born = (date: string) => ({ birthDates: [{ date }] });
const passport = (number: string) => ({ documents: [{ type: 'Passport', number }] });

describe('entries of several lists are one', () => {
  it('where one names the other, whichever way a UN reference is padded', () => {
    const references = [{ to: 'un-sc', id: 'QDi.4' }];
    expect(
      groups([
        entry('un-sc', 'QDi.004', 'Zorvan Ilmatok'),
        entry('uk-sanctions', 'AFG0001', 'Z. Ilmatok', { references }),
      ]),
    ).toHaveLength(1);
  });

  it('where both name the same entry of a list that is not there', () => {
    const references = [{ to: 'un-sc', id: 'QDi.004' }];
    const [uk, eu] = [
      entry('uk-sanctions', 'A', 'Zorvan Ilmatok', { references }),
      entry('eu-fsf', 'B', 'Zorvan Ilmatok', { references }),
    ];
    expect(groups([uk, eu])).toEqual([['eu-fsf/B', 'uk-sanctions/A']]);
  });

  it('where they have the same Wikidata item', () => {
    const references = [{ to: 'wikidata', id: 'Q990001' }];
    expect(
      groups([
        entry('wikidata-pep', 'Q990001', 'Ysmelda Krontarvik'),
        entry('everypolitician', 'x', 'Krontarvik', { references }),
      ]),
    ).toHaveLength(1);
  });

  it('where they have the same passport, however it is written', () => {
    const a = entry('un-sc', 'A', 'Zorvan Ilmatok', { ...passport('AB-123 456'), ...born('1961') });
    const b = entry('eu-fsf', 'B', 'Sorwan Elmatoq', { ...passport('ab123456'), ...born('1961-04-30') });
    expect(groups([a, b])).toHaveLength(1);
  });

  it('where persons have the same full birth date and the same words in their names, in any order', () => {
    const [a, b] = [
      entry('un-sc', 'A', 'Zorvan al-Ilmatok', born('1961-04-30')),
      entry('ca-sema', 'B', 'Ilmatok, Al Zorván', born('1961-04-30')),
    ];
    expect(groups([a, b])).toHaveLength(1);
  });

  it('where they have the same birth date and all of three words of one name stand in the other', () => {
    const [a, b] = [
      entry('un-sc', 'A', 'Zorvan Quill Ilmatok', born('1961-04-30')),
      entry('ca-sema', 'B', 'Zorvan Quill Ferra Ilmatok', born('1961-04-30')),
    ];
    expect(groups([a, b])).toHaveLength(1);
  });

  it('where two vessels have the same IMO number', () => {
    const imo = (number: string) => ({ kind: 'vessel' as const, documents: [{ type: 'IMO number', number }] });
    expect(
      groups([
        entry('uk-sanctions', 'A', 'Glimmerfax', imo('9990001')),
        entry('us-ofac-sdn', 'B', 'Violet Star', imo('IMO 9990001')),
      ]),
    ).toHaveLength(1);
  });
});

describe('entries stay apart', () => {
  const apart: [string, EntryFacts, EntryFacts][] = [
    [
      'where only the name is the same',
      entry('un-sc', 'A', 'Zorvan Quill Ilmatok'),
      entry('eu-fsf', 'B', 'Zorvan Quill Ilmatok'),
    ],
    [
      'where the name is the same and only the year of birth',
      entry('un-sc', 'A', 'Zorvan Ilmatok', born('1961')),
      entry('eu-fsf', 'B', 'Zorvan Ilmatok', born('1961-04-30')),
    ],
    [
      'where the name is a single word',
      entry('un-sc', 'A', 'Zorvan', born('1961-04-30')),
      entry('eu-fsf', 'B', 'Zorvan', born('1961-04-30')),
    ],
    [
      'where two words are the same and the birth date is the first of a year, as clerks write it',
      entry('un-sc', 'A', 'Zorvan Ilmatok', born('1961-01-01')),
      entry('eu-fsf', 'B', 'Zorvan Ilmatok', born('1961-01-01')),
    ],
    [
      'where the shared name is a weak alias',
      entry('un-sc', 'A', 'Zorvan Ilmatok', {
        ...born('1961-04-30'),
        names: [
          { full: 'Theskara Wumbolt', kind: 'primary' },
          { full: 'Zorvan Ilmatok', kind: 'alias', weak: true },
        ],
      }),
      entry('eu-fsf', 'B', 'Zorvan Ilmatok', born('1961-04-30')),
    ],
    [
      'where organisations have the same name',
      entry('un-sc', 'A', 'Glimmerfax Trading Company', { kind: 'organization' }),
      entry('eu-fsf', 'B', 'Glimmerfax Trading Company', { kind: 'organization' }),
    ],
    [
      'where they are in one list',
      entry('un-sc', 'A', 'Zorvan Ilmatok', { ...born('1961-04-30'), ...passport('AB123456') }),
      entry('un-sc', 'B', 'Zorvan Ilmatok', { ...born('1961-04-30'), ...passport('AB123456') }),
    ],
    [
      'where the passport is the same, and neither name nor birth date',
      entry('un-sc', 'A', 'Zorvan Ilmatok', { ...born('1961-04-30'), ...passport('AB123456') }),
      entry('eu-fsf', 'B', 'Theskara Wumbolt', { ...born('1980-05-05'), ...passport('AB123456') }),
    ],
    [
      'where the number has fewer than five digits',
      entry('un-sc', 'A', 'Zorvan Ilmatok', { ...born('1961'), ...passport('AB1234') }),
      entry('eu-fsf', 'B', 'Theskara Wumbolt', { ...born('1961'), ...passport('AB1234') }),
    ],
    [
      'where one is a person and the other an organisation',
      entry('un-sc', 'A', 'Zorvan Ilmatok', { references: [{ to: 'eu-fsf', id: 'B' }] }),
      entry('eu-fsf', 'B', 'Zorvan Ilmatok', { kind: 'organization' }),
    ],
  ];
  it.each(apart)('%s', (_, a, b) => {
    expect(groups([a, b])).toHaveLength(2);
  });

  it('where a third list would join two people of different birth dates', () => {
    const a = entry('un-sc', 'A', 'Zorvan Ilmatok', born('1961-04-30'));
    const b = entry('ca-sema', 'B', 'Zorvan Ilmatok', born('1980-05-05'));
    const both = entry('eu-fsf', 'C', 'Zorvan Ilmatok', {
      birthDates: [{ date: '1961-04-30' }, { date: '1980-05-05' }],
    });
    expect(groups([a, b, both])).toHaveLength(2);
  });

  it('where name and birth date fit two entries of one list', () => {
    const facts = born('1961-04-30');
    const entries = [
      entry('un-sc', 'A', 'Zorvan Ilmatok', facts),
      entry('un-sc', 'B', 'Ilmatok Zorvan', facts),
      entry('eu-fsf', 'C', 'Zorvan Ilmatok', facts),
    ];
    expect(groups(entries)).toHaveLength(3);
  });
});

const arbitraryEntry = fc.record({
  source: fc.constantFrom('un-sc', 'eu-fsf', 'uk-sanctions', 'ca-sema'),
  id: fc.stringMatching(/^[A-F]$/),
  kind: fc.constantFrom('person', 'organization', 'unknown'),
  name: fc.constantFrom(
    'Zorvan Ilmatok',
    'Ilmatok Zorvan',
    'Zorvan Quill Ilmatok',
    'Theskara Wumbolt',
    'Sorvan Ilmatok',
  ),
  dates: fc.array(fc.constantFrom('1961-04-30', '1961', '1961-04', '1980-05-05', '1980-01-01'), { maxLength: 2 }),
  number: fc.option(fc.constantFrom('AB123456', '7654321')),
  reference: fc.option(
    fc.record({ to: fc.constantFrom('un-sc', 'eu-fsf', 'wikidata'), id: fc.stringMatching(/^[A-F]$/) }),
  ),
});

const arbitraryEntries = fc
  .uniqueArray(arbitraryEntry, { selector: ({ source, id }) => `${source}/${id}`, maxLength: 14 })
  .map((items) =>
    items.map(({ source, id, kind, name, dates, number, reference }) =>
      entry(source, id, name, {
        kind: kind as ListEntry['kind'],
        birthDates: dates.map((date) => ({ date })),
        ...(number && passport(number)),
        ...(reference && { references: [reference] }),
      }),
    ),
  );

describe('whatever the entries', () => {
  test('their order does not matter', () => {
    fc.assert(
      fc.property(
        arbitraryEntries.chain((entries) =>
          fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
        ),
        ([entries, shuffled]) => {
          expect(groups(shuffled)).toEqual(groups(entries));
        },
      ),
    );
  });

  test('none is lost, none is there twice, and no group holds what contradicts', () => {
    fc.assert(
      fc.property(arbitraryEntries, (entries) => {
        const { entities } = mergeEntries(entries, ORDER);
        expect(entities.flatMap((entity) => entity.entries)).toHaveLength(entries.length);
        expect(new Set(entities.flatMap((entity) => entity.entries)).size).toBe(entries.length);
        for (const { entries: group } of entities) {
          const kinds = new Set(group.map(({ kind }) => kind).filter((kind) => kind !== 'unknown'));
          expect(kinds.size).toBeLessThanOrEqual(1);
          const pairs = group.flatMap((a) => group.map((b) => [a, b] as const));
          for (const [a, b] of pairs.filter(([one, other]) => datesContradict(one.birthDates, other.birthDates))) {
            expect(a.names[0]!.full.includes('Ilmatok')).toBe(b.names[0]!.full.includes('Ilmatok'));
          }
        }
      }),
    );
  });
});

test('a birth date at any precision contradicts only what it cannot be', () => {
  expect(datesContradict([{ date: '1961' }], [{ date: '1961-04-30' }])).toBe(false);
  expect(datesContradict([{ date: '1961-05' }], [{ date: '1961-04-30' }])).toBe(true);
  expect(datesContradict([{ date: '1958', to: '1962' }], [{ date: '1961-04-30' }])).toBe(false);
  expect(datesContradict([{ date: '1960', circa: true }], [{ date: '1961-04-30' }])).toBe(false);
  expect(datesContradict([{ date: '1950' }, { date: '1961' }], [{ date: '1961-04-30' }])).toBe(false);
  expect(datesContradict(undefined, [{ date: '1961-04-30' }])).toBe(false);
});

const shared = join(
  resolve(fileURLToPath(new URL('../../..', import.meta.url)), process.env.TOUCHSTONE_BENCH_DATA ?? '../shared'),
  'lists',
);

describe.skipIf(!existsSync(shared))('full-size lists (skipped where the shared data is absent)', () => {
  async function read(source: string, file: string): Promise<EntryFacts[]> {
    const { entries } = await readAll(sourceById(source), localFile(join(shared, file)));
    return entries.map((item) => ({ source, sourceName: source, ...item }));
  }

  test('the British list and the UN list are joined by the references that the British one states', async () => {
    const un = await read('un-sc', 'un-sc/consolidated-20260801.xml.gz');
    const uk = await read('uk-sanctions', 'uk-fcdo/UK_Sanctions_List-20260822-rebuilt.xml.gz');
    const { entities } = mergeEntries([...un, ...uk], ORDER);
    const joined = entities.filter(
      ({ entries }) =>
        new Set(entries.map(({ source }) => source)).size === 2 &&
        entries.some(({ joined: way }) => way?.reason === 'reference'),
    );
    // 994 references of the British list are in the UN file; a few of them name the wrong person.
    expect(joined.length).toBeGreaterThan(970);
    expect(joined.length).toBeLessThanOrEqual(994);
  });
});

describe('entries that the operator keeps apart', () => {
  const same = { references: [{ to: 'un-sc', id: 'QDi.004' }] };
  const [un, uk, eu] = [
    entry('un-sc', 'QDi.004', 'Zorvan Ilmatok'),
    entry('uk-sanctions', 'A', 'Zorvan Ilmatok', same),
    entry('eu-fsf', 'B', 'Zorvan Ilmatok', same),
  ];
  const partition = (pairs: readonly (readonly [string, string])[]) =>
    mergeEntries(
      [un, uk, eu],
      ORDER,
      pairs.map(([first, second]) => ({ first, second })),
    ).entities.map(({ entries }) => entries.map(({ source }) => source));

  it('stay two, also where a third entry would join them', () => {
    expect(partition([])).toEqual([['un-sc', 'eu-fsf', 'uk-sanctions']]);
    const [first, second] = partition([['eu-fsf:B', 'uk-sanctions:A']]);
    expect([...first!, ...second!].sort()).toEqual(['eu-fsf', 'uk-sanctions', 'un-sc']);
    expect(first!.includes('eu-fsf') && first!.includes('uk-sanctions')).toBe(false);
    expect(
      partition([
        ['un-sc:QDi.004', 'uk-sanctions:A'],
        ['eu-fsf:B', 'un-sc:QDi.004'],
        ['eu-fsf:B', 'uk-sanctions:A'],
      ]),
    ).toHaveLength(3);
  });

  it('count where they are on the lists alone', () => {
    expect(partition([['eu-fsf:gone', 'uk-sanctions:A']])).toHaveLength(1);
  });
});
