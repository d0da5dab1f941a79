import type { Pixels } from '../../src/imaging/pixels.ts';
import { emblem, hologram, overprint, paper, signature } from '../paper.ts';
import type { Random } from '../random.ts';
import { Sheet } from '../sheet.ts';
import type { Subject } from '../subject.ts';
import type { PrintedField, Side } from '../truth.ts';
import { printed, type Style } from './style.ts';

const WIDTH = 85.6;
const HEIGHT = 54;
const SCALE = 12;

/** How one state sets its licence. */
interface Recipe {
  /** What goes before a code, between it and its words, and behind them. */
  readonly code: 'plain' | 'dotted' | 'none';
  readonly colon: boolean;
  /** Words of labels: in capitals, mixed or spelt out. */
  readonly words: 'short' | 'mixed' | 'long';
  readonly names: 'rows' | 'words' | 'comma' | 'one-row' | 'given-first';
  readonly place: 'beside' | 'above';
  readonly namesBelowPortrait: boolean;
  readonly ink: string;
  readonly accent: string;
  /** Of a label and its code, in sizes of a value. */
  readonly labelSize: number;
  readonly codeSize: number;
  readonly spacing: number;
  readonly squeeze: number;
}

/** A label with its code, and what stands behind it. */
interface Item {
  readonly code: string;
  readonly short: string;
  readonly long: string;
  readonly value: string;
  readonly field?: PrintedField;
  readonly large?: boolean;
}

const INKS = ['#1d3f8a', '#8a1f2d', '#2b2b33', '#20624d', '#5b4a8a'];

function recipeOf(layout: string, random: Random): Recipe {
  const heldOut = layout.endsWith('loose');
  return {
    code: random.pick(heldOut ? (['plain', 'dotted'] as const) : (['plain', 'plain', 'dotted', 'none'] as const)),
    colon: random.chance(0.35),
    words: random.pick(heldOut ? (['mixed', 'long'] as const) : (['short', 'short', 'mixed', 'long'] as const)),
    names: random.pick(
      heldOut
        ? (['rows', 'comma', 'one-row'] as const)
        : (['rows', 'rows', 'rows', 'rows', 'words', 'comma', 'one-row', 'given-first'] as const),
    ),
    place: random.chance(0.2) ? 'above' : 'beside',
    namesBelowPortrait: random.chance(heldOut ? 0.3 : 0.12),
    ink: random.pick(INKS),
    accent: random.chance(0.3) ? '#b01f30' : '#111114',
    labelSize: random.between(0.6, 0.85),
    codeSize: random.between(0.5, 0.62),
    spacing: random.between(-0.03, 0.06),
    squeeze: random.between(0.82, 1),
  };
}

/** A North American licence whose fields have the numbers of AAMVA, set as one of many states does. */
export function licenceNumbered(layout: string, subject: Subject, style: Style, random: Random, face: Pixels): Side[] {
  const recipe = recipeOf(layout, random);
  const sheet = new Sheet(WIDTH, HEIGHT, SCALE);
  paper(sheet, random, style.palette);
  overprint(sheet, random, subject.region!.name, style.palette);
  heading(sheet, subject, style, random);
  const portraitTop = recipe.namesBelowPortrait ? 9.5 : 13;
  sheet.picture(face, 2.5, portraitTop, recipe.namesBelowPortrait ? 19 : 23, recipe.namesBelowPortrait ? 24 : 29, {
    portrait: true,
  });
  if (random.chance(0.6)) {
    sheet.picture(face, WIDTH - random.between(13, 18), random.between(30, 40), 10, 12.6, {
      alpha: random.between(0.2, 0.45),
      multiply: true,
    });
  }
  const { held, names } = itemsOf(subject, style, random, recipe);
  const pen = new Pen(sheet, style, recipe, random);
  if (recipe.namesBelowPortrait) {
    pen.rows(names, 3.2, 41.5);
    pen.blocks(random.shuffled(held), 27, 14);
  } else {
    pen.blocks(random.shuffled([names.map((item) => [item]), ...held]), 28.5, 13.4);
  }
  hologram(sheet, random, random.between(26, 70), random.between(20, 46), random.between(4, 8));
  if (random.chance(0.4)) overprint(sheet, random, subject.region!.name, style.palette, 0.4);
  signature(sheet, random, 3, recipe.namesBelowPortrait ? 35 : 49, recipe.namesBelowPortrait ? 16 : 24);
  return [sheet.side(3.18)];
}

function heading(sheet: Sheet, { region }: Subject, { fonts, palette }: Style, random: Random): void {
  const title = random.pick(['DRIVER LICENSE', "DRIVER'S LICENSE", 'OPERATOR LICENSE', 'Driver License']);
  const name = random.chance(0.5) ? region!.name.toUpperCase() : region!.name;
  const band = random.chance(0.25);
  if (band) {
    sheet.context.fillStyle = palette.title;
    sheet.context.fillRect(0, 7.2, WIDTH, 3.8);
  }
  const wide = sheet.text(name, 3, 6.4, { font: fonts.title, size: random.between(4.6, 6.2), color: palette.title });
  sheet.text(region!.country === 'CAN' ? 'CANADA' : 'USA', 4 + wide, 3.6, { font: fonts.label, size: 1.8 });
  sheet.text(title, band ? 30 : Math.max(34, wide + 12), band ? 10.2 : random.between(6, 9.5), {
    font: fonts.title,
    size: 3,
    color: band ? '#fff' : palette.title,
    width: wide < 40 ? 34 : WIDTH - wide - 14,
  });
  if (wide < 40 && random.chance(0.6)) emblem(sheet, random, WIDTH - 6, 5, 6, '#c99a2c');
}

/** Rows of fields in blocks that a state puts in any order, and the rows of the name and address. */
function itemsOf(subject: Subject, style: Style, random: Random, recipe: Recipe) {
  const values = printed(subject, style);
  const item = (code: string, short: string, long: string, value: string, more: Partial<Item> = {}): Item => {
    return { code, short, long, value, ...more };
  };
  const feet = `${random.whole(5, 6)}'-${String(random.whole(0, 11)).padStart(2, '0')}"`;
  const number = item('4d', random.pick(['DL', 'DLN', 'LIC#', 'LIC. NO.', 'DL NO.']), 'License No.', values.number, {
    field: 'number',
    large: true,
  });
  const birth = item('3', 'DOB', 'Date of Birth', values.birthDate, { field: 'birthDate', large: true });
  const ends = item('4b', 'EXP', 'Expires', values.expiryDate, { field: 'expiryDate' });
  const begins = item('4a', 'ISS', 'Issued', values.issueDate, { field: 'issueDate' });
  const sex = item('15', 'SEX', random.pick(['Sex', 'Gender']), values.sex, { field: 'sex' });
  const body = [
    sex,
    item('16', 'HGT', 'Height', feet),
    item('17', 'WGT', 'Weight', `${random.whole(105, 240)} lb`),
    item('18', 'EYES', 'Eyes', random.pick(['BRO', 'BLU', 'GRN', 'HAZ'])),
    ...(random.chance(0.5) ? [item('19', 'HAIR', 'Hair', random.pick(['BRO', 'BLK', 'BLN']))] : []),
  ];
  const classes = [
    item('9', 'CLASS', 'Class', random.pick(['D', 'C', 'AM', 'R'])),
    item('9a', 'END', 'Endorsements', 'NONE'),
    item('12', 'REST', 'Restrictions', random.pick(['NONE', 'B', 'A'])),
  ];
  const audit = item('5', 'DD', 'DD', random.code('99X99X999999X999'));
  const dates = random.chance(0.5)
    ? [[number], [birth], [begins, ends]]
    : random.chance(0.5)
      ? [
          [number, begins],
          [birth, ends],
        ]
      : [[number], [birth, ends], [begins]];
  const above = recipe.place === 'above';
  const figure =
    above || random.chance(0.5)
      ? inRows(body, random.whole(2, 3) + (above ? 1 : 0))
      : body.slice(0, 4).map((one) => [one]);
  const others = above || random.chance(0.6) ? [classes] : classes.slice(0, 2).map((one) => [one]);
  const held = [dates, figure, [...others, [audit]]];
  return { held, names: namesOf(values, random, recipe) };
}

function inRows(items: readonly Item[], wide: number): Item[][] {
  const rows: Item[][] = [];
  for (let at = 0; at < items.length; at += wide) rows.push(items.slice(at, at + wide));
  return rows;
}

function namesOf(values: ReturnType<typeof printed>, random: Random, recipe: Recipe): Item[] {
  const plain = { short: '', long: '', large: true };
  const { surname, given, street, town } = values;
  const home: Item[] = [
    { ...plain, code: '8', value: street, field: 'address', large: false },
    { ...plain, code: '', value: town, field: 'address', large: false },
  ];
  const both = (value: string, code: string): Item[] => [{ ...plain, code, value, field: 'surname' }, ...home];
  if (recipe.names === 'one-row') return both(`${surname}, ${given}`, '1,2');
  if (recipe.names === 'given-first') return both(`${given} ${surname}`, '');
  const words =
    recipe.names === 'words' ? random.pick([['LN', 'FN'] as const, ['FAMILY NAME', 'GIVEN NAMES'] as const]) : ['', ''];
  return [
    { ...plain, code: '1', short: words[0]!, long: words[0]!, value: surname, field: 'surname' },
    {
      ...plain,
      code: '2',
      short: words[1]!,
      long: words[1]!,
      value: recipe.names === 'comma' && given.includes(' ') ? given.replace(' ', ', ') : given,
      field: 'given',
    },
    ...home,
  ];
}

/** Sets items on the sheet. */
class Pen {
  readonly #sheet: Sheet;
  readonly #style: Style;
  readonly #recipe: Recipe;
  readonly #pitch: number;
  readonly #margin: number;

  constructor(sheet: Sheet, style: Style, recipe: Recipe, random: Random) {
    this.#sheet = sheet;
    this.#style = style;
    this.#recipe = recipe;
    this.#pitch = style.size * random.between(1.1, 1.2);
    this.#margin = random.chance(0.75) ? 2.6 : 0;
  }

  /** Blocks one below the other, made lower where they would leave the sheet. */
  blocks(blocks: readonly (readonly (readonly Item[])[])[], left: number, top: number): void {
    const { place } = this.#recipe;
    const above = (row: readonly Item[]) => place === 'above' && row.some(({ short }) => short !== '');
    const heights = blocks.flat().map((row) => (above(row) ? 1.75 : 1));
    const total = heights.reduce((sum, one) => sum + one, 0) * this.#pitch + blocks.length * 0.8;
    const shrink = Math.min(1, (HEIGHT - 2 - top) / total);
    let y = top;
    for (const block of blocks) {
      for (const row of block) {
        if (above(row)) this.#above(row, left, y, shrink);
        else this.#row(row, left, y, shrink);
        y += this.#pitch * shrink * (above(row) ? 1.75 : 1);
      }
      y += 0.8 * shrink;
    }
  }

  /** One item in each row. */
  rows(items: readonly Item[], left: number, top: number): void {
    items.forEach((item, at) => {
      this.#row([item], left, top + at * this.#pitch, 1, 26);
    });
  }

  #row(row: readonly Item[], left: number, y: number, shrink: number, right = WIDTH - 2): void {
    let x = left;
    const step = (right - left) / row.length;
    row.forEach((item, at) => {
      const wide = this.#label(item, x, y, shrink, at === 0);
      this.#value(item, x + wide, y, shrink, step - wide - 1);
      x += step;
    });
  }

  #above(row: readonly Item[], left: number, y: number, shrink: number): void {
    const step = (WIDTH - left - 2) / Math.max(2, row.length);
    row.forEach((item, at) => {
      const x = left + at * step;
      this.#label(item, x, y, shrink, at === 0);
      this.#value(item, x + this.#margin + 0.6, y + this.#pitch * 0.85 * shrink, shrink, step - 2);
    });
  }

  /** Gives the room it takes, with the space behind it. Codes of the first column hang in the margin. */
  #label({ code, short, long }: Item, x: number, y: number, shrink: number, first: boolean): number {
    const { fonts } = this.#style;
    const recipe = this.#recipe;
    const size = this.#style.size * shrink;
    const number = recipe.code === 'none' ? '' : recipe.code === 'dotted' && code ? `${code}.` : code;
    const text = { font: fonts.label, color: recipe.ink };
    let wide = number ? this.#sheet.text(number, x, y, { ...text, size: size * recipe.codeSize }) + 0.5 : 0;
    // The second row of an address stands under the first one's value.
    if (first) wide = Math.max(wide, short ? this.#margin : 2.6);
    const word = recipe.words === 'short' ? short : recipe.words === 'mixed' ? titled(short) : long;
    if (!word) return wide;
    const shown = recipe.colon ? `${word}:` : word;
    return wide + this.#sheet.text(shown, x + wide, y, { ...text, size: size * recipe.labelSize }) + 0.9;
  }

  #value({ value, field, large }: Item, x: number, y: number, shrink: number, room: number): void {
    const { fonts } = this.#style;
    const { accent, spacing, squeeze } = this.#recipe;
    const size = this.#style.size * shrink * (large ? 1.1 : 0.95);
    const dated = field === 'number' || field === 'birthDate';
    const color = dated ? accent : '#141418';
    this.#sheet.text(value, x, y, { font: fonts.value, size, color, spacing, squeeze, width: room }, field);
    if (field === 'surname') this.#sheet.holds('given');
  }
}

function titled(word: string): string {
  return word.toLowerCase().replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
}
