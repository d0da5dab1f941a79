import { describe, expect, it } from 'vitest';
import type { TextLine } from '../text/text-reader.ts';
import { readVisualZone } from './visual-zone.ts';

const PICTURE = { width: 1000, height: 640 };
const HEIGHT = 24;
const LETTER = 13;

function line(x: number, y: number, text: string, confidence = 0.97): TextLine {
  const right = x + text.length * LETTER;
  const quad = [
    { x, y },
    { x: right, y },
    { x: right, y: y + HEIGHT },
    { x, y: y + HEIGHT },
  ] as const;
  return { text, confidence, characters: [...text].map(() => confidence), box: { quad, score: 0.9 } };
}

/** The front of a licence of Iowa; rows by their text may be replaced or, by null, left out. */
function licence(changed: Readonly<Record<string, string | null>> = {}): TextLine[] {
  const rows: [number, number, string][] = [
    [40, 20, 'Iowa'],
    [400, 40, 'DRIVER LICENSE'],
    [300, 110, '4d DL NO. 011ZK5977'],
    [300, 145, '3 DOB 10/20/1970'],
    [300, 180, '4a ISS 06/21/2023'],
    [560, 180, '4b EXP 10/20/2032'],
    [326, 230, 'DOLE'],
    [326, 262, 'DAVID LEE'],
    [326, 294, '5459 County Road 7'],
    [326, 326, 'Dubuque, IA 50137'],
    [300, 380, '15 SEX M'],
    [300, 412, '16 HGT 5\'-11"'],
    [300, 444, '18 EYES GRN'],
    [300, 500, '5 DD 46322F083118H422'],
  ];
  return rows.flatMap(([x, y, text]) => {
    const shown = text in changed ? changed[text]! : text;
    return shown === null ? [] : [line(x, y, shown)];
  });
}

function valuesOf(lines: readonly TextLine[]) {
  const { fields } = readVisualZone(lines, PICTURE);
  return Object.fromEntries(Object.entries(fields).map(([name, found]) => [name, found?.value ?? null]));
}

describe('a numbered licence whose small print is hardly legible', () => {
  it('is read in full where all of it is', () => {
    expect(valuesOf(licence())).toMatchObject({
      documentType: 'Driver License',
      region: 'IA',
      documentNumber: '011ZK5977',
      surname: 'DOLE',
      givenNames: 'DAVID LEE',
      sex: 'M',
      address: '5459 County Road 7, Dubuque, IA 50137',
    });
  });

  it('has the only number of its state where no label tells one', () => {
    expect(valuesOf(licence({ '4d DL NO. 011ZK5977': 'in 011ZK5977' })).documentNumber).toBe('011ZK5977');
    expect(valuesOf(licence({ '4d DL NO. 011ZK5977': '011ZK5977', '18 EYES GRN': '022ZK5988' })).documentNumber).toBe(
      null,
    );
  });

  it('has no postal code for its number', () => {
    const lines = licence({ '4d DL NO. 011ZK5977': null, 'Dubuque, IA 50137': 'IA 501371234' });
    expect(valuesOf(lines).documentNumber).toBeNull();
  });

  it.each(['5S M', 'M', 'Se M'])('has the sex of the row %s beside height and eyes', (row) => {
    expect(valuesOf(licence({ '15 SEX M': row })).sex).toBe('M');
  });

  it('takes no class or endorsement for the sex', () => {
    expect(valuesOf(licence({ '15 SEX M': 'END M' })).sex).toBeNull();
    expect(valuesOf(licence({ '15 SEX M': null, '5 DD 46322F083118H422': 'M' })).sex).toBeNull();
  });

  it('has its state where the I of its name was taken for an l', () => {
    expect(valuesOf(licence({ Iowa: 'lowa', 'Dubuque, IA 50137': 'Dubuque, A 50137' }))).toMatchObject({
      region: 'IA',
      surname: 'DOLE',
      givenNames: 'DAVID LEE',
    });
  });

  it('has both names where the code between them was read for the upper one', () => {
    const lines = [...licence({ 'DAVID LEE': 'DAVID, LEE' }), line(300, 247, '2')];
    expect(valuesOf(lines)).toMatchObject({ surname: 'DOLE', givenNames: 'DAVID LEE' });
  });

  it('parts a field from the code that runs into it', () => {
    const lines = licence({ '3 DOB 10/20/1970': '3 DOB 10/20/19704b EXP 10/20/2032', '4b EXP 10/20/2032': null });
    expect(valuesOf(lines)).toMatchObject({ dateOfBirth: '1970-10-20', expiryDate: '2032-10-20' });
    expect(valuesOf(licence({ '4d DL NO. 011ZK5977': '4d DL NO. 011ZK59774a' })).documentNumber).toBe('011ZK5977');
  });

  it.each([
    ['DAVID.Q', 'DAVID Q'],
    ['DAVID,0', 'DAVID O'],
    ['ST.JOHN LEE', 'ST. JOHN LEE'],
    ['JANE TINA', 'JANE TINA'],
    ['HOĽLY ANŃE', 'HOLLY ANNE'],
    ['JOSÉ ÑANDÚ', 'JOSÉ ÑANDÚ'],
  ])('has the name %s as %s', (printed, name) => {
    expect(valuesOf(licence({ 'DAVID LEE': printed })).givenNames).toBe(name);
  });

  it('keeps the name of the state that is printed all over it out of names', () => {
    const lines = [...licence({ 'DAVID LEE': 'DAVID LEE owa' }), line(326, 246, 'owaIow'), line(620, 262, 'Iowa Iowa')];
    expect(valuesOf(lines)).toMatchObject({ surname: 'DOLE', givenNames: 'DAVID LEE', region: 'IA' });
  });
});
