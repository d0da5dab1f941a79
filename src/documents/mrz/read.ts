import type { Pixels, Quad } from '../../imaging/pixels.ts';
import type { TextBox } from '../text/reader.ts';
import { type Alignment, align } from './align.ts';
import { type Decoded, decode, type MrzCorrection } from './decode.ts';
import { LAYOUTS, type Layout } from './formats.ts';
import { LineNet, type Scores } from './line-net.ts';
import { COUNTS, candidates, neighbours, rowOf } from './locate.ts';
import type { ParsedMrz } from './parse.ts';
import { around, cut, fitted, type Row } from './row.ts';

/** A machine-readable zone as it was read from a picture. */
export interface MrzReading extends Omit<ParsedMrz, 'valid'> {
  /** The zone is well formed, its check digits hold, and what they do not cover was read surely. */
  readonly valid: boolean;
  /** 0 to 1, over all characters. */
  readonly confidence: number;
  /** Characters that were unsure and that the check digits settled; nothing else is ever changed. */
  readonly corrections: readonly MrzCorrection[];
  /** Around the zone, first corner where the text begins. */
  readonly quad: Quad;
  /** Quarter turns of the text in the picture, clockwise, in degrees. */
  readonly rotation: 0 | 180;
}

interface Line {
  readonly row: Row;
  readonly scores: Scores;
  readonly free: Alignment;
}

interface Zone {
  readonly layout: Layout;
  readonly rows: readonly Row[];
  readonly score: number;
}

/** Worse lines than this, in mean logarithms a character, are other print. */
const LINE_FLOOR = -1.3;
const ZONE_FLOOR = -1.0;
/** Worse zones are never called valid: check digits hold by chance where much is guessed. */
const VALID_FLOOR = -0.25;
/** A row beyond whose ends print goes on is a part of a longer one. */
const OPEN_PRICE = 1;
/** Good enough to stop looking. */
const CERTAIN = -0.2;
const MOST_ANCHORS = 3;
/** How the crop of a row is varied for the last reading: moved down, and taller. */
const LOOKS: readonly (readonly [number, number])[] = [
  [0, 1],
  [-0.13, 1.06],
  [0.13, 0.95],
];

/** Finds and reads the machine-readable zone of a picture in which lines of text were found. */
export class MrzReader {
  readonly #net: LineNet;

  static async open(): Promise<MrzReader> {
    return new MrzReader(await LineNet.open());
  }

  private constructor(net: LineNet) {
    this.#net = net;
  }

  /** Upright or upside down; null where there is none. `boxes` are lines of text found in the same picture. */
  async read(pixels: Pixels, boxes: readonly TextBox[]): Promise<MrzReading | null> {
    let best: MrzReading | null = null;
    for (const rotation of [0, 180] as const) {
      const reading = await this.#readTurned(pixels, boxes, rotation);
      if (reading && (!best || rank(reading) > rank(best))) best = reading;
      if (best?.valid) break;
    }
    return best;
  }

  async #readTurned(pixels: Pixels, boxes: readonly TextBox[], rotation: 0 | 180): Promise<MrzReading | null> {
    const own = rotation ? boxes.map(upsideDown) : boxes;
    let best: MrzReading | null = null;
    for (const { line, count } of await this.#anchors(pixels, own)) {
      const zone = await this.#zone(pixels, own, line, count);
      if (!zone) continue;
      const reading = await this.#readZone(pixels, zone, rotation);
      if (reading && (!best || rank(reading) > rank(best))) best = reading;
      if (best?.valid) break;
    }
    return best;
  }

  /** The lines that look most like one of a zone. */
  async #anchors(pixels: Pixels, boxes: readonly TextBox[]): Promise<{ line: Line; count: number }[]> {
    const axes = candidates(boxes);
    const found: { line: Line; count: number }[] = [];
    for (const axis of axes) {
      for (const count of COUNTS) {
        const [line] = await this.#lines(pixels, [rowOf(axis, count)], count);
        if (worth(line!.free) >= LINE_FLOOR) found.push({ line: line!, count });
      }
      if (found.some(({ line }) => worth(line.free) > CERTAIN)) break;
    }
    return found.sort((a, b) => worth(b.line.free) - worth(a.line.free)).slice(0, MOST_ANCHORS);
  }

  /** Reads rows; each is given as it was found to stand. */
  async #lines(pixels: Pixels, rows: readonly Row[], count: number): Promise<Line[]> {
    const scores = await this.#net.read(rows.map((row) => cut(pixels, row, count)));
    return rows.map((row, index) => {
      const free = align(scores[index]!, 'X'.repeat(count));
      return { row, scores: scores[index]!, free };
    });
  }

  /** The format and the rows that fit an anchor best. */
  async #zone(pixels: Pixels, boxes: readonly TextBox[], rough: Line, count: number): Promise<Zone | null> {
    const [anchor] = await this.#lines(pixels, [fitted(rough.row, rough.free.frames)], count);
    const reach = count === 30 ? 2 : 1;
    const above = await this.#next(pixels, boxes, anchor!, count, -1, reach);
    const below = await this.#next(pixels, boxes, anchor!, count, 1, reach);
    const lines = [...above.reverse(), anchor!, ...below];
    let best: Zone | null = null;
    for (const layout of LAYOUTS) {
      if (!layout.masks.some(({ length }) => length === count)) continue;
      for (let first = 0; first + layout.masks.length <= lines.length; first++) {
        const own = lines.slice(first, first + layout.masks.length);
        if (!own.includes(anchor!)) continue;
        const fits = layout.masks.map((mask, index) => align(own[index]!.scores, mask));
        const score = Math.min(...fits.map(worth)) * 0.5 + mean(fits.map(worth)) * 0.5;
        if (score < ZONE_FLOOR * 2 || (best && better(best, score, own.length) <= 0)) continue;
        best = { layout, score, rows: own.map(({ row }, index) => fitted(row, fits[index]!.frames)) };
      }
    }
    return best;
  }

  async #next(
    pixels: Pixels,
    boxes: readonly TextBox[],
    from: Line,
    count: number,
    way: 1 | -1,
    reach: number,
  ): Promise<Line[]> {
    if (reach === 0) return [];
    const lines = await this.#lines(pixels, neighbours(from.row, count, way, boxes), count);
    const best = lines.sort((a, b) => worth(b.free) - worth(a.free))[0];
    if (!best || best.free.score < LINE_FLOOR * 1.5) return [];
    return [best, ...(await this.#next(pixels, boxes, best, count, way, reach - 1))];
  }

  /** The last reading: every row cut at its own pitch, looked at in several ways. */
  async #readZone(pixels: Pixels, { layout, rows }: Zone, rotation: 0 | 180): Promise<MrzReading | null> {
    const letters: Float32Array[][] = [];
    const scores: number[] = [];
    for (const [index, row] of rows.entries()) {
      const mask = layout.masks[index]!;
      const looks = await this.#net.read(
        LOOKS.map(([shift, stretch]) => cut(pixels, row, mask.length, shift, stretch)),
      );
      const fits = looks.map((look) => align(look, mask));
      letters.push(fits[0]!.letters.map((_, at) => averaged(fits.map((fit) => fit.letters[at]!))));
      scores.push(mean(fits.map((fit) => fit.score)));
    }
    const decoded = decode(layout, letters);
    if (!decoded || mean(scores) < ZONE_FLOOR) return null;
    return readingOf(decoded, layout, rows, mean(scores), rotation);
  }
}

function readingOf(
  { parsed, corrections, unsure }: Decoded,
  layout: Layout,
  rows: readonly Row[],
  score: number,
  rotation: 0 | 180,
): MrzReading {
  return {
    ...parsed,
    valid: parsed.valid && unsure.length === 0 && score > VALID_FLOOR,
    doubts: [...parsed.doubts, ...unsure],
    confidence: Math.exp(score),
    corrections,
    quad: around(rows[0]!, rows.at(-1)!, layout.masks.at(-1)!.length),
    rotation,
  };
}

/** Valid readings first, then those with more check digits that hold, then the surer ones. */
function rank({ valid, checks, confidence }: MrzReading): number {
  const holding = checks.length ? checks.filter(({ ok }) => ok).length / checks.length : 0;
  return (valid ? 10 : 0) + holding + confidence;
}

/** A format of more rows explains more of what is there; fewer rows must fit clearly better. */
function better(best: Zone, score: number, rows: number): number {
  return score - best.score + 0.3 * (rows - best.rows.length);
}

function worth({ score, open }: Alignment): number {
  return score - OPEN_PRICE * open;
}

function upsideDown({ quad: [a, b, c, d], score }: TextBox): TextBox {
  return { quad: [c, d, a, b], score };
}

function averaged(all: readonly Float32Array[]): Float32Array {
  return all[0]!.map((_, at) => mean(all.map((letters) => letters[at]!)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
