import { expect, test } from 'vitest';
import type { Identifier } from '../../domain/identifier.ts';
import type { EntryFacts, IdentityDocument } from '../../domain/list-entry.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import { comparedNumber } from './compared-number.ts';
import { numberTypeOf } from './document-type.ts';
import { askedNumbers, withNumbers } from './number-evidence.ts';

const PASSPORT = { type: 'Passport', number: 'AB 123-4567', country: 'Iran (Islamic Republic of)' };

function matched(score: number, ...documents: IdentityDocument[]): EvidencedMatch {
  const entry: EntryFacts = {
    id: '1',
    kind: 'person',
    names: [{ full: 'Zorvan Ilmatok', kind: 'primary' }],
    documents,
    source: 'un-sc',
    sourceName: 'UN',
  };
  const explanation = {
    matchedName: 'Zorvan Ilmatok',
    matchedNameKind: 'primary',
    weakAlias: false,
    pairs: [],
    unmatchedQuery: [],
    unmatchedEntry: [],
    nameScore: score,
    adjustments: [],
  };
  const shown = { name: 'Zorvan Ilmatok', score, entityType: 'Individual', sources: ['UN'] } as const;
  return { ...shown, entries: [{ source: 'un-sc', id: '1' }], explanation, facts: [entry] };
}

const weigh = (match: EvidencedMatch, ...identifiers: Identifier[]) =>
  withNumbers(match, askedNumbers({ name: 'Nobody', identifiers }));
const WALLET = { type: 'Digital Currency Address - ETH', number: '0xAbc0123456789aBC0123456789abc0123456789d' };
const sum = ({ explanation }: EvidencedMatch) =>
  explanation.adjustments.reduce((all, { points }) => all + points, explanation.nameScore);

test('the same number leads to 95 or more whatever the name, and the explanation says so and adds up', () => {
  for (const [score, reached] of [
    [0, 95],
    [60, 98],
    [100, 100],
  ]) {
    const found = weigh(matched(score!, PASSPORT), { value: 'ab1234567' });
    expect([score, found.score]).toEqual([score, reached]);
    expect(sum(found)).toBeCloseTo(found.score, 2);
    expect(found.explanation.adjustments.at(-1)!.reason).toContain('AB 123-4567');
  }
});

test('a short number has to be of the same type and country', () => {
  const match = matched(0, { type: 'Registration Number', number: '10203', country: 'Panama' });
  expect(weigh(match, { value: '10203' }).score).toBe(0);
  expect(weigh(match, { value: '10203', type: 'registration', country: 'PA' }).score).toBe(95);
});

test('another number of the same type and country speaks against a match; of another country it says nothing', () => {
  const match = matched(90, PASSPORT);
  const against = weigh(match, { value: 'X7654321', type: 'passport', country: 'IR' });
  expect(against.score).toBe(82);
  expect(sum(against)).toBeCloseTo(82, 2);
  expect(weigh(match, { value: 'X7654321', type: 'passport', country: 'TR' })).toEqual(match);
  expect(weigh(match, { value: 'X7654321', type: 'passport' })).toEqual(match);
  expect(weigh(match, { value: 'X7654321', type: 'tax', country: 'IR' })).toEqual(match);
});

test('where one of several numbers is the same, the others say nothing', () => {
  const sent = [{ value: 'X7654321', type: 'passport', country: 'IR' }, { value: 'AB1234567' }];
  expect(weigh(matched(50, PASSPORT), ...sent).score).toBe(97.5);
});

test('an LEI that is another is another company, whatever country is said', () => {
  const match = matched(90, { type: 'Legal Entity Identifier (LEI)', number: '5493001KJTIIGC8Y1R12' });
  expect(weigh(match, { value: '5493 00AA BBCC DDEE FF 34', type: 'lei' }).score).toBe(75);
});

test.each([
  ['IMO 9999991', 'imo', '9999991'],
  ['IMO 999', 'imo', undefined],
  ['۱۲۳۴۵۶۷', 'national', '1234567'],
  ['ＡＢ１２３４５', 'passport', 'AB12345'],
  ['00000000', 'passport', undefined],
  ['n/a', 'passport', undefined],
  ['unknown', 'passport', undefined],
  ['SBERRUMM', 'bic', 'SBERRUMM'],
  ['1234', 'tax', undefined],
] as const)('%s as %s is compared as %s', (text, type, number) => {
  expect(comparedNumber(text, type)).toBe(number);
});

test.each([
  ['Digital Currency Address - XBT', 'wallet'],
  ['publicKey', 'wallet'],
  ['Vessel Registration Identification', 'imo'],
  ['Diplomatic Passport', 'passport'],
  ['innCode', 'tax'],
  ['Tax ID No.', 'tax'],
  ['ogrnCode', 'registration'],
  ['leiCode', 'lei'],
  ['SWIFT/BIC', 'bic'],
  ['National Foreign ID Number', 'national'],
  ['anything', 'other'],
] as const)('%s counts in %s', (words, type) => {
  expect(numberTypeOf(words)).toBe(type);
});

test.each([
  ['0xABC0123456789ABC0123456789ABC0123456789D', undefined],
  ['abc0123456789abc0123456789abc0123456789d', undefined],
  ['abc0123456789abc0123456789abc0123456789d', 'wallet'],
  ['ethereum:0xabc0123456789abc0123456789abc0123456789d', 'ETH'],
  ['ethereum:pay-0xabc0123456789abc0123456789abc0123456789d@1/transfer?value=1', undefined],
])('a wallet as %s is the listed one', (value, type) => {
  expect(weigh(matched(0, WALLET), type === undefined ? { value } : { value, type }).score).toBe(95);
});

test.each([
  ['AB1234567', 95],
  ['ab123-4567', 95],
  ['Passport AB1234567', 95],
  ['AB1234568', 0],
  ['Zorvan AB1234567', 0],
  ['Zorvan Ilmatok', 0],
])('the name %s scores %d by its number', (name, score) => {
  expect(withNumbers(matched(0, PASSPORT), askedNumbers({ name })).score).toBe(score);
});
