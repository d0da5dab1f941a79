import { describe, expect, it } from 'vitest';
import type { EntryFacts, ListEntry } from '../../../domain/list-entry.ts';
import { SOURCES } from '../../registry.ts';
import { mergeEntries } from '../merge-entries.ts';

const ORDER = SOURCES.map(({ id }) => id);
const RUSSIA = {
  'uk-sanctions': 'The Russia (Sanctions) (EU Exit) Regulations 2019',
  'eu-fsf': 'UKR',
  'us-ofac-sdn': 'RUSSIA-EO14024',
  'ca-sema': 'Russia',
  'au-dfat': 'Autonomous (Russia)',
};
type Listed = keyof typeof RUSSIA;

function entry(source: Listed, id: string, name: string, facts: Partial<ListEntry> = {}): EntryFacts {
  const names = [{ full: name, kind: 'primary' as const }];
  return { source, sourceName: source, id, kind: 'person', names, programmes: [RUSSIA[source]], ...facts };
}

/** Others on the lists, of other names: a name is rare or common only among them. */
const OTHERS = Array.from({ length: 400 }, (_, place) =>
  entry('us-ofac-sdn', `o${place}`, `Given${place % 20} Father${place % 25}ovich Family${place}`),
);

/** The groups that have one of the entries, by their ids. */
function groups(entries: readonly EntryFacts[]): string[][] {
  return mergeEntries([...OTHERS, ...entries], ORDER)
    .entities.map((entity) => entity.entries.map(({ id }) => id))
    .filter(([id]) => !id!.startsWith('o'))
    .sort();
}

const born = (date: string) => ({ birthDates: [{ date }] });
const FULL = 'Zorvan Quillovich Ilmatok';

describe('all the evidence together joins', () => {
  it('a rare full name of three parts under the same regime, whatever each authority calls that', () => {
    const entries = [
      entry('us-ofac-sdn', 'a', FULL, born('1961-04-30')),
      entry('uk-sanctions', 'b', FULL),
      entry('ca-sema', 'c', FULL, born('1961')),
    ];
    expect(groups(entries)).toEqual([['a', 'b', 'c']]);
  });

  it('and says by which names and what else, at each entry but the first', () => {
    const entries = [entry('us-ofac-sdn', 'a', FULL), entry('uk-sanctions', 'b', FULL)];
    const merged = mergeEntries([...OTHERS, ...entries], ORDER);
    const [one, other] = merged.entities.find(({ entries: own }) => own.length === 2)!.entries;
    expect(one).not.toHaveProperty('joined');
    expect(other!.joined).toMatchObject({ reason: 'evidence', to: 'us-ofac-sdn:a' });
    expect(other!.joined!.why).toMatchObject({ names: [FULL, FULL], agreements: expect.arrayContaining(['regime']) });
    expect(merged.joins).toMatchObject({ evidence: 1, reference: 0 });
  });
});

describe('persons stay apart', () => {
  const apart: [string, EntryFacts, EntryFacts][] = [
    ['who are father and son', entry('us-ofac-sdn', 'a', FULL), entry('ca-sema', 'b', 'Quill Zorvanovich Ilmatok')],
    ['who are brothers', entry('us-ofac-sdn', 'a', FULL), entry('ca-sema', 'b', 'Arkadi Quillovich Ilmatok')],
    [
      'who are twins, with one birth date and two given names',
      entry('us-ofac-sdn', 'a', FULL, born('1961-04-30')),
      entry('ca-sema', 'b', 'Borislav Quillovich Ilmatok', born('1961-04-30')),
    ],
    [
      'whose names differ in a vowel that makes another name',
      entry('us-ofac-sdn', 'a', 'Karim Quillovich Ilmatok'),
      entry('ca-sema', 'b', 'Karam Quillovich Ilmatok'),
    ],
    [
      'of one name and other years of birth',
      entry('us-ofac-sdn', 'a', FULL, born('1961-04-30')),
      entry('ca-sema', 'b', FULL, born('1985')),
    ],
    [
      'of one name and different national numbers',
      entry('us-ofac-sdn', 'a', FULL, { documents: [{ type: 'National ID', number: '1234567' }] }),
      entry('ca-sema', 'b', FULL, { documents: [{ type: 'National ID', number: '7654321' }] }),
    ],
    [
      'of one name whom the UN lists as two',
      entry('eu-fsf', 'a', FULL, { references: [{ to: 'un-sc', id: 'QDi.001' }] }),
      entry('au-dfat', 'b', FULL, { references: [{ to: 'un-sc', id: 'QDi.002' }] }),
    ],
    [
      'of one name, a man and a woman',
      entry('us-ofac-sdn', 'a', FULL, { gender: 'Male' }),
      entry('ca-sema', 'b', FULL, { gender: 'F' }),
    ],
    [
      'of whom nothing but a short name of common words agrees',
      entry('us-ofac-sdn', 'a', 'Given1 Father1ovich'),
      entry('ca-sema', 'b', 'Given1 Father1ovich'),
    ],
    [
      'of one name where nothing beside it agrees',
      entry('us-ofac-sdn', 'a', FULL, { programmes: ['CYBER2'] }),
      entry('ca-sema', 'b', FULL, { programmes: ['Haiti'] }),
    ],
    [
      'on two lists of one authority',
      entry('us-ofac-sdn', 'a', FULL),
      {
        ...entry('us-ofac-sdn', 'b', FULL),
        source: 'us-ofac-consolidated',
      },
    ],
  ];
  it.each(apart)('%s', (_, a, b) => {
    expect(groups([a, b])).toEqual([['a'], ['b']]);
  });

  it('where the name fits two entries of one list: nothing tells which of them is meant', () => {
    const entries = [entry('us-ofac-sdn', 'a', FULL), entry('ca-sema', 'b', FULL), entry('ca-sema', 'c', FULL)];
    expect(groups(entries)).toEqual([['a'], ['b'], ['c']]);
  });
});

it.each(['organization', 'vessel'] as const)('an %s of one name under one regime is never joined by it', (kind) => {
  const names = 'Glimmerfax Zorvan Trading';
  expect(groups([entry('us-ofac-sdn', 'a', names, { kind }), entry('ca-sema', 'b', names, { kind })])).toHaveLength(2);
});
