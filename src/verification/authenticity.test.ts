import { describe, expect, test } from 'vitest';
import type { ExtractedData } from '../domain/verification.ts';
import { recognise } from '../sentences.ts';
import { AUTHENTICITY_IDS, authenticity, type KeptEvidence, oddities } from './authenticity.ts';
import { HONEST_PICTURES } from './decide.ts';

const DATA: ExtractedData = {
  documentType: 'Passport',
  documentNumber: 'AB1234567',
  fullName: 'IVO MARLIN',
  dateOfBirth: '1980-02-03',
  expiryDate: '2030-01-01',
  country: 'FIN',
  region: null,
  address: null,
  nationality: 'FIN',
  sex: 'M',
};
const ZONE = { valid: true, checks: [{ name: 'documentNumber', ok: true }] };
const CLEAN: KeptEvidence = {
  face: { portraitSure: true, secondPortrait: 91 },
  document: {
    mrz: ZONE,
    conflicts: [],
    agreements: [{ between: ['mrz', 'visual'], alike: ['surname', 'dateOfBirth'], differing: [] }],
    specimenWords: [],
    signs: { colour: 80, pattern: 2.1 },
  },
  pictures: HONEST_PICTURES,
};

type Id = (typeof AUTHENTICITY_IDS)[number];
function outcomes(evidence: KeptEvidence, data: Partial<ExtractedData> = {}): Record<string, string> {
  const checks = authenticity(evidence, { ...DATA, ...data }, '2026-06-15');
  // Another language finds each sentence by its code.
  for (const sentence of checks.flatMap(({ detail }) => detail.split(/(?<=\.) /))) {
    expect(recognise(sentence)?.code, sentence).toMatch(/^(authentic|reason|doubt)\./);
  }
  return Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]));
}
const withDocument = (document: object): KeptEvidence => ({ ...CLEAN, document: { ...CLEAN.document, ...document } });
const withPictures = (pictures: object): KeptEvidence => ({ ...CLEAN, pictures: { ...HONEST_PICTURES, ...pictures } });

test('a document that nothing speaks against passes what was looked at, and nothing else', () => {
  const found = outcomes(CLEAN);
  expect(Object.keys(found)).toEqual([...AUTHENTICITY_IDS]);
  const notLookedAt: Id[] = ['barcode-against-print', 'zone-against-barcode'];
  for (const id of AUTHENTICITY_IDS)
    expect([id, found[id]]).toEqual([id, notLookedAt.includes(id) ? 'not-applicable' : 'passed']);
});

describe('what speaks against a document', () => {
  const licence = { documentType: 'Driver License', country: 'USA', region: 'CA' };
  test.each<[Id, string, KeptEvidence, Partial<ExtractedData>]>([
    ['check-digits', 'failed', withDocument({ mrz: { valid: false, checks: [{ name: 'composite', ok: false }] } }), {}],
    ['check-digits', 'doubtful', withDocument({ mrz: { ...ZONE, valid: false } }), {}],
    ['check-digits', 'not-applicable', withDocument({ mrz: null }), {}],
    [
      ...(['zone-against-print', 'failed'] as const),
      withDocument({ agreements: [{ between: ['mrz', 'visual'], alike: [], differing: ['sex'] }] }),
      {},
    ],
    ['zone-against-print', 'failed', withDocument({ conflicts: ['surname'] }), {}],
    [
      ...(['barcode-against-print', 'failed'] as const),
      withDocument({ agreements: [{ between: ['barcode', 'visual'], alike: ['sex'], differing: ['region'] }] }),
      {},
    ],
    ['listed-issuer', 'failed', CLEAN, { country: 'WSA' }],
    ['listed-issuer', 'failed', CLEAN, { country: 'XCT' }],
    ['listed-issuer', 'failed', CLEAN, { country: 'SUN' }],
    ['listed-issuer', 'failed', CLEAN, { country: 'XXA' }],
    ['listed-issuer', 'failed', CLEAN, { country: 'QQQ' }],
    ['listed-issuer', 'passed', CLEAN, { country: 'XPO' }],
    ['listed-issuer', 'passed', CLEAN, { country: 'RKS' }],
    ['listed-issuer', 'not-applicable', CLEAN, { country: null }],
    ['possible-dates', 'failed', CLEAN, { dateOfBirth: '2026-06-16' }],
    ['possible-dates', 'failed', CLEAN, { dateOfBirth: '1900-01-01' }],
    ['possible-dates', 'failed', CLEAN, { expiryDate: '1979-01-01' }],
    ['possible-dates', 'failed', CLEAN, { expiryDate: '2099-01-01' }],
    ['possible-dates', 'not-applicable', CLEAN, { expiryDate: null, dateOfBirth: null }],
    ['number-format', 'passed', CLEAN, { ...licence, documentNumber: 'A1234567' }],
    ['number-format', 'doubtful', CLEAN, { ...licence, documentNumber: '12' }],
    ['number-format', 'doubtful', CLEAN, { documentNumber: 'X4711' }],
    ['number-format', 'passed', CLEAN, { country: 'DEU', documentNumber: 'C01X00T47' }],
    ['number-format', 'not-applicable', CLEAN, { country: 'PER', documentNumber: 'X4711' }],
    // Their newer formats have no published source.
    ['number-format', 'not-applicable', CLEAN, { country: 'SWE', documentNumber: 'X4711' }],
    ['number-format', 'passed', CLEAN, { country: 'GBR', documentNumber: '123456789' }],
    [
      'number-format',
      'passed',
      CLEAN,
      { ...licence, country: 'CAN', region: 'ON', documentNumber: 'A1234-12345-12345' },
    ],
    ['specimen-wording', 'failed', withDocument({ specimenWords: ['SPECIMEN'] }), {}],
    ['specimen-wording', 'failed', CLEAN, { country: 'UTO' }],
    ['screen-or-sheet', 'doubtful', withPictures({ selfieInFrame: true }), {}],
    ['screen-or-sheet', 'doubtful', withPictures({ selfieHasGrid: true }), {}],
    ['screen-or-sheet', 'doubtful', withPictures({ selfieShowsDocument: true }), {}],
    ['same-picture', 'failed', withPictures({ samePicture: true }), {}],
    ['same-picture', 'failed', withPictures({ sameFile: true }), {}],
    ['editor-metadata', 'doubtful', withPictures({ edited: ['selfie'] }), {}],
    ['portrait-size', 'doubtful', { ...CLEAN, face: { portraitSure: false } }, {}],
    ['second-portrait', 'doubtful', { ...CLEAN, face: { secondPortrait: 12 } }, {}],
    ['second-portrait', 'not-applicable', { ...CLEAN, face: { secondPortrait: null } }, {}],
    ['screen-or-sheet', 'doubtful', withDocument({ signs: { colour: 2, pattern: 1.5 } }), {}],
    ['screen-or-sheet', 'doubtful', withDocument({ signs: { colour: 60, pattern: 400 } }), {}],
    ['screen-or-sheet', 'passed', withDocument({ signs: { colour: 12, pattern: 25 } }), {}],
  ])('%s: %s', (id, outcome, evidence, data) => {
    expect(outcomes(evidence, data)[id]).toBe(outcome);
  });
});

test('a record that keeps no evidence passes nothing but what its fields say', () => {
  for (const evidence of [{}, { document: null }]) {
    const passed = Object.entries(outcomes(evidence)).filter(([, outcome]) => outcome !== 'not-applicable');
    expect(passed).toEqual([
      ['listed-issuer', 'passed'],
      ['possible-dates', 'passed'],
      ['number-format', 'passed'],
    ]);
  }
});

test('what speaks against a document is looked at by a person, what speaks against the selfie has reasons of its own', () => {
  expect(oddities(CLEAN, DATA, '2026-06-15')).toEqual([]);
  expect(oddities(withPictures({ selfieInFrame: true }), DATA, '2026-06-15')).toEqual([]);
  const odd = {
    ...withDocument({ specimenWords: ['VOID'], signs: { colour: 0, pattern: 1 } }),
    face: { secondPortrait: 3 },
  };
  const data = { ...DATA, country: 'DDR', documentNumber: '1', dateOfBirth: '2027-01-01' };
  expect(oddities(odd, data, '2026-06-15')).toEqual(['issuer', 'dates', 'specimen', 'second-portrait', 'copy']);
  expect(oddities(odd, { ...data, country: 'FIN' }, '2026-06-15')).toEqual([
    ...(['dates', 'number', 'specimen', 'second-portrait', 'copy'] as const),
  ]);
});
