import type { Pixels } from '../imaging/pixels.ts';
import { centreOf } from '../imaging/quad.ts';
import { readVisualZone } from './fields/visual-zone.ts';
import { contradicts } from './fusion/agreement.ts';
import { type DocumentSource, type Field, MIN_SAME_NAME } from './fusion/document-source.ts';
import { mrzSource } from './fusion/sources.ts';
import { likeness } from './fusion/transliteration.ts';
import type { MrzReading } from './mrz/mrz-reader.ts';
import type { TextBox, TextLine } from './text/text-reader.ts';

/** Each side of a document has at least as many lines. */
const MIN_LINES = 5;
/** The least width of what parts two sides, in longer sides of the picture. */
const MIN_STRIP = 0.015;
/** Sides are about alike in size: they part in the middle third of the picture. */
const MIDDLE = [0.33, 0.67] as const;
/** Fields that tell one holder or document from another. */
const IDENTITY: readonly Field[] = ['surname', 'givenNames', 'dateOfBirth', 'documentNumber'];
/** Print and zone of one forged document disagree too, on less than this. */
const MIN_DIFFERENT = { alike: 2, unlike: 3 };

/** Where two sides lie beside each other (`x`) or one below the other (`y`), in pixels. */
export interface Parting {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

/** One side of what the picture shows. */
export interface SideRead {
  readonly lines: readonly TextLine[];
  readonly zone: MrzReading | null;
}

/** The widest strip across the middle of the picture that no text touches; null where a side of it has little text. */
export function partingOf(boxes: readonly TextBox[], { width, height }: Pixels): Parting | null {
  const least = MIN_STRIP * Math.max(width, height);
  for (const [axis, length] of [
    ['x', width],
    ['y', height],
  ] as const) {
    const at = emptyStrip(boxes, axis, length, least);
    if (at === null) continue;
    const before = boxes.filter((box) => isBefore(box, { axis, at })).length;
    if (before >= MIN_LINES && boxes.length - before >= MIN_LINES) return { axis, at };
  }
  return null;
}

/** Whether a text stands left of a parting, or above it. */
export function isBefore({ quad }: TextBox, { axis, at }: Parting): boolean {
  return centreOf(quad)[axis] < at;
}

function emptyStrip(boxes: readonly TextBox[], axis: 'x' | 'y', length: number, least: number): number | null {
  const spans = boxes
    .map(({ quad }) => quad.map((corner) => corner[axis]))
    .map((places): [number, number] => [Math.min(...places), Math.max(...places)])
    .sort((a, b) => a[0] - b[0]);
  let [end, widest]: [number, number] = [0, least];
  let found: number | null = null;
  for (const [from, to] of spans) {
    const middle = (from + end) / 2;
    if (from - end > widest && middle > MIDDLE[0] * length && middle < MIDDLE[1] * length) {
      [widest, found] = [from - end, middle];
    }
    end = Math.max(end, to);
  }
  return found;
}

/**
 * Whether two sides are of two documents. Each names a holder or a number of its own, and they agree on nothing. Front
 * and back of one document say the same, or the back names nobody.
 */
export function areTwoDocuments(one: SideRead, other: SideRead, pixels: Pixels): boolean {
  const [a, b] = [sourcesOf(one, pixels), sourcesOf(other, pixels)];
  return a.some((first) => b.some((second) => areDifferent(first, second)));
}

function sourcesOf({ lines, zone }: SideRead, pixels: Pixels): DocumentSource[] {
  const { source } = readVisualZone(lines, pixels);
  return zone?.valid ? [mrzSource(zone), source] : [source];
}

function areDifferent(one: DocumentSource, other: DocumentSource): boolean {
  const both = IDENTITY.flatMap((field) => {
    const [a, b] = [one.fields[field], other.fields[field]];
    return a?.sure && b?.sure ? [{ field, a, b }] : [];
  });
  const isOther = ({ field, a, b }: (typeof both)[number]) =>
    field === 'surname' || field === 'givenNames'
      ? likeness(a.value, b.value) < MIN_SAME_NAME
      : contradicts(field, a.value, b) && contradicts(field, b.value, a);
  const least = one.kind === other.kind ? MIN_DIFFERENT.alike : MIN_DIFFERENT.unlike;
  return both.length >= least && both.every(isOther);
}
