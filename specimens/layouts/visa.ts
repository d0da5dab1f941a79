import type { Pixels } from '../../src/imaging/pixels.ts';
import { hologram, paper } from '../paper.ts';
import type { Random } from '../random.ts';
import { Sheet } from '../sheet.ts';
import type { Subject } from '../subject.ts';
import type { Side } from '../truth.ts';
import { type Item, named, printed, rows, type Style } from './style.ts';

const SCALE = 12;

/** A visa sticker: 120 × 80 mm with lines of 44, or 105 × 74 mm with lines of 36 (ICAO Doc 9303 part 7). */
export function visa(_layout: string, subject: Subject, style: Style, random: Random, face: Pixels): Side[] {
  const [width, height] = subject.mrz!.format === 'MRVA' ? [120, 80] : [105, 74];
  const sheet = new Sheet(width, height, SCALE);
  paper(sheet, random, style.palette);
  const { fonts, palette } = style;
  const values = printed(subject, style);
  sheet.text(named('visa', style).toUpperCase(), 39, 8, {
    font: fonts.title,
    size: 4.6,
    color: palette.title,
    width: 30,
  });
  sheet.text(subject.state!.names.at(-1)!.toUpperCase(), width - 5, 8, {
    font: fonts.title,
    size: 3,
    color: palette.title,
    align: 'right',
    width: width - 76,
  });
  sheet.picture(face, 5, 10, 29, 37, { portrait: true });
  const lines: Item[][] = [
    [
      { label: named('issueDate', style), value: values.issueDate, field: 'issueDate' },
      { label: named('expiryDate', style), value: values.expiryDate, field: 'expiryDate' },
    ],
    [
      { label: named('type', style), value: random.pick(['C', 'D', 'A']) },
      { label: named('number', style), value: values.number, field: 'number' },
    ],
    [{ label: named('surname', style), value: values.surname, field: 'surname' }],
    [{ label: named('given', style), value: values.given, field: 'given' }],
    [
      { label: named('nationality', style), value: values.nationality, field: 'nationality' },
      { label: named('sex', style), value: values.sex, field: 'sex' },
      { label: named('birthDate', style), value: values.birthDate, field: 'birthDate' },
    ],
  ];
  rows(sheet, style, { x: 39, y: 11, width: width - 43, height: height - 34 }, lines, 'above');
  hologram(sheet, random, 12, 48, 6);
  sheet.mrz(subject.mrz!, height - 6.5);
  return [sheet.side()];
}
