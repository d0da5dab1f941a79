import type { Pixels } from '../../imaging/pixels.ts';
import { crop, resize } from '../../imaging/resample.ts';
import type { ModelEntry } from '../../inference/manifest-schema.ts';

/** A rectangle of a picture in pixels, not necessarily whole ones. */
export interface FaceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part of a face box that lies inside the picture, in whole pixels. */
export function inside(box: FaceBox, picture: { width: number; height: number }): FaceBox {
  const x = Math.max(0, Math.round(box.x));
  const y = Math.max(0, Math.round(box.y));
  const right = Math.min(picture.width, Math.round(box.x + box.width));
  const bottom = Math.min(picture.height, Math.round(box.y + box.height));
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

/** Whether the picture has room for all that a model has to see around a face. */
export function hasRoom(
  picture: { width: number; height: number },
  box: FaceBox,
  { crop: recipe }: ModelEntry,
): boolean {
  return recipe.kind !== 'box' || roomAround(box, picture) >= recipe.least;
}

/** How many times as large as the face a box of its shape can be inside the picture. */
function roomAround(box: FaceBox, picture: { width: number; height: number }): number {
  return Math.min(picture.width / box.width, picture.height / box.height);
}

/** Everything that a model is to see of a face, each as large as its input. */
export function cropsOf(pixels: Pixels, box: FaceBox, { crop: recipe, width, height }: ModelEntry): Pixels[] {
  if (recipe.kind === 'tiles') return tiles(cut(pixels, inside(box, pixels)), recipe, width, height);
  if (recipe.kind === 'box') return [resize(cut(pixels, enlarged(box, recipe.scale, pixels)), width, height)];
  throw new RangeError('An aligned crop needs landmarks and is not made for liveness.');
}

function cut(pixels: Pixels, { x, y, width, height }: FaceBox): Pixels {
  return crop(pixels, x, y, width, height, 'edge');
}

/**
 * Where tiles lie in a face, as parts of the room they have. The whole face counts, because a capture leaves different
 * traces in different places.
 */
const PLACES = [0.15, 0.5, 0.85];

/**
 * Nine overlapping tiles at each of two scales, half size and a fixed width. A capture of a screen shows at some scales
 * only, and at full size the camera's noise hides it. A face whose half is narrower than `least` pixels is not reduced,
 * because that would remove the traces.
 */
function tiles(face: Pixels, recipe: { width: number; least: number }, width: number, height: number): Pixels[] {
  const half = Math.round(face.width / 2);
  const found: Pixels[] = [];
  for (const wanted of half < recipe.least ? [recipe.width] : [half, recipe.width]) {
    const tall = Math.max(height, Math.round((face.height * wanted) / face.width));
    const scaled = resize(face, wanted, tall);
    for (const down of PLACES) {
      for (const across of PLACES) {
        const [x, y] = [Math.round((wanted - width) * across), Math.round((tall - height) * down)];
        found.push(crop(scaled, x, y, width, height));
      }
    }
  }
  return found;
}

/**
 * A box `scale` times as large about the same centre. It is smaller where the picture is, and moved so that it stays
 * inside.
 */
function enlarged(box: FaceBox, scale: number, picture: { width: number; height: number }): FaceBox {
  const times = Math.min(scale, roomAround(box, picture));
  const [width, height] = [box.width * times, box.height * times];
  const x = Math.min(Math.max(0, box.x + (box.width - width) / 2), picture.width - width);
  const y = Math.min(Math.max(0, box.y + (box.height - height) / 2), picture.height - height);
  return inside({ x, y, width, height }, picture);
}
