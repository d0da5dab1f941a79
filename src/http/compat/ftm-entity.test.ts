import { expect, test } from 'vitest';
import type { EntryFacts } from '../../domain/list-entry.ts';
import { countryCode } from '../../screening/country-code.ts';
import { ftmEntity } from './ftm-entity.ts';

function entry(rest: Partial<EntryFacts> & Pick<EntryFacts, 'source' | 'id'>): EntryFacts {
  return { kind: 'person', sourceName: 'List', names: [{ full: 'Ada Quill', kind: 'primary' }], ...rest };
}

test('a person of two lists has the facts of both, each once', () => {
  const facts = [
    entry({
      source: 'us-ofac-sdn',
      id: '7',
      gender: 'Male',
      nationalities: ['Russia'],
      positions: ['Minister'],
      names: [
        { full: 'Ada Quill', kind: 'primary' },
        { full: 'Ada Q.', kind: 'alias', weak: true },
        { full: 'Ada Ferrow', kind: 'former' },
        { full: 'Ада Квилл', kind: 'original' },
      ],
      birthDates: [{ date: '1970-01-31' }, { date: '1969', to: '1971' }],
      documents: [
        { type: 'Passport', number: 'P1' },
        { type: 'National ID No.', number: 'N1' },
        { type: 'Digital Currency Address - XBT', number: 'abc' },
        { type: 'IMO number', number: '9999991' },
      ],
      remarks: 'A remark.',
      references: [
        { to: 'wikidata', id: 'Q7' },
        { to: 'un-sc', id: 'QDi.7' },
      ],
    }),
    entry({
      source: 'wikidata-pep',
      id: 'Q7',
      nationalities: ['RU', 'Middle-earth'],
      gender: 'female',
      names: [
        { full: 'Ada Quill', kind: 'primary' },
        { full: 'Ada Ferrow', kind: 'alias' },
      ],
    }),
  ];
  expect(ftmEntity(facts, false)).toEqual({
    id: 'us-ofac-sdn-7',
    caption: 'Ada Quill',
    schema: 'Person',
    properties: {
      name: ['Ada Quill'],
      weakAlias: ['Ada Q.'],
      alias: ['Ада Квилл', 'Ada Ferrow'],
      birthDate: ['1970-01-31', '1969', '1971'],
      gender: ['male', 'female'],
      position: ['Minister'],
      nationality: ['ru', 'Middle-earth'],
      passportNumber: ['P1'],
      idNumber: ['N1'],
      notes: ['Digital Currency Address - XBT: abc', 'IMO number: 9999991', 'A remark.'],
      wikidataId: ['Q7'],
      topics: ['sanction', 'role.pep'],
    },
    datasets: ['us_ofac_sdn', 'wikidata_pep'],
    referents: ['wikidata-pep-Q7'],
    target: true,
    first_seen: null,
    last_seen: null,
    last_change: null,
  });
});

test('only a sanctions list makes a listing', () => {
  const facts = [
    entry({ source: 'un-sc', id: 'a', programmes: ['X'], listedOn: '2020-01-02', url: 'https://un.example/a' }),
    entry({ source: 'fbi-wanted', id: 'b' }),
  ];
  const { sanctions, topics } = ftmEntity(facts, true).properties;
  expect(topics).toEqual(['sanction', 'wanted']);
  expect(sanctions).toHaveLength(1);
  expect(sanctions![0]).toMatchObject({
    id: 'un-sc-a-listing',
    properties: {
      entity: ['un-sc-a'],
      program: ['X'],
      listingDate: ['2020-01-02'],
      sourceUrl: ['https://un.example/a'],
    },
  });
});

test('the schema is what the entries agree on', () => {
  const schemaOf = (...kinds: EntryFacts['kind'][]) =>
    ftmEntity(
      kinds.map((kind, at) => entry({ source: 'un-sc', id: String(at), kind })),
      false,
    ).schema;
  expect(schemaOf('unknown')).toBe('LegalEntity');
  expect(schemaOf('unknown', 'organization')).toBe('Organization');
  expect(schemaOf('person', 'organization')).toBe('LegalEntity');
  expect([schemaOf('vessel'), schemaOf('aircraft')]).toEqual(['Vessel', 'Airplane']);
});

test('countries are codes where the word is known, with or without what stands in brackets', () => {
  const words = ['Russia', 'RUS', 'Iranian', 'Democratic People’s Republic of Korea (North Korea)', 'Middle-earth', ''];
  expect(words.map(countryCode)).toEqual(['ru', 'ru', 'ir', 'kp', 'Middle-earth', '']);
});
