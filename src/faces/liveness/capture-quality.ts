import type { Pixels } from '../../imaging/pixels.ts';
import type { Gray } from '../../imaging/resample.ts';
import { crop, resizeGray, toGray } from '../../imaging/resample.ts';
import type { Sentence } from '../../sentences.ts';
import { type FaceBox, inside } from './crops.ts';
import type { Acquaintance } from './posterior.ts';

/** What is measured of a face before its liveness is judged. */
export interface FaceMeasures {
  /** Width of the part of the face box inside the picture, in pixels. */
  readonly width: number;
  /** Deviation of the finest structure over that of the face, at 200 px width: near 0 blurred, 0.04-0.25 usual. */
  readonly sharpness: number;
  /** Deviation of the finest structure over that of the next coarser, at 200 px width: 0.35 blurred, 0.5-0.9 usual. */
  readonly detail: number;
  /** Median luma of the middle of the face, 0-255. */
  readonly brightness: number;
  /** Part of the middle of the face that is burnt out, 0-1. */
  readonly burnt: number;
  /** Deviation of the camera's noise in grey levels, from the smoothest parts of the face. */
  readonly noise: number;
}

/**
 * Below these limits the pixels no longer show what distinguishes a living face from a picture of one (figures in
 * model/MODEL.md).
 */
const MIN_WIDTH = 100;
const MIN_SHARPNESS = 0.014;
const MIN_BRIGHTNESS = 28;
const MAX_BURNT = 0.35;
const MAX_NOISE = 3;

/** Why a face is not fit for judging liveness and what to do; null where it is fit. */
export function refusalOf({ width, sharpness, brightness, burnt, noise }: FaceMeasures): Sentence | null {
  if (width < MIN_WIDTH) return { code: 'face.narrow', values: { width } };
  if (brightness < MIN_BRIGHTNESS) return { code: 'face.dark' };
  if (burnt > MAX_BURNT) return { code: 'face.over-exposed' };
  if (noise > MAX_NOISE) return { code: 'face.noisy' };
  if (sharpness < MIN_SHARPNESS) return { code: 'face.blurred' };
  return null;
}

/**
 * Narrower faces are enlarged for the tiles of the bundled network, which then sees little but the enlargement. With
 * less detail it was rarely right on simulated tiles (`training/liveness/detail.py`, figures in model/MODEL.md).
 */
const FAMILIAR_WIDTH = 200;
const FAMILIAR_DETAIL = 0.4;

/** Whether the face is of a size and sharpness on which the models were tried. */
export function acquaintanceWith({ width, detail }: FaceMeasures): Acquaintance {
  return width >= FAMILIAR_WIDTH && detail >= FAMILIAR_DETAIL ? 'familiar' : 'unfamiliar';
}

const COMMON_WIDTH = 200;
const MIDDLE = 0.7;
/** Pixels at the rim that the smoothing does not reach. */
const RIM = 3;
const BURNT_FROM = 250;

/** Measures the middle of a face; corners show hair and background. */
export function measureFace(pixels: Pixels, box: FaceBox): FaceMeasures {
  const gray = middleOf(pixels, box);
  const { width } = inside(box, pixels);
  return { width, ...structureOf(gray), ...lightOf(gray), noise: noise(gray) };
}

/** The middle of a face in gray. */
export function middleOf(pixels: Pixels, box: FaceBox): Gray {
  const face = inside(box, pixels);
  const [width, height] = [Math.max(1, Math.round(face.width * MIDDLE)), Math.max(1, Math.round(face.height * MIDDLE))];
  const x = face.x + Math.round((face.width - width) / 2);
  const y = face.y + Math.round((face.height - height) / 2);
  return toGray(crop(pixels, x, y, width, height, 'edge'));
}

/** The light on the middle of a face. */
export function lightOf({ data }: Gray): Pick<FaceMeasures, 'brightness' | 'burnt'> {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at++) counts[data[at]!]! += 1;
  let [brightness, darker] = [0, counts[0]!];
  while (darker <= data.length >> 1) darker += counts[++brightness]!;
  let burnt = 0;
  for (let value = BURNT_FROM; value < counts.length; value++) burnt += counts[value]!;
  return { brightness, burnt: burnt / data.length };
}

/**
 * The finest structure of a face, relative to all of it and to the next coarser structure. These are the first two
 * bands of an à trous wavelet transform with the kernel 1-2-1 (Starck and Murtagh, Astronomical Image and Data
 * Analysis, 2006).
 */
export function structureOf(gray: Gray): Pick<FaceMeasures, 'sharpness' | 'detail'> {
  const wide = Math.round(COMMON_WIDTH * MIDDLE);
  const tall = Math.min(2 * wide, Math.round((gray.height * wide) / gray.width));
  const { width, height, data } = resizeGray(gray, wide, Math.max(1, tall));
  const once = smoothed(data, width, height, 1);
  const twice = smoothed(once, width, height, 2);
  let [sum, squares, finest, next, count] = [0, 0, 0, 0, 0];
  for (let y = RIM; y < height - RIM; y++) {
    for (let at = y * width + RIM; at < y * width + width - RIM; at++) {
      sum += data[at]!;
      squares += data[at]! ** 2;
      finest += (data[at]! - once[at]!) ** 2;
      next += (once[at]! - twice[at]!) ** 2;
      count++;
    }
  }
  if (next === 0) return { sharpness: 0, detail: 0 };
  const variance = squares / count - (sum / count) ** 2;
  return { sharpness: Math.sqrt(finest / count / (variance + 4)), detail: Math.sqrt(finest / next) };
}

/** Weighted 1-2-1 along both axes, over pixels `step` apart; `step` pixels at the rim are left 0. */
function smoothed(data: ArrayLike<number>, width: number, height: number, step: number): Float32Array {
  const along = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let at = y * width + step; at < y * width + width - step; at++) {
      along[at] = (data[at - step]! + 2 * data[at]! + data[at + step]!) / 4;
    }
  }
  const both = new Float32Array(width * height);
  for (let at = step * width; at < (height - step) * width; at++) {
    both[at] = (along[at - step * width]! + 2 * along[at]! + along[at + step * width]!) / 4;
  }
  return both;
}

const BLOCK = 12;

/**
 * The estimator of Immerkær (Fast noise variance estimation, CVIU 64, 1996) on blocks. The smoothest quarter of them
 * counts.
 */
function noise({ width, height, data }: Gray): number {
  const found: number[] = [];
  for (let top = 1; top + BLOCK < height; top += BLOCK) {
    for (let left = 1; left + BLOCK < width; left += BLOCK) {
      let sum = 0;
      for (let y = top; y < top + BLOCK; y++) {
        for (let at = y * width + left; at < y * width + left + BLOCK; at++) {
          const beside = data[at - 1]! + data[at + 1]! + data[at - width]! + data[at + width]!;
          const corners = data[at - width - 1]! + data[at - width + 1]! + data[at + width - 1]! + data[at + width + 1]!;
          sum += Math.abs(4 * data[at]! - 2 * beside + corners);
        }
      }
      found.push(((sum / BLOCK ** 2) * Math.sqrt(Math.PI / 2)) / 6);
    }
  }
  found.sort((a, b) => a - b);
  return found[found.length >> 2] ?? 0;
}
