import type { Pixels, Quad } from '../../imaging/pixels.ts';
import { resize } from '../../imaging/resample.ts';
import type { TextBox } from '../text/text-reader.ts';
import { type Alignment, align, extent } from './character-alignment.ts';
import { coverage, type DecodedLines, decode, type MrzCorrection } from './decode.ts';
import { LAYOUTS, type Layout } from './formats.ts';
import { isKnownCode } from './issuer-codes.ts';
import { COUNTS, candidates, neighbours, rowOf, scaledBox, scaledRow } from './line-candidates.ts';
import { around, at, cut, fitted, type Row } from './line-crop.ts';
import { LineNet, type Scores } from './line-network.ts';
import type { ParsedMrz } from './parse.ts';
import { type SeenCharacter, withOpinion } from './second-opinion.ts';

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
  /** How the text is turned in the picture, clockwise, to the nearest quarter turn, in degrees. */
  readonly rotation: 0 | 90 | 180 | 270;
}

interface Line {
  readonly row: Row;
  readonly scores: Scores;
  readonly free: Alignment;
}

interface Anchor {
  readonly line: Line;
  readonly count: number;
}

/** The picture as it is, and a smaller one in which rows are looked for. */
interface View {
  readonly pixels: Pixels;
  readonly search: Pixels;
  readonly scale: number;
}

/** A row, and how a mask fits it. */
interface Fit {
  readonly row: Row;
  readonly fit: Alignment;
}

/** What a reading was made of. */
interface Sight {
  readonly layout: Layout;
  readonly rows: readonly Row[];
  readonly letters: readonly (readonly Float32Array[])[];
  readonly score: number;
}

interface Zone {
  readonly layout: Layout;
  readonly rows: readonly Row[];
  readonly score: number;
}

/** Worse lines than this, in mean logarithms a character, are other print. */
const LINE_FLOOR = -0.8;
/** Anchors so much worse than the best are not tried. */
const SPREAD = 0.4;
const NEIGHBOUR_FLOOR = -1.6;
const ZONE_FLOOR = -1.0;
/** Worse zones are never called valid: check digits hold by chance where much is guessed. */
const VALID_FLOOR = -0.25;
/** A row beyond whose ends print goes on is a part of a longer one. */
const OPEN_PRICE = 1;
/** Good enough to stop looking. */
const CERTAIN = -0.2;
const MAX_ANCHORS = 3;
/** Longest side of the picture in which rows are looked for. */
const SEARCH_SIDE = 1600;
/** Where a box holds only a part of a line: so many characters, and so many may stand beside them. */
const PARTS = [25, 21];
const REACH = 24;
/** What follows a glance: whether the boxes are read upside down, and the numbers of characters that they may hold. */
const HARDER: readonly (readonly [boolean, readonly number[]])[] = [
  [true, COUNTS],
  [false, PARTS],
  [true, PARTS],
];
const OPEN = 0.25;
/** A reading as good as this whose check digits do not hold is a document on which they do not. */
const SETTLED = 0.8;
/** How the crop of a row is varied for the last reading: moved down, and taller. */
const LOOKS: readonly (readonly [number, number])[] = [
  [0, 1],
  [-0.13, 1.06],
  [0.13, 0.95],
];

/** Finds and reads the machine-readable zone of a picture in which lines of text were found. */
export class MrzReader {
  readonly #net: LineNet;
  /** One picture is looked at several times. */
  readonly #views = new WeakMap<Pixels, View>();
  readonly #sights = new WeakMap<MrzReading, Sight>();

  static async open(): Promise<MrzReader> {
    return new MrzReader(await LineNet.open());
  }

  private constructor(net: LineNet) {
    this.#net = net;
  }

  /**
   * Reads a zone whose lines were found whole and lie as the picture does; null where there is none. `boxes` are the
   * lines of text in the same picture.
   */
  async glance(pixels: Pixels, boxes: readonly TextBox[]): Promise<MrzReading | null> {
    return this.#search(this.#viewOf(pixels), boxes, false, COUNTS);
  }

  /**
   * Reads the zone at any rotation that the boxes show, also upside down, and from parts of its lines. `seen` is what a
   * glance gave.
   */
  async read(pixels: Pixels, boxes: readonly TextBox[], seen?: MrzReading | null): Promise<MrzReading | null> {
    const view = this.#viewOf(pixels);
    let best = seen === undefined ? await this.#search(view, boxes, false, COUNTS) : seen;
    for (const [turned, counts] of HARDER) {
      if (best && (best.valid || best.confidence > SETTLED)) return best;
      const reading = await this.#search(view, boxes, turned, counts);
      if (reading && (!best || rank(reading) > rank(best))) best = reading;
    }
    return best;
  }

  #viewOf(pixels: Pixels): View {
    const view = this.#views.get(pixels) ?? viewOf(pixels);
    this.#views.set(pixels, view);
    return view;
  }

  async #search(
    view: View,
    found: readonly TextBox[],
    turned: boolean,
    counts: readonly number[],
  ): Promise<MrzReading | null> {
    const upright = found.map((box) => scaledBox(box, view.scale));
    const boxes = turned ? upright.map(upsideDown) : upright;
    let best: MrzReading | null = null;
    for (const anchor of await this.#anchors(view.search, boxes, counts)) {
      const zone = await this.#zone(view.search, boxes, anchor);
      const reading = zone && (await this.#readZone(view, zone));
      if (reading && (!best || rank(reading) > rank(best))) best = reading;
      if (best?.valid) break;
    }
    return best;
  }

  /** The lines that look most like one of a zone. */
  async #anchors(pixels: Pixels, boxes: readonly TextBox[], counts: readonly number[]): Promise<Anchor[]> {
    const found: Anchor[] = [];
    for (const axis of candidates(boxes)) {
      for (const count of counts) {
        const [line] = await this.#lines(pixels, [rowOf(axis, count)], count);
        if (line!.free.score >= LINE_FLOOR) found.push({ line: line!, count });
      }
      if (found.some(({ line }) => worth(line.free) > CERTAIN)) break;
    }
    found.sort((a, b) => worth(b.line.free) - worth(a.line.free));
    return found.filter(({ line }) => worth(line.free) > worth(found[0]!.line.free) - SPREAD).slice(0, MAX_ANCHORS);
  }

  /** An anchor at its own pitch, and as long as the print goes on; null where no format has lines so long. */
  async #grown(pixels: Pixels, { line, count }: Anchor): Promise<Anchor | null> {
    const row = fitted(line.row, line.free.frames);
    const [own] = await this.#lines(pixels, [row], count);
    if (own!.free.open < OPEN && COUNTS.includes(count)) return { line: own!, count };
    const start = at(row, -REACH, 0);
    const all = count + 2 * REACH;
    const [scores] = await this.#net.read([cut(pixels, { start, step: row.step }, all)]);
    const [first, last] = extent(scores!, all, REACH + (count >> 1));
    const length = COUNTS.find((one) => Math.abs(one - (last - first + 1)) <= 1);
    if (!length) return COUNTS.includes(count) && last - first < count ? { line: own!, count } : null;
    const [whole] = await this.#lines(pixels, [{ start: at(row, first - REACH, 0), step: row.step }], length);
    return { line: whole!, count: length };
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
  async #zone(pixels: Pixels, boxes: readonly TextBox[], rough: Anchor): Promise<Zone | null> {
    const grown = await this.#grown(pixels, rough);
    if (!grown) return null;
    const { line: anchor, count } = grown;
    const reach = count === 30 ? 2 : 1;
    const above = await this.#next(pixels, boxes, anchor, count, -1, reach);
    const below = await this.#next(pixels, boxes, anchor, count, 1, reach);
    const lines = [...above.reverse(), anchor, ...below];
    let best: Zone | null = null;
    for (const { layout, masks, own } of placements(lines, anchor, count)) {
      const long = masks.map((mask, index) => fitOf(own[index]!, mask));
      const fits = masks.length < layout.masks.length ? await this.#withHead(pixels, boxes, long, layout) : long;
      if (!fits) continue;
      const worths = fits.map(({ fit }) => worth(fit));
      const score = Math.min(...worths) * 0.5 + mean(worths) * 0.5;
      if (score < ZONE_FLOOR * 2 || (best && better(best, score, fits.length) <= 0)) continue;
      best = { layout, score, rows: fits.map(({ row, fit }) => fitted(row, fit.frames)) };
    }
    return best;
  }

  /** With a first row that is shorter and begins where the others do. Null where these are of no such zone. */
  async #withHead(
    pixels: Pixels,
    boxes: readonly TextBox[],
    long: readonly Fit[],
    { masks: [mask = ''] }: Layout,
  ): Promise<Fit[] | null> {
    if (long.some(({ fit }) => worth(fit) < LINE_FLOOR)) return null;
    const [{ row, fit }] = long as [Fit];
    const rows = neighbours(row, fit.letters.length, -1, boxes);
    const heads = (await this.#lines(pixels, rows, mask.length)).map((line) => fitOf(line, mask));
    const [head] = heads.sort((a, b) => worth(b.fit) - worth(a.fit));
    return head ? [head, ...long] : null;
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
    if (!best || best.free.score < NEIGHBOUR_FLOOR) return [];
    return [best, ...(await this.#next(pixels, boxes, best, count, way, reach - 1))];
  }

  /** The last reading: every row cut at its own pitch, looked at in several ways. */
  async #readZone(view: View, { layout, rows: found }: Zone): Promise<MrzReading | null> {
    const { pixels } = view;
    const rows = found.map((row) => scaledRow(row, 1 / view.scale));
    const letters: Float32Array[][] = [];
    const scores: number[] = [];
    const open: number[] = [];
    for (const [index, row] of rows.entries()) {
      const mask = layout.masks[index]!;
      const looks = await this.#net.read(
        LOOKS.map(([shift, stretch]) => cut(pixels, row, mask.length, shift, stretch)),
      );
      const fits = looks.map((look) => align(look, mask));
      letters.push(fits[0]!.letters.map((_, at) => averaged(fits.map((fit) => fit.letters[at]!))));
      scores.push(mean(fits.map((fit) => fit.score)));
      open.push(mean(fits.map((fit) => fit.open)));
    }
    const decoded = decode(layout, letters);
    if (!decoded || mean(scores) < ZONE_FLOOR || !believable(decoded)) return null;
    if (Math.max(...open) > OPEN) decoded.unsure.push({ code: 'doubt.print-beside' });
    const reading = readingOf(decoded, layout, rows, mean(scores));
    this.#sights.set(reading, { layout, rows, letters, score: mean(scores) });
    return reading;
  }

  /**
   * A zone of this reader with what another one sees in each of its rows. It is another zone only where all check
   * digits hold then. It is valid only where this reader is sure of all that no digit covers.
   */
  async withOpinion(
    reading: MrzReading,
    look: (box: TextBox) => Promise<readonly SeenCharacter[]>,
  ): Promise<MrzReading> {
    const sight = this.#sights.get(reading);
    if (!sight) return reading;
    const { layout, rows, letters, score } = sight;
    const covered = coverage(layout);
    const both: Float32Array[][] = [];
    for (const [line, row] of rows.entries()) {
      const own = letters[line]!;
      const seen = await look({ quad: around(row, row, own.length), score: 1 });
      both.push(withOpinion(own, layout.masks[line]!, seen, (place) => covered[line]![place]!));
    }
    const decoded = decode(layout, both);
    if (!decoded?.parsed.valid) return reading;
    const again = readingOf(decoded, layout, rows, score);
    const alone = decode(
      layout,
      both.map((row, line) => row.map((scores, at) => (covered[line]![at] ? scores : letters[line]![at]!))),
    );
    const isSure = alone !== null && readingOf(alone, layout, rows, score).valid;
    return { ...again, valid: isSure && alone.parsed.lines.join() === again.lines.join() };
  }
}

/**
 * Whether a reading is a zone and not other print. A format with at most one check digit accepts nearly any line, so
 * there it must be valid as read and of a known issuer. In other formats a known issuer or two check digits suffice.
 */
function believable({ parsed, corrections, unsure }: DecodedLines): boolean {
  const known = parsed.fields.issuer !== null && isKnownCode(parsed.fields.issuer);
  if (parsed.checks.length < 2) return known && parsed.valid && corrections.length === 0 && unsure.length === 0;
  return known || parsed.checks.filter(({ ok }) => ok).length > 1;
}

function readingOf(
  { parsed, corrections, unsure }: DecodedLines,
  layout: Layout,
  rows: readonly Row[],
  score: number,
): MrzReading {
  return {
    ...parsed,
    valid: parsed.valid && unsure.length === 0 && score > VALID_FLOOR,
    doubts: [...parsed.doubts, ...unsure],
    confidence: Math.exp(score),
    corrections,
    quad: around(rows[0]!, rows.at(-1)!, layout.masks.at(-1)!.length),
    rotation: quarterTurns(rows[0]!),
  };
}

/** The formats and the lines that may be their rows of so many characters, the anchor among them. */
function* placements(lines: readonly Line[], anchor: Line, count: number) {
  for (const layout of LAYOUTS) {
    const masks = layout.masks.filter(({ length }) => length === count);
    for (let first = 0; masks.length > 0 && first + masks.length <= lines.length; first++) {
      const own = lines.slice(first, first + masks.length);
      if (own.includes(anchor)) yield { layout, masks, own };
    }
  }
}

function fitOf({ row, scores }: Line, mask: string): Fit {
  return { row, fit: align(scores, mask) };
}

function quarterTurns({ step }: Row): MrzReading['rotation'] {
  const turns = Math.round(Math.atan2(step.y, step.x) / (Math.PI / 2));
  return (((turns + 4) % 4) * 90) as MrzReading['rotation'];
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

function viewOf(pixels: Pixels): View {
  const scale = Math.min(1, SEARCH_SIDE / Math.max(pixels.width, pixels.height));
  if (scale === 1) return { pixels, search: pixels, scale };
  const [width, height] = [Math.round(pixels.width * scale), Math.round(pixels.height * scale)];
  return { pixels, search: resize(pixels, width, height), scale };
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
