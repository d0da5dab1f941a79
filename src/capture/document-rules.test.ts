import { describe, expect, test } from 'vitest';
import type { DocumentLook } from './document-look.ts';
import { afterPicture, judgeSide, needsBack } from './document-rules.ts';
import type { TakenSide } from './progress.ts';

const ANY = { documentTypes: null, country: null };
const READ: DocumentLook = {
  problem: null,
  missing: [],
  documentType: 'National ID',
  country: 'DEU',
  hasCode: true,
  hasBadZone: false,
};
const PLAIN: DocumentLook = { ...READ, hasCode: false };
const BLURRED: DocumentLook = { ...PLAIN, problem: { code: 'blurred', text: 'Blurred.' } };
const NONE: TakenSide = { tries: 0, isThere: false, isTaken: false, lacking: 0, last: null, problem: null, fields: [] };

/** Pictures of a front one after another; which of them is kept, and how it ends. */
function pictures(looks: readonly DocumentLook[], final = -1) {
  let side = NONE;
  let kept = -1;
  for (const [at, look] of looks.entries()) {
    const judged = judgeSide(look, 'front', ANY);
    const after = afterPicture(side, judged, { digest: String(at), isFinal: at === final });
    side = after.side;
    if (after.isBetter) kept = at;
  }
  return { kept, isTaken: side.isTaken, isThere: side.isThere, problem: side.problem };
}

describe('the back of a document is wanted', () => {
  test.each([
    ['of a card whose front has no code', PLAIN, ANY, true],
    ['not where the front has one', READ, ANY, false],
    ['of no passport', { ...PLAIN, documentType: 'Passport' }, ANY, false],
    ['of a licence with a barcode behind', { ...PLAIN, documentType: 'Driver License', country: 'USA' }, ANY, true],
    ['of no other licence', { ...PLAIN, documentType: 'Driver License', country: 'FRA' }, ANY, false],
    ['where the kind was not read', { ...PLAIN, documentType: null }, ANY, true],
    [
      'not where a passport alone was asked for',
      { ...PLAIN, documentType: null },
      { ...ANY, documentTypes: ['Passport'] as const },
      false,
    ],
    [
      'by the country that was asked for',
      { ...PLAIN, documentType: 'Driver License', country: null },
      { ...ANY, country: 'FRA' },
      false,
    ],
  ])('%s', (_, look, wished, wanted) => {
    expect(needsBack(look, wished)).toBe(wanted);
  });
});

describe('pictures of one side', () => {
  const unread: DocumentLook = { ...PLAIN, documentType: 'Passport', missing: ['dateOfBirth'] };
  const worse: DocumentLook = { ...unread, missing: ['dateOfBirth', 'fullName', 'expiryDate'] };

  test('a good one is taken at once', () => {
    expect(pictures([READ])).toEqual({ kept: 0, isTaken: true, isThere: true, problem: null });
  });

  test('one that is not read whole is asked for again once, and the better one of two is kept', () => {
    expect(pictures([worse])).toMatchObject({ kept: 0, isTaken: false, isThere: true, problem: 'zone-missing' });
    expect(pictures([worse, unread])).toMatchObject({ kept: 1, isTaken: true });
    expect(pictures([unread, worse])).toMatchObject({ kept: 0, isTaken: true });
  });

  test('one that is of no use neither takes the place of the first nor holds the person up', () => {
    expect(pictures([unread, BLURRED])).toMatchObject({ kept: 0, isTaken: true });
  });

  test('one that is of no use is not the first of the two', () => {
    expect(pictures([BLURRED, unread])).toMatchObject({ kept: 1, isTaken: false, isThere: true });
    expect(pictures([BLURRED, BLURRED, BLURRED])).toMatchObject({ kept: -1, isTaken: false, isThere: false });
  });

  test('the person keeps what can be used, and nothing else', () => {
    expect(pictures([unread], 0)).toMatchObject({ kept: 0, isTaken: true });
    expect(pictures([BLURRED], 0)).toMatchObject({ kept: -1, isTaken: false });
  });

  test('another document than was asked for is of no use', () => {
    const wished = { documentTypes: ['Passport'] as const, country: null };
    expect(judgeSide(READ, 'front', wished)).toMatchObject({ problem: 'other-type', isUseless: true });
    expect(judgeSide(READ, 'front', { ...ANY, country: 'FRA' })).toMatchObject({ problem: 'other-country' });
    expect(judgeSide({ ...READ, documentType: null }, 'front', wished).problem).toBeNull();
  });

  test('a back is asked for its code alone', () => {
    const bare = { ...PLAIN, missing: ['fullName'] as const };
    expect(judgeSide(bare, 'back', ANY)).toMatchObject({ problem: 'zone-missing', isUseless: false, fields: [] });
    expect(judgeSide({ ...bare, hasCode: true }, 'back', ANY).problem).toBeNull();
  });
});
