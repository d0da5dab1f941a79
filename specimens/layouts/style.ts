import { printDate } from '../dates.ts';
import type { FontPair } from '../fonts.ts';
import { type LabelKey, type Language, labels } from '../labels.ts';
import type { Palette } from '../paper.ts';
import type { Random } from '../random.ts';
import type { Sheet } from '../sheet.ts';
import type { DateStyle } from '../states.ts';
import type { Subject } from '../subject.ts';
import type { PrintedField } from '../truth.ts';

/** What varies between two documents of one layout. */
export interface Style {
  readonly fonts: FontPair;
  readonly palette: Palette;
  readonly languages: readonly Language[];
  readonly dates: DateStyle;
  readonly separator: string;
  /** Values in capitals. */
  readonly capitals: boolean;
  /** Size of values in millimetres; labels are smaller by `labelShare`. */
  readonly size: number;
  readonly labelShare: number;
  /** Labels end in a colon. */
  readonly colon: boolean;
}

export interface Item {
  readonly label: string;
  readonly value: string;
  readonly field?: PrintedField;
  /** Share of the row's width. */
  readonly share?: number;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Placement = 'above' | 'left' | 'below';

/** A label of the document in the style's languages. */
export function named(key: LabelKey, style: Style, number?: number): string {
  const text = labels(key, style.languages, style.separator);
  return number === undefined ? text : `${text} (${number})`;
}

/** Items in rows over an area, each with its label above, left of or below its value. */
export function rows(
  sheet: Sheet,
  style: Style,
  area: Area,
  grouped: readonly (readonly Item[])[],
  placement: Placement,
): void {
  // Labels left of their values need the whole width, one item a row.
  const lines = placement === 'left' ? grouped.flatMap((items) => items.map((item) => [item])) : grouped;
  const pitch = area.height / lines.length;
  lines.forEach((items, index) => {
    let x = area.x;
    const total = items.reduce((sum, { share = 1 }) => sum + share, 0);
    for (const item of items) {
      const width = (area.width * (item.share ?? 1)) / total;
      one(sheet, style, { x, y: area.y + index * pitch, width: width - 1.2, height: pitch }, item, placement);
      x += width;
    }
  });
}

function one(sheet: Sheet, style: Style, area: Area, item: Item, placement: Placement): void {
  const { fonts, palette } = style;
  const labelSize = style.size * style.labelShare;
  const text = { font: fonts.label, size: labelSize, color: palette.label };
  const value = { font: fonts.value, size: style.size, color: palette.value };
  const label = item.label && style.colon ? `${item.label}:` : item.label;
  if (placement === 'left') {
    const wide = area.width * 0.42;
    const y = area.y + area.height * 0.5 + style.size * 0.35;
    sheet.text(label, area.x, y, { ...text, width: wide - 1 });
    sheet.text(item.value, area.x + wide, y, { ...value, width: area.width - wide }, item.field);
    return;
  }
  const gap = Math.min(style.size * 1.05, area.height - labelSize);
  const first = area.y + (placement === 'above' ? labelSize : style.size);
  const labelY = placement === 'above' ? first : first + labelSize * 1.45;
  const valueY = placement === 'above' ? first + gap : first;
  sheet.text(label, area.x, labelY, { ...text, width: area.width });
  sheet.text(item.value, area.x, valueY, { ...value, width: area.width }, item.field);
}

/** Values of a subject as this style prints them. */
export function printed(subject: Subject, style: Style) {
  const cased = (text: string) => (style.capitals ? text.toUpperCase() : text);
  const date = (value: string) => printDate(value, style.dates, style.languages);
  const { holder } = subject;
  return {
    surname: cased(holder.surname),
    given: cased(holder.given.join(' ')),
    sex: holder.sex,
    birthDate: date(holder.birthDate),
    birthPlace: cased(holder.birthPlace),
    issueDate: date(subject.issueDate),
    expiryDate: date(subject.expiryDate),
    nationality: holder.nationality,
    number: subject.number,
    address: cased(holder.address.join(', ')),
    street: cased(holder.address[0]),
    town: cased(holder.address[1]),
    cased,
  };
}

export function chooseStyle(
  random: Random,
  parts: Pick<Style, 'fonts' | 'palette' | 'languages' | 'dates'>,
  size: readonly [number, number],
): Style {
  return {
    ...parts,
    separator: random.pick([' / ', '/', ' / ', ' – ']),
    capitals: random.chance(0.7),
    size: random.between(...size),
    labelShare: random.between(0.5, 0.68),
    colon: random.chance(0.15),
  };
}
