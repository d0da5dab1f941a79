import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import type { Pixels, Quad } from '../../imaging/pixels.ts';
import { resize } from '../../imaging/resample.ts';
import { distance, warp } from '../../imaging/warp.ts';
import { type AamvaReading, readAamva } from './aamva.ts';
import { locateBarcodes } from './locate.ts';

/** A barcode that was read without an error that its own correction could not mend. */
export interface Barcode {
  readonly symbology: 'PDF417' | 'QRCode' | 'Code128';
  readonly bytes: Uint8Array;
  /** The bytes as UTF-8 where they are that, as ISO 8859-1 otherwise. */
  readonly text: string;
  readonly aamva: AamvaReading | null;
}

const MOST_MILLISECONDS = 1000;
/** Larger enlargements are left out: their time grows while nothing new becomes legible. */
const MOST_PIXELS = 4_000_000;
const ENLARGEMENTS = [1, 2, 3, 1.5];
const STACKED: ReaderOptions = { formats: ['PDF417'], tryInvert: false, maxNumberOfSymbols: 2 };
const ANY: ReaderOptions = { formats: ['PDF417', 'QRCode', 'Code128'], tryInvert: false, maxNumberOfSymbols: 4 };

let opened: Promise<unknown> | undefined;

/** Loads the decoder from the package's own file: left to itself it would fetch it from the network. */
export function openBarcodeReader(): Promise<unknown> {
  opened ??= readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).then((file) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer }, fireImmediately: true }),
  );
  return opened;
}

/**
 * Reads the barcode of a document, at any rotation: where one seems to be, enlarged up to three times, then the whole
 * picture. A PDF417 by AAMVA comes before any other. Stops looking after `milliseconds` of attempts.
 */
export async function readBarcode(pixels: Pixels, milliseconds = MOST_MILLISECONDS): Promise<Barcode | null> {
  await openBarcodeReader();
  const end = performance.now() + milliseconds;
  let best: Barcode | null = null;
  for (const attempt of attempts(pixels)) {
    for (const result of await decode(attempt.make(), attempt.options)) {
      const barcode = barcodeOf(result);
      if (barcode?.aamva) return barcode;
      if (barcode && (best === null || (best.symbology !== 'PDF417' && barcode.symbology === 'PDF417'))) best = barcode;
    }
    if (best?.symbology === 'PDF417' || performance.now() > end) break;
  }
  return best;
}

interface Attempt {
  readonly make: () => Pixels;
  readonly options: ReaderOptions;
}

function attempts(pixels: Pixels): Attempt[] {
  const regions = locateBarcodes(pixels);
  const list: Attempt[] = [{ make: () => pixels, options: ANY }];
  for (const enlargement of ENLARGEMENTS) {
    for (const region of regions) {
      if (area(region) * enlargement ** 2 > MOST_PIXELS) continue;
      for (const binarizer of ['LocalAverage', 'GlobalHistogram'] as const) {
        list.push({ make: () => upright(pixels, region, enlargement), options: { ...STACKED, binarizer } });
      }
    }
  }
  if (pixels.width * pixels.height * 4 <= MOST_PIXELS * 1.5 && regions.length > 0) {
    list.push({ make: () => resize(pixels, pixels.width * 2, pixels.height * 2), options: STACKED });
  }
  return list;
}

function upright(pixels: Pixels, region: Quad, enlargement: number): Pixels {
  const [width, height] = sides(region);
  return warp(pixels, region, Math.ceil(width * enlargement), Math.ceil(height * enlargement));
}

function sides([topLeft, topRight, , bottomLeft]: Quad): [number, number] {
  return [distance(topLeft, topRight), distance(topLeft, bottomLeft)];
}

function area(region: Quad): number {
  const [width, height] = sides(region);
  return width * height;
}

async function decode({ width, height, data }: Pixels, options: ReaderOptions): Promise<ReadResult[]> {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    rgba[to] = data[from]!;
    rgba[to + 1] = data[from + 1]!;
    rgba[to + 2] = data[from + 2]!;
    rgba[to + 3] = 255;
  }
  return readBarcodes({ width, height, data: rgba, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0], options);
}

function barcodeOf({ isValid, symbology, bytes }: ReadResult): Barcode | null {
  if (!isValid || bytes.length === 0) return null;
  if (symbology !== 'PDF417' && symbology !== 'QRCode' && symbology !== 'Code128') return null;
  const text = textOf(bytes);
  return { symbology, bytes, text, aamva: symbology === 'PDF417' ? readAamva(text) : null };
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
