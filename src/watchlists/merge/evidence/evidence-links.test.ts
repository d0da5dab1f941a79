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

describe('birth dates that a clerk wrote wrong', () => {
  it.each([
    ['a digit is another', '1961-04-30', '1961-04-20'],
    ['a digit of the year is another', '1961-04-30', '1951-04-30'],
    ['day and month changed places', '1961-04-03', '1961-03-04'],
    ['one is the first day of the year', '1961-04-30', '1961-01-01'],
  ])('join where all else agrees: %s', (_, one, other) => {
    const entries = [entry('us-ofac-sdn', 'a', FULL, born(one)), entry('ca-sema', 'b', FULL, born(other))];
    expect(groups(entries)).toEqual([['a', 'b']]);
  });

  it.each([
    ['two digits are others', '1961-04-30', '1951-04-20'],
    ['day and month changed places in another year', '1961-04-03', '1962-03-04'],
    ['one is the first day of another year', '1961-04-30', '1963-01-01'],
  ])('and keep apart: %s', (_, one, other) => {
    const entries = [entry('us-ofac-sdn', 'a', FULL, born(one)), entry('ca-sema', 'b', FULL, born(other))];
    expect(groups(entries)).toEqual([['a'], ['b']]);
  });

  const years = { birthDates: [{ date: '1960' }, { date: '1961' }] };

  it('join where another entry of the person has both years', () => {
    const entries = [
      entry('us-ofac-sdn', 'a', FULL, born('1960')),
      entry('eu-fsf', 'b', FULL, years),
      entry('ca-sema', 'c', FULL, born('1961')),
    ];
    expect(groups(entries)).toEqual([['a', 'b', 'c']]);
  });
});

describe('politicians', () => {
  const politician = (id: string, name: string, country = 'Russia'): EntryFacts => {
    return { ...entry('us-ofac-sdn', id, name), source: 'everypolitician', programmes: [`Duma, ${country}`] };
  };
  const listed = entry('us-ofac-sdn', 'a', FULL, born('1961-04-30'));
  /** The parliament in which a name is rare or common. */
  const members = Array.from({ length: 200 }, (_, place) => {
    const common = [['Kim', 'Ri', 'Pak'][place % 3], ['Song', 'Chol'][place % 2], ['Il', 'Nam', 'Ho', 'Su'][place % 4]];
    return politician(`o-member${place}`, place < 120 ? common.join(' ') : `Given${place} Member${place} Sonofnobody`);
  });
  const joined = (...entries: EntryFacts[]) => groups([...members, ...entries]);

  it('are the listed person of their full rare name and country', () => {
    expect(joined(listed, politician('p', 'Ilmatok Zorvan Quillovich'))).toEqual([['a', 'p']]);
  });

  it.each<[string, EntryFacts, EntryFacts]>([
    ['of another country', listed, politician('p', FULL, 'Ghana')],
    ['of two words alone', listed, politician('p', 'Zorvan Ilmatok')],
    ['of another birth date', listed, { ...politician('p', FULL), ...born('1975-02-11') }],
    ['of three common words', entry('us-ofac-sdn', 'a', 'Kim Chol Il'), politician('p', 'Kim Chol Il')],
  ])('are others %s', (_, one, other) => {
    expect(joined(one, other)).toEqual([['a'], ['p']]);
  });

  it('are none of them where two bear the name', () => {
    expect(joined(listed, politician('p', FULL), politician('q', FULL))).toEqual([['a'], ['p'], ['q']]);
  });

  it('are the listed person whose name another list gives in its own script', () => {
    const names = [
      { full: FULL, kind: 'primary' as const },
      { full: 'Зорван Квиллович Ильматок', kind: 'original' as const },
    ];
    const own = { ...entry('uk-sanctions', 'a', FULL), names };
    expect(joined(own, politician('p', 'Ильматок Зорван Квиллович'))).toEqual([['a', 'p']]);
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

describe('organisations', () => {
  const organisation = (source: Listed, id: string, name: string, facts: Partial<ListEntry> = {}) =>
    entry(source, id, name, { kind: 'organization', addresses: ['12 Kestrel Embankment, Zorvagrad'], ...facts });
  const others = Array.from({ length: 400 }, (_, place) =>
    organisation('us-ofac-sdn', `o${place}`, `Trading${place % 20} House${place % 25} Company${place}`),
  );
  const joined = (...entries: EntryFacts[]) => groups([...others, ...entries]);
  const NAME = 'Glimmerfax Zorvan Shipbuilding Plant';

  it.each([
    ['of one rare main name', NAME, NAME],
    ['that one list gives its legal form', NAME, `JSC ${NAME}`],
    ['of another legal form in full', `Limited Liability Company "${NAME}"`, NAME],
    ['whose kind one list leaves in Russian', NAME, 'Glimmerfax Zorvan Shipbuilding Zavod'],
    ['in another order', NAME, 'Shipbuilding Plant Zorvan Glimmerfax'],
  ])('%s are one', (_, one, other) => {
    expect(joined(organisation('us-ofac-sdn', 'a', one), organisation('ca-sema', 'b', other))).toEqual([['a', 'b']]);
  });

  it.each<[string, EntryFacts]>([
    ['a branch', organisation('ca-sema', 'b', `${NAME} Minsk Branch Number Two`)],
    ['another plant of the house', organisation('ca-sema', 'b', 'Brindleby Zorvan Shipbuilding Plant')],
    ['one with another tax number', organisation('ca-sema', 'b', NAME, { documents: [taxId('7654321098')] })],
    ['one of which only the name agrees', organisation('ca-sema', 'b', NAME, { programmes: ['Haiti'], addresses: [] })],
    ['a vessel of its name', entry('ca-sema', 'b', NAME, { kind: 'vessel' })],
    ['another entry of its list', organisation('us-ofac-sdn', 'b', NAME)],
  ])('%s stays apart', (_, other) => {
    const own = organisation('us-ofac-sdn', 'a', NAME, { documents: [taxId('1234567890')] });
    expect(joined(own, other)).toEqual([['a'], ['b']]);
  });

  it('stay apart where the name fits two entries of one list and programme', () => {
    const two = ['b', 'c'].map((id) => organisation('ca-sema', id, NAME));
    expect(joined(organisation('us-ofac-sdn', 'a', NAME), ...two)).toEqual([['a'], ['b'], ['c']]);
  });

  it('join one of two that the list has under two programmes: it is listed twice', () => {
    const two = ['Russia', 'Ukraine'].map((name, at) =>
      organisation('ca-sema', 'bc'[at]!, NAME, { programmes: [name] }),
    );
    expect(joined(organisation('us-ofac-sdn', 'a', NAME), ...two)).toHaveLength(2);
  });
});

const taxId = (number: string) => ({ type: 'Tax ID No.', number });

it('a vessel of one name under one regime is never joined by it', () => {
  const names = 'Glimmerfax Zorvan Trader';
  const vessels = (['us-ofac-sdn', 'ca-sema'] as const).map((source) =>
    entry(source, source, names, { kind: 'vessel' }),
  );
  expect(groups(vessels)).toHaveLength(2);
});
