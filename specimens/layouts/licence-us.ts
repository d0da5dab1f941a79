import type { Pixels } from '../../src/imaging/pixels.ts';
import { emblem, hologram, paper, signature } from '../paper.ts';
import type { Random } from '../random.ts';
import { Sheet, type TextStyle } from '../sheet.ts';
import type { Subject } from '../subject.ts';
import type { PrintedField, Side } from '../truth.ts';
import { printed, type Style } from './style.ts';

const WIDTH = 85.6;
const HEIGHT = 54;
const SCALE = 12;

interface Line {
  readonly label: string;
  readonly value: string;
  readonly field?: PrintedField;
  /** Set larger than the rest. */
  readonly large?: boolean;
  /** Stands right of the line before. */
  readonly beside?: boolean;
}

/** A North American licence: portrait and labelled data in front, the barcode behind. */
export function licenceUs(layout: string, subject: Subject, style: Style, random: Random, face: Pixels): Side[] {
  const sheet = new Sheet(WIDTH, HEIGHT, SCALE);
  paper(sheet, random, style.palette);
  heading(sheet, layout, subject, style, random);
  const right = layout === 'licence-us-stacked';
  const x = right ? WIDTH - 27 : 3;
  sheet.picture(face, x, 13, 24, 30.8, { portrait: true });
  const left = right ? 3.5 : 29.5;
  if (layout === 'licence-us-stacked') stacked(sheet, lines(subject, style, random), style, left);
  else inline(sheet, layout, lines(subject, style, random), style, left);
  if (random.chance(0.7)) sheet.picture(face, right ? 44 : WIDTH - 13, 38, 9, 11.6, { alpha: 0.35, multiply: true });
  hologram(sheet, random, x + 20, 42, 5);
  signature(sheet, random, x, 51, 22);
  return [sheet.side(3.18), back(subject, style, random)];
}

function heading(sheet: Sheet, layout: string, { region }: Subject, style: Style, random: Random): void {
  const { fonts, palette } = style;
  const canada = region!.country === 'CAN';
  const band = layout === 'licence-us-band';
  if (band) {
    sheet.context.fillStyle = palette.title;
    sheet.context.fillRect(0, 0, WIDTH, 11);
  } else if (random.chance(0.5)) emblem(sheet, random, WIDTH - 7, 6, 7, palette.title);
  const color = band ? '#fff' : palette.title;
  const title = canada
    ? 'DRIVER’S LICENCE · PERMIS DE CONDUIRE'
    : random.pick(['DRIVER LICENSE', 'DRIVER’S LICENSE', 'OPERATOR LICENSE']);
  const name = random.chance(0.6) ? region!.name.toUpperCase() : region!.name;
  sheet.text(name, 4, 6.4, { font: fonts.title, size: 5, color, width: 44 });
  sheet.text(title, 4, 10, { font: fonts.title, size: 2.6, color, width: 50 });
  sheet.text(canada ? 'CANADA' : 'USA', WIDTH - 14, 6, { font: fonts.title, size: 2.6, color, align: 'right' });
}

/** The data with the numbers that AAMVA gives them (DL/ID Card Design Standard, annex A). */
function lines(subject: Subject, style: Style, random: Random): Line[] {
  const values = printed(subject, style);
  const { region } = subject;
  const canada = region!.country === 'CAN';
  const height = canada
    ? `${random.whole(150, 199)} cm`
    : `${random.whole(5, 6)}'-${String(random.whole(0, 11)).padStart(2, '0')}"`;
  return [
    {
      label: random.pick(['4d DL', '4d DLN', '4d LIC. NO.', '4d NUMBER']),
      value: values.number,
      field: 'number',
      large: true,
    },
    { label: '4a ISS', value: values.issueDate, field: 'issueDate' },
    { label: '4b EXP', value: values.expiryDate, field: 'expiryDate', beside: true },
    { label: '1 LN', value: values.surname, field: 'surname', large: true },
    { label: '2 FN', value: values.given, field: 'given', large: true },
    { label: '8', value: values.street, field: 'address' },
    { label: '', value: values.town, field: 'address' },
    { label: '3 DOB', value: values.birthDate, field: 'birthDate', large: true },
    { label: '15 SEX', value: values.sex, field: 'sex' },
    { label: '16 HGT', value: height, beside: true },
    { label: '18 EYES', value: random.pick(['BRO', 'BLU', 'GRN']) },
    { label: '9 CLASS', value: random.pick(['C', 'D', 'G', '5']), beside: true },
    { label: '5 DD', value: `${subject.personalNumber}` },
  ];
}

function inline(sheet: Sheet, layout: string, all: readonly Line[], style: Style, left: number): void {
  const { fonts, palette } = style;
  const noNumbers = layout === 'licence-us-words';
  const bare = layout === 'licence-us-plain';
  let y = 11.4;
  let beside = left;
  const pitch = 3.55;
  for (const line of all) {
    if (!line.beside) y += pitch;
    const x = line.beside ? beside : left;
    const size = line.large ? style.size * 1.12 : style.size * 0.9;
    const label = noNumbers ? line.label.replace(/^\d+[abd]? ?/, '') : line.label;
    // Names and addresses stand without a label on many licences, with the number alone on others.
    const shown = bare && /^(1|2|8)/.test(label) ? label.split(' ')[0]! : label;
    const wide = shown
      ? sheet.text(shown, x, y, { font: fonts.label, size: style.size * 0.62, color: palette.label }) + 0.9
      : 0;
    const value: TextStyle = { font: fonts.value, size, color: palette.value, width: WIDTH - x - wide - 3 };
    beside = Math.max(x + wide + sheet.text(line.value, x + wide, y, value, line.field) + 2.5, left + 20);
  }
}

/** Labels on their own line above each value. */
function stacked(sheet: Sheet, all: readonly Line[], style: Style, left: number): void {
  const { fonts, palette } = style;
  let y = 12.5;
  let column = 0;
  const size = style.size * 0.8;
  const pitch = 3.95;
  for (const line of all) {
    if (line.beside) column++;
    else {
      column = 0;
      y += line.label ? pitch : size * 1.05;
    }
    const x = left + column * 25;
    sheet.text(line.label.replace(/^(\S+) (.+)$/, '$1. $2'), x, y - size * 1.02, {
      font: fonts.label,
      size: size * 0.55,
      color: palette.label,
    });
    sheet.text(
      line.value,
      x,
      y,
      { font: fonts.value, size, color: palette.value, width: line.field === 'address' ? 50 : 24.5 },
      line.field,
    );
  }
}

function back(subject: Subject, style: Style, random: Random): Side {
  const sheet = new Sheet(WIDTH, HEIGHT, SCALE);
  paper(sheet, random, style.palette);
  const bars = subject.bars!;
  const width = 72;
  const height = Math.min(22, (width * bars.height) / bars.width);
  const top = random.pick([4, 24]);
  sheet.context.fillStyle = '#fff';
  sheet.context.fillRect((WIDTH - width) / 2 - 1, top - 1, width + 2, height + 2);
  sheet.barcode(subject.barcode!, bars, (WIDTH - width) / 2, top, width, height);
  const text = { font: style.fonts.label, size: 1.9, color: style.palette.value, width: 76 };
  const y = top < 10 ? top + height + 6 : 7;
  ['CLASS: See front of card', 'END: NONE', 'REST: NONE', `${subject.personalNumber}`].forEach((line, row) => {
    sheet.text(line, 5, y + row * 3.6, text);
  });
  return sheet.side(3.18);
}
