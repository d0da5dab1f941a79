import type { Pixels, Point, Quad } from '../../imaging/pixels.ts';
import { sizeOf } from '../../imaging/quad.ts';
import type { TextBox, TextLine, TextReader } from '../text/text-reader.ts';
import { LABELS } from './labels.ts';
import { compact } from './phrases.ts';

const SEX_LABELS: ReadonlySet<string> = new Set(
  LABELS.filter(({ role, phrase }) => role === 'sex' && phrase.length >= 3).map(({ phrase }) => phrase),
);
/** A word of a label at the end of a line. */
const LAST_WORD = /(\p{L}{3,})\P{L}*$/u;
const LETTER = /^[MFX]$/;
const BESIDE = /\s([MFX])$/;
/** A letter alone is read less surely than one in a line. */
const SURE = 0.85;
/** A card has one, in one or two languages, on either side. */
const MAX_LABELS = 4;
/** In heights of a line. */
const ROOM = 1.3;
const WIDEST = 4;

/**
 * Reads letters that tell the sex, as lines of their own. The text detector misses single letters more often than
 * words. Where a label of the sex ends a line, it reads the line again with the space behind it, and the space below
 * the label.
 */
export async function readSexLetters(
  text: TextReader,
  pixels: Pixels,
  lines: readonly TextLine[],
): Promise<readonly TextLine[]> {
  const found: TextLine[] = [];
  for (const line of lines.filter(isLabel).slice(0, MAX_LABELS)) {
    const letter = (await beside(text, pixels, line)) ?? (await below(text, pixels, line));
    if (letter) found.push(letter);
  }
  return found;
}

function isLabel({ text }: TextLine): boolean {
  const word = LAST_WORD.exec(text)?.[1];
  return word !== undefined && SEX_LABELS.has(compact(word).letters);
}

async function beside(text: TextReader, pixels: Pixels, { box }: TextLine): Promise<TextLine | null> {
  const { width, height, part } = frame(box.quad);
  const [line] = await text.recognise(pixels, [part(0, 0, width + ROOM * height, height)]);
  const letter = BESIDE.exec(line!.text)?.[1];
  return letter ? sure(letter, line!.characters.at(-1)!, part(width, 0, ROOM * height, height)) : null;
}

async function below(text: TextReader, pixels: Pixels, { box }: TextLine): Promise<TextLine | null> {
  const { width, height, part } = frame(box.quad);
  const wide = Math.min(width, WIDEST * height);
  // Boxes are larger than their text: what stands in the next row begins before this one's box ends.
  const [line] = await text.recognise(pixels, [part(width - wide, 0.85 * height, wide, height)]);
  return LETTER.test(line!.text) ? sure(line!.text, line!.confidence, line!.box) : null;
}

function sure(text: string, confidence: number, box: TextBox): TextLine | null {
  return confidence >= SURE ? { text, confidence, characters: [confidence], box } : null;
}

/** The size of a line and boxes that lie as it does, from a place that is counted from its upper left corner. */
function frame(quad: Quad) {
  const [a, b, , d] = quad;
  const [width, height] = sizeOf(quad);
  const at = (x: number, y: number): Point => ({
    x: a.x + ((b.x - a.x) * x) / width + ((d.x - a.x) * y) / height,
    y: a.y + ((b.y - a.y) * x) / width + ((d.y - a.y) * y) / height,
  });
  const part = (x: number, y: number, wide: number, tall: number): TextBox => ({
    quad: [at(x, y), at(x + wide, y), at(x + wide, y + tall), at(x, y + tall)],
    score: 1,
  });
  return { width, height, part };
}
