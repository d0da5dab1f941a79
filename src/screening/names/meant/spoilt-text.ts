import { withoutEntities } from './entities.ts';
import { fromSingleByte } from './single-byte.ts';

/** Text is spoilt twice where two programs did it; more often than this it is something else. */
const MAX_ROUNDS = 3;
const MAY_BE_SPOILT = /[^\0-\x7f]|&[#A-Za-z]|%[0-9A-Fa-fu]{2}|\\u[0-9A-Fa-f]{4}/;
const PERCENT = /(?:%[0-9A-Fa-f]{2})+/g;
/** What JavaScript's `escape` and JSON write for a letter. */
const ESCAPED = /(?:%u|\\u)([0-9A-Fa-f]{4})/g;
const CONTROL = /\p{Cc}/u;
/** What names are written with, but for scripts that hardly anybody writes. U+02BB to U+02BF are apostrophes. */
const OF_NAMES =
  /(?![\u0500-\u052f\u0700-\u085f])[\0-\x7f\p{Lu}\p{Ll}\p{Lt}\p{Lo}\u02bb-\u02bf\p{M}\p{N}\p{P}\p{Zs}\p{Cf}°]/u;
const RARE_LATIN = /(?![ƁƊƏƘƙƠơƯưƳƴǍ-ǜǦ-ǫǴǵȘ-țȞȟəɓɗ])(?:[\u0180-\u02af]|\p{Mn})/u;
const LATIN = /\p{Script=Latin}/u;
const OF_OTHER_SCRIPT = /(?!\p{Script=Latin}|\p{Script=Common})[\p{L}\p{M}]/u;

/**
 * The text that a name was before programs wrote it as HTML, for an address or as JSON. Others read its UTF-8 in
 * another character set. Undefined where nothing of the kind is certain. A letter that is lost for good is `?`.
 */
export function mended(text: string): string | undefined {
  if (!MAY_BE_SPOILT.test(text)) return undefined;
  let now = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = now;
    const unescaped = withoutPercent(withoutEntities(now).replace(ESCAPED, letterOf));
    now = fromSingleByte(unescaped) ?? unescaped;
    if (now === before) break;
  }
  if (now === text) return undefined;
  const whole = now.trim();
  return whole === text.trim() || !isName(whole, text) ? undefined : whole;
}

/** Whether a text is what people write: no signs, and words in one script. What `before` has already may stay. */
function isName(text: string, before: string): boolean {
  const areUsual = [...text].every(
    (letter) => (OF_NAMES.test(letter) && !CONTROL.test(letter)) || before.includes(letter),
  );
  const words = text.normalize('NFC').split(/[^\p{L}\p{M}]+/u);
  return areUsual && words.every((word) => before.includes(word) || isOfOneScript(word));
}

const isOfOneScript = (word: string): boolean =>
  !LATIN.test(word) || !(OF_OTHER_SCRIPT.test(word) || RARE_LATIN.test(word));

function letterOf(whole: string, hex: string): string {
  const letter = String.fromCharCode(Number.parseInt(hex, 16));
  return CONTROL.test(letter) ? whole : letter;
}

/** Percent-encoded UTF-8 (RFC 3986), or else ISO 8859-1, which older programs encode so. */
function withoutPercent(text: string): string {
  if (!text.includes('%')) return text;
  const decoded = text.replace(PERCENT, (run) => {
    const bytes = Uint8Array.from(run.slice(1).split('%'), (hex) => Number.parseInt(hex, 16));
    const letters = decodedStrictly(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
    return CONTROL.test(letters) ? run : letters;
  });
  // Forms write a space as a plus sign.
  return decoded !== text && !text.includes(' ') ? decoded.replace(/\+(?=[\p{L}\p{N}])/gu, ' ') : decoded;
}

function decodedStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
