import { describe, expect, test } from 'vitest';
import { parseMrz } from '../mrz/parse.ts';
import { type DocumentSource, type Field, UNLIMITED } from './document-source.ts';
import { fuse } from './fuse.ts';
import { besidePrint, mrzSource } from './sources.ts';

const TODAY = '2026-11-27';

/** The zone of a card beside print that says some fields, `sure` of them or not, read with this confidence. */
function together(
  born: string,
  sex: string,
  ends: string,
  printed: Partial<Record<Field, string>>,
  sure = true,
  confidence = 0.98,
) {
  const lines = [
    'IDUTOX47110000<<<<<<<<<<<<<<<<',
    `${born}0${sex}${ends}0UTO<<<<<<<<<<<0`,
    'MARLIN<<IVO<<<<<<<<<<<<<<<<<<<',
  ];
  const parsed = parseMrz(lines, TODAY)!;
  const zone = { ...parsed, checks: [], valid: true, confidence: 0.99 };
  const said = Object.entries(printed).map(([field, value]) => [field, { value, confidence, sure }]);
  const print: DocumentSource = { kind: 'visual', reliable: false, fields: Object.fromEntries(said) };
  return fuse([besidePrint(mrzSource(zone), zone, print), print]);
}

describe('the century of a zone', () => {
  const born = (zone: string, dateOfBirth: string, sure = true, confidence = 0.98) =>
    together(zone, 'M', '310415', { dateOfBirth }, sure, confidence);

  test('is that of four printed digits, so that a person of 100 is no child', () => {
    expect(born('250812', '1925-08-12')).toMatchObject({ extractedData: { dateOfBirth: '1925-08-12' }, conflicts: [] });
    expect(born('250812', '2025-08-12').extractedData.dateOfBirth).toBe('2025-08-12');
    expect(born('111111', '1911-11-11').extractedData.dateOfBirth).toBe('1911-11-11');
  });

  test('is not taken from print that differs otherwise or was hardly read', () => {
    expect(born('250812', '1925-08-13')).toMatchObject({
      extractedData: { dateOfBirth: '2025-08-12' },
      conflicts: ['dateOfBirth'],
    });
    expect(born('250812', '1925-08-12', false, 0.6).extractedData.dateOfBirth).toBe('2025-08-12');
  });

  test.each(['000630', '010101', '050630', '081231', '111111', '120704', '150315', '190820', '221005', '260101'])(
    'is also that of print that only its place tells: %s',
    (zone) => {
      const [, year, month, day] = /^(..)(..)(..)$/.exec(zone)!;
      for (const century of ['19', '20']) {
        const printed = `${century}${year}-${month}-${day}`;
        expect(born(zone, printed, false, 0.79).extractedData.dateOfBirth).toBe(printed);
      }
    },
  );
});

describe('a filler for the sex', () => {
  const sexOf = (sign: string, printed: string | null) =>
    together('800203', sign, '310415', printed === null ? {} : { sex: printed });

  test('is null where the print has none, and X where the print has one', () => {
    expect(sexOf('<', null)).toMatchObject({ extractedData: { sex: null }, conflicts: [], doubtful: [] });
    expect(sexOf('<', 'X')).toMatchObject({ extractedData: { sex: 'X' }, conflicts: [] });
    expect(sexOf('X', null).extractedData.sex).toBe('X');
  });

  test('is a contradiction where the print has another letter', () => {
    expect(sexOf('<', 'F').conflicts).toEqual(['sex']);
  });
});

describe('a document that never ends', () => {
  const ends = (zone: string, expiryDate?: string, sure = true) => {
    const { extractedData, conflicts, doubtful } = together(
      '440101',
      'F',
      zone,
      expiryDate ? { expiryDate } : {},
      sure,
    );
    return [extractedData.expiryDate, conflicts, doubtful];
  };

  test.each(['990101', '991231', '990515'])('has no date of expiry, though its zone has %s', (zone) => {
    expect(ends(zone, UNLIMITED)).toEqual([null, [], []]);
  });

  test('is doubtful where the print does not say so, and has ended where the print says when', () => {
    expect(ends('990101')).toEqual([null, [], ['expiryDate']]);
    expect(ends('990101', '1999-01-01')).toEqual(['1999-01-01', [], []]);
    expect(ends('990515')).toEqual(['1999-05-15', [], []]);
  });

  test('contradicts a zone that ends', () => {
    expect(ends('310415', UNLIMITED)).toEqual(['2031-04-15', ['expiryDate'], []]);
  });
});
