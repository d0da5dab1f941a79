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
}

/** The sets in which a character is the first byte of a letter, and those in which it follows one: a bit each. */
interface ByteRoles {
  first: number;
  next: number;
}
let made: { readonly tables: readonly Table[]; readonly roles: ReadonlyMap<number, ByteRoles> } | undefined;

/** Made where a text beyond ASCII is met first. */
function known(): NonNullable<typeof made> {
  if (made) return made;
  const roles = new Map<number, ByteRoles>();
  const tables = CHARACTER_SETS.map((set, place) => {
    const letters = lettersOf(set);
    for (const [at, letter] of letters.entries()) {
      const code = letter.charCodeAt(0);
      const own = roles.get(code) ?? { first: 0, next: 0 };
      if (following(at + 128) > 0) own.first |= 1 << place;
      if (follows(at + 128)) own.next |= 1 << place;
      roles.set(code, own);
    }
    return { set, bytes: new Map(letters.map((letter, at) => [letter, at + 128])) };
  });
  made = { tables, roles };
  return made;
}

/** The characters of the bytes from 128 on. */
function lettersOf(set: string): string[] {
  const decoded = new TextDecoder(set).decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128));
  // What Windows-1252 leaves open other programs read as control characters, as ISO 8859-1 has them.
  return [...decoded].map((letter, at) => (letter === '\ufffd' ? String.fromCharCode(at + 128) : letter));
}

/** The sets in which the first byte of a letter stands before one that follows it. Hardly any name has such a pair. */
function likelyTables(text: string): readonly Table[] {
  const { tables, roles } = known();
  let likely = 0;
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const own = roles.get(text.charCodeAt(at));
    if (own) likely |= before & own.next;
    before = own ? own.first : 0;
  }
  return likely === 0 ? [] : tables.filter((_, place) => likely & (1 << place));
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
  const likely = likelyTables(text);
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
  if (mended === undefined || !areWholeLetters(mended)) return undefined;
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

/** Whether every first byte has all that follow it, and none stands alone. To fail in the decoder takes far longer. */
function areWholeLetters(bytes: readonly number[]): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const more = following(bytes[at]!);
    if (more === 0 && bytes[at]! >= 0x80) return false;
    for (let left = more; left > 0; left--) if (!follows(bytes[++at])) return false;
  }
  return true;
}

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
