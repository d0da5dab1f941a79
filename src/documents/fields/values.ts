import { readTable } from '../../tables.ts';
import { nationalityNamed } from '../countries/country-names.ts';
import { fold, isParticle } from './phrases.ts';
import { datesIn } from './printed-dates.ts';
import { withCapitalI, withNamedStrokes } from './strokes.ts';

type Sex = 'M' | 'F' | 'X';

const SEXES = new Map(readTable('documents/sexes.tsv', ['word', 'sex']) as [word: string, sex: Sex][]);

/**
 * The sex in a short text. Of two letters in a bilingual document (`K/F`, `F/M`), the second is the international one.
 */
export function sexIn(text: string): Sex | null {
  const folded = fold(text).replace(WITH_UNIT, ' ').trim();
  // A small letter alone is the remains of a word.
  if (/^\p{Ll}(?!\p{L})/u.test(text.trim())) return null;
  const pair = /^[A-Z](?:\s?[/|\\1I-]\s?([MFX])(?![A-Z])|\s([MF])$)/.exec(folded);
  if (pair) return SEXES.get(pair[1] ?? pair[2]!)!;
  const [word = ''] = folded
    .replace(/LAKI\s?-\s?LAKI/, 'LAKILAKI')
    .split(/[^A-Z]+/)
    .filter(Boolean);
  return SEXES.get(word) ?? behindLabel(folded) ?? sexBehind(text);
}

/** A letter at the end of a text, or the last of the two of a bilingual document. */
const BESIDE = /^(.*\S)[\s,;]+(?:[A-Z]\s?[/|-]\s?)?([MF])[\s.,]*$/;
/** A height or weight with its unit, which may be a capital M. */
const WITH_UNIT = /(?<![\d.,/-])(?:[12](?:[.,]\d{1,2})?|\d{2,3})\s?(?:M|CM|KG|LBS?)(?![A-Z])/g;

/** A letter behind what can be no name: a nationality, measure, date or number. An initial stands behind names. */
export function sexBehind(text: string): Sex | null {
  const [, before = '', letter = ''] = BESIDE.exec(fold(text).replace(WITH_UNIT, ' 0 ')) ?? [];
  const sex = SEXES.get(letter);
  if (!sex) return null;
  const isOther = !/[A-Z]/.test(before) || isMeasure(before) || datesIn(before).length > 0 || nationalityNamed(before);
  return isOther ? sex : null;
}

/** A letter behind what was left of the label: `Se M`. */
function behindLabel(folded: string): Sex | null {
  const letter = /^(?:SE|SX|EX|SEY|SER|SEK|5EX|SFX|SEX)\W{1,3}([MFX])$/.exec(folded)?.[1];
  return letter ? SEXES.get(letter)! : null;
}

/** Mexican cards write H for hombre, M for mujer and X for neither. */
export function mexicanSexIn(text: string): Sex | null {
  const [word = ''] = fold(text)
    .trim()
    .split(/[^A-Z]+/);
  if (word === 'H' || word === 'HOMBRE') return 'M';
  if (word === 'X') return 'X';
  return word === 'M' || word === 'MUJER' ? 'F' : null;
}

/** A height in feet and inches, or a weight. */
const MEASURE =
  /\d['’′`´°]\s?-?\s?\d|^\D*[3-7]-(?:0\d|1[01])\b|^\D*[3-7]\s?-\s?\d{1,2}\W*$|\b\d{2,3}\s?(?:lb|ib|1b|kg|cm)s?\b/i;

/** Whether a text says how tall or heavy somebody is. */
export function isMeasure(text: string): boolean {
  return MEASURE.test(text);
}

/** A date of which not all digits were read. */
const BROKEN_DATE = /^\d{1,2}\/\d{1,2}\/|\/(?:19|20)\d\d$/;

/** Letters and digits in groups between single separators; behind the first group a star may stand for a letter too. */
const NUMBER_GROUPS = /^[A-Z0-9]+(?:[-./*][A-Z0-9*](?:[-./]?[A-Z0-9*])*)?$/;

/** What is left of the code 3, 4a or 4b, the field beside a number. */
const NEXT_CODE = /(?<=(?:[A-Z0-9]-?){7})\s[34]$/;
const LABEL_REST = /^(?:DLN?|D|LN?|N)\s(?=[A-Z]+\d)/;

/** A number as it is printed: letters and digits in groups, most of them digits in at least one group; no date. */
export function numberIn(text: string): string | null {
  if (isMeasure(text)) return null;
  // What was left of a label stands before numbers that begin with a letter themselves.
  const tokens = text
    .trim()
    .replace(/^\p{Ll}\s/u, '')
    .toUpperCase()
    .replace(LABEL_REST, '')
    .split(/\s+/);
  const taken: string[] = [];
  for (const token of tokens) {
    const bare = token.replace(/^[^A-Z0-9]+|[^A-Z0-9*]+$/g, '');
    if (!NUMBER_GROUPS.test(bare) || datesIn(bare).length > 0 || BROKEN_DATE.test(bare)) break;
    const digits = bare.replace(/[^0-9]/g, '').length;
    const prefix = taken.length === 0 && /^[A-Z]{1,4}$/.test(bare) && tokens.length > 1;
    if (digits === 0 && !prefix && !(taken.length > 0 && /^[A-Z]$/.test(bare))) break;
    taken.push(bare);
  }
  const number = taken.join(' ').replace(NEXT_CODE, '');
  const [digits, all] = [number.replace(/[^0-9]/g, '').length, number.replace(/[^0-9A-Z]/g, '').length];
  return digits >= 3 && all >= 5 && all <= 22 && datesIn(number).length === 0 ? number : null;
}

const NO_NAME = new Set(readTable('documents/not-names.tsv', ['word']).map(([word]) => word));

/**
 * Eyes or hair with their colour, or that there are no restrictions. These rows stand beside names and are read with
 * them. The codes are those of ANSI D-20, which the AAMVA DL/ID Card Design Standard uses.
 */
const DESCRIBED =
  /(?:EYES?|HAIR)\s(?:BAL|BLK|BLN|BLU|BRN|BRO|DIC|GRN|GRY|HAZ|MAR|PNK|RED|SDY|UNK|WHI)$|^[A-Z]{1,4}[\s.:]+(?:BLK|BLN|BLU|BRN|BRO|GRN|GRY|HAZ)$|(?:^|\s)NONE(?:\s|$)/;

/** What was left of the label of the sex, and its letter. */
const SEX = /^S\p{Ll}{1,2}\s[MFX]$/u;

const MAX_WORDS = 10;
const MAX_LETTERS = 60;
const DATE_DIGITS = 4;

/** Capitals go on in small letters where a word of the background runs into a name: PAULouri. */
const RUN_TOGETHER = /\p{Lu}{3}\p{Ll}{3}/u;
/** What is left of the word across a specimen; the whole word is the name of some of their holders. */
const CUT_SPECIMEN = /^(?:P?ECIMEN|SPECIME?)$/;
/** Letters that are not Latin, such as the name in the holder's own script beside it. */
const OTHER_SCRIPTS = /(?:(?!\p{Script=Latin})[\p{L}\p{M}](?<![\u0300-\u036f]))+/gu;

/** A name of a person: letters, and what joins parts of names. */
export function nameIn(text: string): string | null {
  // The code of a field goes before a name, a date before the place of birth.
  if (text.replace(/\D/g, '').length >= DATE_DIGITS || isMeasure(text)) return null;
  const latin = withSharpS(withNamedStrokes(withCapitalI(withoutZeros(spacedAtStops(withInitialI(text))))))
    .replace(OTHER_SCRIPTS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const bare = latin.replace(/^[^\p{L}]+|^\p{Ll}\s(?=\p{Lu}{2})|[^\p{L}.]+$/gu, '').replace(/(?<=\p{L}{3})\.$/u, '');
  // Í and İ lose what is over them, and are then taken for a small letter.
  const name = /^i\p{Ll}{3,}$/u.test(bare) ? `I${bare.slice(1)}` : bare;
  const letters = fold(name).replace(/[^A-Z]/g, '');
  const words = name.split(/\s+/);
  // Single letters are what was left of labels.
  const isRest = words.length > 1 && words.every((word) => /^\p{L}$/u.test(word));
  if (words.length > MAX_WORDS || isRest || !capitalised(words)) return null;
  if (
    letters.length < 2 ||
    letters.length > MAX_LETTERS ||
    /[^\p{L}\p{M}\s'’`´.,\-–]/u.test(name) ||
    RUN_TOGETHER.test(name) ||
    CUT_SPECIMEN.test(letters) ||
    NO_NAME.has(letters) ||
    DESCRIBED.test(fold(name)) ||
    SEX.test(name)
  )
    return null;
  return name;
}

/** Behind a stop stands a space: ST. CLAIR. A stop behind a longer word was a comma, or before a letter a space. */
function spacedAtStops(text: string): string {
  return text
    .replace(/(?<!\p{L})(?<short>\p{L}{1,2})\.(?=\p{L}{2})/gu, '$<short>. ')
    .replace(/(?<=\p{L}{3})\.\s?(?=\p{L}{2})/gu, ', ')
    .replace(/(?<=\p{L}{3})\.(?=\p{L})/gu, ' ');
}

/** A stroke alone behind a word in capitals is the initial I. */
function withInitialI(text: string): string {
  return text.replace(/(?<=\p{Lu}{2}[\s,.]{1,2})[1l|](?=$|[\s,.]\s?\p{Lu})/gu, 'I');
}

/** Names begin with capitals; one letter may be misread, small words stand between. */
function capitalised(words: readonly string[]): boolean {
  const small = words.filter((word) => /^\p{Ll}+$/u.test(word) && !isParticle(word));
  const misread = small.length * 3 <= words.length && small.every((word) => word.length > 2);
  return (
    misread && words.some((word) => /^\p{Lu}/u.test(word) || isParticle(/^(\p{L}+)[-'’]\p{Lu}/u.exec(word)?.[1] ?? ' '))
  );
}

/**
 * The text reader takes ß for the letter B, since it does not know ß. Behind a vowel in a word of small letters, B
 * becomes ß: Straße, Größmann.
 */
export function withSharpS(text: string): string {
  return text.replace(/(?<=\p{L}\p{Ll}[aeiouäöü])B(?=\p{Ll}|(?!\p{L}))/gu, 'ß');
}

/** A zero among letters is the letter O. */
export function withoutZeros(text: string): string {
  return text
    .replace(/[\p{L}0'’.]+(?!\d)/gu, (word) =>
      /\p{L}.*\p{L}/u.test(word) ? word.replace(/(?<=\p{Ll})0/gu, 'o').replaceAll('0', 'O') : word,
    )
    .replace(/^0(?=\s\p{Lu}{3})|(?<=\p{L}{2}[\s,.]{1,2})0(?=$|[\s,.]\p{L})/gu, 'O');
}

/** The country of which the text says its holder is a citizen, alpha-3. */
export function nationalityIn(text: string): string | null {
  return nationalityNamed(text.replace(/\d+/g, ' ').trim());
}
