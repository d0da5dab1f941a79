import type { Point } from '../../imaging/pixels.ts';
import { distance, scaledQuad } from '../../imaging/quad.ts';
import type { TextBox } from '../text/text-reader.ts';
import { at, type Row } from './line-crop.ts';

/** The lengths of lines that begin a search; the nine characters of the Swiss licence follow from its other lines. */
export const COUNTS: readonly number[] = [44, 36, 30];

/** Boxes less slender than this are not looked at. */
const MIN_ASPECT = 9;
const MAX_CANDIDATES = 8;
/** A detected box ends about so many characters outside the text. */
const OVERHANG = 0.35;
/** Rows of a zone are 6.35 mm apart, two and a half pitches (Doc 9303 part 3 §4); other prints are near it. */
const SPACINGS = [2.5, 2.25, 2.75, 2, 1.75];
const [NEAREST, FARTHEST] = [1.3, 3.4];

/** The middle line of a box, from its left to its right end. */
export interface Axis {
  readonly left: Point;
  readonly right: Point;
  readonly thickness: number;
}

/** Axes of boxes that may be lines of a zone, longest first; parts that lie on one line are also given as one. */
export function candidates(boxes: readonly TextBox[]): Axis[] {
  const all = boxes.map(({ quad: [a, b, c, d] }) => ({
    left: middle(a, d),
    right: middle(b, c),
    thickness: (distance(a, d) + distance(b, c)) / 2,
  }));
  const long = all.filter((axis) => length(axis) >= MIN_ASPECT * axis.thickness);
  const joined = long.flatMap((axis) => joins(axis, long));
  return [...long.sort(longer), ...joined.sort(longer)].slice(0, MAX_CANDIDATES);
}

/** The row that an axis is, if it holds `count` characters. */
export function rowOf(axis: Axis, count: number): Row {
  const pitch = length(axis) / (count + 2 * OVERHANG);
  const direction = { x: (axis.right.x - axis.left.x) / length(axis), y: (axis.right.y - axis.left.y) / length(axis) };
  const step = { x: direction.x * pitch, y: direction.y * pitch };
  return { start: at({ start: axis.left, step }, OVERHANG, 0), step };
}

/** Places where the next row may stand, above (-1) or below (1): where a box was found, and at the usual spacings. */
export function neighbours(row: Row, count: number, way: 1 | -1, boxes: readonly TextBox[]): Row[] {
  const pitch = Math.hypot(row.step.x, row.step.y);
  const found = boxes.flatMap(({ quad: [a, b, c, d] }) => {
    const [left, right] = [within(row, middle(a, d)), within(row, middle(b, c))];
    const span = right.along - left.along;
    if (span < 5 || left.along > count || right.along < 0) return [];
    const slope = (right.down - left.down) / span;
    const down = (along: number) => left.down + slope * (along - left.along);
    const offset = down(count / 2) * way;
    if (offset < NEAREST || offset > FARTHEST || Math.abs(slope) > 0.06) return [];
    // Short boxes tell where the row is, not how it leans.
    const lean = span > count * 0.6 ? slope : 0;
    const start = at(row, 0, down(count / 2) - (lean * count) / 2);
    const end = at(row, count, down(count / 2) + (lean * count) / 2);
    return [{ start, step: { x: (end.x - start.x) / count, y: (end.y - start.y) / count } }];
  });
  const usual = SPACINGS.map((spacing) => ({ start: at(row, 0, spacing * way), step: row.step }));
  return pitch > 0 ? [...found, ...usual] : [];
}

function joins(axis: Axis, others: readonly Axis[]): Axis[] {
  const unit = rowOf(axis, 1);
  const scale = length(axis) / Math.hypot(unit.step.x, unit.step.y);
  return others.flatMap((other) => {
    const { along, down } = within(unit, other.left);
    const gap = along * (length(axis) / scale) - length(axis);
    const off = Math.abs(down * (length(axis) / scale));
    if (other === axis || gap < -axis.thickness || off > axis.thickness * 0.6) return [];
    const alike = other.thickness / axis.thickness;
    if (alike < 0.6 || alike > 1.6) return [];
    return [{ left: axis.left, right: other.right, thickness: axis.thickness }];
  });
}

/** A box or a row in a picture of another size. */
export function scaledBox({ quad, score }: TextBox, factor: number): TextBox {
  return { quad: scaledQuad(quad, factor), score };
}

/** A row in a picture that is larger by this factor. */
export function scaledRow({ start, step }: Row, factor: number): Row {
  return { start: scaled(start, factor), step: scaled(step, factor) };
}

function scaled({ x, y }: Point, factor: number): Point {
  return { x: x * factor, y: y * factor };
}

/** A point in pitches along and below a row. */
function within({ start, step }: Row, point: Point): { along: number; down: number } {
  const square = step.x ** 2 + step.y ** 2;
  const [x, y] = [point.x - start.x, point.y - start.y];
  return { along: (x * step.x + y * step.y) / square, down: (y * step.x - x * step.y) / square };
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function longer(a: Axis, b: Axis): number {
  return length(b) - length(a);
}

function length({ left, right }: Axis): number {
  return distance(left, right);
}
