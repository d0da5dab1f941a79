import type { Pixels } from '../../src/imaging/pixels.ts';
import { label } from '../labels.ts';
import { emblem, hologram, paper, signature } from '../paper.ts';
import type { Random } from '../random.ts';
import { Sheet } from '../sheet.ts';
import type { Subject } from '../subject.ts';
import type { Side } from '../truth.ts';
import { type Item, named, type Placement, printed, rows, type Style } from './style.ts';

/** Millimetres of a TD3 page (ICAO Doc 9303 part 4 §2.3). */
const WIDTH = 125;
const HEIGHT = 88;
const SCALE = 12;

interface Arrangement {
  readonly placement: Placement;
  readonly portraitRight: boolean;
  readonly numbered: boolean;
  /** The page before it is in the picture as well, as a passport lies open. */
  readonly open: boolean;
}

const ARRANGEMENTS: Readonly<Record<string, Arrangement>> = {
  'passport-above': { placement: 'above', portraitRight: false, numbered: false, open: false },
  'passport-numbered': { placement: 'above', portraitRight: false, numbered: true, open: false },
  'passport-left': { placement: 'left', portraitRight: false, numbered: false, open: false },
  'passport-open': { placement: 'above', portraitRight: false, numbered: false, open: true },
  'passport-mirrored': { placement: 'above', portraitRight: true, numbered: false, open: false },
  'passport-below': { placement: 'below', portraitRight: true, numbered: true, open: false },
};

/** A passport's data page; layouts differ in where labels and the portrait stand. */
export function passport(layout: string, subject: Subject, style: Style, random: Random, face: Pixels): Side[] {
  const arrangement = ARRANGEMENTS[layout]!;
  const top = arrangement.open ? HEIGHT : 0;
  const sheet = new Sheet(WIDTH, HEIGHT + top, SCALE);
  paper(sheet, random, style.palette);
  if (arrangement.open) firstPage(sheet, subject, style, random);
  const x = arrangement.portraitRight ? WIDTH - 41 : 6;
  const heading = head(sheet, subject, style, random, top);
  const portrait = { y: top + heading + 3, height: random.between(40, 44) };
  const width = portrait.height * 0.78;
  sheet.picture(face, x, portrait.y, width, portrait.height, { portrait: true });
  const left = arrangement.portraitRight ? 6 : 10 + width;
  const area = { x: left, y: top + heading + 1.5, width: WIDTH - width - 17, height: HEIGHT - heading - 26 };
  rows(sheet, style, area, fields(subject, style, arrangement.numbered, random), arrangement.placement);
  if (random.chance(0.5)) {
    sheet.picture(face, left + area.width - 15, area.y + area.height - 18, 12, 15.4, { alpha: 0.28, multiply: true });
  }
  hologram(
    sheet,
    random,
    x + width * random.between(0.1, 0.4),
    portrait.y + portrait.height * random.between(0.75, 1),
    random.between(6, 11),
  );
  if (arrangement.placement !== 'left') signature(sheet, random, left + area.width * 0.55, top + HEIGHT - 26, 26);
  if (arrangement.open) {
    sheet.context.fillStyle = 'rgb(60 50 50 / 0.25)';
    sheet.context.fillRect(0, top - 0.3, WIDTH, 0.6);
  }
  sheet.context.fillStyle = 'rgb(255 255 255 / 0.55)';
  sheet.context.fillRect(0, top + HEIGHT - 23.2, WIDTH, 23.2);
  sheet.mrz(subject.mrz!, top + HEIGHT - 6.5);
  return [sheet.side(3)];
}

function head(sheet: Sheet, { state, mrz }: Subject, style: Style, random: Random, top: number): number {
  const { palette, fonts, languages } = style;
  const names = state!.names.join(style.separator);
  const words = languages.map((language) => label('passport', language)).join(style.separator);
  emblem(sheet, random, 10, top + 7, 8, palette.title);
  if (random.chance(0.5) || !mrz) {
    sheet.text(names.toUpperCase(), 16, top + 6, { font: fonts.title, size: 3.6, color: palette.title, width: 104 });
    sheet.text(words, 16, top + 10, { font: fonts.title, size: 2.8, color: palette.title, width: 104 });
  } else {
    sheet.text(words.toUpperCase(), 16, top + 8, { font: fonts.title, size: 3.4, color: palette.title, width: 50 });
    sheet.text(names, 119, top + 8, { font: fonts.title, size: 3.2, color: palette.title, width: 50, align: 'right' });
  }
  return 11.5;
}

function fields(subject: Subject, style: Style, numbered: boolean, random: Random): Item[][] {
  const values = printed(subject, style);
  const number = (position: number) => (numbered ? position : undefined);
  const passportNumber = named('passport', { ...style, languages: style.languages.slice(0, 2) });
  const top: Item[] = [
    { label: named('type', style), value: subject.code, share: 0.7 },
    { label: named('country', style), value: subject.state!.mrzCode, share: 1 },
    {
      label: random.chance(0.5) ? `${passportNumber} No.` : named('number', style),
      value: values.number,
      field: 'number',
      share: 1.4,
    },
  ];
  return [
    top,
    [{ label: named('surname', style, number(1)), value: values.surname, field: 'surname' }],
    [{ label: named('given', style, number(2)), value: values.given, field: 'given' }],
    [
      {
        label: named('nationality', style, number(3)),
        value: values.cased(nationalityWord(subject)),
        field: 'nationality',
      },
      { label: named('personalNumber', style), value: subject.personalNumber },
    ],
    [
      { label: named('birthDate', style, number(4)), value: values.birthDate, field: 'birthDate', share: 1.3 },
      { label: named('sex', style, number(5)), value: values.sex, field: 'sex', share: 0.6 },
      { label: named('birthPlace', style, number(6)), value: values.birthPlace, share: 1.2 },
    ],
    [
      { label: named('issueDate', style, number(7)), value: values.issueDate, field: 'issueDate', share: 1.3 },
      { label: named('authority', style, number(9)), value: values.cased(subject.holder.birthPlace), share: 1.3 },
    ],
    [{ label: named('expiryDate', style, number(8)), value: values.expiryDate, field: 'expiryDate' }],
  ];
}

/** States print their own name, their people's or the code; the code is what every state can print. */
function nationalityWord({ holder, state }: Subject): string {
  if (holder.nationality !== state!.code) return holder.nationality;
  return holder.face % 2 ? state!.names.at(-1)! : holder.nationality;
}

function firstPage(sheet: Sheet, { state }: Subject, style: Style, random: Random): void {
  const { palette, fonts } = style;
  const lines = [
    'This page is left for observations and holds none.',
    'Bearers should write nothing on it but their name.',
    `${state!.names.at(-1)} · specimen · no travel document`,
  ];
  lines.forEach((line, index) => {
    sheet.text(line, WIDTH / 2, 26 + index * 7, {
      font: fonts.label,
      size: 2.6,
      color: palette.label,
      align: 'center',
      width: 110,
    });
  });
  signature(sheet, random, 48, 64, 30);
  sheet.text(random.code('A99999'), WIDTH / 2, 80, { font: 'mono', size: 3, color: '#703030', align: 'center' });
}
