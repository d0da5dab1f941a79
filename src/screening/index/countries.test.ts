import { expect, test } from 'vitest';
import { entityOf } from '../../../test/support/engine.ts';
import type { EntryFacts } from '../../domain/list-entry.ts';
import { countryNamed } from '../names/tables/organisation-words.ts';
import { countriesOf } from './countries.ts';

const countriesIn = (facts: Partial<EntryFacts>) => countriesOf(entityOf('x', ['Zumbrock'], facts).entries);
const numbersOf = (...words: string[]) => words.map((word) => countryNamed(word)!.number).sort((a, b) => a - b);

test('countries stand in addresses, documents, nationalities and programmes', () => {
  const found = countriesIn({
    addresses: ['1 Quay Road, Valletta, Malta', 'Havana, CUBA'],
    documents: [{ type: 'registration number', number: '1', country: 'Angola' }],
    nationalities: ['Chile'],
    programmes: ['RUSSIA-EO14024'],
  });
  expect(found).toEqual(numbersOf('malta', 'cuba', 'angola', 'chile', 'russia'));
});

test('a country is known by its code, its parts, or a name of several words', () => {
  expect(countriesIn({ nationalities: ['ir', 'RU'] })).toEqual(numbersOf('iran', 'russia'));
  expect(countriesIn({ nationalities: ['Korea, North'] })).toEqual(numbersOf('korea'));
  expect(countriesIn({ addresses: ["Pyongyang, Democratic People's Republic of Korea"] })).toEqual(numbersOf('korea'));
  expect(countriesIn({ addresses: ['Dubai, United Arab Emirates', 'Leeds, United Kingdom'] })).toEqual(
    numbersOf('uae', 'uk'),
  );
});

test('what names no country gives none, and each country stands once', () => {
  expect(countriesIn({})).toEqual([]);
  expect(countriesIn({ addresses: ['12 Main Street'], nationalities: ['zz', 'xx'] })).toEqual([]);
  expect(countriesIn({ addresses: ['Tunis, Tunisia', 'Sfax, Tunisia'] })).toEqual(numbersOf('tunisia'));
});
