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

  it('has the birth date of its words where the code before a date lost its letter', () => {
    const [issued, born] = ['3 4 lssued 06/21/2023', 'Date of Birth 10/20/1970'];
    const lines = licence({ '3 DOB 10/20/1970': issued, '4a ISS 06/21/2023': born });
    expect(valuesOf(lines).dateOfBirth).toBe('1970-10-20');
  });

  it('keeps every letter of a number behind its label', () => {
    const wisconsin = { Iowa: 'Wisconsin', 'Dubuque, IA 50137': 'Green Bay, WI 53802' };
    const number = (row: string) => valuesOf(licence({ ...wisconsin, '4d DL NO. 011ZK5977': row })).documentNumber;
    expect(number('4 DL D131-7462-0831-25')).toBe('D131-7462-0831-25');
    expect(number('License No.: Q131-7462-0831-25')).toBe('Q131-7462-0831-25');
  });

  it('has its address where a comma of it was hardly read', () => {
    const town = line(326, 326, 'Dubuque, IA 50137', 0.84);
    const characters = [...town.text].map((letter) => (letter === ',' ? 0.3 : 0.88));
    const lines = licence({ 'Dubuque, IA 50137': null });
    expect(valuesOf([...lines, { ...town, characters }]).address).toBe('5459 County Road 7, Dubuque, IA 50137');
  });

  it('takes no number behind a colon for a state and its postal code', () => {
    const lines = licence({
      '5459 County Road 7': null,
      'Dubuque, IA 50137': null,
      '4d DL NO. 011ZK5977': '1. Eyes: GRN',
    });
    const rest = lines.filter(({ text }) => text !== '3 DOB 10/20/1970');
    expect(valuesOf([...rest, line(300, 145, 'Din: 0156054')]).address).toBeNull();
  });

  it('says which names may be others: a letter or space in doubt, a digit at their end', () => {
    const doubted = (given: Partial<TextLine>) => {
      const row = { ...line(326, 262, '2 LUSANI'), ...given };
      const { fields } = readVisualZone([...licence({ 'DAVID LEE': null }), row], PICTURE);
      return { value: fields.givenNames?.value, isDoubtful: fields.givenNames?.isDoubtful };
    };
    expect(doubted({ doubts: [6.5] })).toEqual({ value: 'LUSANI', isDoubtful: true });
    expect(doubted({ doubts: [1.5] })).toEqual({ value: 'LUSANI', isDoubtful: false });
    expect(doubted({ text: '2 LUSAN1' })).toEqual({ value: 'LUSAN', isDoubtful: true });
    expect(doubted({ text: '2 SUSANI', doubts: [6.5] })).toEqual({ value: 'SUSAN I', isDoubtful: false });
  });

  it('has the name of one row whose code lost a half, and whose comma was lost', () => {
    const rows = { DOLE: null, 'DAVID LEE': '2 HARRINGTON DAVID' };
    expect(valuesOf(licence(rows)).fullName).toBe('HARRINGTON DAVID');
  });

  it('takes a date for the end that was repaired where it is the birthday', () => {
    expect(valuesOf(licence({ '4b EXP 10/20/2032': '1O/20/2032' })).expiryDate).toBe('2032-10-20');
    expect(valuesOf(licence({ '4b EXP 10/20/2032': '1O/21/2032' })).expiryDate).toBeNull();
  });

  it('has no postal code for its number', () => {
    const lines = licence({ '4d DL NO. 011ZK5977': null, 'Dubuque, IA 50137': 'IA 501371234' });
    expect(valuesOf(lines).documentNumber).toBeNull();
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

  it('has its name where the box of that row begins with something of the background', () => {
    const name = line(270, 262, 'DOLE, DAVID LEE');
    const rows = licence({ DOLE: null, 'DAVID LEE': null });
    expect(valuesOf([...rows, { ...name, start: 2.4 }])).toMatchObject({ surname: 'DOLE', givenNames: 'DAVID LEE' });
    expect(valuesOf([...rows, name])).toMatchObject({ surname: null, givenNames: null, fullName: null });
  });

  it('has all of a house number where its box begins with the code 8 that was not read', () => {
    const house = { ...line(300, 294, '8459 County Road 7'), start: 1.4 };
    const town = { ...line(326, 326, 'Dubuque, IA 50137'), start: 0.4 };
    const others = licence({ '5459 County Road 7': null, 'Dubuque, IA 50137': null });
    expect(valuesOf([...others, house, town]).address).toBe('8459 County Road 7, Dubuque, IA 50137');
    const coded = { ...house, text: '88459 County Road 7', start: 0.4 };
    expect(valuesOf([...others, coded, town]).address).toBe('8459 County Road 7, Dubuque, IA 50137');
  });

  it.each(['8 Address: 5459', '8. Addr 5459', '8. ADDReSS 5459', '8. 5459'])(
    'has the address behind its code and label: %s',
    (begin) => {
      const changed = { '5459 County Road 7': `${begin} County Road 7` };
      expect(valuesOf(licence(changed)).address).toBe('5459 County Road 7, Dubuque, IA 50137');
    },
  );

  it.each(['Dubuque, lA 50137', 'Dubuque, ia 50137', 'Dubuque, 1A 50137', 'Dubuque, IA 50137 n o'])(
    'has the state of %s',
    (town) => {
      expect(valuesOf(licence({ 'Dubuque, IA 50137': town })).address).toBe('5459 County Road 7, Dubuque, IA 50137');
    },
  );

  it('has its own state where one letter of the code was misread, and no other', () => {
    const ohio = (town: string) => valuesOf(licence({ Iowa: 'Ohio', 'Dubuque, IA 50137': town })).address;
    expect(ohio('Columbus CH 43090')).toBe('5459 County Road 7, Columbus OH 43090');
    expect(ohio('Columbus CX 43090')).toBe('5459 County Road 7, Columbus CX 43090');
    expect(ohio('Columbus PA 43090')).toBe('5459 County Road 7, Columbus PA 43090');
  });

  it('has the town without a piece of the overprint before it', () => {
    const town = (text: string) => valuesOf(licence({ Iowa: 'Pennsylvania', 'Dubuque, IA 50137': text })).address;
    expect(town('Pen SCRANTON PA 17810')).toBe('5459 County Road 7, SCRANTON PA 17810');
    expect(town('La SALLE PA 17810')).toBe('5459 County Road 7, La SALLE PA 17810');
  });

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
    const own = lines.map((one) =>
      one.box.quad[0].x === 326 && one.text === 'Georgia' ? { ...one, text: 'GEORGIA' } : one,
    );
    expect(valuesOf(own)).toMatchObject({ surname: 'GEORGIA', givenNames: 'DAVID LEE' });
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

  it('leaves out a date that lost a digit, where other days and months are filled up with zeros', () => {
    expect(valuesOf(licence({ '4b EXP 10/20/2032': '4b EXP 0/21/2032' })).expiryDate).toBeNull();
    expect(valuesOf(licence({ '3 DOB 10/20/1970': '3 DOB 1/20/1970' })).dateOfBirth).toBeNull();
  });

  it.each(['4b EXP 10/2 0/2032', '4b EXP 10/20/2 032'])(
    'ends on the day of %s, in which a space is too many',
    (row) => {
      expect(valuesOf(licence({ '4b EXP 10/20/2032': row })).expiryDate).toBe('2032-10-20');
    },
  );

  it('has two dates of which letters were taken for digits, where both are one day of the year', () => {
    const lines = licence({
      '3 DOB 10/20/1970': '1O/20/1970',
      '4b EXP 10/20/2032': 'I0/20/2032',
      '4a ISS 06/21/2023': null,
    });
    expect(valuesOf(lines)).toMatchObject({ dateOfBirth: '1970-10-20', expiryDate: '2032-10-20' });
  });

  it('ends on the later birthday where no label tells it, nor the day of issue', () => {
    const lines = licence({ '4b EXP 10/20/2032': '10/20/2032' }).filter(({ text }) => text !== '4a ISS 06/21/2023');
    expect(valuesOf(lines).expiryDate).toBe('2032-10-20');
  });

  it('has a number behind a label of which one letter is left, and a colon', () => {
    const state = { Iowa: 'Minnesota', 'Dubuque, IA 50137': 'Duluth, MN 55802' };
    const lines = licence({ ...state, '4d DL NO. 011ZK5977': 'D:D622404121970' });
    expect(valuesOf(lines).documentNumber).toBe('D622404121970');
  });

  it('has no colour of hair in a name where its label was misread', () => {
    const lines = licence({ DOLE: null, 'DAVID LEE': 'SAMPLE DAVID' });
    expect(valuesOf([...lines, line(326, 244, 'Ham BLN')])).toMatchObject({ surname: null, fullName: 'SAMPLE DAVID' });
  });

  it('has a name without a piece of the name of the state that is printed all over, also one with a capital', () => {
    const pieces = ['owaIow', 'Iowa', 'Iow', 'owa', 'Iowa'].map((piece, at) => line(640, 230 + at * 50, piece));
    const lines = [...licence({ DOLE: null }), ...pieces, line(274, 230, 'Iowa DOLE')];
    expect(valuesOf(lines)).toMatchObject({ surname: 'DOLE', givenNames: 'DAVID LEE' });
  });

  it('has no half of a name over the room of a row that nothing found', () => {
    const nothing = { surname: null, givenNames: null, fullName: null };
    const lines = (name: string) => licence({ DOLE: null, 'DAVID LEE': null }).concat(line(326, 246, name));
    expect(valuesOf(lines('QUIGLEY DOLE'))).toMatchObject(nothing);
    expect(valuesOf(lines('DAVID QUIGLEY')).fullName).toBe('DAVID QUIGLEY');
  });

  it('has a name without the name of the state that fell into pieces behind it', () => {
    const pieces = ['owaIow', 'Iowa', 'Iow', 'owa', 'Iowa'].map((piece, at) => line(640, 230 + at * 50, piece));
    expect(valuesOf([...licence({ DOLE: 'DOLE I ow a' }), ...pieces])).toMatchObject({ surname: 'DOLE' });
  });

  it('has no word in small letters in a name in capitals', () => {
    const whole = licence({ DOLE: null, 'DAVID LEE': 'WU DAVID LEE' });
    const label = line(326, 246, 'Heigtt');
    expect(valuesOf([...whole, label])).toMatchObject({ surname: null, givenNames: null, fullName: 'WU DAVID LEE' });
    expect(valuesOf(licence({ DOLE: 'DOLE iSiana' }))).toMatchObject({ surname: 'DOLE', givenNames: 'DAVID LEE' });
    const half = { surname: null, givenNames: null, fullName: null };
    expect(valuesOf([...licence({ DOLE: null, 'DAVID LEE': 'DAVID' }), label])).toMatchObject(half);
    expect(valuesOf(licence({ DOLE: 'Van DOLE' })).surname).toBe('Van DOLE');
    const mixed = licence({ DOLE: 'Dole', 'DAVID LEE': 'David Lee' });
    expect(valuesOf(mixed)).toMatchObject({ surname: 'Dole', givenNames: 'David Lee' });
  });

  it('has a surname with an apostrophe that was lost', () => {
    expect(valuesOf(licence({ DOLE: 'O BRIEN' })).surname).toBe("O'BRIEN");
  });

  it('has the sex under its label, between which the code 15 stands', () => {
    const lines = licence({ '15 SEX M': null });
    const below = [line(300, 350, 'SEX'), line(270, 356, '15.'), line(304, 368, 'X')];
    expect(valuesOf([...lines, ...below]).sex).toBe('X');
  });

  it.each([
    ['Dubuque, IA 50137 iowA', '5459 County Road 7, Dubuque, IA 50137'],
    ['owa Dubuque, IA 50137', '5459 County Road 7, Dubuque, IA 50137'],
    ['BILOX1, IA 50137', '5459 County Road 7, BILOXI, IA 50137'],
    ['Rutiand, IA 50137', '5459 County Road 7, Rutland, IA 50137'],
  ])('has its town in %s', (town, address) => {
    expect(valuesOf(licence({ 'Dubuque, IA 50137': town })).address).toBe(address);
  });

  it.each([
    ['.5459 N 4TH STREET', '5459 N 4TH STREET'],
    ['5459 MAPLE OR', '5459 MAPLE DR'],
    ['5459N4THSTREET', '5459 N 4TH STREET'],
  ])('has the street %s as %s', (printed, street) => {
    expect(valuesOf(licence({ '5459 County Road 7': printed })).address).toBe(`${street}, Dubuque, IA 50137`);
  });

  it('has the names over a postal code that lost a digit, and no address', () => {
    const names = { surname: 'DOLE', givenNames: 'DAVID LEE', address: null };
    const lines = licence({ '5459 County Road 7': '5459 N 4TH STREET', 'Dubuque, IA 50137': 'Dubuque, IA 5037' });
    expect(valuesOf(lines)).toMatchObject(names);
  });

  it('has its number without the code 4d of which the digit is left, and where another code stands before it', () => {
    const island = { Iowa: 'Rhode Island', 'Dubuque, IA 50137': 'Newport, RI 02911' };
    const number = (row: string) => valuesOf(licence({ ...island, '4d DL NO. 011ZK5977': row })).documentNumber;
    expect(number('4 0819942')).toBe('0819942');
    expect(number('License No. 9 0819942')).toBe('0819942');
  });

  it('has no name that a code or a label tells which was hardly read, where two rows stand over the address', () => {
    const others = [line(620, 110, '12 REST A'), line(560, 470, 'LN AL UN', 0.6)];
    const row = { ...line(620, 150, '1Z. Rest A'), doubts: [] };
    const names = { surname: 'DOLE', givenNames: 'DAVID LEE' };
    expect(valuesOf([...licence(), row])).toMatchObject(names);
    expect(valuesOf([...licence(), ...others])).toMatchObject(names);
    expect(valuesOf([...licence({ 'DAVID LEE': '2 DAVID LEE' }), row])).toMatchObject(names);
  });

  it('has no half of a name where the other half of two letters was hardly read', () => {
    const lines = licence({ DOLE: null });
    const names = { surname: null, givenNames: null, fullName: null };
    expect(valuesOf([...lines, line(326, 230, 'WU', 0.77)])).toMatchObject(names);
  });

  it('has a name whose code 1,2 was read as T2, and one without a piece of the background', () => {
    const whole = licence({ DOLE: null, 'DAVID LEE': 'T2 DOLE, DAVID LEE' });
    expect(valuesOf(whole)).toMatchObject({ surname: 'DOLE', givenNames: 'DAVID LEE' });
    expect(valuesOf(licence({ 'DAVID LEE': 'DAVID LEE uowai' })).givenNames).toBe('DAVID LEE');
  });

  it('has names without what small letters are left of their labels', () => {
    const lines = licence({ DOLE: '1 n DOLE', 'DAVID LEE': '2.F DAVID LEE' });
    expect(valuesOf(lines)).toMatchObject({ surname: 'DOLE', givenNames: 'DAVID LEE' });
  });

  it('takes the only number in the format of the state before one that a code told', () => {
    const changed = { '4d DL NO. 011ZK5977': '011ZK5977', '5 DD 46322F083118H422': '4d 46322F083118H422' };
    expect(valuesOf(licence(changed)).documentNumber).toBe('011ZK5977');
  });

  it('has no colour of eyes in a name', () => {
    const lines = [...licence({ 'DAVID LEE': 'DAVID, LEE', DOLE: null }), line(326, 246, 'E GRN')];
    expect(valuesOf(lines).surname).not.toBe('E GRN');
  });

  it.each([
    ['DAVID,1', 'DAVID I'],
    ['DAVID I LEE', 'DAVID I LEE'],
  ])('reads a stroke alone behind a name as the initial I: %s', (printed, name) => {
    expect(valuesOf(licence({ 'DAVID LEE': printed })).givenNames).toBe(name);
  });

  it('has the initial whose letter stands in a box of its own', () => {
    const lines = licence({ 'DAVID LEE': 'DAVID' });
    expect(valuesOf([...lines, line(385, 262, 'Q', 0.97, 20)]).givenNames).toBe('DAVID Q');
  });

  it('has a name that is a piece of the name of the state', () => {
    const lines = licence({ Iowa: 'Indiana', 'Dubuque, IA 50137': 'Muncie, IN 46503', 'DAVID LEE': 'IAN' });
    expect(valuesOf(lines)).toMatchObject({ surname: 'DOLE', givenNames: 'IAN' });
  });

  it('has a surname without the rest of its label', () => {
    expect(valuesOf(licence({ DOLE: '1 N ST. CLAIR', 'DAVID LEE': '2 N DAVID LEE' }))).toMatchObject({
      surname: 'ST. CLAIR',
      givenNames: 'DAVID LEE',
    });
  });

  it.each([
    ['5459 ELMCT', '5459 ELM CT'],
    ['5459 SUNSET BIVD', '5459 SUNSET BLVD'],
    ['5459 SUNSET BEVD', '5459 SUNSET BLVD'],
    ['5459 SUNSET BLVO APT 2', '5459 SUNSET BLVD APT 2'],
    ['54OO ELM CT', '5400 ELM CT'],
    ['5459 DISTRICT', '5459 DISTRICT'],
  ])('has the street of %s by the words for streets', (printed, street) => {
    expect(valuesOf(licence({ '5459 County Road 7': printed })).address).toBe(`${street}, Dubuque, IA 50137`);
  });

  it('has a house number and postal code with digits for the letters that look the same', () => {
    const changed = { '5459 County Road 7': '54I9 County Road 7', 'Dubuque, IA 50137': 'Dubuque, IA 5O137' };
    expect(valuesOf(licence(changed)).address).toBe('5419 County Road 7, Dubuque, IA 50137');
  });

  it.each([
    '5459 County Road 7 18 Eyes HAZ',
    '5459 County Road 7 5. Dd:48N684',
    'a. 5459 County Road 7',
    'a 5459 County Road 7',
    '0. 5459 County Road 7',
    '5459 County Road 7 i ow',
  ])('has the address of %s without what stands beside it', (printed) => {
    const { address } = valuesOf(licence({ '5459 County Road 7': printed }));
    expect(address).toBe('5459 County Road 7, Dubuque, IA 50137');
  });

  it('has a street in capitals without the background behind it', () => {
    const { address } = valuesOf(licence({ '5459 County Road 7': '5459 N 4TH STREET eSo ta' }));
    expect(address).toBe('5459 N 4TH STREET, Dubuque, IA 50137');
  });

  it('has no part of an address, and none of which a letter is in doubt', () => {
    const street = { '5459 County Road 7': '8. 5459 County Road 7' };
    expect(valuesOf(licence({ ...street, 'Dubuque, IA 50137': null })).address).toBeNull();
    const doubted = (place: number) => {
      const town = { ...line(326, 326, 'Dubuque, IA 50137'), doubts: [place] };
      return valuesOf([...licence({ 'Dubuque, IA 50137': null }), town]).address;
    };
    expect(doubted(4)).toBeNull();
    expect(doubted(9)).toBe('5459 County Road 7, Dubuque, IA 50137');
  });

  it.each([
    ['5459 RQAD 7', '5459 ROAD 7'],
    ['5459 Qrlando Rd', '5459 Orlando Rd'],
    ['5459 SQUIRE QUAY', '5459 SQUIRE QUAY'],
    ['5459 EIm Ct', '5459 Elm Ct'],
  ])('has the letters of %s as words have them', (printed, street) => {
    expect(valuesOf(licence({ '5459 County Road 7': printed })).address).toBe(`${street}, Dubuque, IA 50137`);
  });

  it('has no address that begins with the name over it', () => {
    const lines = licence({ DOLE: null, 'DAVID LEE': '2 DOLE, DAVID', '5459 County Road 7': 'County Road' });
    expect(valuesOf(lines).address).toBeNull();
  });

  it('has a number without the code of the field beside it', () => {
    const kentucky = { Iowa: 'Kentucky', 'Dubuque, IA 50137': 'Frankfort, KY 40307' };
    const lines = licence({ ...kentucky, '4d DL NO. 011ZK5977': '4d DL NO. F50-123-977 4' });
    expect(valuesOf(lines).documentNumber).toBe('F50-123-977');
  });

  it('has no small letter of a label in its number', () => {
    const minnesota = { Iowa: 'Minnesota', 'Dubuque, IA 50137': 'Duluth, MN 55611' };
    const number = (row: string) => valuesOf(licence({ ...minnesota, '4d DL NO. 011ZK5977': row })).documentNumber;
    expect(number('o 371714935745')).toBeNull();
    expect(number('o J371714935745')).toBe('J371714935745');
  });

  it.each([
    [{ '5459 County Road 7': 'RR 1 Box 54', 'Dubuque, IA 50137': 'DUBUQUE,1 50137' }],
    [{ '5459 County Road 7': '5459 MAPLE.DR', 'Dubuque, IA 50137': 'DUȚQUE IA O5W' }],
    [{ '5459 County Road 7': '5459 0AK AVENUE', 'Dubuque, IA 50137': null }],
  ])('has the names above an address that was hardly read: %j', (changed) => {
    const names = { surname: 'DOLE', givenNames: 'DAVID LEE', address: null };
    expect(valuesOf(licence(changed))).toMatchObject(names);
  });

  it('has no given names alone for a whole name', () => {
    const none = { surname: null, givenNames: null, fullName: null };
    expect(valuesOf(licence({ DOLE: null, 'DAVID LEE': '2 DAVID,L' }))).toMatchObject(none);
    expect(valuesOf(licence({ DOLE: null, 'DAVID LEE': 'DAVID L' }))).toMatchObject(none);
    expect(valuesOf(licence({ DOLE: 'ST. CLAIR', 'DAVID LEE': null }))).toMatchObject(none);
    const hidden = [...licence({ DOLE: null, 'DAVID LEE': '2 DAVID,LEE' }), line(326, 230, 'h IVY', 0.7)];
    expect(valuesOf(hidden)).toMatchObject(none);
  });

  it('has a whole name behind what was left of the code 1,2, also where it ends in an initial', () => {
    expect(valuesOf(licence({ DOLE: null, 'DAVID LEE': '2 DOLE DAVID L' })).fullName).toBe('DOLE DAVID L');
  });

  it('has a name of two letters to which the background gave a mark', () => {
    expect(valuesOf(licence({ 'DAVID LEE': 'ŤY' }))).toMatchObject({ surname: 'DOLE', givenNames: 'TY' });
  });

  it('has no names from restrictions or from eyes that were hardly read', () => {
    const one = { DOLE: null, 'DAVID LEE': 'DOLE, DAVID LEE' };
    expect(valuesOf(licence({ ...one, '5 DD 46322F083118H422': '2 Rent B' })).fullName).toBe('DOLE DAVID LEE');
    const names = { surname: 'DOLE', givenNames: 'DAVID LEE' };
    expect(valuesOf(licence({ ...one, '5 DD 46322F083118H422': '1 Sx M' }))).toMatchObject(names);
    expect(valuesOf(licence({ ...one, DOLE: 'Ey . BRO' }))).toMatchObject(names);
  });

  it.each([
    ['1.2 0 BRIEN, DAVID LEE', "O'BRIEN", 'DAVID LEE'],
    ['1.2 O BRIEN, DAVID LEE', "O'BRIEN", 'DAVID LEE'],
  ])('has the apostrophe of %s', (printed, surname, givenNames) => {
    expect(valuesOf(licence({ DOLE: null, 'DAVID LEE': printed }))).toMatchObject({ surname, givenNames });
  });

  it('has the apostrophe of a whole name, unless O is an initial', () => {
    const whole = (printed: string) => valuesOf(licence({ DOLE: null, 'DAVID LEE': printed })).fullName;
    expect(whole('1,2 O BRIEN DAVID LEE')).toBe("O'BRIEN DAVID LEE");
    expect(whole('1,2 O HENRY DOLE')).toBe('O HENRY DOLE');
  });

  it('has no sex from a piece of the background', () => {
    const mexico = { Iowa: 'New Mexico', 'Dubuque, IA 50137': 'Taos, NM 87306', '15 SEX M': null };
    const pieces = ['New Mexico', 'w Mexico', 'New Mexi', 'Mexico'].map((text, at) => line(600, 420 + at * 40, text));
    expect(valuesOf([...licence(mexico), ...pieces, line(560, 412, 'New M')]).sex).toBeNull();
  });

  it('has no address whose house number holds a letter that looks like a digit', () => {
    expect(valuesOf(licence({ '5459 County Road 7': '3B60 County Road 7' })).address).toBeNull();
  });

  it('stands level where the name of the state lies all over it at an angle', () => {
    const aslant = Array.from({ length: 30 }, (_, at): TextLine => {
      const [x, y] = [640 + (at % 2) * 160, 60 + at * 16];
      const quad = [
        { x, y: y + 70 },
        { x: x + 120, y },
        { x: x + 130, y: y + 20 },
        { x: x + 10, y: y + 90 },
      ] as const;
      const text = at % 3 === 0 ? 'Iow' : 'Iowa';
      return { text, confidence: 0.95, characters: [...text].map(() => 0.95), box: { quad, score: 0.9 } };
    });
    expect(valuesOf([...licence(), ...aslant])).toMatchObject({
      surname: 'DOLE',
      givenNames: 'DAVID LEE',
      address: '5459 County Road 7, Dubuque, IA 50137',
    });
  });

  it('has the name over a street whose town cannot be read', () => {
    const lines = licence({ '5459 County Road 7': '5459 ELM CT', 'Dubuque, IA 50137': 'Dubu' });
    expect(valuesOf(lines)).toMatchObject({ surname: 'DOLE', givenNames: 'DAVID LEE', address: null });
  });

  it('has no surname that is the rest of the height', () => {
    expect(valuesOf(licence({ '16 HGT 5\'-11"': '1 Hg' }))).toMatchObject({ surname: 'DOLE', givenNames: 'DAVID LEE' });
  });

  it('leaves names to the labels in their own rows', () => {
    const lines = licence({ DOLE: 'FAMILY NAME: DOLE', 'DAVID LEE': 'GIVEN NAMES: DAVID LEE' });
    expect(valuesOf(lines)).toMatchObject({ surname: 'DOLE', givenNames: 'DAVID LEE' });
  });

  it('has the number that was read in one row with a date', () => {
    const changed = { '4d DL NO. 011ZK5977': '011ZK5977 06/21/2023', '4a ISS 06/21/2023': null };
    expect(valuesOf(licence(changed)).documentNumber).toBe('011ZK5977');
  });

  it.each(['10/2012032', '10/20 2032'])('reads a date that lost a slash: %s', (printed) => {
    expect(valuesOf(licence({ '4b EXP 10/20/2032': `4b EXP ${printed}` })).expiryDate).toBe('2032-10-20');
  });

  it('keeps the zero that begins a postal code behind a stop', () => {
    const lines = licence({ Iowa: 'Massachusetts', 'Dubuque, IA 50137': 'Lowell MA.02153' });
    expect(valuesOf(lines).address).toContain('02153');
  });
});
