import { readFileSync, writeFileSync } from 'node:fs';
import type { Cases } from './fit.ts';

/**
 * A weight needs so many pairs in which its evidence stands. Where none of n pairs is one person's, up to 3/n of all
 * such pairs may be. That holds with 95 % confidence (Hanley and Lippman-Hand, "If nothing goes wrong, is everything
 * all right?", 1983). Of fewer pairs than these more than a tenth may be, and the ridge decides, not the data.
 */
const LEAST_PAIRS = 30;

/** In how many pairs a kind of evidence stands, as they count in the estimate. */
export interface Support {
  readonly same: number;
  readonly other: number;
}

/** Of each feature, in their order. */
export function supportOf({ width, features, isSame, weights }: Cases): Support[] {
  const [same, other] = [new Float64Array(width), new Float64Array(width)];
  for (const [row, counts] of features.entries()) {
    const into = isSame[row] ? same : other;
    for (let place = 0; place < width; place++) if (counts[place] !== 0) into[place]! += weights[row]!;
  }
  return Array.from(same, (count, place) => ({ same: count, other: other[place]! }));
}

/** Whether data can support a weight. One that they cannot is 0. */
export const isSupported = ({ same, other }: Support): boolean => same + other >= LEAST_PAIRS;

const CELL = ({ same, other }: Support): string => `${Math.round(same)} + ${Math.round(other)}`;

/**
 * Writes the table under a heading of a model card: for each row the pairs of one person + those of two, by column. Of
 * columns that `counts` lacks the cells of the table that is there stay.
 */
export function writeSupport(
  card: URL,
  heading: string,
  rows: readonly string[],
  columns: readonly string[],
  counts: ReadonlyMap<string, readonly Support[]>,
): void {
  const text = readFileSync(card, 'utf8');
  const start = text.indexOf('\n|', text.indexOf(`\n${heading}\n`)) + 1;
  const end = /\n(?!\|)/.exec(text.slice(start))!.index + start;
  const before = new Map(
    text
      .slice(start, end)
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, row = '', ...cells]) => [row, cells]),
  );
  const cell = (row: string, place: number, column: number) => {
    const counted = counts.get(columns[column]!)?.[place];
    return counted ? CELL(counted) : (before.get(row)?.[column] ?? '');
  };
  const lines = [
    ['evidence', ...columns],
    ['---', ...columns.map(() => '---')],
    ...rows.map((row, place) => [row, ...columns.map((_, column) => cell(row, place, column))]),
  ];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  writeFileSync(card, text.slice(0, start) + table + text.slice(end));
}
