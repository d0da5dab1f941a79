import type { Pixels } from '../../src/imaging/pixels.ts';
import { resize } from '../../src/imaging/resample.ts';
import { Random } from '../random.ts';
import { canvasOf, pixelsOf } from '../sheet.ts';
import { cartoon, mask, pencil } from './flat.ts';
import { bust, drawHead, type View } from './head.ts';
import { MATERIALS, rendered } from './solid.ts';
import type { Traits } from './traits.ts';

const FLAT = { cartoon, pencil, mask } as const;

/** How a face is drawn: by the generator's own hand, or by another. */
export type Style = 'generator' | keyof typeof FLAT | keyof typeof MATERIALS;

/** Styles of one hand are near-copies of each other. */
export const HANDS: readonly (readonly Style[])[] = [
  ['generator'],
  ['cartoon'],
  ['pencil'],
  ['mask'],
  ['statue', 'mannequin', 'doll', 'render'],
];

/** More pixels for half a head show nothing more of a modelled one, and take longer. */
const MOST_SCALE = 52;

/** `drawHead` in any style: the middle between the eyes at (`x`, `y`), `unit` pixels for half the width. */
export function drawStyled(
  style: Style,
  background: Pixels,
  traits: Traits,
  view: View,
  x: number,
  y: number,
  unit: number,
): Pixels {
  if (style === 'generator') return drawHead(background, traits, view, x, y, unit);
  const random = new Random(`${style} ${traits.grain}`);
  const canvas = canvasOf(background);
  const context = canvas.getContext('2d');
  if (style in MATERIALS) {
    const material = MATERIALS[style as keyof typeof MATERIALS](traits, random);
    bust(context, { ...traits, skin: material.skin }, x, y, unit);
    context.translate(x, y);
    context.rotate(view.roll);
    const layer = layerOf(traits, material, view, unit);
    context.drawImage(layer, -layer.width / 2, -layer.height / 2);
  } else {
    bust(context, traits, x, y, unit);
    context.translate(x, y);
    context.rotate(view.roll);
    context.scale(unit, unit);
    FLAT[style as keyof typeof FLAT](context, traits, random);
  }
  return pixelsOf(canvas);
}

function layerOf(traits: Traits, material: Parameters<typeof rendered>[1], view: View, unit: number) {
  const scale = Math.min(MOST_SCALE, unit);
  const { width, height, data, cover } = rendered(traits, material, view, scale);
  const sized = (values: Uint8Array) =>
    resize({ width, height, data: values }, Math.round((width * unit) / scale), Math.round((height * unit) / scale));
  const canvas = canvasOf(sized(data));
  const context = canvas.getContext('2d');
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  const covered = sized(Uint8Array.from(data, (_, at) => cover[Math.floor(at / 3)]!));
  for (let at = 0; at < covered.data.length; at += 3) image.data[(at / 3) * 4 + 3] = covered.data[at]!;
  context.putImageData(image, 0, 0);
  return canvas;
}
