import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import type { Pixels, Quad } from '../../imaging/pixels.ts';
import { sizeOf } from '../../imaging/quad.ts';
import { resize, resizeGray, toGray } from '../../imaging/resample.ts';
import { warp } from '../../imaging/warp.ts';
import { type AamvaReading, readAamva } from './aamva.ts';
import { unsmeared } from './deblur.ts';
import { locateBarcodes } from './locate.ts';
import { readTracks } from './tracks.ts';

/** A barcode that was read without an error that its own correction could not mend. */
export interface Barcode {
  readonly symbology: 'PDF417' | 'QRCode' | 'Code128';
  readonly bytes: Uint8Array;
  /** The bytes as UTF-8 where they are that, as ISO 8859-1 otherwise. */
  readonly text: string;
  readonly aamva: AamvaReading | null;
}

const MAX_MILLISECONDS = 2000;
/** Larger enlargements are left out: their time grows while nothing new becomes legible. */
const MAX_PIXELS = 4_000_000;
const ENLARGEMENTS = [2, 3, 1.5];
const BINARIZERS = ['LocalAverage', 'GlobalHistogram'] as const;
/** Widths in pixels of the blurs that are tried to be taken away: one to two bars of a card that fills the picture. */
const SMEARS = [5.5, 8, 4.5, 7, 6.2, 9, 3.5];
/** A row of a PDF417 is at least three bars high (AAMVA DL/ID 2020 §D.5), and a bar here two pixels wide. */
const ALONG_BARS = 3;
const MAX_RESTORED_WIDTH = 1400;
/** Anything higher is a page, not a barcode. */
const MIN_RESTORED_ASPECT = 1.8;
/** What every AAMVA barcode begins with (AAMVA DL/ID 2020 §D.12.3). */
const COMPLIANCE_INDICATOR = '@';
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
 * Reads the barcode of a document at any rotation; null where there is none. It tries a likely place, the whole
 * picture, deblurring, and enlargement up to three times, in this order. A PDF417 by AAMVA comes before any other.
 * After two seconds, or after `most` milliseconds, it starts no further attempt. `texts` are the places of text that
 * was read.
 */
export async function readBarcode(
  pixels: Pixels,
  { texts = [], most = MAX_MILLISECONDS }: { texts?: readonly Quad[]; most?: number } = {},
): Promise<Barcode | null> {
  await openBarcodeReader();
  const { likely, others } = attempts(pixels, texts);
  const end = performance.now() + Math.min(most, MAX_MILLISECONDS);
  let best: Barcode | null = null;
  const restored = new Set<string>();
  for (const [index, attempt] of [...likely, ...others].entries()) {
    if (index >= likely.length && performance.now() > end) break;
    for (const barcode of await barcodesOf(attempt, restored)) {
      if (barcode.aamva) return barcode;
      best = better(best, barcode);
    }
    if (best?.symbology === 'PDF417') break;
  }
  return best;
}

function better(best: Barcode | null, other: Barcode): Barcode {
  if (best === null) return other;
  return best.symbology !== 'PDF417' && other.symbology === 'PDF417' ? other : best;
}

/**
 * The barcodes that an attempt finds. Error correction may make other words of restored bars, but not the same ones
 * twice. `restored` holds the texts that restored bars gave before.
 */
async function barcodesOf({ make, options, restores }: Attempt, restored: Set<string>): Promise<Barcode[]> {
  const results = await decode(make(), options);
  const found = results.flatMap((result) => barcodeOf(result) ?? []);
  if (!restores) return found;
  return found.filter(({ text }) => {
    const isRepeated = restored.has(text);
    restored.add(text);
    return isRepeated;
  });
}

interface Attempt {
  readonly make: () => Pixels;
  readonly options: ReaderOptions;
  readonly restores?: boolean;
}

/** Those that nearly every barcode needs, and those for what remains, the most promising first. */
function attempts(pixels: Pixels, texts: readonly Quad[]): { likely: readonly Attempt[]; others: readonly Attempt[] } {
  const regions = locateBarcodes(pixels, texts);
  const enlarged = (enlargement: number): Attempt[] =>
    regions
      .filter((region) => area(region) * enlargement ** 2 <= MAX_PIXELS)
      .flatMap((region) =>
        BINARIZERS.map((binarizer) => ({
          make: () => upright(pixels, region, enlargement),
          options: { ...STACKED, binarizer },
        })),
      );
  const restored = SMEARS.flatMap((smear): Attempt[] =>
    regions
      .filter((region) => sizeOf(region)[0] >= sizeOf(region)[1] * MIN_RESTORED_ASPECT)
      .flatMap((region) => {
        // Made once for both.
        let sharp: Pixels | undefined;
        const make = () => (sharp ??= withoutBlur(pixels, region, smear));
        return BINARIZERS.map((binarizer) => ({ make, options: { ...STACKED, binarizer }, restores: true }));
      }),
  );
  const others = [{ make: () => pixels, options: ANY }, ...restored, ...ENLARGEMENTS.flatMap(enlarged)];
  if (pixels.width * pixels.height * 4 <= MAX_PIXELS * 1.5 && regions.length > 0) {
    others.push({ make: () => resize(pixels, pixels.width * 2, pixels.height * 2), options: STACKED });
  }
  return { likely: enlarged(1), others };
}

/** A region with `smear` pixels of blur removed across its bars. The rows along the bars are averaged first. */
function withoutBlur(pixels: Pixels, region: Quad, smear: number): Pixels {
  const factor = Math.min(1, MAX_RESTORED_WIDTH / sizeOf(region)[0]);
  const [width, height] = sizeOf(region).map((side) => side * factor) as [number, number];
  const low = toGray(warp(pixels, region, Math.ceil(width), Math.ceil(height / ALONG_BARS)));
  const sharp = resizeGray(unsmeared(low, smear), low.width * 2, Math.ceil(height * 2));
  const data = new Uint8Array(sharp.data.length * 3);
  for (let at = 0; at < sharp.data.length; at++) data.fill(sharp.data[at]!, at * 3, at * 3 + 3);
  return { width: sharp.width, height: sharp.height, data };
}

function upright(pixels: Pixels, region: Quad, enlargement: number): Pixels {
  const [width, height] = sizeOf(region);
  return warp(pixels, region, Math.ceil(width * enlargement), Math.ceil(height * enlargement));
}

function area(region: Quad): number {
  const [width, height] = sizeOf(region);
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
  const aamva = symbology === 'PDF417' ? (readAamva(text) ?? readTracks(text)) : null;
  // Error correction made other words of it: they begin as a licence's do and go on as none does.
  if (symbology === 'PDF417' && text.startsWith(COMPLIANCE_INDICATOR) && !aamva) return null;
  return { symbology, bytes, text, aamva };
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
