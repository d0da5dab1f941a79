import type { Pixels, Point, Quad } from '../../imaging/pixels.ts';
import {
  areaOf,
  centreOf,
  contains,
  distance,
  isConvex,
  mapCorners,
  rectangle,
  scaledQuad,
  sidesOf,
} from '../../imaging/quad.ts';
import { resize, toGray } from '../../imaging/resample.ts';
import { along, degreesBetween, type Edges, edgesOf, fitted, type Line, linesOf, meet } from './edge-lines.ts';

/** A document's page in a picture. */
export interface Page {
  /** Its corners in the picture, top left as it stands there: a page on its side keeps lying. */
  readonly quad: Quad;
  /** How much of its outline was seen, 0 to 1; 0 where the whole picture is given because no outline was sure. */
  readonly score: number;
}

const LONG_SIDE = 480;
const MAX_LINES = 26;
const MAX_CANDIDATES = 16;
/** Of the frame: smaller ones would have illegible text, larger ones gain nothing. */
const MIN_AREA = 0.06;
const MAX_AREA = 0.97;
/** Cards have 1.59 (ID-1), pages and visas 1.42 (ID-2, ID-3; ICAO Doc 9303 part 3 §2): this leaves room for tilt. */
const ASPECTS = [1.12, 2.1] as const;
const MIN_SUPPORT = 0.55;
const MIN_MEAN_SUPPORT = 0.66;
/** Where no text is known that would tell a frame inside the page from its outline. */
const MIN_SUPPORT_ALONE = 0.75;
/** Telephones are longer than documents, and what the picture leaves of a sheet may be a square. */
const FRAME_ASPECTS = [1, 2.4] as const;
const MIN_FRAME_SUPPORT = 0.8;
/** A side within so many pixels of the picture's border is one that the picture cuts off. */
const BORDER = 4;
/** Of a frame's width: before a window or a door a face is smaller. */
const MIN_FACE = 0.2;
/** Of a face's width and height that a frame must hold: hair and chin may be cut off. */
const FACE_INSIDE = 0.7;
const MIN_TEXT_INSIDE = 0.92;
const MAX_NOISE_OUTSIDE = 0.45;
const DEGREES = 180 / Math.PI;

/** The least and the most that the longer sides are to the shorter ones. */
type Aspects = readonly [number, number];

/**
 * Finds the page, or two sides of a card laid beside each other, by straight outlines; a corner may be covered. `texts`
 * are the places of text in the picture, by which a frame inside a page is told from its outline. Where no outline is
 * sure, the whole picture is the page: nothing is ever cut off on a guess.
 */
export function findPages(pixels: Pixels, texts: readonly Quad[] = []): Page[] {
  const { edges, factor } = reduced(pixels);
  const candidates = distinct(quadsOf(edges, linesOf(edges, MAX_LINES), ASPECTS));
  const scaled = texts.map((text) => scaledQuad(text, factor));
  const pages = choose(edges, candidates, scaled);
  if (pages.length === 0) return [{ quad: rectangle(0, 0, pixels.width, pixels.height), score: 0 }];
  return pages.map(({ quad, score }) => ({ quad: enlarged(quad, factor), score }));
}

/**
 * The outline of a sheet or a screen around a face; null where there is none. The picture may cut one side off, but not
 * the lower one: a living person hides the lower side of whatever is behind them. `roll`: of the face, in degrees
 * clockwise.
 */
export function frameAround(
  pixels: Pixels,
  face: { x: number; y: number; width: number; height: number },
  roll = 0,
): Quad | null {
  const { edges, factor } = reduced(pixels);
  const lines = [...linesOf(edges, MAX_LINES), ...bordered(edges)];
  const lower = (6 + Math.round(roll / 90)) % 4;
  const [rimX, rimY] = [((1 - FACE_INSIDE) / 2) * face.width, ((1 - FACE_INSIDE) / 2) * face.height];
  const middle = rectangle(
    (face.x + rimX) * factor,
    (face.y + rimY) * factor,
    FACE_INSIDE * face.width * factor,
    FACE_INSIDE * face.height * factor,
  );
  const frame = quadsOf(edges, lines, FRAME_ASPECTS).find(
    ({ quad, score }) =>
      seenSupport(quad, score, edges, lower) >= MIN_FRAME_SUPPORT &&
      middle.every((corner) => contains(quad, corner)) &&
      face.width * factor >= (MIN_FACE * (distance(quad[0], quad[1]) + distance(quad[3], quad[2]))) / 2,
  );
  return frame ? enlarged(frame.quad, factor) : null;
}

/** Draws the four borders of the picture as edges, and gives their lines. */
function bordered({ width, height, directions }: Edges): Line[] {
  for (const row of [1, height - 2]) directions.fill(91, row * width, (row + 1) * width);
  for (let row = 0; row < height; row++) directions[row * width + 1] = directions[row * width + width - 2] = 1;
  const flat = [1.5, height - 1.5].map((rho) => ({ theta: Math.PI / 2, rho }));
  return [...flat, ...[1.5, width - 1.5].map((rho) => ({ theta: 0, rho }))];
}

/** How much of the sides within the picture was seen; 0 where it cuts the lower side off, or two. */
function seenSupport(quad: Quad, score: number, { width, height }: Edges, lower: number): number {
  const beyond = [
    ({ y }: Point) => y < BORDER,
    ({ x }: Point) => x > width - BORDER,
    ({ y }: Point) => y > height - BORDER,
    ({ x }: Point) => x < BORDER,
  ];
  const cut = sidesOf(quad).map((corners, side) => corners.every(beyond[side]!));
  const count = cut.filter(Boolean).length;
  return count > 1 || cut[lower] ? 0 : (4 * score - count) / (4 - count);
}

/** Edges of a picture made small, and by what it was. */
function reduced(pixels: Pixels): { edges: Edges; factor: number } {
  const factor = Math.min(1, LONG_SIDE / Math.max(pixels.width, pixels.height));
  const small = resize(pixels, Math.round(pixels.width * factor), Math.round(pixels.height * factor));
  return { edges: edgesOf(toGray(small)), factor };
}

/** Every plausible quadrilateral of some lines, best outlines of the largest area first. */
function quadsOf(edges: Edges, lines: readonly Line[], aspects: Aspects): Page[] {
  const [flat, steep] = [pairs(lines, true, edges), pairs(lines, false, edges)];
  const frame = edges.width * edges.height;
  const found: Page[] = [];
  for (const [top, bottom] of flat) {
    for (const [left, right] of steep) {
      const quad = corners(top, right, bottom, left);
      if (!quad || !plausible(quad, edges, aspects)) continue;
      const score = supportOf(quad, edges);
      if (score >= MIN_MEAN_SUPPORT) found.push({ quad, score });
    }
  }
  const worth = ({ quad, score }: Page) => score * (areaOf(quad) / frame) ** 0.3;
  return found.sort((a, b) => worth(b) - worth(a));
}

/** How much of the four sides was seen, 0 to 1; 0 where too little of one side was. */
function supportOf(quad: Quad, edges: Edges): number {
  let score = 0;
  for (const [from, to] of sidesOf(quad)) {
    const { support } = along(edges, from, to, 2);
    if (support < MIN_SUPPORT) return 0;
    score += support / 4;
  }
  return score;
}

/** The best of those that are nearly the same. */
function distinct(pages: readonly Page[]): Page[] {
  const kept: Page[] = [];
  for (const page of pages) {
    if (kept.length === MAX_CANDIDATES) break;
    const near = (other: Page) =>
      other.quad.every((corner, at) => distance(corner, page.quad[at]!) < LONG_SIDE * 0.015);
    if (!kept.some(near)) kept.push(page);
  }
  return kept;
}

/** Two lines of about one direction, upper or left one first. Flat ones are within 45° of the horizontal. */
function pairs(lines: readonly Line[], flat: boolean, { width, height }: Edges): [Line, Line][] {
  const middle = (line: Line) =>
    flat
      ? (line.rho - (width / 2) * Math.cos(line.theta)) / Math.sin(line.theta)
      : (line.rho - (height / 2) * Math.sin(line.theta)) / Math.cos(line.theta);
  const chosen = lines
    .filter(({ theta }) => Math.abs(Math.sin(theta)) >= Math.SQRT1_2 === flat)
    .sort((a, b) => middle(a) - middle(b));
  const apart = (flat ? height : width) * 0.15;
  return chosen.flatMap((first, at) =>
    chosen
      .slice(at + 1)
      .filter((second) => middle(second) - middle(first) >= apart)
      .filter((second) => degreesBetween(first.theta * DEGREES, second.theta * DEGREES) <= 30)
      .map((second): [Line, Line] => [first, second]),
  );
}

function corners(top: Line, right: Line, bottom: Line, left: Line): Quad | null {
  const met = [meet(top, left), meet(top, right), meet(bottom, right), meet(bottom, left)];
  return met.some((point) => point === null) ? null : (met as unknown as Quad);
}

function plausible(quad: Quad, { width, height }: Edges, aspects: Aspects): boolean {
  const [marginX, marginY] = [width * 0.06, height * 0.06];
  const beyond = ({ x, y }: Point) => x < -marginX || y < -marginY || x > width + marginX || y > height + marginY;
  if (quad.some(beyond)) return false;
  const size = areaOf(quad) / (width * height);
  if (size < MIN_AREA || size > MAX_AREA || !isConvex(quad)) return false;
  const across = distance(quad[0], quad[1]) + distance(quad[3], quad[2]);
  const down = distance(quad[0], quad[3]) + distance(quad[1], quad[2]);
  const aspect = Math.max(across, down) / Math.min(across, down);
  return aspect >= aspects[0] && aspect <= aspects[1];
}

/** The best page that leaves nothing of importance outside, alone or with another like it. */
function choose(edges: Edges, candidates: readonly Page[], texts: readonly Quad[]): Page[] {
  for (const first of candidates) {
    const second = candidates.find((other) => other.score >= MIN_SUPPORT_ALONE && alike(first, other));
    const pages = second ? [first, second] : [first];
    if (enough(edges, pages, texts)) return pages.map((page) => refined(edges, page));
  }
  return [];
}

function alike(a: Page, b: Page): boolean {
  const ratio = areaOf(a.quad) / areaOf(b.quad);
  const apart = b.quad.every((point) => !contains(a.quad, point)) && a.quad.every((point) => !contains(b.quad, point));
  return ratio > 0.6 && ratio < 1.67 && apart && !contains(a.quad, centreOf(b.quad));
}

/** Nearly all text lies inside; where no text is known, what lies outside is quiet against what lies inside. */
function enough(edges: Edges, pages: readonly Page[], texts: readonly Quad[]): boolean {
  const within = (point: Point, margin: number) => pages.some(({ quad }) => contains(quad, point, margin));
  if (texts.length >= 4) {
    const total = texts.reduce((sum, text) => sum + areaOf(text), 0);
    const held = texts.reduce((sum, text) => sum + (within(centreOf(text), 0) ? areaOf(text) : 0), 0);
    return held >= total * MIN_TEXT_INSIDE;
  }
  if (pages.some(({ score }) => score < MIN_SUPPORT_ALONE)) return false;
  return isQuietOutside(edges, within);
}

/** Whether edges are far fewer outside of the pages than inside. A strip along the outline counts on neither side. */
function isQuietOutside(edges: Edges, within: (point: Point, margin: number) => boolean): boolean {
  let [edgesIn, allIn, edgesOut, allOut] = [0, 1, 0, 1];
  for (let y = 1; y < edges.height; y += 3) {
    for (let x = 1; x < edges.width; x += 3) {
      const isEdge = edges.directions[y * edges.width + x] === 0 ? 0 : 1;
      if (within({ x, y }, -3)) {
        edgesIn += isEdge;
        allIn++;
      } else if (!within({ x, y }, 4)) {
        edgesOut += isEdge;
        allOut++;
      }
    }
  }
  return edgesOut / allOut <= (edgesIn / allIn) * MAX_NOISE_OUTSIDE;
}

/** Fits each side to the edge pixels along it, twice, since the transform knows lines to a degree only. */
function refined(edges: Edges, page: Page): Page {
  let quad = page.quad;
  for (const distance of [3, 2]) {
    const lines = sidesOf(quad).map(([from, to]) => {
      const { points } = along(edges, from, to, distance);
      return points.length >= 8 ? fitted(points) : fitted([from, to]);
    }) as [Line, Line, Line, Line];
    const next = corners(...lines);
    if (!next || !plausible(next, edges, ASPECTS)) break;
    quad = next;
  }
  return { quad, score: page.score };
}

/** From the reduced picture back to the whole one. */
function enlarged(quad: Quad, factor: number): Quad {
  return mapCorners(quad, ({ x, y }) => ({ x: x / factor, y: y / factor }));
}
