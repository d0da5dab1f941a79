import sharp from 'sharp';
import type { Pixels } from '../../src/imaging/pixels.ts';
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
 * The document side of a comparison, as no public set has it: the middle of a picture as a printed portrait 60-120
 * pixels wide on a patterned card, turned by up to 6°, with a highlight on every fourth, saved as JPEG.
 */
export async function asDocument(picture: Pixels, name: string): Promise<Pixels> {
  const next = numbersOf(name);
  const portrait = Math.round(60 + 60 * next());
  const side = Math.round(Math.min(picture.width, picture.height) * 0.62);
  const middle = crop(picture, (picture.width - side) >> 1, (picture.height - side) >> 1, side, side);
  const small = resize(middle, portrait, portrait);
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  const [left, top] = [60 + Math.round(40 * next()), 140 + Math.round(60 * next())];
  const glare = next() < 0.25 ? { x: left + portrait * next(), y: top + portrait * next() } : undefined;
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const inside = x >= left && x < left + portrait && y >= top && y < top + portrait;
      const wave = 12 * Math.sin((x + 9 * Math.sin(y / 23)) / 4);
      // A printed portrait keeps less contrast than its photograph and shows the screen it was printed with.
      const grain = 5 * Math.sin(x * 2.1) * Math.sin(y * 2.1) + 8 * (next() - 0.5);
      const shine = glare ? 150 * Math.exp(-((x - glare.x) ** 2 + (y - glare.y) ** 2) / (0.12 * portrait ** 2)) : 0;
      for (let channel = 0; channel < 3; channel++) {
        const from = inside ? small.data[((y - top) * portrait + x - left) * 3 + channel]! * 0.82 + 28 : 205 + wave;
        data[(y * WIDTH + x) * 3 + channel] = Math.max(0, Math.min(255, from + grain + shine));
      }
    }
  }
  const turned = turn({ width: WIDTH, height: HEIGHT, data }, (next() - 0.5) * 0.2);
  return recompressed(turned, Math.round(55 + 35 * next()));
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
