import { describe, expect, test } from 'vitest';
import type { Sentence } from '../../sentences.ts';
import type { Field } from './document-source.ts';
import { type FusedDocument, refusalOf } from './fuse.ts';

const BLURRED: Sentence = { code: 'picture.blurred' };
const NOTHING: FusedDocument['extractedData'] = {
  documentType: null,
  documentNumber: null,
  fullName: null,
  dateOfBirth: null,
  expiryDate: null,
  country: null,
  region: null,
  address: null,
  nationality: null,
  sex: null,
};

function read(data: Partial<FusedDocument['extractedData']>, doubtful: readonly Field[] = []): FusedDocument {
  const none = { origins: {}, conflicts: [], agreements: [] };
  return { ...none, extractedData: { ...NOTHING, ...data }, doubtful: [...doubtful] };
}

describe('a document without a name and a number', () => {
  test.each([
    [{}, 'picture.unreadable'],
    [{ dateOfBirth: '1985-05-12' }, 'picture.nameless'],
    [{ expiryDate: '2036-05-12' }, 'picture.nameless'],
    [
      { documentType: 'National ID', country: 'MEX', address: 'Calle 1', sex: 'F', dateOfBirth: '1985-05-12' },
      'picture.nameless',
    ],
    [{ documentType: 'Driver License', country: 'USA', address: '1 Main St' }, 'picture.nameless'],
  ])('%j is refused: %s', (data, code) => {
    expect(refusalOf(read(data), null, false)).toEqual({ code });
  });

  test('is refused by what is wrong with its picture where that is known', () => {
    expect(refusalOf(read({ dateOfBirth: '1985-05-12' }), BLURRED, false)).toEqual(BLURRED);
  });
});

describe('a picture whose text was read', () => {
  test.each([{}, { dateOfBirth: '1985-05-12' }, { country: 'JPN', sex: 'F' }])(
    '%j sends nobody to take a sharper photo',
    (data) => {
      for (const flaw of [null, BLURRED]) {
        expect(refusalOf(read(data), flaw, true)).toEqual({ code: 'picture.not-understood' });
      }
    },
  );

  test('is not refused for that where it has a number', () => {
    expect(refusalOf(read({ documentNumber: 'X1234567' }), null, true)).toBeNull();
  });
});

describe('a document with one of them', () => {
  test.each([{ fullName: 'ADA EXAMPLE' }, { documentNumber: 'X1234567' }])('%j is read', (data) => {
    expect(refusalOf(read(data), null, false)).toBeNull();
    expect(refusalOf(read(data), BLURRED, false)).toBeNull();
  });

  test.each([
    [{ fullName: 'ADA EXAMPLE' }, 'surname'],
    [{ documentNumber: 'X1234567' }, 'documentNumber'],
  ] as const)('%j is refused where it is doubtful and the picture is bad', (data, field) => {
    expect(refusalOf(read(data, [field]), BLURRED, false)).toEqual(BLURRED);
    expect(refusalOf(read(data, [field]), null, false)).toBeNull();
  });
});
