import type { Pixels } from '../../src/imaging/pixels.ts';
import { emblem, hologram, paper, signature } from '../paper.ts';
import type { Random } from '../random.ts';
import { Sheet } from '../sheet.ts';
import type { Subject } from '../subject.ts';
import type { Side } from '../truth.ts';
import { type Item, named, type Placement, printed, rows, type Style } from './style.ts';

/** ID-1 (ISO/IEC 7810) and ID-2 in millimetres. */
const ID1 = [85.6, 54] as const;
const ID2 = [105, 74] as const;
const SCALE = 12;

interface Arrangement {
  readonly placement: Placement;
  readonly portraitRight: boolean;
  /** Document number in the upper right corner, without a label, as many cards have it. */
  readonly cornerNumber: boolean;
}

const ARRANGEMENTS: Readonly<Record<string, Arrangement>> = {
  'card-above': { placement: 'above', portraitRight: false, cornerNumber: false },
  'card-corner': { placement: 'above', portraitRight: false, cornerNumber: true },
  'card-left': { placement: 'left', portraitRight: false, cornerNumber: false },
  'card-mirrored': { placement: 'above', portraitRight: true, cornerNumber: true },
  'card-below': { placement: 'below', portraitRight: true, cornerNumber: false },
};

/** An identity card or residence permit of size TD1: portrait and data in front, address and zone behind. */
export function card(layout: string, subject: Subject, style: Style, random: Random, face: Pixels): Side[] {
  const arrangement = ARRANGEMENTS[layout]!;
  return [front(arrangement, subject, style, random, face), back(subject, style, random)];
}

function front(arrangement: Arrangement, subject: Subject, style: Style, random: Random, face: Pixels): Side {
  const [width, height] = ID1;
  const sheet = new Sheet(width, height, SCALE);
  paper(sheet, random, style.palette);
  title(sheet, subject, style, random, arrangement.cornerNumber ? 46 : 70);
  const tall = random.between(29, 33);
  const wide = tall * 0.78;
  const x = arrangement.portraitRight ? width - wide - 4 : 4;
  sheet.picture(face, x, 13, wide, tall, { portrait: true });
  const area = { x: arrangement.portraitRight ? 4.5 : wide + 7, y: 12.2, width: width - wide - 11, height: 38.5 };
  rows(sheet, style, area, frontFields(subject, style, arrangement), arrangement.placement);
  if (arrangement.cornerNumber) {
    sheet.text(
      subject.number,
      width - 4,
      7,
      { font: style.fonts.value, size: style.size * 1.1, color: style.palette.value, align: 'right' },
      'number',
    );
  }
  if (random.chance(0.4)) {
    const ghost = arrangement.portraitRight ? 46 : width - 14;
    sheet.picture(face, ghost, 36, 9, 11.5, { alpha: 0.25, multiply: true });
  }
  hologram(sheet, random, x + wide * random.between(0.6, 1), 13 + tall * random.between(0.8, 1), random.between(4, 7));
  signature(sheet, random, x + 2, 51, wide - 6);
  return sheet.side(3.18);
}

function title(sheet: Sheet, { state, kind }: Subject, style: Style, random: Random, width: number): void {
  const { fonts, palette } = style;
  const key = kind === 'residence_permit' ? 'permit' : 'idCard';
  emblem(sheet, random, 7, 6.2, 7, palette.title);
  sheet.text(state!.names.join(style.separator).toUpperCase(), 12, 5, {
    font: fonts.label,
    size: 2.3,
    color: palette.title,
    width,
  });
  sheet.text(named(key, style).toUpperCase(), 12, 9.4, { font: fonts.title, size: 3.3, color: palette.title, width });
}

function frontFields(subject: Subject, style: Style, { cornerNumber }: Arrangement): Item[][] {
  const values = printed(subject, style);
  const permit = subject.kind === 'residence_permit';
  const number: Item[] = cornerNumber
    ? []
    : [{ label: named('number', style), value: values.number, field: 'number', share: 1.2 }];
  const born: Item = { label: named('birthDate', style), value: values.birthDate, field: 'birthDate', share: 1.2 };
  const until: Item = { label: named('expiryDate', style), value: values.expiryDate, field: 'expiryDate', share: 1.2 };
  return [
    [{ label: named('surname', style), value: values.surname, field: 'surname' }],
    [{ label: named('given', style), value: values.given, field: 'given' }],
    [
      { label: named('sex', style), value: values.sex, field: 'sex', share: 0.5 },
      { label: named('nationality', style), value: values.nationality, field: 'nationality', share: 0.9 },
      born,
    ],
    permit
      ? [
          { label: named('permitType', style), value: style.capitals ? 'LONG-TERM RESIDENT' : 'Long-term resident' },
          until,
        ]
      : [{ label: named('birthPlace', style), value: values.birthPlace }, until],
    ...(number.length ? [[...number, { label: named('personalNumber', style), value: subject.personalNumber }]] : []),
  ];
}

function back(subject: Subject, style: Style, random: Random): Side {
  const [width, height] = ID1;
  const sheet = new Sheet(width, height, SCALE);
  paper(sheet, random, style.palette);
  const values = printed(subject, style);
  const area = { x: 5, y: 3, width: random.between(58, 76), height: 25 };
  const lines: Item[][] = [
    [{ label: named('address', style), value: values.address, field: 'address' }],
    [
      { label: named('issueDate', style), value: values.issueDate, field: 'issueDate' },
      { label: named('authority', style), value: values.cased(subject.holder.birthPlace) },
    ],
  ];
  rows(sheet, style, area, lines, 'above');
  sheet.context.fillStyle = 'rgb(255 255 255 / 0.6)';
  sheet.context.fillRect(0, height - 23.2, width, 23.2);
  sheet.mrz(subject.mrz!, height - 4.4, 2.54, 6.2);
  return sheet.side(3.18);
}

/** A card of size TD2 with its machine-readable zone below the portrait. */
export function largeCard(_layout: string, subject: Subject, style: Style, random: Random, face: Pixels): Side[] {
  const [width, height] = ID2;
  const sheet = new Sheet(width, height, SCALE);
  paper(sheet, random, style.palette);
  title(sheet, subject, style, random, 88);
  sheet.picture(face, 5, 13, 28, 36, { portrait: true });
  const values = printed(subject, style);
  const area = { x: 36, y: 12.5, width: width - 40, height: 38 };
  const lines: Item[][] = [
    [{ label: named('surname', style), value: values.surname, field: 'surname' }],
    [{ label: named('given', style), value: values.given, field: 'given' }],
    [
      { label: named('birthDate', style), value: values.birthDate, field: 'birthDate' },
      { label: named('sex', style), value: values.sex, field: 'sex', share: 0.6 },
    ],
    [
      { label: named('number', style), value: values.number, field: 'number' },
      { label: named('nationality', style), value: values.nationality, field: 'nationality' },
    ],
    [
      { label: named('issueDate', style), value: values.issueDate, field: 'issueDate' },
      { label: named('expiryDate', style), value: values.expiryDate, field: 'expiryDate' },
    ],
  ];
  rows(sheet, style, area, lines, 'above');
  hologram(sheet, random, 30, 44, 6);
  sheet.mrz(subject.mrz!, height - 6, 2.54, 6.4);
  return [sheet.side(2)];
}

/** The French identity card of 1988: names after their labels, both lines of 36 below, address and validity behind. */
export function frenchCard(_layout: string, subject: Subject, style: Style, random: Random, face: Pixels): Side[] {
  const [width, height] = ID2;
  const sheet = new Sheet(width, height, SCALE);
  paper(sheet, random, style.palette);
  const values = printed(subject, { ...style, dates: 'DD.MM.YYYY' });
  const title = { font: style.fonts.title, size: 3, color: style.palette.title };
  sheet.text('RÉPUBLIQUE FRANÇAISE', 50, 6, { ...title, align: 'center' });
  sheet.text(`CARTE NATIONALE D’IDENTITÉ N° : ${subject.number}`, 5, 11.5, { ...title, size: 2.6 }, 'number');
  sheet.text('Nationalité Française', 76, 11.5, { ...title, size: 2.5 }, 'nationality');
  sheet.picture(face, 5, 15, 28, 36, { portrait: true });
  const area = { x: 36, y: 14, width: width - 42, height: 32 };
  const lines: Item[][] = [
    [{ label: 'Nom', value: values.surname, field: 'surname' }],
    [{ label: 'Prénom(s)', value: subject.holder.given.join(', '), field: 'given' }],
    [
      { label: 'Sexe', value: values.sex, field: 'sex', share: 0.7 },
      { label: 'Né(e) le', value: values.birthDate, field: 'birthDate' },
    ],
    [{ label: 'à', value: values.birthPlace }],
  ];
  rows(sheet, { ...style, colon: true, size: 3 }, area, lines, 'left');
  signature(sheet, random, 60, 50, 28);
  sheet.mrz(subject.mrz!, height - 6, 2.54, 6.4);
  return [sheet.side(2), frenchBack(subject, style, random)];
}

function frenchBack(subject: Subject, style: Style, random: Random): Side {
  const sheet = new Sheet(...ID2, SCALE);
  paper(sheet, random, style.palette);
  const values = printed(subject, { ...style, dates: 'DD.MM.YYYY' });
  const lines: Item[][] = [
    [{ label: 'Adresse', value: values.address, field: 'address' }],
    [{ label: 'Carte valable jusqu’au', value: values.expiryDate, field: 'expiryDate' }],
    [{ label: 'délivrée le', value: values.issueDate, field: 'issueDate' }],
    [{ label: 'par', value: `PRÉFECTURE DE ${values.cased(subject.holder.birthPlace)}` }],
  ];
  rows(sheet, { ...style, colon: true, size: 3 }, { x: 8, y: 10, width: 90, height: 40 }, lines, 'left');
  return sheet.side(2);
}
