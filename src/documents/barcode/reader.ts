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
const ENLARGEMENTS = [2, 3, 1.5];
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
 * Reads the barcode of a document, at any rotation: where one seems to be, then in the whole picture, then enlarged up to
 * three times. A PDF417 by AAMVA comes before any other. Nothing further is tried after `milliseconds`.
 */
export async function readBarcode(pixels: Pixels, milliseconds = MOST_MILLISECONDS): Promise<Barcode | null> {
  await openBarcodeReader();
  const { likely, others } = attempts(pixels);
  const end = performance.now() + milliseconds;
  let best: Barcode | null = null;
  for (const [index, attempt] of [...likely, ...others].entries()) {
    if (index >= likely.length && performance.now() > end) break;
    for (const result of await decode(attempt.make(), attempt.options)) {
      const barcode = barcodeOf(result);
      if (barcode?.aamva) return barcode;
      if (barcode && (best === null || (best.symbology !== 'PDF417' && barcode.symbology === 'PDF417'))) best = barcode;
    }
    if (best?.symbology === 'PDF417') break;
  }
  return best;
}

interface Attempt {
  readonly make: () => Pixels;
  readonly options: ReaderOptions;
}

/** Those that nearly every barcode needs, and those for what remains, the most promising first. */
function attempts(pixels: Pixels): { likely: readonly Attempt[]; others: readonly Attempt[] } {
  const regions = locateBarcodes(pixels);
  const enlarged = (enlargement: number): Attempt[] =>
    regions
      .filter((region) => area(region) * enlargement ** 2 <= MOST_PIXELS)
      .flatMap((region) =>
        (['LocalAverage', 'GlobalHistogram'] as const).map((binarizer) => ({
          make: () => upright(pixels, region, enlargement),
          options: { ...STACKED, binarizer },
        })),
      );
  const others = [{ make: () => pixels, options: ANY }, ...ENLARGEMENTS.flatMap(enlarged)];
  if (pixels.width * pixels.height * 4 <= MOST_PIXELS * 1.5 && regions.length > 0) {
    others.push({ make: () => resize(pixels, pixels.width * 2, pixels.height * 2), options: STACKED });
  }
  return { likely: enlarged(1), others };
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
