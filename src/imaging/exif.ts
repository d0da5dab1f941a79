/** The textual tags of EXIF that say where a picture comes from. */
export interface ExifFacts {
  readonly make: string | null;
  readonly model: string | null;
  readonly software: string | null;
  /** As written, `YYYY:MM:DD HH:MM:SS` in the camera's own time. */
  readonly takenAt: string | null;
  readonly comment: string | null;
}

const NAMES: Readonly<Record<number, keyof ExifFacts>> = {
  271: 'make',
  272: 'model',
  305: 'software',
  36867: 'takenAt',
  37510: 'comment',
};
const EXIF_DIRECTORY = 34665;
const ASCII = 2;
const UNDEFINED = 7;
const MAX_ENTRIES = 512;
const MAX_TEXT = 200;

/** Reads the two directories that hold them (EXIF 2.32, §4.6). Nonsense is passed over: it yields nulls. */
export function readExif(block: Uint8Array): ExifFacts {
  const facts = { make: null, model: null, software: null, takenAt: null, comment: null };
  const start = text(block, 0, 4) === 'Exif' ? 6 : 0;
  const order = text(block, start, 2);
  if (block.length < start + 8 || (order !== 'II' && order !== 'MM')) return facts;
  const view = new DataView(block.buffer, block.byteOffset + start, block.byteLength - start);
  const little = order === 'II';
  const next = readDirectory(view, view.getUint32(4, little), little, facts);
  if (next !== null) readDirectory(view, next, little, facts);
  return facts;
}

/** Fills in the facts of one directory and gives the place of the directory inside it, if it names one. */
function readDirectory(
  view: DataView,
  at: number,
  little: boolean,
  facts: Record<keyof ExifFacts, string | null>,
): number | null {
  if (at + 2 > view.byteLength) return null;
  let inner: number | null = null;
  const entries = Math.min(view.getUint16(at, little), MAX_ENTRIES);
  for (let entry = 0, place = at + 2; entry < entries && place + 12 <= view.byteLength; entry++, place += 12) {
    const tag = view.getUint16(place, little);
    if (tag === EXIF_DIRECTORY) inner = view.getUint32(place + 8, little);
    const name = NAMES[tag];
    const value = name && textOf(view, place, little);
    if (name && value !== undefined) facts[name] = printable(value) || null;
  }
  return inner;
}

/** The text of an entry, undefined where it holds something else or lies outside of the block. */
function textOf(view: DataView, place: number, little: boolean): string | undefined {
  const type = view.getUint16(place + 2, little);
  if (type !== ASCII && type !== UNDEFINED) return undefined;
  const length = view.getUint32(place + 4, little);
  const from = length <= 4 ? place + 8 : view.getUint32(place + 8, little);
  // Comments begin with the name of their character set in eight bytes (§4.6.5).
  const skipped = type === UNDEFINED ? 8 : 0;
  if (from + length > view.byteLength || length <= skipped) return undefined;
  const bytes = new Uint8Array(view.buffer, view.byteOffset + from + skipped, Math.min(length - skipped, MAX_TEXT));
  return text(bytes, 0, bytes.length);
}

function text(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}

function printable(value: string): string {
  return value.replace(/[^\x20-\x7e]+/g, ' ').trim();
}
