import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryKindOf } from '../domain/entity-type.ts';
import { analyseName } from '../screening/names/analyse.ts';
import { isIncomparable } from './incomparable.ts';

/** As the whole reading of the name tells. */
const isUnread = (name: string, entityType: 'Individual' | 'Organization') =>
  !analyseName(name, entryKindOf(entityType)).readings.some(({ tokens }) => tokens.length > 0);

/** Pieces of names, and what is none. */
const PIECES =
  'Tilman|Halberg|N/A|XXX|FNU|unknown|(deceased)|[12]|—|ー|Null|Mr|Dr.|bin|al-|Ltd|Co.|Зорван|زورفان|佐爾|ゾル|조르|39|A.|№|(I)|,|"|\u0301|\u200d|ს|ไทย|ד״ר|1881-1945|S.A.|de heer'.split(
    '|',
  );

test('a name is comparable where its whole reading has a token', () => {
  const name = fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(' ')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(name, fc.constantFrom('Individual', 'Organization'), (written, entityType) => {
      expect(isIncomparable({ name: written, entityType })).toBe(isUnread(written, entityType));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['ー', true],
  ['N/A', true],
  ['unknown', true],
  ['Tilman', false],
  ['Зорван', false],
])('%s as a person leaves nothing to compare: %s', (name, expected) => {
  expect(isIncomparable({ name, entityType: 'Individual' })).toBe(expected);
});
