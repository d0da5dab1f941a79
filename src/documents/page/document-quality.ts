import { blurOf, exposureOf } from '../../imaging/exposure.ts';
import type { Pixels, Quad } from '../../imaging/pixels.ts';
import { sizeOf } from '../../imaging/quad.ts';
import { type Gray, resizeGray, toGray } from '../../imaging/resample.ts';
import type { Sentence } from '../../sentences.ts';
import { glareOf } from './glare.ts';

/** What was measured of a document's picture, and why it cannot be used, if so. */
export interface DocumentQuality {
  /** Shorter side in pixels. */
  readonly resolution: number;
  /** Median height of the text in pixels; `null` without known text. */
  readonly textHeight: number | null;
  /** σ of the blur as a part of the longer side, in thousandths; `null` without contrast. */
  readonly blur: number | null;
  /** σ of the blur in heights of the text; `null` without contrast or known text. */
  readonly textBlur: number | null;
  /** Luma that nearly nothing exceeds, 0 to 255. */
  readonly brightness: number;
  /** Luma between the dark and the bright parts, 0 to 255. */
  readonly contrast: number;
  /** Part of the picture that is burnt out with a soft edge, as a reflection is, 0 to 1. */
  readonly glare: number;
  /** Part of the texts that the frame cuts, 0 to 1. */
  readonly cutOff: number;
  /** What is wrong and what to do; null where the picture can be used. */
  readonly refusal: Sentence | null;
}

/*
 * Each threshold lies beyond every value that readable photos of documents had. Drawn documents that were spoilt step
 * by step were unreadable from there on (`docs/benchmarks.md`).
 */
const MIN_RESOLUTION = 120;
const MIN_TEXT_HEIGHT = 6;
const MAX_BLUR = 6.5;
const MAX_BLUR_OF_TEXT = 0.13;
const MIN_BRIGHTNESS = 48;
const MIN_CONTRAST = 24;
const MAX_MEDIAN = 251;
const MIN_CONTRAST_WHEN_BRIGHT = 40;
const MAX_GLARE = 0.04;
const MAX_CUT_OFF = 0.4;
const MIN_TEXTS = 4;
const LONG_SIDE = 1000;

/** Judges the picture of a document, or of its page alone. `texts` are the places of its text, where they are known. */
export function documentQuality(pixels: Pixels, texts: readonly Quad[] = []): DocumentQuality {
  const longer = Math.max(pixels.width, pixels.height);
  const factor = Math.min(1, LONG_SIDE / longer);
  const whole = toGray(pixels);
  const gray = resizeGray(whole, scaled(whole.width, factor), scaled(whole.height, factor));
  const { median, high, low } = exposureOf(gray);
  const sigma = blurOf(gray);
  const height = texts.length >= MIN_TEXTS ? textHeight(texts) : null;
  const measures = {
    resolution: Math.min(pixels.width, pixels.height),
    textHeight: height,
    blur: sigma === null ? null : (sigma / Math.max(gray.width, gray.height)) * 1000,
    textBlur: sigma === null || height === null ? null : sigma / (height * factor),
    brightness: high,
    contrast: high - low,
    glare: glareOf(pixels, texts),
    cutOff: texts.length >= MIN_TEXTS ? cutOff(pixels, texts) : 0,
  };
  return { ...measures, refusal: refusalOf(measures, median) };
}

function refusalOf(measures: Omit<DocumentQuality, 'refusal'>, median: number): Sentence | null {
  const { resolution, textHeight, blur, textBlur, brightness, contrast, glare, cutOff } = measures;
  if (resolution < MIN_RESOLUTION || (textHeight !== null && textHeight < MIN_TEXT_HEIGHT)) {
    return { code: 'picture.resolution-low' };
  }
  if (brightness < MIN_BRIGHTNESS) return { code: 'picture.dark' };
  if (median >= MAX_MEDIAN && contrast < MIN_CONTRAST_WHEN_BRIGHT) return { code: 'picture.over-exposed' };
  if (blur !== null && (blur > MAX_BLUR || (textBlur ?? 0) > MAX_BLUR_OF_TEXT)) return { code: 'picture.blurred' };
  if (blur === null || contrast < MIN_CONTRAST) return { code: 'picture.contrast-low' };
  if (glare > MAX_GLARE) return { code: 'picture.glare' };
  if (cutOff > MAX_CUT_OFF) return { code: 'picture.cut-off' };
  return null;
}

function textHeight(texts: readonly Quad[]): number {
  const heights = texts.map((quad) => Math.min(...sizeOf(quad))).sort((a, b) => a - b);
  return heights[heights.length >> 1]!;
}

/** The part of texts that touch the border of the picture. */
function cutOff({ width, height }: Pixels, texts: readonly Quad[]): number {
  const touching = texts.filter((text) =>
    text.some(({ x, y }) => x <= 1 || y <= 1 || x >= width - 1 || y >= height - 1),
  );
  return touching.length / texts.length;
}

function scaled(side: Gray['width'], factor: number): number {
  return Math.max(1, Math.round(side * factor));
}
