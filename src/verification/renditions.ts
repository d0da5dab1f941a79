import type { ExtractedData } from '../domain/verification.ts';
import { jpegOf } from '../imaging/decode.ts';
import { marked } from '../imaging/mark.ts';
import type { Box, Pixels, Quad } from '../imaging/pixels.ts';
import { crop, resize } from '../imaging/resample.ts';
import type { PortraitFinding } from './face-analyst.ts';

/** A stored picture, and what it is called by. */
export interface StoredPicture {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Where a field of a document stands in its rendition: parts of the width and height, 0 to 1. */
export interface FieldPlace {
  /** `zone`: the machine-readable zone. */
  readonly field: keyof ExtractedData | 'zone';
  readonly box: Box;
}

/** A picture as a reviewer sees it: smaller, marked, and upright where it is a document. */
export interface Rendition {
  /** As the stored picture is called; `portrait`: the one on the document. */
  readonly name: string;
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly places: readonly FieldPlace[];
}

/** A document that stands upright, with what was found on it. */
export interface SeenPage {
  readonly pixels: Pixels;
  readonly fields: readonly { readonly field: FieldPlace['field']; readonly quad: Quad }[];
}

/** What looks at a document again. */
export interface PageLooks {
  /** The document upright, and where its fields stand. */
  page(pixels: Pixels): Promise<SeenPage>;
  /** The portrait on it, or why there is none. */
  portrait(pixels: Pixels): Promise<PortraitFinding>;
}

/** Pixels of the longer side at most. */
const LONGEST = 1000;
const QUALITY = 84;
/** Of the face's box: what of the document is shown around a portrait. */
const AROUND = 0.45;
const DOCUMENT = 'document';

/** The renditions of one stored picture, each with the mark on it; of a document's front also its portrait. */
export async function renditionsOf(name: string, pixels: Pixels, looks: PageLooks, mark: string): Promise<Rendition[]> {
  if (name !== DOCUMENT && name !== 'back') return [await rendition(name, { pixels, fields: [] }, mark)];
  const page = await looks.page(pixels);
  const shown = await rendition(name, page, mark);
  if (name !== DOCUMENT) return [shown];
  const face = await looks.portrait(page.pixels);
  if (face.refusal !== null) return [shown];
  return [shown, await rendition('portrait', { pixels: around(page.pixels, face.box), fields: [] }, mark)];
}

async function rendition(name: string, { pixels, fields }: SeenPage, mark: string): Promise<Rendition> {
  const scale = Math.min(1, LONGEST / Math.max(pixels.width, pixels.height));
  const [width, height] = [pixels.width, pixels.height].map((side) => Math.max(1, Math.round(side * scale)));
  const jpeg = await jpegOf(marked(scale < 1 ? resize(pixels, width!, height!) : pixels, mark), QUALITY);
  const places = fields.map(({ field, quad }) => ({ field, box: partOf(pixels, quad) }));
  return { name, jpeg, width: width!, height: height!, places };
}

function partOf({ width, height }: Pixels, quad: Quad): Box {
  const across = (values: readonly number[], size: number) => {
    const least = Math.min(size, Math.max(0, Math.min(...values)));
    const most = Math.min(size, Math.max(least, ...values));
    return [least / size, (most - least) / size] as const;
  };
  const [x, wide] = across(
    quad.map((corner) => corner.x),
    width,
  );
  const [y, high] = across(
    quad.map((corner) => corner.y),
    height,
  );
  return { x, y, width: wide, height: high };
}

function around(pixels: Pixels, { x, y, width, height }: Box): Pixels {
  const left = Math.max(0, Math.round(x - AROUND * width));
  const top = Math.max(0, Math.round(y - AROUND * height));
  const right = Math.min(pixels.width, Math.round(x + width * (1 + AROUND)));
  const bottom = Math.min(pixels.height, Math.round(y + height * (1 + AROUND)));
  return crop(pixels, left, top, right - left, bottom - top);
}
