import sharp, { type SharpOptions } from 'sharp';
import { TouchstoneError } from '../errors.ts';
import { formatOf, type Header, MAX_PICTURE_BYTES, readHeader } from './headers.ts';
import { type PhotoMetadata, readMetadata } from './metadata.ts';
import type { Pixels } from './pixels.ts';

/** A picture as it was uploaded, ready to be looked at. */
export interface Photo {
  readonly pixels: Pixels;
  readonly format: 'jpeg' | 'png';
  readonly metadata: PhotoMetadata;
}

/**
 * Why a file cannot be used. `invalid`: no JPEG or PNG, corrupted, or beyond a limit. `quality`: a picture that holds
 * too little.
 */
export class PictureError extends TouchstoneError {
  readonly kind: 'invalid' | 'quality';

  constructor(kind: 'invalid' | 'quality', message: string, options?: { cause?: unknown }) {
    super('validation', message, options);
    this.name = 'PictureError';
    this.kind = kind;
  }
}

/** Phones of 64 megapixels pass (9248 × 6936); those of 108 write more than 10 MB. */
const MAX_PIXELS = 65_000_000;
/** Of what must be held whole before the first row is known. */
const MAX_HELD_BYTES = 320 * 1024 * 1024;
/** A progressive photo has about ten passes; what costs time is passes times pixels. */
const MAX_PIXEL_PASSES = 700_000_000;
const MIN_SIDE = 64;
const MAX_SLENDER = 10;
/** Longest side of the decoded picture: small print is still legible, and memory stays small. */
const MAX_SIDE = 3000;
const MAX_SECONDS = 15;

/**
 * Flaws that cameras and editors are known to write and that every viewer ignores. They are stray bytes before a marker
 * and scan parameters of some phones (libvips issue 2309).
 */
const HARMLESS = /extraneous bytes before marker|Invalid SOS parameters for sequential/i;
/** What may stand in place of the end marker. The decoder comes to it once it has decoded all rows without a flaw. */
const PADDING = /extraneous bytes before marker 0xd9/i;
/** ITU-T T.81 §B.2.1. */
const END_OF_IMAGE = Uint8Array.of(0xff, 0xd9);

// Each picture is decoded once, on the thread of its request: a cache of decoded rows or more threads only cost memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes a JPEG or PNG file to upright sRGB of at most 3000 pixels a side. Transparency becomes white, and an
 * animation becomes its first picture. Throws only `PictureError`, for every file that is not such a picture.
 */
export async function decodePhoto(bytes: Uint8Array): Promise<Photo> {
  const header = checked(bytes);
  try {
    const metadata = await readMetadata(sharp(bytes, options('warning')), header, bytes.length);
    return { pixels: await decodeWhole(bytes, header), format: header.format, metadata };
  } catch (error) {
    throw undecodable(error);
  }
}

/** As `decodePhoto`, without what the file says of its origin: that takes as long as a small picture. */
export async function decodePixels(bytes: Uint8Array): Promise<Pixels> {
  const header = checked(bytes);
  try {
    return await decodeWhole(bytes, header);
  } catch (error) {
    throw undecodable(error);
  }
}

function undecodable(cause: unknown): PictureError {
  return new PictureError('invalid', 'The file is corrupted or incomplete and cannot be decoded.', { cause });
}

function decodeWhole(bytes: Uint8Array, { isEnded, isSrgb }: Header): Promise<Pixels> {
  return isEnded ? decode(bytes, HARMLESS, isSrgb) : decode(ended(bytes), PADDING, isSrgb);
}

function checked(bytes: Uint8Array): Header {
  if (bytes.length === 0) throw new PictureError('invalid', 'The file is empty.');
  if (bytes.length > MAX_PICTURE_BYTES) throw new PictureError('invalid', 'The file is larger than 10 MB.');
  if (!formatOf(bytes)) throw new PictureError('invalid', 'The file is not a JPEG or PNG image.');
  const header = readHeader(bytes);
  if (!header) throw new PictureError('invalid', 'The file is corrupted or incomplete and cannot be decoded.');
  const { width, height, heldBytes, passes } = header;
  const pixels = width * height;
  if (pixels > MAX_PIXELS || heldBytes > MAX_HELD_BYTES || pixels * passes > MAX_PIXEL_PASSES) {
    throw new PictureError('invalid', `The image is too large to be decoded (${width} × ${height} pixels).`);
  }
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < MIN_SIDE) {
    throw new PictureError('quality', `The image is too small (${width} × ${height} pixels); take a larger one.`);
  }
  if (longer > shorter * MAX_SLENDER) {
    throw new PictureError(
      'quality',
      `The image is a narrow strip (${width} × ${height} pixels); upload the whole one.`,
    );
  }
  return header;
}

/**
 * A JPEG file that lacks its end marker, with one. Without it the decoder calls a whole picture cut off. With it the
 * decoder tells whether coded data is missing.
 */
function ended(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, END_OF_IMAGE]);
}

/** `isSrgb`: applying its colour profile would take two thirds of the time and change nothing. */
async function decode(bytes: Uint8Array, harmless: RegExp, isSrgb: boolean): Promise<Pixels> {
  try {
    return await pixelsOf(bytes, 'warning', isSrgb);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.split('\n').every((line) => harmless.test(line) || !line.trim())) {
      throw error;
    }
    return await pixelsOf(bytes, 'truncated', isSrgb);
  }
}

async function pixelsOf(bytes: Uint8Array, failOn: 'warning' | 'truncated', ignoreIcc: boolean): Promise<Pixels> {
  const { data, info } = await sharp(bytes, { ...options(failOn), ignoreIcc })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .timeout({ seconds: MAX_SECONDS })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`${info.channels} channels after conversion to sRGB`);
  return { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}

/** A JPEG file of a picture; `quality`: 1 to 100. */
export async function jpegOf({ width, height, data }: Pixels, quality: number): Promise<Uint8Array> {
  const raw = { width, height, channels: 3 } as const;
  return new Uint8Array(await sharp(data, { raw }).jpeg({ quality }).toBuffer());
}

function options(failOn: 'warning' | 'truncated'): SharpOptions {
  return { failOn, limitInputPixels: MAX_PIXELS, autoOrient: true, sequentialRead: true };
}
