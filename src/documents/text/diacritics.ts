import { bare, DOUBLE, isSpaceBetween, type Letter, middle } from './letter-network.ts';

/** A character that was read, where it stands. */
export interface Printed {
  readonly letter: string;
  readonly score: number;
  /** Its middle in pixels of the crop. */
  readonly x: number;
  /** Frames since the character before, and the most that a space was thought of between them, 0 to 1. */
  readonly gap: number;
  readonly space: number;
}

/** What a reader whose alphabet lacks a letter takes it for, beside the letter without its mark. */
const TAKEN_FOR: Readonly<Record<string, string>> = {
  Æ: 'AER',
  Œ: 'CEO',
  Ø: 'OQD0',
  Ő: 'OD06',
  Ö: 'OD06',
  Ð: 'DO',
  Đ: 'DO',
  Ł: 'LTI1',
  Þ: 'PDB',
  ẞ: 'BSR8',
  ß: 'BSRs8',
  æ: 'aeo',
  œ: 'ceo',
  ø: 'oeqa06',
  ő: 'o60',
  ð: 'do6',
  đ: 'd',
  ł: 'tlI1fi',
  þ: 'pbP',
  ı: 'il1IrT',
  ť: 't',
  ď: 'd',
  ľ: 'l',
  ĺ: 'l',
};
/**
 * The least probability at which a letter of the network counts. The cases: it only adds a diacritic, it was taken for
 * another letter, it was taken for a digit among letters, it was not read. The last case has three: with a diacritic,
 * without one, and as a possible part of a wider letter.
 */
const MARKED = 0.65;
const TAKEN = 0.9;
const TAKEN_FOR_DIGIT = 0.5;
const LOST = 0.8;
const LOST_PLAIN = 0.97;
const LOST_PART = 0.95;
/** What was read with less may have been any letter. */
const UNSURE = 0.7;
/** Letters further apart than this, in pixels of a crop 48 pixels high, are two. */
const APART = 30;
/** What leaving a letter out costs against pairing it with another, 0 to 1.2. */
const GAP = 0.8;
/** Chance of a space, by the reader of lines, that parts words. */
export const LIKELY_SPACE = 0.05;
/** Letters beside a digit that make a word with a misread letter, no number. */
const MIN_WORD = 3;
/**
 * A lost letter stands at least this far from all letters that were read; one without a diacritic stands further. Half
 * of a double letter stands at most ROOM outside of it.
 */
const ROOM = 8;
const ROOM_PLAIN = 11;
/** Letters that are no part of a wider one, as V is of W and I of H. */
const WHOLE = /^[A-Z]$(?<![CFIJNRTV])/i;

/**
 * Adds the diacritics and letters that the text reader cannot see. `seen` are the letters of the line by the network
 * for diacritics. Nothing else changes, and words with several digits stay as they are: numbers have no diacritics.
 */
export function withMarks(read: readonly Printed[], seen: readonly Letter[]): Printed[] {
  const letters = seen.filter(({ letter }) => letter !== ' ');
  const result: Printed[] = [];
  let known = 0;
  let isAfterLost = false;
  for (const [at, found] of aligned(read, letters)) {
    const letter = found === undefined ? undefined : letters[found]!;
    const before = result.at(-1);
    if (at === undefined) {
      const isDouble = [before, read[known]].some((one) => one && bare(one.letter) === bare(letter!.letter));
      if (!isDouble && isLost(letter!, letters) && inWord(read, letter!, seen)) {
        // A space that the reader thought of stands on one side of the letter alone.
        const x = middle(letter!);
        const isApart = before !== undefined && isSpaceBetween(seen, before.x, x);
        const space = isApart ? (read[known]?.space ?? 0) : 0;
        const written = inCaseBeside(isApart ? undefined : before?.letter, letter!.letter);
        result.push({ letter: written, score: letter!.chance, x, gap: 0, space });
        isAfterLost = true;
      }
      continue;
    }
    known = at + 1;
    const isJoined = isAfterLost && before !== undefined && !isSpaceBetween(seen, before.x, read[at]!.x);
    isAfterLost = false;
    const one = isJoined ? { ...read[at]!, space: 0, gap: 0 } : read[at]!;
    if (!letter) {
      if (!isHalf(one, letters)) result.push(one);
      continue;
    }
    const better =
      isMarked(letter.letter) && amongLetters(read, at, seen)
        ? marked(one, letter, parted(read, at, seen) ? undefined : before?.letter)
        : null;
    result.push(better ? { ...one, letter: better, score: Math.max(one.score, letter.chance) } : one);
  }
  return result;
}

/**
 * Whether the text reader may have missed a letter. Double letters are too wide for that, and one letter may be seen as
 * two that touch.
 */
function isLost({ letter, chance, from, to }: Letter, letters: readonly Letter[]): boolean {
  const isTouched = (one: Letter) => (one.to === from || one.from === to) && bare(one.letter) === bare(letter);
  if (letters.some(isTouched)) return false;
  if (!isMarked(letter)) return WHOLE.test(letter) && chance >= LOST_PLAIN;
  return !DOUBLE.test(letter) && chance >= (WHOLE.test(bare(letter)) ? LOST : LOST_PART);
}

/** Whether a character is one of the two that a letter of two, such as Æ, was taken for. */
function isHalf({ letter, x }: Printed, letters: readonly Letter[]): boolean {
  if (!/^[AEO]$/i.test(letter)) return false;
  return letters.some(
    (one) => DOUBLE.test(one.letter) && one.chance >= TAKEN && x > one.from - ROOM && x < one.to + ROOM,
  );
}

/** The letter with a mark that stands for one that was read, null where it stays. */
function marked(
  { letter: was, score }: Printed,
  { letter, chance }: Letter,
  before: string | undefined,
): string | null {
  if (was === letter) return null;
  if (bare(letter) === bare(was)) return chance >= MARKED ? inCaseOf(was, letter) : null;
  const twin = TAKEN_FOR[letter]?.includes(was) ?? false;
  const least = twin && /\d/.test(was) ? TAKEN_FOR_DIGIT : TAKEN;
  return chance >= least && (twin || score < UNSURE) ? inCaseBeside(before, letter) : null;
}

function isMarked(letter: string): boolean {
  return /[^\p{ASCII}]/u.test(letter);
}

/** The reader of lines knows small letters from capitals, but takes a mark on a capital for the dot of a small i. */
function inCaseOf(was: string, letter: string): string {
  if (was === 'i') return letter;
  if (was !== was.toLowerCase()) return letter.toUpperCase();
  return was !== was.toUpperCase() ? letter.toLowerCase() : letter;
}

/** Behind a small letter there is none but small ones. */
function inCaseBeside(before: string | undefined, letter: string): string {
  return before && /\p{Ll}/u.test(before) ? letter.toLowerCase() : letter;
}

/** Whether a character stands in a word: enough letters, and at most one digit, which may be a misread letter. */
function amongLetters(read: readonly Printed[], at: number, seen: readonly Letter[]): boolean {
  const word = wordAt(read, at, seen);
  const digits = word.filter((letter) => /\d/.test(letter)).length;
  return digits === 0 || (digits === 1 && word.filter((letter) => /\p{L}/u.test(letter)).length >= MIN_WORD);
}

function wordAt(read: readonly Printed[], at: number, seen: readonly Letter[]): string[] {
  let [from, to] = [at, at];
  while (!parted(read, from, seen)) from--;
  while (to + 1 < read.length && !parted(read, to + 1, seen)) to++;
  return read.slice(from, to + 1).map(({ letter }) => letter);
}

/** Whether a space or a comma may stand before a character. */
function parted(read: readonly Printed[], at: number, seen: readonly Letter[]): boolean {
  if (at === 0) return true;
  const [before, { letter, space, x }] = [read[at - 1]!, read[at]!];
  return /[ ,]/.test(before.letter + letter) || space >= LIKELY_SPACE || isSpaceBetween(seen, before.x, x);
}

/**
 * Whether a letter that was not read has room there, with letters and no digits beside it. A letter without a diacritic
 * has no room in a complete word.
 */
function inWord(read: readonly Printed[], letter: Letter, seen: readonly Letter[]): boolean {
  const room = isMarked(letter.letter) ? ROOM : ROOM_PLAIN;
  if (read.some(({ x, letter: was }) => was !== ' ' && Math.abs(x - middle(letter)) < room)) return false;
  const isNear = ({ x }: Printed) =>
    Math.abs(x - middle(letter)) < APART + (letter.to - letter.from) / 2 &&
    !isSpaceBetween(seen, Math.min(x, middle(letter)), Math.max(x, middle(letter)));
  const near = read.flatMap((one, at) => (isNear(one) ? [at] : []));
  const has = (kind: RegExp) => near.some((at) => kind.test(read[at]!.letter));
  if (!has(/\p{L}/u) || has(/\d/)) return false;
  return isMarked(letter.letter) || near.every((at) => wordAt(read, at, seen).every((one) => !/\d/.test(one)));
}

/** Pairs of places in both, from left to right; undefined where the other has none. */
function aligned(read: readonly Printed[], letters: readonly Letter[]): [number | undefined, number | undefined][] {
  const width = letters.length + 1;
  const costs = new Float64Array((read.length + 1) * width);
  const cost = (at: number, found: number) => {
    const apart = Math.abs(read[at]!.x - middle(letters[found]!));
    if (apart > APART || read[at]!.letter === ' ') return Infinity;
    const [was, is] = [read[at]!.letter, letters[found]!.letter];
    const likeness = was === is || bare(was) === bare(is) ? 0 : TAKEN_FOR[is]?.includes(was) ? 0.2 : 0.7;
    return likeness + (0.5 * apart) / APART;
  };
  for (let at = 0; at <= read.length; at++) {
    for (let found = 0; found <= letters.length; found++) {
      if (at === 0 && found === 0) continue;
      costs[at * width + found] = Math.min(
        at > 0 ? costs[(at - 1) * width + found]! + GAP : Infinity,
        found > 0 ? costs[at * width + found - 1]! + GAP : Infinity,
        at > 0 && found > 0 ? costs[(at - 1) * width + found - 1]! + cost(at - 1, found - 1) : Infinity,
      );
    }
  }
  const pairs: [number | undefined, number | undefined][] = [];
  for (let at = read.length, found = letters.length; at > 0 || found > 0; ) {
    const here = costs[at * width + found]!;
    if (at > 0 && here === costs[(at - 1) * width + found]! + GAP) pairs.push([--at, undefined]);
    else if (found > 0 && here === costs[at * width + found - 1]! + GAP) pairs.push([undefined, --found]);
    else pairs.push([--at, --found]);
  }
  return pairs.reverse();
}
