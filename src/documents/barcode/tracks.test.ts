import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTracks } from './tracks.ts';

const FIRST = '%BCNANAIMO^QUILLFEATHER,$WREN ODELL^77 SAMPLE RD$NANAIMO BC  V9R 0Z9^?';
const THIRD = '_%0AV9R0Z9                     F165 61BROGRN9000000001                E$0ABC_%?';

/** A card of British Columbia with other parts; the end as year and month. */
function card({ first = FIRST, number = '7654321', end = '3109', born = '19740914', rest = '=', third = THIRD } = {}) {
  return `${first};636028${number}=${end}${born}${rest}?${third}`;
}

describe('a barcode of British Columbia, which holds the tracks of a magnetic stripe', () => {
  test('is read whole', () => {
    expect(readTracks(card())).toEqual({
      version: 0,
      issuerNumber: '636028',
      issuer: { country: 'CAN', code: 'BC', name: 'British Columbia' },
      card: 'DL',
      number: '7654321',
      familyName: 'QUILLFEATHER',
      givenNames: 'WREN ODELL',
      suffix: null,
      truncated: false,
      birthDate: '1974-09-14',
      expiryDate: '2031-09-14',
      issueDate: null,
      sex: 'F',
      address: '77 SAMPLE RD, NANAIMO, BC V9R 0Z9',
      country: 'CAN',
      unsure: ['card'],
      elements: {},
      doubts: [],
    });
  });

  test.each([
    ['%BCNANAIMO^QUILLFEATHER,$WREN^77 SAMPLE RD$NANAIMO BC V9R 0Z9?', '77 SAMPLE RD, NANAIMO, BC V9R 0Z9'],
    [
      '%BCNANAIMO^QUILLFEATHER,$WREN^77 SAMPLE RD$UNIT 4$NANAIMO BC  V9R 0Z9^?',
      '77 SAMPLE RD, UNIT 4, NANAIMO, BC V9R 0Z9',
    ],
    ['%BCNANAIMO^QUILLFEATHER,$WREN^77 SAMPLE RD^?', '77 SAMPLE RD, NANAIMO, BC V9R 0Z9'],
    ['%BCPORT ALBERNIEQUILLFEATHER,$WREN^77 SAMPLE RD^?', '77 SAMPLE RD, PORT ALBERNIE, BC V9R 0Z9'],
    ['%BC^QUILLFEATHER,$WREN^^?', null],
  ])('%s has the address %s', (first, address) => {
    expect(readTracks(card({ first }))).toMatchObject({ familyName: 'QUILLFEATHER', givenNames: 'WREN', address });
  });

  test('has names of several words, and may have no given name', () => {
    const named = (name: string) => readTracks(card({ first: `%BCNANAIMO^${name}^1 SAMPLE RD^?` }));
    expect(named('VAN DER QUILL,$WREN ODELL')).toMatchObject({ familyName: 'VAN DER QUILL', givenNames: 'WREN ODELL' });
    expect(named('QUILL$WREN$ODELL')).toMatchObject({ familyName: 'QUILL', givenNames: 'WREN ODELL' });
    expect(named('QUILL,$')).toMatchObject({ familyName: 'QUILL', givenNames: null });
    expect(named('QUILLFEATHER-FEATHERQUILL,$WREN ODEL')).toMatchObject({ truncated: true });
  });

  test.each([
    ['3109', '19740914', '2031-09-14', true],
    ['3199', '19740914', '2031-09-14', true],
    ['3302', '19960229', '2033-02-28', true],
    ['3604', '19740914', '2036-04-30', false],
    ['3177', '19740914', null, false],
    ['3100', '19740914', null, false],
  ])('that ends in %s and names the birth date %s ends on %s', (end, born, expiryDate, isSure) => {
    const read = readTracks(card({ end, born }))!;
    expect(read.expiryDate).toBe(expiryDate);
    expect(read.unsure.includes('expiryDate')).toBe(!isSure);
  });

  test('without a height is another card of the province, whose kind it does not tell', () => {
    const third = '_%0AV9R0Z9                     X            9000000001                00C00000000?';
    expect(readTracks(card({ number: '004000001', third }))).toMatchObject({
      card: null,
      number: '004000001',
      sex: 'X',
    });
  });

  test('goes on in the number behind the birth date, and may leave the underscore out', () => {
    expect(readTracks(card({ number: '1234567890123', rest: '45' }))?.number).toBe('123456789012345');
    expect(readTracks(card({ third: THIRD.slice(1) }))?.sex).toBe('F');
  });

  test('with a birth date that is none says so', () => {
    expect(readTracks(card({ born: '19741399' }))).toMatchObject({
      birthDate: null,
      doubts: [{ code: 'doubt.barcode-birth' }],
    });
  });
});

test('no other text is a card with tracks, and none makes reading fail', () => {
  expect(readTracks('')).toBeNull();
  expect(readTracks(card().replace('636028', '999999'))).toBeNull();
  expect(readTracks('%B4111111111111111^QUILL/WREN^31091010000?;4111111111111111=3109101?')).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, at) => {
      const place = at % card().length;
      for (const one of [text, card().slice(0, place), card().slice(0, place) + text + card().slice(place)]) {
        const date = readTracks(one)?.expiryDate;
        if (date) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
      }
    }),
    { numRuns: 300 },
  );
});
