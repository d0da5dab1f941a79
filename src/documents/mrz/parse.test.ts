import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeMrz } from '../../../specimens/mrz.ts';
import { inWords } from '../../sentences.ts';
import { ALPHABET, checkDigit } from './formats.ts';
import { parseMrz } from './parse.ts';

const TODAY = '2026-06-01';

describe('zones as Doc 9303 prints them', () => {
  test('a passport (part 4, appendix B)', () => {
    const parsed = parseMrz(
      ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
      TODAY,
    );
    expect(parsed).toMatchObject({ format: 'TD3', valid: true, doubts: [] });
    expect(parsed!.fields).toEqual({
      documentCode: 'P',
      issuer: 'UTO',
      country: 'UTO',
      nationality: 'UTO',
      nationalityCountry: 'UTO',
      number: 'L898902C3',
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      truncated: false,
      birthDate: '1974-08-12',
      expiryDate: '2012-04-15',
      sex: 'F',
      optional: 'ZE184226B',
      optional2: null,
    });
  });

  test('a card whose number is longer than nine goes on in the optional data (part 5, appendix B)', () => {
    const parsed = parseMrz(
      ['I<UTOD23145890<7349<<<<<<<<<<<', '3407127M9507122UTO<<<<<<<<<<<2', 'STEVENSON<<PETER<JOHN<<<<<<<<<'],
      TODAY,
    );
    expect(parsed).toMatchObject({ format: 'TD1', valid: true });
    expect(parsed!.fields).toMatchObject({ number: 'D23145890734', optional: null, birthDate: '1934-07-12' });
  });

  test('Germany is D, and a filler leaves the sex open', () => {
    const lines = [
      'IDD<<T220001293<<<<<<<<<<<<<<<',
      '6408125<2010315D<<<<<<<<<<<<<4',
      'MUSTERMANN<<ERIKA<<<<<<<<<<<<<',
    ];
    expect(parseMrz(lines, TODAY)).toMatchObject({
      valid: true,
      fields: {
        issuer: 'D',
        country: 'DEU',
        nationality: 'D',
        nationalityCountry: 'DEU',
        sex: '<',
        number: 'T22000129',
      },
    });
  });

  test('the French licence has one line with two digits over everything before them', () => {
    const parsed = parseMrz(['D1FRA13AA000026181231MARTIN<<9'], TODAY);
    expect(parsed).toMatchObject({ format: 'FRDL', valid: true });
    expect(parsed!.fields).toMatchObject({ number: '13AA00002', surname: 'MARTIN', expiryDate: '2018-12-31' });
    expect(parseMrz(['D1FRA13AA000036181231MARTIN<<9'], TODAY)!.valid).toBe(false);
  });

  test('the Swiss licence has no check digits', () => {
    const parsed = parseMrz(['AAA001D<<', 'FACHE305142128097<<800126<<<<<', 'MARCHAND<<FABIENNE<<<<<<<<<<<<'], TODAY);
    expect(parsed).toMatchObject({ format: 'CHE-DL', valid: true, checks: [] });
    expect(parsed!.fields).toMatchObject({ number: 'AAA001D', surname: 'MARCHAND', birthDate: '1980-01-26' });
  });
});

test.each(['ARG', 'CHE', 'COL', 'ESP', 'FRA', 'GBR', 'HRV', 'MEX', 'NLD', 'POL', 'UKR', 'UTO'])(
  'a filler too many before %s takes no letter of the code into the name',
  (code) => {
    for (const kind of ['PE', 'PM', 'PO', 'PP']) {
      const lower = `L898902C36${code}7408122F1204159ZE184226B<<<<<10`;
      const { fields } = parseMrz([`${kind}<${code}GONZALEZ<<SARA<EMMA`.padEnd(44, '<'), lower], TODAY)!;
      expect(fields).toMatchObject({ issuer: code, country: code, surname: 'GONZALEZ', givenNames: 'SARA EMMA' });
      const upper = `${kind}${code}GONZALEZ<<SARA<EMMA`.padEnd(44, '<');
      expect(parseMrz([upper, lower], TODAY)!.fields).toMatchObject({ issuer: code, surname: 'GONZALEZ' });
    }
  },
);

test('nobody is born after his document ran out', () => {
  const lines = ['P<UTOZUMBROCK<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO2408120F1204159ZE184226B<<<<<10'];
  expect(parseMrz(lines, '2026-11-21')!.fields).toMatchObject({ birthDate: '1924-08-12', expiryDate: '2012-04-15' });
});

describe('what is unknown stays unknown', () => {
  test('a birth date of which only the year is known is null, and the zone may still be valid', () => {
    const birth = '74<<<<';
    const lower = `L898902C36UTO${birth}${checkDigit(birth)}F1204159ZE184226B<<<<<1`;
    const composite = checkDigit(lower.slice(0, 10) + lower.slice(13, 20) + lower.slice(21));
    const parsed = parseMrz(['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', lower + composite], TODAY);
    expect(parsed).toMatchObject({ valid: true, fields: { birthDate: null, expiryDate: '2012-04-15' } });
  });

  test('a day that no calendar has is null and is said', () => {
    const lines = ['P<CZESPECIMEN<<VZOR<<<<<<<<<<<<<<<<<<<<<<<<<', '99006000<8CZE1102299F16090641152291111<<<<24'];
    const parsed = parseMrz(lines, TODAY);
    expect(parsed!.valid).toBe(true);
    expect(parsed!.fields.birthDate).toBeNull();
    expect(parsed!.doubts.map(inWords)).toContain('The date of birth is no day of the calendar.');
  });

  test('a name that fills its place may go on, one without two fillers has no given names', () => {
    const lower = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';
    const full = parseMrz(['P<UTONILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K', lower], TODAY);
    expect(full!.fields).toMatchObject({ truncated: true, givenNames: 'CHAYAPA DEJTHAMRONG K' });
    const single = parseMrz(['P<UTOARKFREITH<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<', lower], TODAY);
    expect(single!.fields).toMatchObject({ truncated: false, surname: 'ARKFREITH', givenNames: null });
  });

  test('a code that nobody has is a doubt, special codes are none', () => {
    const lower = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';
    const organisations = 'EUE UNA UNK UNO XBA XCC XCE XCO XDC XEC XES XIM XMP XOM XPO'.split(' ');
    for (const code of ['XXA', 'XXB', 'XXC', 'XXX', 'GBD', 'RKS', 'XXK', 'RP<', 'D<<', ...organisations]) {
      expect(parseMrz([`P<${code}ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<`, lower], TODAY)!.doubts).toEqual([]);
    }
    expect(parseMrz(['P<QQQERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', lower], TODAY)!.doubts).toHaveLength(1);
  });

  test.each(['WSA', 'XCT', 'SUN', 'YUG', 'DDR', 'SCG', 'CSK', 'ZAR', 'ANT', 'NSK'])(
    'nobody who issues documents has the code %s',
    (code) => {
      const lower = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';
      const { doubts } = parseMrz([`P<${code}ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<`, lower], TODAY)!;
      expect(doubts).toEqual([{ code: 'doubt.issuer-unknown', values: { issuer: code } }]);
    },
  );

  test('a former state, Kosovo and persons without a state are nationalities, what no state recognises is none', () => {
    const said = (nationality: string) => {
      const lower = `L898902C36${nationality}7408122F1204159ZE184226B<<<<<10`;
      const { doubts, fields } = parseMrz(['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', lower], TODAY)!;
      return [doubts.map(({ code }) => code), fields.nationalityCountry];
    };
    for (const code of ['YUG', 'SUN', 'XXK', 'RKS', 'XXA', 'XXB', 'XXC', 'XXX', 'UNO'])
      expect(said(code)).toEqual([[], code]);
    expect(said('RP<')).toEqual([[], 'PHL']);
    expect(said('GBN')).toEqual([[], 'GBR']);
    expect(said('WSA')).toEqual([['doubt.nationality-unknown'], 'WSA']);
  });
});

const word = fc.stringMatching(/^[A-Z]{2,9}$/);
const date = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((moment) => moment.toISOString().slice(0, 10));
const content = fc.record({
  code: fc.constant('I'),
  issuer: fc.constantFrom('FRA', 'POL', 'ESP', 'ITA'),
  number: fc.stringMatching(/^[A-Z0-9]{6,9}$/),
  holder: fc.record({
    surname: word,
    given: fc.array(word, { minLength: 1, maxLength: 2 }),
    sex: fc.constantFrom('M' as const, 'F' as const),
    birthDate: date('1930-01-01', '2020-12-31'),
    nationality: fc.constantFrom('FRA', 'POL', 'ESP', 'ITA'),
    birthPlace: word,
    address: fc.tuple(word, word),
    face: fc.nat(),
  }),
  expiryDate: date('2027-01-01', '2040-12-31'),
});
const CODES = { TD1: 'I', TD2: 'I', TD3: 'P', MRVA: 'V', MRVB: 'V' } as const;
const format = fc.constantFrom('TD1' as const, 'TD2' as const, 'TD3' as const, 'MRVA' as const, 'MRVB' as const);

describe('whatever is printed', () => {
  test('is read as it was meant', () => {
    fc.assert(
      fc.property(format, content, (kind, said) => {
        const printed = encodeMrz(kind, { ...said, code: CODES[kind] });
        const parsed = parseMrz(printed.lines, TODAY);
        expect(parsed).toMatchObject({ format: kind, valid: true });
        expect(parsed!.fields).toMatchObject({
          issuer: said.issuer,
          number: said.number,
          birthDate: said.holder.birthDate,
          expiryDate: said.expiryDate,
          sex: said.holder.sex,
          surname: said.holder.surname,
          givenNames: said.holder.given.join(' '),
        });
      }),
    );
  });

  test('one wrong character in number, dates or check digits is noticed unless the arithmetic cannot tell', () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 0, max: 43 }), fc.constantFrom(...ALPHABET), (said, at, wrong) => {
        const [upper, lower] = encodeMrz('TD3', { ...said, code: 'P' }).lines;
        const covered = at < 10 || (at >= 13 && at !== 20);
        // Characters whose values differ by a multiple of ten weigh the same (part 3 §4.9).
        const value = (sign: string) => (sign === '<' ? 0 : ALPHABET.indexOf(sign));
        fc.pre(covered && (value(lower![at]!) - value(wrong)) % 10 !== 0);
        const spoilt = lower!.slice(0, at) + wrong + lower!.slice(at + 1);
        expect(parseMrz([upper!, spoilt], TODAY)!.valid).toBe(false);
      }),
    );
  });

  test('never throws', () => {
    const line = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[A-Z0-9<]{30}$/),
      fc.stringMatching(/^[PVID][A-Z0-9<]{43}$/),
    );
    fc.assert(fc.property(fc.array(line, { maxLength: 4 }), (lines) => void parseMrz(lines)));
  });
});
