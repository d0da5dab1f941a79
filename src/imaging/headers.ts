import { isSrgbProfile } from './srgb-profile.ts';

/** Of a picture's file, wherever it comes from: 10 MB as the service counts them. */
export const MAX_PICTURE_BYTES = 10 * 1024 ** 2;

/** What the markers of a file promise, read without decoding anything. */
export interface Header {
  readonly format: 'jpeg' | 'png';
  readonly width: number;
  readonly height: number;
  /** Bytes that the decoder holds before it gives the first row; 0 where rows come as they are read. */
  readonly heldBytes: number;
  /** Times that the decoder goes over the picture. */
  readonly passes: number;
  /** Whether the marker that ends a JPEG file is there: some writers leave it out. True for PNG. */
  readonly isEnded: boolean;
  /** The colour profile of a JPEG file says sRGB, so that the decoder may leave it out. */
  readonly isSrgb: boolean;
}

/** The markers SOS and EOI of ITU-T T.81 table B.1. */
const SCAN = 0xda;
const END = 0xd9;
/** APP2, in which colour profiles lie. */
const PROFILES = 0xe2;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Real files have a few dozen; each costs time however small it is. */
const MAX_SEGMENTS = 4096;
/** Compressed texts inflate to 8 MB each before they are thrown away. */
const MAX_COMPRESSED_TEXTS = 32;
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The file type by its first bytes alone. */
export function formatOf(bytes: Uint8Array): 'jpeg' | 'png' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  return PNG_SIGNATURE.every((byte, index) => bytes[index] === byte) ? 'png' : null;
}

/** `null` where the structure of a JPEG or PNG file is broken, or its size zero. */
export function readHeader(bytes: Uint8Array): Header | null {
  const format = formatOf(bytes);
  const header = format === 'jpeg' ? jpegHeader(bytes) : format === 'png' ? pngHeader(bytes) : null;
  return header && header.width > 0 && header.height > 0 ? header : null;
}

/** ITU-T T.81 annex B: segments up to each scan, then coded data up to the next marker. */
function jpegHeader(bytes: Uint8Array): Header | null {
  const found = [...segmentsOf(bytes)];
  const segments = found.filter((one) => one !== null);
  const frames = segments.filter(({ marker }) => isFrame(marker)).map((segment) => frameOf(bytes, segment));
  const passes = segments.filter(({ marker }) => marker === SCAN).length;
  const [frame] = frames;
  if (!frame || frames.length > 1 || passes === 0 || segments.length < found.length) return null;
  // A sequential picture whose channels come one after the other is held just as a progressive one.
  const heldBytes = passes > 1 && frame.heldBytes === 0 ? frame.width * frame.height * 6 : frame.heldBytes;
  const profiles = segments.filter(({ marker }) => marker === PROFILES);
  const isColour = segments.some(({ marker, at }) => isFrame(marker) && bytes[at + 7] === 3);
  const isSrgb = isColour && profiles.length === 1 && isSrgbProfile(contentOf(bytes, profiles[0]!));
  return { ...frame, heldBytes, passes, isEnded: segments.at(-1)?.marker === END, isSrgb };
}

/** A part of a JPEG file: its marker, and where its length of so many bytes begins. */
interface Segment {
  readonly marker: number;
  readonly at: number;
  readonly length: number;
}

/** What a frame header says. */
type Frame = Omit<Header, 'passes' | 'isEnded' | 'isSrgb'>;

/** What a segment holds behind its length. */
function contentOf(bytes: Uint8Array, { at, length }: Segment): Uint8Array {
  return bytes.subarray(at + 2, at + length);
}

/** The segments that have a length, and the end, in their order; null for a broken one and where there are too many. */
function* segmentsOf(bytes: Uint8Array): Generator<Segment | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  for (let segments = 0; segments < MAX_SEGMENTS; segments++) {
    at = nextMarker(bytes, at);
    if (at < 0) return;
    const marker = bytes[at + 1]!;
    at += 2;
    if (marker === END) return void (yield { marker, at, length: 0 });
    if (marker === 0x01 || marker === 0xd8) continue;
    if (at + 2 > bytes.length) return;
    const length = view.getUint16(at);
    yield length < 2 ? null : { marker, at, length };
    at += length;
    if (segments === MAX_SEGMENTS - 1) yield null;
  }
}

/** Size and memory by a frame header; null where it is cut off. */
function frameOf(bytes: Uint8Array, { marker, at, length }: Segment): Frame | null {
  if (length < 8 || at + 8 > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [height, width] = [view.getUint16(at + 3), view.getUint16(at + 5)];
  // Progressive coefficients are kept whole, 16 bits each (T.81 annex G).
  const heldBytes = marker === 0xc0 || marker === 0xc1 ? 0 : width * height * bytes[at + 7]! * 2;
  return { format: 'jpeg', width, height, heldBytes };
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Where the next marker stands, past stuffed bytes, restart markers and whatever else is between; -1 at the end. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return -1;
}

/** PNG (third edition) §5: the signature, IHDR, and chunks up to IEND. */
function pngHeader(bytes: Uint8Array): Header | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 33 || view.getUint32(8) !== 13 || chunkName(bytes, 12) !== 'IHDR') return null;
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const channels = PNG_CHANNELS[bytes[25]!];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(bytes[24]!)) return null;
  if (!hasPixelData(bytes, view)) return null;
  // Interlaced rows are spread over seven passes, so that none is whole before the last (§8).
  const interlaced = bytes[28] === 1;
  const heldBytes = interlaced ? width * height * Math.max(3, channels) * (bytes[24] === 16 ? 2 : 1) : 0;
  return { format: 'png', width, height, heldBytes, passes: interlaced ? 7 : 1, isEnded: true, isSrgb: false };
}

/** Whether the chunks up to IEND hold pixels; false also where there are too many. */
function hasPixelData(bytes: Uint8Array, view: DataView): boolean {
  let hasData = false;
  let texts = 0;
  for (let at = 8, chunks = 0; at + 12 <= bytes.length; at += 12 + view.getUint32(at), chunks++) {
    const name = chunkName(bytes, at + 4);
    // Writers split pixel data into as many chunks as they like.
    if (name === 'IDAT') {
      hasData = true;
      chunks--;
    }
    if (name === 'zTXt' || name === 'iTXt') texts++;
    if (chunks > MAX_SEGMENTS || texts > MAX_COMPRESSED_TEXTS) return false;
    if (name === 'IEND') break;
  }
  return hasData;
}

function chunkName(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
