import { beforeAll, describe, expect, it } from 'vitest';
import type { VisualFields } from '../fields/field.ts';
import { printedText } from '../fields/printed-text.ts';
import { readPrint, readVisualZone } from '../fields/visual-zone.ts';
import type { TextLine } from '../text/text-reader.ts';
import { withLabelled } from './combined.ts';
import type { LabelledFields } from './decode.ts';
import { isSame, type Judged, signsOf, surroundingsOf } from './doubts.ts';
import { Labeller } from './labeller.ts';
import { featuresOf, GRAMS, tokensOf } from './tokens.ts';

type Print = readonly [text: string, x: number, y: number, height?: number];

/** Lines as the text reader gives them, of letters half as wide as high. */
function lines(...prints: Print[]): TextLine[] {
  return prints.map(([text, x, y, height = 30]) => {
    const [right, bottom] = [x + text.length * height * 0.5, y + height];
    const quad = [
      { x, y },
      { x: right, y },
      { x: right, y: bottom },
      { x, y: bottom },
    ] as const;
    return { text, confidence: 0.98, characters: Array.from(text, () => 0.98), box: { quad, score: 1 } };
  });
}

const SIZE = { width: 1000, height: 640 };
/** A card whose labels no table has; forms and places tell what the values are. */
const CARD = lines(
  ['IDENTITY CARD', 300, 20, 40],
  ['Vezetu / Surname', 300, 110, 20],
  ['KOWALTENKO', 300, 135],
  ['Imanu / Given names', 300, 190, 20],
  ['MARIA ANNA', 300, 215],
  ['Gyntas / Sex', 300, 270, 20],
  ['Tautibas / Nationality', 480, 270, 20],
  ['Rojdat / Date of birth', 720, 270, 20],
  ['F', 300, 295],
  ['IRISH', 480, 295],
  ['24 05 1988', 720, 295],
  ['Nr / Document No', 300, 350, 20],
  ['Sutnes / Date of expiry', 720, 350, 20],
  ['LX4470921', 300, 375],
  ['19 09 2031', 720, 375],
);

let labeller: Labeller;
beforeAll(async () => {
  labeller = await Labeller.open();
});

describe('the labeller', () => {
  it('tells what the words of a card are', async () => {
    const found = await labeller.read(printedText(CARD, SIZE));
    const said = Object.fromEntries(
      Object.entries(found).map(
        ([
          name,
          {
            found: { value },
          },
        ]) => [name, value],
      ),
    );
    expect(said).toMatchObject({
      surname: 'KOWALTENKO',
      givenNames: 'MARIA ANNA',
      dateOfBirth: '1988-05-24',
      expiryDate: '2031-09-19',
      sex: 'F',
      nationality: 'IRL',
      documentNumber: 'LX4470921',
    });
  });

  it('says nothing of a few words', async () => {
    expect(await labeller.read(printedText(lines(['HELLO', 0, 0]), SIZE))).toEqual({});
  });

  it('reads fields that stand in a row of values under a row of labels', async () => {
    const card = lines(
      ['RESIDENCE PERMIT', 300, 20, 40],
      ['SURNAME', 300, 100, 20],
      ['TEREKHOVA', 300, 125],
      ['FORENAMES', 300, 180, 20],
      ['OLENA', 300, 205],
      ['SEX  NATIONALITY  DATE OF BIRTH', 300, 260, 20],
      ['F UKR 21 11 1990', 300, 285],
    );
    const { dateOfBirth, sex } = await labeller.read(printedText(card, SIZE));
    expect([dateOfBirth?.found.value, sex?.found.value]).toEqual(['1990-11-21', 'F']);
  });

  it.each([
    [
      'of its names',
      [
        ['Quistorp', 300, 100, 24],
        ['Wernhild Adele', 300, 140, 24],
        ['5. B072RRE2I55', 300, 300, 24],
      ],
    ],
    [
      'of its number',
      [
        ['1. Quistorp', 300, 100, 24],
        ['2. Wernhild Adele', 300, 140, 24],
        ['B072RRE2I55', 300, 300, 24],
      ],
    ],
  ] as [string, Print[]][])('reads a European licence of which the codes %s were not read', async (_, prints) => {
    const rest: Print[] = [
      ['FÜHRERSCHEIN', 300, 30, 24],
      ['BUNDESREPUBLIK DEUTSCHLAND', 640, 30, 24],
      ['3. 08.05.1983 Halberg', 300, 180, 24],
      ['4a. 12.03.2019', 300, 220, 24],
      ['4c. Landkreis Halberg', 520, 220, 24],
      ['4b. 11.03.2034', 300, 260, 24],
    ];
    const print = printedText(lines(...rest, ...prints), SIZE);
    const { fields } = readPrint(print, {}, await labeller.read(print)).source;
    expect(fields).toMatchObject({
      surname: { value: 'Quistorp' },
      givenNames: { value: 'Wernhild Adele' },
      documentNumber: { value: 'B072RRE2I55' },
    });
  });
});

describe('what the network sees', () => {
  it('has as many numbers of a word as it was trained with', () => {
    const text = printedText(CARD, SIZE);
    const tokens = tokensOf(text.pieces);
    const { count, grams, numbers, places } = featuresOf(tokens, text);
    expect([grams, numbers, places].map(({ length }) => length / count)).toEqual([GRAMS, 43, 6]);
    expect(numbers.every(Number.isFinite)).toBe(true);
  });
});

const text = printedText(CARD, SIZE);
const none = readVisualZone([], SIZE).fields;
const quadOf = (value: string) => text.pieces.find((piece) => piece.text === value)!.quad;
const field = (value: string, quad = quadOf(value)) => ({ value, confidence: 0.98, from: 'label' as const, quad });
const as = <T>(names: T) => names;

describe('values of the labeller beside those of the rules', () => {
  const sex = (chance: number): LabelledFields => ({ sex: { found: field('F'), chance } });

  it('count where no rule gives one and they are sure', () => {
    expect(withLabelled(none, sex(0.999), text, as, false).sex?.value).toBe('F');
    expect(withLabelled(none, sex(0.35), text, as, false).sex).toBeNull();
  });

  it('stand against a rule that is likelier wrong, and surely against one of North America', () => {
    const told = { ...none, documentNumber: { ...field('19', quadOf('19 09 2031')), from: 'layout' as const } };
    const other: LabelledFields = { documentNumber: { found: field('LX4470921'), chance: 1 } };
    const american = { ...text, layout: { ...text.layout, numbering: 'aamva' as const } };
    expect(withLabelled(told, other, text, as, false).documentNumber?.value).toBe('LX4470921');
    expect(withLabelled(told, other, american, as, false).documentNumber?.value).toBe('LX4470921');
    const letter = { ...none, sex: { ...field('M', quadOf('19 09 2031')), from: 'layout' as const } };
    expect(withLabelled(letter, sex(0.999), american, as, false).sex?.value).toBe('F');
    expect(withLabelled(letter, sex(0.6), american, as, false).sex?.value).toBe('M');
  });

  it('have the format of the state in a number, and are in doubt where only that makes both the same', () => {
    const american = { ...text, layout: { ...text.layout, numbering: 'aamva' as const } };
    const state = { ...none, region: { ...field('CA', quadOf('19 09 2031')), from: 'title' as const } };
    const told = { ...state, documentNumber: field('I1234568', quadOf('19 09 2031')) };
    const other: LabelledFields = { documentNumber: { found: field('11234568', quadOf('MARIA ANNA')), chance: 1 } };
    expect(withLabelled(state, other, american, as, false).documentNumber?.value).toBe('I1234568');
    expect(withLabelled(told, other, american, as, false).documentNumber?.isSure).toBe(false);
  });

  it('leave a value out where both differ and each may be wrong', () => {
    const told = { ...none, documentNumber: { ...field('LX4470921'), from: 'layout' as const, confidence: 0.5 } };
    const other: LabelledFields = { documentNumber: { found: field('19', quadOf('19 09 2031')), chance: 0.5 } };
    expect(withLabelled(told, other, text, as, false).documentNumber).toBeNull();
  });

  it('take a name for the same in whatever order its words stand', () => {
    const quad = quadOf('MARIA ANNA');
    const told = { ...none, fullName: field('DOE JOHN', quad) };
    const same: LabelledFields = { fullName: { found: field('JOHN DOE', quad), chance: 1 } };
    expect(withLabelled(told, same, text, as, false).fullName?.value).toBe('DOE JOHN');
  });

  it('reach the source of the print', async () => {
    const { source } = readPrint(text, {}, await labeller.read(text));
    expect(source.fields.sex?.value).toBe('F');
  });
});

describe('doubt about printed values', () => {
  const said = { ...none, documentNumber: field('LX4470921') };
  const isSure = (value: string, chance: number) => {
    const labelled: LabelledFields = { documentNumber: { found: { ...field('LX4470921'), value }, chance } };
    return withLabelled(said, labelled, text, as, false).documentNumber?.isSure ?? false;
  };

  it('is none where the labeller surely says the same, and is one where it says another', () => {
    expect(isSure('LX4470921', 0.999)).toBe(true);
    expect(isSure('QR5580132', 0.999)).toBe(false);
  });

  it('leaves out an address that looks like anything, and keeps one that both tell', async () => {
    const card = lines(
      ['DRIVER LICENSE', 300, 20, 40],
      ['CALIFORNIA', 300, 70, 40],
      ['1 KOWALTENKO', 300, 140],
      ['2 MARIA ANNA', 300, 180],
      ['8 2570 LANCASTER STREET', 300, 220],
      ['SACRAMENTO, CA 94203', 300, 260],
    );
    const read = printedText(card, SIZE);
    const labelled = await labeller.read(read);
    const told = (one: LabelledFields) => readPrint(read, {}, one).fields.address?.value ?? null;
    expect(labelled.address?.found.value).toContain('LANCASTER STREET');
    expect(told(labelled)).toBe('2570 LANCASTER STREET, SACRAMENTO, CA 94203');
    const other = { ...labelled.address!, found: { ...labelled.address!.found, value: 'KOWALTENKO' }, chance: 0.999 };
    expect(told({ address: other })).toBeNull();
  });

  it('takes an address for the same where a letter of its state was read as a digit, and no number', () => {
    const [letter, digit] = ['2524 MAPLE DR, SALEM OR 57233', '2524 MAPLE DR, SALEM 0R 57233'];
    expect(isSame('address', letter, digit)).toBe(true);
    expect(isSame('documentNumber', letter, digit)).toBe(false);
  });

  it.each([
    ['8123 MAIN STREET', true],
    ['9123 MAIN STREET', false],
  ])('of %s, with a code that is no part of it, knows whether it is the address', (own, agrees) => {
    const address = field('123 MAIN STREET', quadOf('MARIA ANNA'));
    const opinion = { value: own, chance: 0.99, rival: 0 };
    const around = surroundingsOf(text);
    const signs = signsOf(
      'address',
      { value: address.value, fields: { address } },
      null,
      opinion,
      text,
      0,
      null,
      around,
    );
    expect(Boolean(signs[3])).toBe(agrees);
  });

  it('is less about an end where no later year is printed, and about a name of both parts', () => {
    const signs = (name: Judged, value: string, fields: Partial<VisualFields>) =>
      signsOf(name, { value, fields }, null, null, text, 0, null, surroundingsOf(text)).slice(-3);
    const [end, birth] = [field('2031-09-19', quadOf('19 09 2031')), field('1988-05-24', quadOf('24 05 1988'))];
    expect(signs('expiryDate', end.value, { expiryDate: end })).toEqual([1, 0, 1]);
    expect(signs('dateOfBirth', birth.value, { dateOfBirth: birth })).toEqual([1, 1, 1]);
    const [surname, givenNames] = [field('KOWALTENKO'), field('MARIA ANNA')];
    expect(signs('names', 'MARIA ANNA KOWALTENKO', { surname, givenNames })).toEqual([2, 0, 2]);
  });

  it('is not asked beside a zone', () => {
    const { fields } = readPrint(text, { hasZone: true }, {});
    expect(Object.values(fields).every((one) => one?.isSure === undefined)).toBe(true);
  });
});
