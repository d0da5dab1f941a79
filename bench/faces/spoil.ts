import sharp from 'sharp';
import type { Box, Pixels } from '../../src/imaging/pixels.ts';
import { crop, resize } from '../../src/imaging/resample.ts';
import { warp } from '../../src/imaging/warp.ts';

/** Numbers 0-1 that depend on the name alone, so that every run spoils a picture alike. */
function numbersOf(name: string): () => number {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}

const [WIDTH, HEIGHT] = [860, 540];
/**
 * The width of a portrait over the height of the face mesh, which runs from chin to forehead. Chin to crown fill three
 * quarters of the portrait's height (ICAO Doc 9303 part 3 §3.9). That is 1.29 times its width.
 */
const PORTRAIT = 1.25;
const CHANNELS = [0, 1, 2] as const;

/** What happens to a picture, by what it is called; each is the same in every run. */
export const CONDITIONS: Readonly<Record<string, (picture: Pixels, name: string, face: Box) => Promise<Pixels>>> = {
  'as it is': async (picture) => picture,
  'portrait of 60-120 pixels': async (picture, name, face) =>
    portraitOf(picture, face, 60 + Math.round(60 * numbersOf(name)())),
  'JPEG 40': (picture) => recompressed(picture, 40),
  'print texture': async (picture, name) => {
    const next = numbersOf(name);
    return changed(picture, (value, x, y) => value * 0.82 + 28 + grain(x, y, next));
  },
  'turned by 8-15°': async (picture, name) => {
    const next = numbersOf(name);
    return turn(picture, (next() < 0.5 ? -1 : 1) * (0.14 + 0.12 * next()));
  },
  'glare on the face': async (picture, name, face) => {
    const next = numbersOf(name);
    const [left, top] = [face.x + face.width * next(), face.y + face.height * next()];
    return changed(picture, (value, x, y) => value + shine(x - left, y - top, face.height * PORTRAIT));
  },
  'over-exposed': async (picture) => changed(picture, (value) => value * 1.6 + 30),
  dark: async (picture) => changed(picture, (value) => value * 0.3),
};

/**
 * The document side of a comparison, as no public set has it. It is a face as a printed portrait, 60 to 120 pixels
 * wide, on a patterned card. The card is turned by up to 6°, every fourth has a highlight, and it is saved as JPEG.
 */
export async function asDocument(picture: Pixels, name: string, face: Box): Promise<Pixels> {
  const next = numbersOf(name);
  const portrait = Math.round(60 + 60 * next());
  const small = portraitOf(picture, face, portrait);
  const [left, top] = [60 + Math.round(40 * next()), 140 + Math.round(60 * next())];
  const glare = next() < 0.25 ? { x: left + portrait * next(), y: top + portrait * next() } : undefined;
  const card = { width: WIDTH, height: HEIGHT, data: new Uint8Array(WIDTH * HEIGHT * 3).fill(205) };
  const page = changed(card, (paper, x, y, channel) => {
    const inside = x >= left && x < left + portrait && y >= top && y < top + portrait;
    const wave = 12 * Math.sin((x + 9 * Math.sin(y / 23)) / 4);
    // A printed portrait keeps less contrast than its photograph.
    const from = inside ? small.data[((y - top) * portrait + x - left) * 3 + channel]! * 0.82 + 28 : paper + wave;
    return from + grain(x, y, next) + (glare ? shine(x - glare.x, y - glare.y, portrait) : 0);
  });
  return recompressed(turn(page, (next() - 0.5) * 0.2), Math.round(55 + 35 * next()));
}

function portraitOf(picture: Pixels, { x, y, width, height }: Box, size: number): Pixels {
  const side = Math.round(height * PORTRAIT);
  const [left, top] = [Math.round(x + (width - side) / 2), Math.round(y + (height - side) / 2)];
  return resize(crop(picture, left, top, side, side, 'edge'), size, size);
}

/** The screen that a picture was printed with, and noise. */
function grain(x: number, y: number, next: () => number): number {
  return 5 * Math.sin(x * 2.1) * Math.sin(y * 2.1) + 8 * (next() - 0.5);
}

/** A highlight so far away, on a portrait of that size. */
function shine(x: number, y: number, size: number): number {
  return 150 * Math.exp(-(x ** 2 + y ** 2) / (0.12 * size ** 2));
}

function changed(
  { width, height, data: source }: Pixels,
  change: (value: number, x: number, y: number, channel: number) => number,
): Pixels {
  const data = new Uint8Array(source.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (const channel of CHANNELS) {
        data[at] = Math.max(0, Math.min(255, change(source[at]!, x, y, channel)));
        at++;
      }
    }
  }
  return { width, height, data };
}

/** Seen with the camera held askew. */
function turn(pixels: Pixels, angle: number): Pixels {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const { width, height } = pixels;
  const corner = (u: number, v: number) => ({
    x: width / 2 + u * cos - v * sin,
    y: height / 2 + u * sin + v * cos,
  });
  const [w, h] = [width / 2, height / 2];
  return warp(pixels, [corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)], width, height);
}

async function recompressed({ width, height, data }: Pixels, quality: number): Promise<Pixels> {
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
  const { data: back } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  return { width, height, data: new Uint8Array(back) };
}
