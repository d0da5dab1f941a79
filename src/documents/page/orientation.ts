import type { Pixels, Point, Quad } from '../../imaging/pixels.ts';
import { sizeOf } from '../../imaging/quad.ts';
import { corners, leastRectangle } from '../../imaging/regions.ts';
import { rotate90 } from '../../imaging/resample.ts';
import { boxArea, type TextBox, type TextLine, type TextReader } from '../text/text-reader.ts';

/** A picture turned so that its text runs from left to right, with its text where it then stands. */
export interface UprightPage {
  readonly pixels: Pixels;
  readonly boxes: readonly TextBox[];
  /** Quarter turns clockwise that were needed. */
  readonly turns: 0 | 1 | 2 | 3;
  /** Where text was found before a picture that lay was turned, in the turned picture: some zones are found only so. */
  readonly lying?: readonly TextBox[];
  /** Whether some of the text could be read well, so that it does not stand on its head. */
  readonly sure: boolean;
  /** Lines that were read on the way. */
  readonly lines: readonly TextLine[];
}

/** Lines that are read to tell upright from upside down. */
const PROBES = 4;
/** Short lines say little, and the lines of a machine-readable zone take long to read. */
const MIN_ASPECT = 2.5;
const MAX_ASPECT = 12;
/** Text read this well does not stand on its head. */
const SURE = 0.85;
const MIN_CHARACTERS = 8;

/**
 * Turns the picture upright by its text alone. The boxes say whether the text lies on its side. Reading some of it says
 * whether it is upside down.
 */
export async function upright(pixels: Pixels, boxes: readonly TextBox[], reader: TextReader): Promise<UprightPage> {
  const lying = lengthOf(boxes, true) > lengthOf(boxes, false);
  let best: (UprightPage & { legible: number }) | undefined;
  for (const turns of lying ? ([1, 3] as const) : ([0, 2] as const)) {
    const turned = { pixels: rotate90(pixels, turns), boxes: boxes.map((box) => turnedBox(box, pixels, turns)), turns };
    const found = await legibility(turned, reader);
    if (!best || found.legible > best.legible) best = { ...turned, ...found };
    if (found.sure) break;
  }
  // Small lines that lie run into each other where they are looked for: they are detected again once they stand.
  return lying ? { ...best!, boxes: await reader.detect(best!.pixels), lines: [], lying: best!.boxes } : best!;
}

function lengthOf(boxes: readonly TextBox[], downwards: boolean): number {
  return boxes.reduce((sum, box) => {
    const [across, down] = extentOf(box);
    return sum + (downwards === runsDown(box) ? Math.max(across, down) : 0);
  }, 0);
}

function runsDown(box: TextBox): boolean {
  const [across, down] = extentOf(box);
  return down > across;
}

/** Width and height of what a box covers. */
function extentOf({ quad: [a, b, , d] }: TextBox): [across: number, down: number] {
  return [Math.abs(b.x - a.x) + Math.abs(d.x - a.x), Math.abs(b.y - a.y) + Math.abs(d.y - a.y)];
}

async function legibility(
  { pixels, boxes }: Pick<UprightPage, 'pixels' | 'boxes'>,
  reader: TextReader,
): Promise<{ legible: number; sure: boolean; lines: TextLine[] }> {
  // Print that runs the other way reads as well in every turn.
  const across = boxes.filter((box) => !runsDown(box));
  const long = across.filter(({ quad }) => {
    const [width, height] = sizeOf(quad);
    const aspect = width / height;
    return aspect >= MIN_ASPECT && aspect <= MAX_ASPECT;
  });
  const probes = (long.length > 0 ? long : [...(across.length > 0 ? across : boxes)])
    .sort((a, b) => boxArea(b) - boxArea(a))
    .slice(0, PROBES);
  const lines = await reader.recognise(pixels, probes);
  const legible = lines.reduce((sum, { confidence, text }) => sum + confidence ** 2 * text.length, 0);
  const read = lines.filter(({ confidence }) => confidence >= SURE);
  const characters = read.reduce((sum, { text }) => sum + text.length, 0);
  return { legible, sure: characters >= MIN_CHARACTERS && read.length * 2 >= lines.length, lines };
}

/** Where a box stands after the picture was turned. */
function turnedBox({ quad, score }: TextBox, { width, height }: Pixels, turns: number): TextBox {
  if (turns === 0) return { quad, score };
  const move = ({ x, y }: Point): Point => {
    if (turns === 1) return { x: height - y, y: x };
    return turns === 2 ? { x: width - x, y: height - y } : { x: y, y: width - x };
  };
  return { quad: corners(leastRectangle(quad.map(move))) as Quad, score };
}
