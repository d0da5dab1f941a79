import { describe, expect, it } from 'vitest';
import type { TextLine } from '../text/text-reader.ts';
import { readVisualZone } from './visual-zone.ts';

const PICTURE = { width: 1000, height: 640 };
const HEIGHT = 24;
const LETTER = 13;

function line(x: number, y: number, text: string, confidence = 0.97, width = text.length * LETTER): TextLine {
  const right = x + width;
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

  it('has all of a house number where its box begins with the code 8 that was not read', () => {
    const house = { ...line(300, 294, '8459 County Road 7'), start: 1.4 };
    const town = { ...line(326, 326, 'Dubuque, IA 50137'), start: 0.4 };
    const others = licence({ '5459 County Road 7': null, 'Dubuque, IA 50137': null });
    expect(valuesOf([...others, house, town]).address).toBe('8459 County Road 7, Dubuque, IA 50137');
    const coded = { ...house, text: '88459 County Road 7', start: 0.4 };
    expect(valuesOf([...others, coded, town]).address).toBe('8459 County Road 7, Dubuque, IA 50137');
  });

  it.each(['Dubuque, lA 50137', 'Dubuque, ia 50137', 'Dubuque, 1A 50137', 'Dubuque, IA 50137 n o'])(
    'has the state of %s',
    (town) => {
      expect(valuesOf(licence({ 'Dubuque, IA 50137': town })).address).toBe('5459 County Road 7, Dubuque, IA 50137');
    },
  );

  it('has the names over a postal code of which a digit was taken for a letter, and no address', () => {
    const names = { surname: 'DOLE', givenNames: 'DAVID LEE', address: null };
    expect(valuesOf(licence({ 'Dubuque, IA 50137': 'Dubuque, IA 50B37' }))).toMatchObject(names);
  });

  it('has its kind where the end of the title was misread or lies under an emblem', () => {
    for (const title of ["DRIVER'S LICENSI", 'OPERATOR LICE']) {
      expect(valuesOf(licence({ 'DRIVER LICENSE': title })).documentType).toBe('Driver License');
    }
  });

  it('has a number behind a label that was misread, and takes no weight for one', () => {
    const changed = { '4d DL NO. 011ZK5977': '4 LI#011ZK5977' };
    expect(valuesOf(licence(changed)).documentNumber).toBe('011ZK5977');
    expect(valuesOf(licence({ '4d DL NO. 011ZK5977': 'UC NO. 011ZK5977' })).documentNumber).toBe('011ZK5977');
    const weight = licence({ '4d DL NO. 011ZK5977': null, Iowa: null, '18 EYES GRN': 'Wegt 153 1b' });
    expect(valuesOf(weight).documentNumber).toBeNull();
  });

  it.each(['155xM', 'SK M', 'Ser M'])('has the sex of %s beside a height whose sign was lost', (row) => {
    const changed = { '15 SEX M': row, '16 HGT 5\'-11"': '16 HGT 5-11', '18 EYES GRN': null };
    expect(valuesOf(licence(changed)).sex).toBe('M');
  });

  it('takes no height for a name, nor a digit far away for a code', () => {
    const lines = licence({ '16 HGT 5\'-11"': '1 Hg: 5\'-11"', '4a ISS 06/21/2023': '06/21/2023' });
    expect(valuesOf([...lines, line(60, 180, '3', 0.97, 24)])).toMatchObject({
      surname: 'DOLE',
      givenNames: 'DAVID LEE',
      dateOfBirth: '1970-10-20',
    });
  });

  it('reads a stroke of a signature as no code', () => {
    const lines = licence({ '3 DOB 10/20/1970': null, '4a ISS 06/21/2023': '06/21/2023' });
    expect(valuesOf([...lines, line(180, 180, '3', 0.97, 110)]).dateOfBirth).toBeNull();
  });

  it.each(['12 DOLE, DAVID LEE', 'L DOLE, DAVID LEE'])('has both names of the row %s', (row) => {
    expect(valuesOf(licence({ DOLE: null, 'DAVID LEE': row }))).toMatchObject({
      surname: 'DOLE',
      givenNames: 'DAVID LEE',
    });
  });

  it('has no name rather than half of one, or one with a piece of the background', () => {
    const nothing = { surname: null, givenNames: null, fullName: null };
    const lines = licence({ 'DAVID LEE': null });
    expect(valuesOf([...lines, line(326, 262, 'DAVlE', 0.7)])).toMatchObject(nothing);
    expect(valuesOf(licence({ 'DAVID LEE': 'DAVIDouri' })).givenNames).toBeNull();
  });

  it('has a short surname that was read less surely, in line with the address', () => {
    const lines = licence({ DOLE: null, 'DAVID LEE': 'DAVID, LEE' });
    expect(valuesOf([...lines, line(326, 230, 'WU', 0.8)])).toMatchObject({ surname: 'WU', givenNames: 'DAVID LEE' });
  });

  it("takes the state's name for nobody's where it is printed all over the card", () => {
    const lines = licence({ Iowa: 'Georgia', 'Dubuque, IA 50137': 'Macon, GA 31201', DOLE: 'Georgia' });
    const pieces = ['orgia', 'Georgi', 'eorgia'].map((piece, at) => line(640, 230 + at * 90, piece));
    expect(valuesOf([...lines, ...pieces]).surname).not.toBe('Georgia');
    expect(valuesOf(lines)).toMatchObject({ surname: 'Georgia', givenNames: 'DAVID LEE' });
  });

  it.each([
    ['5459 OAKAVENUE', '5459 OAK AVENUE'],
    ['5459 N 4THSTREET', '5459 N 4TH STREET'],
    ['5459 SUNSETBLVD', '5459 SUNSET BLVD'],
    ['5459 ANYSTREET', '5459 ANYSTREET'],
    ['5459 SchooI Road', '5459 School Road'],
  ])('has the street of %s', (printed, street) => {
    expect(valuesOf(licence({ '5459 County Road 7': printed })).address).toBe(`${street}, Dubuque, IA 50137`);
  });

  it('has a number without what was left of its label', () => {
    const changed = { Iowa: 'Washington', 'Dubuque, IA 50137': 'Olympia, WA 98501' };
    const lines = licence({ ...changed, '4d DL NO. 011ZK5977': '4d D WDLAB12C345D' });
    expect(valuesOf(lines).documentNumber).toBe('WDLAB12C345D');
  });

  it('has a name of nine words', () => {
    const name = 'ANNE JO BOB MICHAEL ANTHONY JAMES LEE IAN TY';
    expect(valuesOf(licence({ 'DAVID LEE': name })).givenNames).toBe(name);
  });
});
