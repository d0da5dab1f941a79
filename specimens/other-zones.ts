import type { Font } from './fonts.ts';
import { Random } from './random.ts';
import { Sheet } from './sheet.ts';
import { drawSpecimen } from './specimen.ts';
import type { Side, Specimen } from './truth.ts';

/** How a zone differs from that of a real document. */
export interface OtherZone {
  readonly layout?: string;
  /** Designers set the zone of their drafts in any font. */
  readonly face?: Font;
  /** Around the zone, as in manuals that explain it. */
  readonly frame?: string;
}

const LAYOUTS = ['passport-above', 'card-above', 'card-td2', 'passport-left', 'card-corner'];
const SCALE = 12;
/** Millimetres from the upper edge of the first line to the one below the last. */
const BAND = { 1: 9, 2: 15, 3: 22 } as const;

/** An invented document whose zone is drawn once more, in another font or with a frame around it. */
export async function otherZone(seed: number | string, { layout, face, frame }: OtherZone): Promise<Specimen> {
  const random = new Random(`other zone ${seed}`);
  const specimen = await drawSpecimen(seed, { layout: layout ?? random.pick(LAYOUTS) });
  const sides = specimen.sides.map((side) => (side.mrz ? redrawn(side, random, face ?? 'ocr-b', frame) : side));
  return { ...specimen, card: sides[0]!.pixels, sides };
}

function redrawn(side: Side, random: Random, face: Font, frame: string | undefined): Side {
  const [width, height] = [side.pixels.width / SCALE, side.pixels.height / SCALE];
  const sheet = new Sheet(width, height, SCALE);
  const { context } = sheet;
  sheet.picture(side.pixels, 0, 0, width, height);
  const band = BAND[side.mrz!.lines.length as keyof typeof BAND];
  const top = height - band - 2.2;
  context.fillStyle = random.pick(['#f4f4f0', '#e8eef2', '#f3e9ec', '#eef1e4']);
  context.fillRect(0, top - 1, width, height - top + 1);
  const pitch = (width * random.between(0.86, 0.92)) / Math.max(...side.mrz!.lines.map(({ length }) => length));
  const ink = random.pick(['#16181c', '#3a302c', '#222a44', '#000000']);
  sheet.mrz(side.mrz!, height - 4.4, pitch, random.between(5.6, 6.4), ink, face);
  if (frame) {
    context.strokeStyle = frame;
    context.lineWidth = random.between(0.3, 0.8);
    const beside = random.between(0.8, 2);
    context.strokeRect(beside, top + random.between(-0.6, 0.8), width - 2 * beside, height - top - 2);
  }
  return { ...side, pixels: sheet.side().pixels };
}
