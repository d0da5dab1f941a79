import type { Pixels } from '../../imaging/pixels.ts';
import type { Gray } from '../../imaging/resample.ts';
import { crop, resizeGray, toGray } from '../../imaging/resample.ts';
import { type FaceBox, inside } from './crops.ts';

/** What is measured of a face before its liveness is judged. */
export interface FaceMeasures {
  /** Width of the part of the face box inside the picture, in pixels. */
  readonly width: number;
  /** Deviation of the fine structure over that of the face, at 160 px width: near 0 blurred, 0.05-0.3 usual. */
  readonly sharpness: number;
  /** Median luma of the middle of the face, 0-255. */
  readonly brightness: number;
  /** Part of the middle of the face that is burnt out, 0-1. */
  readonly burnt: number;
  /** Deviation of the camera's noise in grey levels, from the smoothest parts of the face. */
  readonly noise: number;
}

/** Below these, what tells a living face from a picture of one is no longer in the pixels (figures in model/MODEL.md). */
const LEAST_WIDTH = 100;
const LEAST_SHARPNESS = 0.018;
const LEAST_BRIGHTNESS = 28;
const MOST_BURNT = 0.35;
const MOST_NOISE = 3;

/** Why a face is not fit for judging liveness and what to do, a sentence; null where it is. */
export function refusalOf({ width, sharpness, brightness, burnt, noise }: FaceMeasures): string | null {
  if (width < LEAST_WIDTH) {
    return `The face is only ${width} pixels wide; come closer to the camera or send a larger picture.`;
  }
  if (brightness < LEAST_BRIGHTNESS) return 'The face is too dark; turn towards a window or a lamp.';
  if (burnt > MOST_BURNT) return 'The face is over-exposed; avoid direct light on the face.';
  if (noise > MOST_NOISE) return 'The picture is too noisy; take it in better light.';
  if (sharpness < LEAST_SHARPNESS) return 'The face is blurred; hold the camera still and let it focus on the face.';
  return null;
}

const COMMON_WIDTH = 160;
const MIDDLE = 0.7;
const BURNT_FROM = 250;

/** Measures the middle of a face; corners show hair and background. */
export function measureFace(pixels: Pixels, box: FaceBox): FaceMeasures {
  const face = inside(box, pixels);
  const [width, height] = [Math.max(1, Math.round(face.width * MIDDLE)), Math.max(1, Math.round(face.height * MIDDLE))];
  const x = face.x + Math.round((face.width - width) / 2);
  const y = face.y + Math.round((face.height - height) / 2);
  const gray = toGray(crop(pixels, x, y, width, height, 'edge'));
  const sorted = Uint8Array.from(gray.data).sort();
  return {
    width: face.width,
    sharpness: sharpness(gray),
    brightness: sorted[sorted.length >> 1]!,
    burnt: gray.data.reduce((count, value) => count + (value >= BURNT_FROM ? 1 : 0), 0) / gray.data.length,
    noise: noise(gray),
  };
}

/** The deviation of what a 3 × 3 binomial blur takes away, over the deviation of the whole. */
function sharpness(gray: Gray): number {
  const wide = Math.round(COMMON_WIDTH * MIDDLE);
  const small =
    gray.width > wide ? resizeGray(gray, wide, Math.max(3, Math.round((gray.height * wide) / gray.width))) : gray;
  const { width, height, data } = small;
  let [sum, squares, fine, count] = [0, 0, 0, 0];
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < y * width + width - 1; at++) {
      const value = data[at]!;
      const beside = data[at - 1]! + data[at + 1]! + data[at - width]! + data[at + width]!;
      const corners = data[at - width - 1]! + data[at - width + 1]! + data[at + width - 1]! + data[at + width + 1]!;
      const lost = value - (4 * value + 2 * beside + corners) / 16;
      sum += value;
      squares += value * value;
      fine += lost * lost;
      count++;
    }
  }
  if (count === 0) return 0;
  const variance = squares / count - (sum / count) ** 2;
  return Math.sqrt(fine / count) / Math.sqrt(variance + 4);
}

const BLOCK = 12;

/** Immerkær's estimator (Fast noise variance estimation, CVIU 64, 1996) on blocks; the smoother quarter of them counts. */
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
