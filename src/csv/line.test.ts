import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from './line.ts';

/** Cells of a line as a spreadsheet with this delimiter reads them (RFC 4180 quotes). */
function cells(line: string, delimiter: string): string[] {
  const found = [''];
  let quoted = false;
  for (const [index, sign] of [...line].entries()) {
    const cell = found.length - 1;
    if (sign === '"' && quoted) quoted = false;
    else if (sign === '"' && (found[cell] === '' || line[index - 1] === '"')) quoted = true;
    else if (!quoted && (sign === delimiter || sign === '\r' || sign === '\n')) found.push('');
    else found[cell] += sign;
  }
  return found;
}

describe('a line of CSV', () => {
  test('keeps ordinary names as they are', () => {
    expect(csvLine(['Anne-Marie O’Neil', 'a;b', 7, 'x,"y"'])).toBe('Anne-Marie O’Neil,a;b,7,"x,""y"""\r\n');
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['x;=1+1', "x;'=1+1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x; "=1+1', 'x; "\'=1+1'],
    [' -1', " '-1"],
  ])('%j cannot become a formula, whatever sign the spreadsheet splits at', (cell, safe) => {
    const quoted = /["]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    expect(csvLine([cell])).toBe(`${quoted}\r\n`);
  });

  test.each([
    '\u0000',
    '\u0001',
    '\u001f',
    '\u007f',
    '\u0085',
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u115f',
    '\u180e',
    '\u200b',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202e',
    '\u2060',
    '\u2065',
    '\u2069',
    '\u3164',
    '\ufe0f',
    '\ufeff',
    '\u{e0001}',
  ])('behind a character that nobody sees (%j) no formula begins', (unseen) => {
    expect(csvLine([`${unseen}=1+1`])).toBe(`${unseen}'=1+1\r\n`);
    expect(csvLine([`x;${unseen} ${unseen}@SUM(A1)`])).toBe(`x;${unseen} ${unseen}'@SUM(A1)\r\n`);
  });

  test('no cell begins with a formula sign for a spreadsheet that splits at comma, semicolon or tab', () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@;,\t\r\n" aß＝'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), fc.constantFrom(',', ';', '\t'), (row, delimiter) => {
        for (const cell of cells(csvLine(row), delimiter)) expect(cell.trim()).not.toMatch(/^[=+\-@＝＋－＠]/);
      }),
      { numRuns: 2_000 },
    );
  });
});
