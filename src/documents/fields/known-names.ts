import { readTable } from '../../tables.ts';
import { UNDOUBTED } from '../fusion/document-source.ts';
import type { Row } from './rows.ts';

const GIVEN_NAMES = new Set(readTable('documents/given-names.tsv', ['name']).map(([name]) => name));

/** Capitals in a row that are more than any listed name has. */
const LONG_WORD = new RegExp(`[A-Z]{${Math.max(...Array.from(GIVEN_NAMES, ({ length }) => length)) + 1},}`, 'g');

/** An initial I that was taken for a digit and ran into the name before it. */
const RUN_IN = /(?<![A-Za-z])(?<name>[A-Za-z]{3,})(?<space> ?)1(?![A-Za-z0-9])/;

/** A word in capitals that is no abbreviation. */
const CAPITALS = /(?<![A-Za-z])[A-Z]{4,}(?![A-Za-z])/g;
/** Capitals that print hardly tells apart. */
const TWINS: Readonly<Record<string, string>> = { O: 'QD', Q: 'O', D: 'O', I: 'L', L: 'I' };
/** Of a name (AAMVA DL/ID Card Design Standard, data element DCU). */
const SUFFIX = /^(?:JR|SR|I{2,3}|IV)$/i;
/** A zero alone behind a name. */
const ZERO = /([A-Za-z]{3,})([\s,.]{0,2})0(?![\s,.]*[A-Za-z0-9]*\d)/;

/** Letters, with a tilde for a space that may be none. */
const WORDS = /[A-Za-z]+(?:~[A-Za-z]+)*/g;

/** Letters between two firm spaces or signs, and where in the text they stand. */
interface Group {
  readonly places: readonly number[];
  readonly letters: string;
  /** Letters before which a space may stand or not. */
  readonly gaps: ReadonlySet<number>;
  /** Letters that may be others. */
  readonly twins: readonly number[];
}

/** What changes of a row. */
type Print = Pick<Row, 'text' | 'characters' | 'doubts'>;

/** Whether it is a given name that is common enough to be listed, whatever its case. */
export function isGivenName(word: string): boolean {
  return GIVEN_NAMES.has(word.toUpperCase());
}

/**
 * A row with doubtful letters and spaces as given names have them. A doubt is settled where one reading alone is made
 * of listed names and initials.
 */
export function withKnownNames<P extends Print>(row: P): P {
  const parted = withInitials(withTwins(withLongWords(row)));
  let print: Print = parted;
  // From the last one to the first, so that places before it stay.
  for (const group of groupsOf(parted).reverse()) {
    const [only, ...others] = readingsOf(group);
    if (only === undefined || others.length > 0) continue;
    print = written(print, group.places[0]!, group.places.at(-1)! + 1, only);
  }
  return { ...parted, ...print };
}

/** A letter that was taken for its twin in a word which is a given name in one way alone. */
function withTwins<P extends Print>(row: P): P {
  const text = row.text.replace(CAPITALS, (word, at: number) => {
    if (isGivenName(word)) return word;
    const unsure = [...word].flatMap((_, place) => (row.characters[at + place]! < UNDOUBTED ? [place] : []));
    const [only, ...others] = unsure.flatMap((place) => spellingsAt(word, place).filter(isGivenName));
    return only !== undefined && others.length === 0 ? only : word;
  });
  return text === row.text ? row : { ...row, text };
}

/** A word with each twin of one of its letters in that one's place. */
function spellingsAt(word: string, at: number): string[] {
  return [...(TWINS[word[at]!] ?? '')].map((twin) => word.slice(0, at) + twin + word.slice(at + 1));
}

/** Digits behind a given name that are initials: I that ran into the name, and O. */
function withInitials<P extends Print>(row: P): P {
  const { index = 0, groups: { name = '', space = '' } = {} } = RUN_IN.exec(row.text) ?? {};
  const at = index + name.length;
  if (isGivenName(name)) return { ...row, ...written(row, at, at + space.length, ' ') };
  const zero = ZERO.exec(row.text);
  return zero && isGivenName(zero[1]!) ? { ...row, text: row.text.replace(ZERO, '$1$2O') } : row;
}

/** The groups in which something is in doubt. */
function groupsOf({ text, doubts }: Print): Group[] {
  const marked = [...text].map((letter, at) => (letter === ' ' && doubts.includes(at + 0.5) ? '~' : letter)).join('');
  return [...marked.matchAll(WORDS)].flatMap(({ index, 0: words }) => {
    const places = [...words].flatMap((letter, at) => (letter === '~' ? [] : [index + at]));
    const letters = words.replaceAll('~', '');
    const gaps = new Set(places.flatMap((at, before) => (before > 0 && doubts.includes(at - 0.5) ? [before] : [])));
    const twins = places.flatMap((at, before) => (doubts.includes(at) ? [before] : []));
    return gaps.size > 0 || twins.length > 0 ? [{ places, letters, gaps, twins }] : [];
  });
}

/** The listed names that make up a word which is longer than any of them. */
function withLongWords<P extends Print>(row: P): P {
  let print: Print = row;
  for (const { index, 0: word } of [...row.text.matchAll(LONG_WORD)].reverse()) {
    const parts = partsOf(word);
    if (parts?.every((part) => part.length > 2)) print = written(print, index, index + word.length, parts.join(' '));
  }
  return { ...row, ...print };
}

/** Every way to read a group as listed names and initials. */
function readingsOf({ letters, gaps, twins }: Group): string[] {
  const spellings = twins.reduce((all, at) => all.flatMap((one) => [one, ...spellingsAt(one, at)]), [letters]);
  const readings = spellings.flatMap((word) => {
    const parted = [partsOf(word) ?? [], ...[...gaps].map((at) => [word.slice(0, at), word.slice(at)])];
    const known = parted.filter((parts) => isKnown(parts) && boundaries(parts).some((at) => gaps.has(at)));
    return [...(isGivenName(word) ? [word] : []), ...known.map((parts) => parts.join(' '))];
  });
  return [...new Set(readings)];
}

/** Initials alone are no name. */
function isKnown(parts: readonly string[]): boolean {
  return parts.some((part) => part.length > 1) && parts.every(isPart);
}

const isPart = (part: string) => part.length === 1 || isGivenName(part) || SUFFIX.test(part);

/**
 * The fewest listed names and initials that make up a word, two at least; null where nothing does. Names of two letters
 * do not count, since they make up anything.
 */
function partsOf(word: string): string[] | null {
  const best: (string[] | null)[] = [[]];
  for (let to = 1; to <= word.length; to++) {
    best[to] = null;
    for (let from = 0; from < to; from++) {
      const [before, part] = [best[from]!, word.slice(from, to)];
      const isNext = part !== word && (part.length === 1 || (part.length > 2 && isGivenName(part)));
      // Two initials in a row are the letters of a name that is not listed.
      if (!before || !isNext || (part.length === 1 && before.at(-1)?.length === 1)) continue;
      if (before.length + 1 < (best[to]?.length ?? Number.POSITIVE_INFINITY)) best[to] = [...before, part];
    }
  }
  return best[word.length]!;
}

/** The letters before which all parts but the first begin. */
function boundaries(parts: readonly string[]): number[] {
  let at = 0;
  return parts.slice(0, -1).map(({ length }) => (at += length));
}

/** Print with other words from one place to another, which have the same letters. Nothing there is in doubt then. */
function written({ text, characters, doubts }: Print, from: number, to: number, words: string): Print {
  const scores = characters.slice(from, to).filter((_, at) => text[from + at] !== ' ');
  let next = 0;
  const printed = [...words].map((letter) => (letter === ' ' ? 1 : scores[next++]!));
  const left = doubts.filter((at) => at < from - 0.5 || at >= to);
  return {
    text: text.slice(0, from) + words + text.slice(to),
    characters: [...characters.slice(0, from), ...printed, ...characters.slice(to)],
    doubts: left.map((at) => (at < from ? at : at + words.length - (to - from))),
  };
}
