import type { TextLine } from '../text/reader.ts';
import { fold } from './fold.ts';

/** A line of print with where it stands once the picture's lean is taken out; lengths in pixels. */
export interface Line {
  readonly text: string;
  readonly key: string;
  /** Where each character of `key` stands in `text`. */
  readonly at: readonly number[];
  /** 0 to 1. */
  readonly confidence: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
}

/** Less sure lines are background, not print. */
const LEGIBLE = 0.5;
const UPRIGHT = 1.4;

/** Lines in reading order, without those that run downwards, those that are hardly legible, and the machine-readable zone. */
export function linesOf(lines: readonly TextLine[]): Line[] {
  const level = lines.filter(({ box, text }) => text.length > 0 && !runsDownwards(box.quad));
  const lean = median(level.filter(({ text }) => text.length > 3).map(({ box: { quad } }) => angle(quad[0], quad[1])));
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)];
  return level
    .filter(({ text, confidence }) => confidence >= LEGIBLE && !isZone(text))
    .map(({ text, confidence, box: { quad } }) => {
      const turned = quad.map(({ x, y }) => ({ x: x * cos + y * sin, y: y * cos - x * sin }));
      const [left, right] = [(turned[0]!.x + turned[3]!.x) / 2, (turned[1]!.x + turned[2]!.x) / 2];
      const [top, bottom] = [(turned[0]!.y + turned[1]!.y) / 2, (turned[2]!.y + turned[3]!.y) / 2];
      return { text, ...fold(text), confidence, left, right, top, bottom, height: Math.max(1, bottom - top) };
    })
    .filter(({ key }) => key.length > 0)
    .sort((a, b) => a.top + a.bottom - b.top - b.bottom);
}

/** True where two lines stand in one row. */
export function sameRow(a: Line, b: Line): boolean {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return shared > 0.45 * Math.min(a.height, b.height);
}

/** Empty space between two lines above each other, negative where they overlap. */
export function gapBelow(upper: Line, lower: Line): number {
  return lower.top - upper.bottom;
}

/** True where one stands over the other: their left edges agree or they share most of their width. */
export function sameColumn(a: Line, b: Line): boolean {
  const height = Math.min(a.height, b.height);
  if (Math.abs(a.left - b.left) < 1.5 * height) return true;
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > 0.5 * Math.min(a.right - a.left, b.right - b.left);
}

function isZone(text: string): boolean {
  return /<.*<.*</.test(text) || /[<K]{6}/.test(text);
}

function runsDownwards(quad: TextLine['box']['quad']): boolean {
  const across = Math.hypot(quad[1].x - quad[0].x, quad[1].y - quad[0].y);
  return Math.hypot(quad[3].x - quad[0].x, quad[3].y - quad[0].y) > across * UPRIGHT;
}

function angle(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.atan2(b.y - a.y, b.x - a.x);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
