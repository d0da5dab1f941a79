import { describe, expect, test } from 'vitest';
import { decode } from './decode.ts';
import { ALPHABET, layoutOf } from './formats.ts';

const PASSPORT = ['P<MYSHASSAN<<AMINA<NUR<<<<<<<<<<<<<<<<<<<<<<', 'K405500770MYS8501019F3001019<<<<<<<<<<<<<<02'];

/** Scores of lines read as they stand, each sign `margin` before all others that `instead` does not name. */
function scores(lines: readonly string[], instead: Readonly<Record<string, number>> = {}, margin = 6) {
  return lines.map((line) =>
    [...line].map((sign) =>
      Float32Array.from(ALPHABET, (other) => (other === sign ? 0 : -(instead[`${sign}${other}`] ?? margin))),
    ),
  );
}

function decoded(lines: readonly string[], instead?: Readonly<Record<string, number>>) {
  return decode(layoutOf(lines)!, scores(lines, instead))!;
}

const misread = (sign: string, by: string, row: number) =>
  PASSPORT.map((line, at) => (at === row ? line.replaceAll(sign, by) : line));

describe('codes of states come from the list of all', () => {
  test('a code that none has becomes the one that it nearly is, and says so', () => {
    const lines = [PASSPORT[0]!.replace('MYS', 'NYS'), PASSPORT[1]!.replace('MYS', 'NYS')];
    const { parsed, corrections, unsure } = decoded(lines, { NM: 1.5 });
    expect(parsed).toMatchObject({ valid: true, fields: { issuer: 'MYS', nationality: 'MYS' } });
    expect(corrections).toEqual([
      { line: 0, position: 2, read: 'N', taken: 'M' },
      { line: 1, position: 10, read: 'N', taken: 'M' },
    ]);
    expect(unsure).toEqual([]);
  });

  test('a code that was read clearly stays, as does one between two states', () => {
    const lines = PASSPORT.map((line) => line.replace('MYS', 'NYS'));
    expect(decoded(lines).parsed.fields.issuer).toBe('NYS');
    const between = PASSPORT.map((line) => line.replace('MYS', 'AUX'));
    expect(decoded(between, { XS: 1, XT: 1.2 }).parsed.fields.issuer).toBe('AUX');
  });
});

describe('signs that look alike', () => {
  test('one that was taken for another all along a line is it nowhere', () => {
    const lines = misread('0', 'D', 1);
    const { parsed, corrections } = decoded(lines, { D0: 1.4 });
    expect(parsed).toMatchObject({ valid: true, lines: PASSPORT });
    expect(corrections.length).toBeGreaterThan(2);
  });

  test('one that was read surely stays, and the number is no valid one', () => {
    expect(decoded(misread('0', 'D', 1), { D0: 5 }).parsed.valid).toBe(false);
  });
});
