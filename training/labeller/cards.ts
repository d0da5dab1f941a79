import { readFileSync } from 'node:fs';
import { compare, type TrueValues, type Verdict, valuesOf } from '../../bench/documents/compare.ts';
import type { Judged } from '../../src/documents/labeller/doubts.ts';
import type { TextLine } from '../../src/documents/text/text-reader.ts';

/** The values that are compared with the truth. Names are judged whole. */
const KEYS = {
  documentNumber: 'number',
  dateOfBirth: 'birthDate',
  expiryDate: 'expiryDate',
  nationality: 'nationality',
  sex: 'sex',
  address: 'address',
  names: 'fullName',
} as const satisfies Record<Judged, string>;

/** What a value of a field is beside the truth. */
export function verdictOn(truth: TrueValues, name: Judged, value: string | null): Verdict | undefined {
  return compare(truth, { ...valuesOf(undefined), [KEYS[name]]: value })[KEYS[name]];
}

export type DrawnLine = readonly [text: string, classes: readonly number[], box: readonly number[], sure: number];

/** A drawn line as the text reader gives it. */
export function lineOf([text, , [x, y, wide, high], confidence]: DrawnLine): TextLine {
  const [left, top, right, bottom] = [x!, y!, x! + wide!, y! + high!];
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ] as const;
  const characters = Array.from(text, () => confidence);
  return { text, confidence, characters, box: { quad: [...corners], score: 1 }, start: 0.4 };
}

/** The size of the picture that drawn lines are in. */
export function sizeOf(lines: readonly DrawnLine[]) {
  return {
    width: Math.max(1, ...lines.map(([, , box]) => box[0]! + box[2]!)),
    height: Math.max(1, ...lines.map(([, , box]) => box[1]! + box[3]!)),
  };
}

/** A document as the text reader has it, with what it says. */
export interface Read {
  readonly name: string;
  readonly truth: TrueValues;
  readonly lines: readonly TextLine[];
  readonly width: number;
  readonly height: number;
  readonly group: string;
}

/** Drawn cards, one a row, or what the text reader read of pictures. */
export function documentsIn(file: string): Read[] {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.jsonl')) {
    const photos = JSON.parse(text) as (Omit<Read, 'group'> & { zone: boolean })[];
    return photos.map((photo) => ({ ...photo, group: photo.zone ? 'with a zone' : 'without a zone' }));
  }
  const cards = text
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row) as Card);
  return cards.map(({ lines, says }, at) => {
    const truth: TrueValues = {
      type: null,
      country: null,
      region: null,
      number: says.number ?? null,
      surname: says.name ?? says.surname ?? null,
      given: says.given ?? null,
      birthDate: says.birth ?? null,
      expiryDate: says.expiry ?? null,
      sex: says.sex ?? null,
      nationality: says.nationality ?? null,
      address: says.address ?? null,
    };
    return { name: `card ${at}`, truth, lines: lines.map(lineOf), ...sizeOf(lines), group: 'cards' };
  });
}

interface Card {
  readonly lines: DrawnLine[];
  readonly says: Readonly<Record<string, string>>;
}
