/*
 * UTF-8 that some program read in a character set of one byte a letter: `JosÃ©` for José, `РџРµС‚СЂ` for Пётр.
 */

/** Sets of the Encoding Standard (WHATWG) that text is mistaken for, the commonest first. */
const CHARACTER_SETS = [
  'windows-1252',
  'windows-1251',
  'macintosh',
  'windows-1250',
  'windows-1254',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'koi8-r',
  'ibm866',
  'x-mac-cyrillic',
] as const;

interface Table {
  readonly set: string;
  /** The byte of each character beyond ASCII. */
  readonly bytes: ReadonlyMap<string, number>;
  /** The first byte of a letter, and one that follows it or may be lost. */
  readonly sequence: RegExp;
}
let made: readonly Table[] | undefined;

function tables(): readonly Table[] {
  made ??= CHARACTER_SETS.map(tableOf);
  return made;
}

function tableOf(set: string): Table {
  const decoder = new TextDecoder(set);
  const letters = Array.from({ length: 128 }, (_, at) => {
    const letter = decoder.decode(Uint8Array.of(at + 128));
    // What Windows-1252 leaves open other programs read as control characters, as ISO 8859-1 has them.
    return letter === '\ufffd' ? String.fromCharCode(at + 128) : letter;
  });
  const first = letters.filter((_, at) => following(at + 128) > 0).join('');
  const next = letters.filter((_, at) => follows(at + 128)).join('');
  return {
    set,
    bytes: new Map(letters.map((letter, at) => [letter, at + 128])),
    sequence: new RegExp(`[${first}][${next}]`),
  };
}

const BEYOND_ASCII = /[^\0-\x7f]/;
/** A word as other scripts write it. Spoilt ones have signs, or capitals among small letters. */
const USUAL = /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}+)$/u;
const LATIN = /\p{Script=Latin}/u;
const mayBeSpoilt = (word: string): boolean => BEYOND_ASCII.test(word) && (LATIN.test(word) || !USUAL.test(word));

/** No character that stands for nothing. Control characters beyond ASCII are bytes of a text that was misread twice. */
const TEXT = /^[\0-\x9f\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}]+$/u;

/**
 * The text that was read in a set of one byte a letter; undefined where it was not surely. All its characters have a
 * byte in one set, and these bytes are UTF-8 of whole letters. Words that were not read so may stand beside others that
 * were. A letter that is lost for good is `?`.
 */
export function fromSingleByte(text: string): string | undefined {
  if (!BEYOND_ASCII.test(text)) return undefined;
  const likely = tables().filter(({ sequence }) => sequence.test(text));
  if (likely.length === 0 || !text.split(' ').some(mayBeSpoilt)) return undefined;
  for (const { bytes } of likely) {
    const decoded = decodedFrom(text, bytes, false) ?? decodedByWord(text, bytes, false);
    if (decoded !== undefined) return decoded;
  }
  // These two leave bytes open, which programs lose.
  const lossy = likely.filter(({ set }) => set === 'windows-1252' || set === 'windows-1251');
  return lossy.map(({ bytes }) => decodedByWord(text, bytes, true)).find((decoded) => decoded !== undefined);
}

/** `lossy`: the second byte of a letter may be missing, where another letter of the word is whole. */
function decodedByWord(text: string, table: Table['bytes'], lossy: boolean): string | undefined {
  const parts = text.split(/( )/);
  const decoded = parts.map((part) => (mayBeSpoilt(part) ? decodedFrom(part, table, lossy) : undefined));
  if (decoded.every((one) => one === undefined)) return undefined;
  return parts.map((part, place) => decoded[place] ?? part).join('');
}

const [SPACE, QUESTION_MARK] = [0x20, 0x3f];
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodedFrom(text: string, table: Table['bytes'], lossy: boolean): string | undefined {
  const bytes: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    const byte = code < 0x80 ? code : table.get(letter);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  const mended = lossy ? withLostLetters(bytes) : withLostBytes(bytes, table.get('\u00a0'));
  if (mended === undefined) return undefined;
  try {
    const decoded = UTF8.decode(Uint8Array.from(mended)).replaceAll('\ufffd', '?');
    return TEXT.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** Bytes that follow the first byte of a letter. */
const following = (byte: number): number => (byte < 0xc2 || byte > 0xf4 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3);
const follows = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte < 0xc0;

/**
 * The bytes with the no-break space that became a space, or was cut off at the end. A letter whose second byte a
 * program could not show is a question mark. Undefined where no letter is whole.
 */
function withLostBytes(bytes: readonly number[], noBreakSpace: number | undefined): number[] | undefined {
  const out: number[] = [];
  let whole = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    const next = bytes[at + 1];
    const isCut = following(byte) === 1 && !follows(next);
    if (isCut && next === QUESTION_MARK) continue;
    out.push(byte);
    if (following(byte) > 0 && !isCut) whole++;
    if (!isCut) continue;
    if (noBreakSpace === undefined || (next !== undefined && next !== SPACE)) return undefined;
    out.push(noBreakSpace);
    at++;
  }
  return whole > 0 ? out : undefined;
}

/** The bytes with a question mark for each letter whose second byte is missing. Undefined where no letter is whole. */
function withLostLetters(bytes: readonly number[]): number[] | undefined {
  const isCut = (byte: number, at: number) => following(byte) === 1 && !follows(bytes[at + 1]);
  if (!bytes.some((byte, at) => following(byte) > 0 && !isCut(byte, at))) return undefined;
  return bytes.map((byte, at) => (isCut(byte, at) ? QUESTION_MARK : byte));
}
