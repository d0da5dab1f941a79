import type { Quad } from '../../imaging/pixels.ts';
import type { TextLine } from './text-reader.ts';

/** What is read so surely, and is so long, is print and no bars. */
const LEGIBLE = 0.8;
const LETTERS = 3;
/** So many lines that were read so surely, and more than half of all, are a picture that can be read. */
const SURELY = 0.9;
const MIN_READ = 5;

/** Where words or numbers stand that were read. */
export function legible(lines: readonly TextLine[]): Quad[] {
  return lines.filter((line) => isReadWith(line, LEGIBLE)).map(({ box }) => box.quad);
}

/** Whether a picture shows text enough for a document, and most of it was read surely. */
export function isMostlyRead(lines: readonly TextLine[]): boolean {
  const read = lines.filter((line) => isReadWith(line, SURELY)).length;
  return read >= MIN_READ && read * 2 > lines.length;
}

function isReadWith({ text, confidence }: TextLine, least: number): boolean {
  return confidence >= least && text.replace(/[^\p{L}0-9]/gu, '').length >= LETTERS;
}
