import { describe, expect, test } from 'vitest';
import { compare, type ReadValues } from '../bench/documents/compare.ts';
import { readBarcode } from '../src/documents/barcode/barcode-reader.ts';
import { checkDigit, encodeMrz } from './mrz.ts';
import { photograph, READABLE_DAMAGES } from './photograph.ts';
import { drawSpecimen, LAYOUTS } from './specimen.ts';
import type { Holder } from './truth.ts';

const eriksson: Holder = {
  surname: 'Eriksson',
  given: ['Anna', 'Maria'],
  sex: 'F',
  birthDate: '1974-08-12',
  birthPlace: 'Zenith',
  nationality: 'UTO',
  address: ['', ''],
  face: 1,
};

describe('the specimens', () => {
  test('carry the machine-readable zones of the standard', () => {
    const content = { issuer: 'UTO', holder: eriksson, expiryDate: '2012-04-15' };
    const passport = encodeMrz('TD3', { ...content, code: 'P', number: 'L898902C3', optional: 'ZE184226B' });
    expect(passport.lines).toEqual([
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ]);
    const card = encodeMrz('TD1', { ...content, code: 'I', number: 'D23145890' });
    expect(card.lines[1]).toBe('7408122F1204159UTO<<<<<<<<<<<6');
    expect(encodeMrz('TD1', { ...content, code: 'I', number: 'D23145890734' }).lines[0]).toBe(
      'I<UTOD23145890<7349<<<<<<<<<<<',
    );
    expect(checkDigit('520727')).toBe('3');
  });

  test('are the same for the same seed', async () => {
    const shots = [await drawSpecimen(41), await drawSpecimen(41)].map((one) => photograph(one, 3, ['tilt', 'glare']));
    expect(shots[0]!.jpeg.equals(shots[1]!.jpeg)).toBe(true);
    expect(shots[0]!.truth).toEqual(shots[1]!.truth);
  });

  test.each(LAYOUTS.map(({ name }) => name))(
    'of layout %s keep everything that matters on the page',
    async (layout) => {
      for (let seed = 0; seed < 3; seed++) {
        const { sides, truth } = await drawSpecimen(seed, { layout });
        for (const { zones, pixels, portrait } of sides) {
          for (const { x, y } of [...zones, ...(portrait ? [portrait] : [])].flat()) {
            expect(x).toBeGreaterThanOrEqual(0);
            expect(x).toBeLessThanOrEqual(pixels.width);
            expect(y).toBeGreaterThanOrEqual(0);
            expect(y).toBeLessThanOrEqual(pixels.height);
          }
        }
        expect(truth.surname).not.toBe('');
        expect(truth.expiryDate! > '2031').toBe(true);
      }
    },
  );

  test('of readers’ own sets never show what is held out', async () => {
    for (let seed = 0; seed < 4; seed++) {
      expect((await drawSpecimen(seed)).truth.heldOut).toBe(false);
      expect((await drawSpecimen(seed, { heldOut: true })).truth.heldOut).toBe(true);
    }
  });

  test('carry barcodes that decode to the licence’s data', async () => {
    const specimen = await drawSpecimen(5, { layout: 'licence-us-plain' });
    const barcode = await readBarcode(photograph(specimen, 5, [], { sides: 'back' }).pixels);
    expect(barcode?.text).toBe(specimen.truth.barcode!.text);
  });

  test('photographed keep their truth to what the picture shows', async () => {
    const specimen = await drawSpecimen(9, { layout: 'card-above' });
    const front = photograph(specimen, 1, [], { sides: 'front' }).truth;
    expect(front.mrz).toBeNull();
    expect(front.address).toBeNull();
    const back = photograph(specimen, 1, [], { sides: 'back' }).truth;
    expect(back.mrz?.format).toBe('TD1');
    expect(back.surname).toBe(back.mrz!.lines[2]!.split('<<')[0]!.replaceAll('<', ' '));
    expect(photograph(specimen, 1).truth.pages).toHaveLength(2);
  });

  test('can be spoilt in every way without losing the page from the picture', async () => {
    const specimen = await drawSpecimen(12, { kind: 'passport' });
    for (const damage of READABLE_DAMAGES) {
      const { pixels, truth } = photograph(specimen, 12, damage);
      for (const { x, y } of truth.pages.flat()) {
        expect(x >= 0 && y >= 0 && x <= pixels.width && y <= pixels.height, damage).toBe(true);
      }
    }
  });
});

describe('a reading is compared with the truth', () => {
  const none: ReadValues = {
    type: null,
    country: null,
    region: null,
    number: null,
    fullName: null,
    birthDate: null,
    expiryDate: null,
    sex: null,
    nationality: null,
    address: null,
  };
  const judged = (surname: string, given: string, fullName: string | null) =>
    compare({ ...none, surname, given }, { ...none, fullName });

  test('names whatever their case, marks and order', () => {
    expect(judged('Müller', 'Jörg', 'JOERG MUELLER').fullName).toBe('right');
    expect(judged('MUELLER', 'Jorg', 'Jörg Müller').fullName).toBe('right');
    expect(judged('Ødegård', 'Åse', 'OEDEGAARD ASE').fullName).toBe('right');
    expect(judged('O’Connell', 'Anna-Lena', 'ANNA LENA OCONNELL').fullName).toBe('right');
    expect(judged('Nowak', 'Ewa', 'EWA NOVAK')).toMatchObject({ fullName: 'wrong', surname: 'wrong', given: 'right' });
    expect(judged('Nowak', 'Ewa Maria', 'EWA NOWAK')).toMatchObject({ surname: 'right', given: 'wrong' });
    expect(judged('Nowak', 'Ewa', null)).toMatchObject({ fullName: 'missing', surname: 'missing', given: 'missing' });
  });

  test('a value that the document does not have is wrong, nothing where it has nothing is not counted', () => {
    expect(compare({ ...none, surname: null, given: null }, { ...none, sex: 'F' })).toEqual({ sex: 'wrong' });
  });

  test('numbers without their spaces, states by their code', () => {
    const truth = { ...none, surname: null, given: null, number: '123 456-789', country: 'D' };
    expect(compare(truth, { ...none, number: '123456789', country: 'DEU' })).toEqual({
      number: 'right',
      country: 'right',
    });
    expect(compare(truth, { ...none, number: '123456780' }).number).toBe('wrong');
  });
});
