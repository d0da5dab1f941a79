import { describe, expect, test } from 'vitest';
import { type DecisionInput, decide, HONEST_PICTURES, livenessBeside } from './decide.ts';

const CLEAN: DecisionInput = {
  matchConfidence: 92,
  livenessScore: 95,
  livenessDoubts: [],
  movement: 'none',
  document: {
    documentType: 'Passport',
    mrz: 'valid',
    missing: [],
    doubtful: [],
    conflicts: [],
    oddities: [],
    expiryDate: '2030-01-01',
  },
  portrait: { sure: true },
  pictures: HONEST_PICTURES,
  today: '2026-11-21',
};

const document = (change: Partial<DecisionInput['document']>): Partial<DecisionInput> => ({
  document: { ...CLEAN.document, ...change },
});
const pictures = (change: Partial<DecisionInput['pictures']>): Partial<DecisionInput> => ({
  pictures: { ...CLEAN.pictures, ...change },
});

/** Every thing that can speak against a verification without deciding it, with the code it is told by. */
const AGAINST: readonly [string, Partial<DecisionInput>][] = [
  ['mrz-check-digit', document({ mrz: 'failed' })],
  ['mrz-doubtful', document({ mrz: 'doubtful' })],
  ['mrz-missing', document({ mrz: null })],
  ['document-incomplete', document({ missing: ['dateOfBirth'] })],
  ['document-unknown', document({ documentType: null })],
  ['document-conflict', document({ conflicts: ['surname'] })],
  ['document-doubtful', document({ doubtful: ['documentNumber'] })],
  ['document-issuer', document({ oddities: ['issuer'] })],
  ['document-specimen', document({ oddities: ['specimen'] })],
  ['document-number', document({ oddities: ['number'] })],
  ['document-dates', document({ oddities: ['dates'] })],
  ['document-second-portrait', document({ oddities: ['second-portrait'] })],
  ['document-copy', document({ oddities: ['copy'] })],
  ['expired', document({ expiryDate: '2026-11-20' })],
  ['portrait-small', { portrait: { sure: false } }],
  ['same-file', pictures({ sameFile: true })],
  ['same-picture', pictures({ samePicture: true })],
  ['selfie-shows-document', pictures({ selfieShowsDocument: true })],
  ['selfie-in-frame', pictures({ selfieInFrame: true })],
  ['selfie-grid', pictures({ selfieHasGrid: true })],
  ['document-edited', pictures({ edited: ['document'] })],
  ['selfie-edited', pictures({ edited: ['selfie'] })],
];

const MATCH = { 0: 'fail', 69.99: 'fail', 70: 'review', 79.99: 'review', 80: 'pass', 100: 'pass' } as const;
const LIVENESS = { 0: 'fail', 69.99: 'fail', 70: 'review', 79.99: 'review', 80: 'pass', 100: 'pass' } as const;

function statusOf(...bands: readonly ('fail' | 'review' | 'pass')[]): string {
  if (bands.includes('fail')) return 'Not Verified';
  return bands.includes('review') ? 'Manual Review Required' : 'Verified';
}

describe('the truth table', () => {
  const livenessBands = [
    ...Object.entries(LIVENESS).map(([score, band]) => [Number(score), band] as const),
    [null, 'review'] as const,
  ];
  for (const [confidence, match] of Object.entries(MATCH)) {
    for (const [livenessScore, liveness] of livenessBands) {
      test(`match ${confidence} and liveness ${livenessScore}, with and without anything against it`, () => {
        const input = { ...CLEAN, matchConfidence: Number(confidence), livenessScore };
        expect(decide(input).status).toBe(statusOf(match, liveness));
        expect(decide(input).faceMatch).toBe(match !== 'fail');
        for (const [code, change] of AGAINST) {
          const decided = decide({ ...input, ...change });
          expect(decided.status, code).toBe(statusOf(match, liveness, 'review'));
          expect(decided.reasons.map((reason) => reason.code)).toContain(code);
        }
      });
    }
  }
});

test('a clean verification has no reasons', () => {
  expect(decide(CLEAN)).toEqual({ faceMatch: true, status: 'Verified', reasons: [] });
});

test('a document is valid on its last day, and one without an expiry date is not held to one', () => {
  expect(decide({ ...CLEAN, ...document({ expiryDate: '2026-11-21' }) }).status).toBe('Verified');
  expect(decide({ ...CLEAN, ...document({ expiryDate: null }) }).status).toBe('Verified');
});

test('only a passport must have a machine-readable zone', () => {
  for (const documentType of ['Driver License', 'National ID', 'Residence Permit']) {
    expect(decide({ ...CLEAN, ...document({ documentType, mrz: null }) }).status).toBe('Verified');
  }
});

test('every reason is a sentence, and those that decide come first', () => {
  const { reasons } = decide({
    ...CLEAN,
    ...document({ mrz: 'failed', expiryDate: '2020-01-01' }),
    ...pictures({ samePicture: true }),
    livenessScore: 12.5,
    matchConfidence: 75,
  });
  expect(reasons[0]).toEqual({
    code: 'liveness-low',
    effect: 'fail',
    text: 'The selfie may not show a live person: 12.5 is below 70.',
  });
  expect(reasons.slice(1).every(({ effect }) => effect === 'review')).toBe(true);
  expect(reasons.map(({ code }) => code)).toEqual([
    'liveness-low',
    'face-uncertain',
    'same-picture',
    'mrz-check-digit',
    'expired',
  ]);
  for (const { text } of reasons) expect(text).toMatch(/^[A-Z].*\.$/);
});

test('thresholds can be set', () => {
  const strict = { match: { fail: 85, sure: 95 }, liveness: { fail: 50, sure: 60 } };
  expect(decide({ ...CLEAN, matchConfidence: 84 }, strict)).toMatchObject({ faceMatch: false, status: 'Not Verified' });
  expect(decide({ ...CLEAN, matchConfidence: 96, livenessScore: 60 }, strict).status).toBe('Verified');
});

test('an uncertain liveness score says why it is one, and a sure one does not', () => {
  const doubts = ['one-opinion', 'no-surroundings', 'contradiction', 'drawn', 'unfamiliar'] as const;
  const codes = (livenessScore: number) =>
    decide({ ...CLEAN, livenessScore, livenessDoubts: doubts }).reasons.map(({ code }) => code);
  expect(codes(79.99)).toEqual(['liveness-uncertain', ...doubts.map((doubt) => `liveness-${doubt}`)]);
  expect(codes(80)).toEqual([]);
});

test('a portrait that was held up is not surely a living face, however the models judge', () => {
  const liveness = { score: 95, doubtedScore: 78 };
  for (const sign of ['sameFile', 'samePicture', 'selfieShowsDocument'] as const) {
    expect(livenessBeside(liveness, { ...CLEAN.pictures, [sign]: true }), sign).toBe(78);
  }
  expect(livenessBeside(liveness, CLEAN.pictures)).toBe(95);
});

test('whoever cannot move is decided by a person: never verified, never refused, and everything found is told', () => {
  const cannot = { ...CLEAN, movement: 'cannot' } as const;
  expect(decide(cannot)).toMatchObject({ status: 'Manual Review Required', faceMatch: true });
  const refused = { ...cannot, matchConfidence: 10, livenessScore: 5 };
  const decision = decide(refused);
  expect(decision).toMatchObject({ status: 'Manual Review Required', faceMatch: false });
  expect(decision.reasons.map(({ code }) => code)).toEqual(['movement-cannot', 'face-mismatch', 'liveness-low']);
  expect(decision.reasons.every(({ effect }) => effect === 'review')).toBe(true);
  expect(decide({ ...CLEAN, movement: 'seen' })).toEqual(decide(CLEAN));
});
