import { bare, DOUBLE, isSpaceBetween, type Letter, middle } from './letter-network.ts';

/** A character that was read, where it stands. */
export interface PrintedCharacter {
  readonly letter: string;
  readonly score: number;
  /** Its middle in pixels of the crop. */
  readonly x: number;
  /** Frames since the character before, and the most that a space was thought of between them, 0 to 1. */
  readonly gap: number;
  readonly space: number;
  /** Another letter is nearly as likely. */
  readonly isDoubtful?: boolean;
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
/** A last I: in 4,000 lines of drawn documents and photos the network saw none of those that were not there. */
const LOST_INITIAL = 0.7;
/** Something stands where it was seen, whatever it is. */
export const LIKELY = 0.5;
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
/** Characters less far apart than this, in the usual steps of the line, have none between them. */
const TIGHT = 1.35;
/** Signs that no name has. */
const SIGN = /^[\][(){}|]$/;
/** Letters that are no part of a wider one, as V is of W and I of H. */
const WHOLE = /^[A-Z]$(?<![CFIJNRTV])/i;

/** A line as the text reader read it, and as the network for diacritics sees it: with its spaces and without. */
interface Line {
  readonly read: readonly PrintedCharacter[];
  readonly seen: readonly Letter[];
  readonly letters: readonly Letter[];
}

/**
 * Adds the diacritics and letters that the text reader cannot see. `seen` are the letters of the line by the network
 * for diacritics. Nothing else changes, and words with several digits stay as they are: numbers have no diacritics.
 */
export function withMarks(read: readonly PrintedCharacter[], seen: readonly Letter[]): PrintedCharacter[] {
  const letters = seen.filter(({ letter }) => letter !== ' ');
  const line = { read, seen, letters };
  const result: PrintedCharacter[] = [];
  let next = 0;
  let isAfterLost = false;
  const pairs = aligned(read, letters);
  for (const [at, found] of pairs) {
    const letter = letters[found ?? -1];
    const before = result.at(-1);
    if (at === undefined) {
      const lost = lostLetter(line, letter!, before, read[next]);
      if (lost) {
        result.push(lost);
        isAfterLost = true;
      }
      continue;
    }
    next = at + 1;
    const one = isAfterLost ? behindLost(line, at, before) : read[at]!;
    isAfterLost = false;
    if (!letter && isHalf(one, letters)) continue;
    const better = letter && betterLetter(line, at, letter, before?.letter);
    result.push(better ? replaced(one, better, letter.chance) : one);
  }
  return withLastInitial(result, letters.slice(pairedOf(pairs)), seen);
}

/** How many of the letters stand before or at the last one that was paired. */
function pairedOf(pairs: readonly [number | undefined, number | undefined][]): number {
  const last = pairs.findLast(([at, found]) => at !== undefined && found !== undefined);
  return last === undefined ? 0 : last[1]! + 1;
}

/**
 * Adds an initial at the end of a line in capitals, which the text reader takes for the edge of its crop. Where another
 * letter may stand there, the last one that was read is in doubt.
 */
function withLastInitial(
  read: readonly PrintedCharacter[],
  rest: readonly Letter[],
  all: readonly Letter[],
): PrintedCharacter[] {
  const at = read.findLastIndex(({ letter }) => letter !== ' ');
  const last = read[at];
  if (!last || !/\p{Lu}/u.test(last.letter)) return [...read];
  const behind = rest.filter((seen) => middle(seen) - last.x > ROOM_PLAIN);
  const [seen] = behind;
  if (!seen || !/^[A-Z0]$/.test(seen.letter)) return [...read];
  const x = middle(seen);
  const isParted = isSpaceBetween(all, last.x, x);
  if (behind.length === 1 && isInitial(seen, x - last.x, isParted)) {
    return [...read, { letter: seen.letter, score: seen.chance, x, gap: 0, space: 1 }];
  }
  const isOther = isParted || (WHOLE.test(seen.letter) && seen.letter !== last.letter);
  return isOther && seen.chance >= LIKELY ? read.with(at, { ...last, isDoubtful: true }) : [...read];
}

/** Whether a letter so far behind a line was surely seen. A stroke further away is the edge of something. */
function isInitial({ letter, chance }: Letter, behind: number, isParted: boolean): boolean {
  if (letter === 'I') return chance >= LOST_INITIAL && behind < APART;
  return letter !== '0' && isParted && chance >= LOST_PART && behind < 2 * APART;
}

/** What was in doubt about a character is settled where the other network surely sees another letter. */
function replaced(one: PrintedCharacter, letter: string, chance: number): PrintedCharacter {
  return { ...one, letter, score: Math.max(one.score, chance), isDoubtful: false };
}

/** The character for a letter that the text reader did not see, null where it saw all that stands there. */
function lostLetter(
  { read, seen, letters }: Line,
  letter: Letter,
  before: PrintedCharacter | undefined,
  next: PrintedCharacter | undefined,
): PrintedCharacter | null {
  const isDouble = [before, next].some((one) => one && bare(one.letter) === bare(letter.letter));
  if (isDouble || !isLost(letter, letters) || !inWord(read, letter, seen)) return null;
  if (!isMarked(letter.letter) && isTight(read, before, next)) return null;
  const x = middle(letter);
  const score = letter.chance;
  if (before && !isSpaceBetween(seen, before.x, x)) {
    return { letter: inCaseBeside(before.letter, letter.letter), score, x, gap: 0, space: 0 };
  }
  // A space that the reader thought of stands on one side of the letter alone.
  return { letter: letter.letter, score, x, gap: 0, space: before ? (next?.space ?? 0) : 0 };
}

/** Whether two characters of a word are hardly further apart than others of the line: nothing was lost between them. */
function isTight(
  read: readonly PrintedCharacter[],
  before: PrintedCharacter | undefined,
  next: PrintedCharacter | undefined,
): boolean {
  if (!before || !next || /\s/.test(next.letter)) return false;
  const steps = stepsOf(read).sort((a, b) => a - b);
  const usual = steps[(steps.length - 1) >> 1]!;
  return next.x - before.x < usual * TIGHT;
}

/** How far each character of a line is from the one before, in pixels of the crop; one fewer than characters. */
export function stepsOf(read: readonly PrintedCharacter[]): number[] {
  return read.slice(1).map(({ x }, at) => x - read[at]!.x);
}

/** The character behind a lost letter. A gap that the lost letter filled is none. */
function behindLost({ read, seen }: Line, at: number, before: PrintedCharacter | undefined): PrintedCharacter {
  const one = read[at]!;
  return before && !isSpaceBetween(seen, before.x, one.x) ? { ...one, space: 0, gap: 0 } : one;
}

/** The letter with a diacritic that stands where another was read, null where the other stays. */
function betterLetter({ read, seen }: Line, at: number, letter: Letter, before: string | undefined): string | null {
  // A sign beside letters is a letter, where the other network surely sees one.
  if (SIGN.test(read[at]!.letter) && /^[A-Z]$/.test(letter.letter) && letter.chance >= LOST_PART) return letter.letter;
  if (isAmongDigits(read, at) && /\d/.test(letter.letter) && letter.chance >= LOST_PART) return letter.letter;
  if (!isMarked(letter.letter) || !amongLetters(read, at, seen)) return null;
  return marked(read[at]!, letter, parted(read, at, seen) ? undefined : before);
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
function isHalf({ letter, x }: PrintedCharacter, letters: readonly Letter[]): boolean {
  if (!/^[AEO]$/i.test(letter)) return false;
  return letters.some(
    (one) => DOUBLE.test(one.letter) && one.chance >= TAKEN && x > one.from - ROOM && x < one.to + ROOM,
  );
}

/** The letter with a mark that stands for one that was read, null where it stays. */
function marked(
  { letter: was, score }: PrintedCharacter,
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

/** Whether a letter that was hardly read stands before digits: a number, such as that of a house. */
function isAmongDigits(read: readonly PrintedCharacter[], at: number): boolean {
  const [one, next, last] = [0, 1, 2].map((ahead) => read[at + ahead]);
  const isDigit = (other: PrintedCharacter | undefined) => other !== undefined && /\d/.test(other.letter);
  return /[A-Z]/.test(one!.letter) && one!.score < UNSURE && isDigit(next) && isDigit(last);
}

/** Whether a character stands in a word: enough letters, and at most one digit, which may be a misread letter. */
function amongLetters(read: readonly PrintedCharacter[], at: number, seen: readonly Letter[]): boolean {
  const word = wordAt(read, at, seen);
  const digits = word.filter((letter) => /\d/.test(letter)).length;
  return digits === 0 || (digits === 1 && word.filter((letter) => /\p{L}/u.test(letter)).length >= MIN_WORD);
}

function wordAt(read: readonly PrintedCharacter[], at: number, seen: readonly Letter[]): string[] {
  let [from, to] = [at, at];
  while (!parted(read, from, seen)) from--;
  while (to + 1 < read.length && !parted(read, to + 1, seen)) to++;
  return read.slice(from, to + 1).map(({ letter }) => letter);
}

/** Whether a space or a comma may stand before a character. */
function parted(read: readonly PrintedCharacter[], at: number, seen: readonly Letter[]): boolean {
  if (at === 0) return true;
  const [before, { letter, space, x }] = [read[at - 1]!, read[at]!];
  return /[ ,]/.test(before.letter + letter) || space >= LIKELY_SPACE || isSpaceBetween(seen, before.x, x);
}

/**
 * Whether a letter that was not read has room there, with letters and no digits beside it. A letter without a diacritic
 * has no room in a complete word.
 */
function inWord(read: readonly PrintedCharacter[], letter: Letter, seen: readonly Letter[]): boolean {
  const room = isMarked(letter.letter) ? ROOM : ROOM_PLAIN;
  if (read.some(({ x, letter: was }) => was !== ' ' && Math.abs(x - middle(letter)) < room)) return false;
  const isNear = ({ x }: PrintedCharacter) =>
    Math.abs(x - middle(letter)) < APART + (letter.to - letter.from) / 2 &&
    !isSpaceBetween(seen, Math.min(x, middle(letter)), Math.max(x, middle(letter)));
  const near = read.flatMap((one, at) => (isNear(one) ? [at] : []));
  const has = (kind: RegExp) => near.some((at) => kind.test(read[at]!.letter));
  if (!has(/\p{L}/u) || has(/\d/)) return false;
  return isMarked(letter.letter) || near.every((at) => wordAt(read, at, seen).every((one) => !/\d/.test(one)));
}

/** What taking a letter for a character costs. */
function costOf(read: PrintedCharacter, seen: Letter): number {
  const apart = Math.abs(read.x - middle(seen));
  if (apart > APART || read.letter === ' ') return Infinity;
  const [was, is] = [read.letter, seen.letter];
  const likeness = was === is || bare(was) === bare(is) ? 0 : TAKEN_FOR[is]?.includes(was) ? 0.2 : 0.7;
  return likeness + (0.5 * apart) / APART;
}

/** The least costs of pairing the beginnings of both, one row for each number of characters. */
function costsOf(read: readonly PrintedCharacter[], letters: readonly Letter[]): Float64Array {
  const width = letters.length + 1;
  const costs = new Float64Array((read.length + 1) * width);
  for (let found = 1; found < width; found++) costs[found] = costs[found - 1]! + GAP;
  for (let at = 1; at <= read.length; at++) {
    const row = at * width;
    costs[row] = costs[row - width]! + GAP;
    for (let found = 1; found < width; found++) {
      const paired = costs[row - width + found - 1]! + costOf(read[at - 1]!, letters[found - 1]!);
      costs[row + found] = Math.min(costs[row - width + found]! + GAP, costs[row + found - 1]! + GAP, paired);
    }
  }
  return costs;
}

/** Pairs of places in both, from left to right; undefined where the other has none. */
function aligned(
  read: readonly PrintedCharacter[],
  letters: readonly Letter[],
): [number | undefined, number | undefined][] {
  const width = letters.length + 1;
  const costs = costsOf(read, letters);
  const pairs: [number | undefined, number | undefined][] = [];
  for (let at = read.length, found = letters.length; at > 0 || found > 0; ) {
    const here = costs[at * width + found]!;
    if (at > 0 && here === costs[(at - 1) * width + found]! + GAP) pairs.push([--at, undefined]);
    else if (found > 0 && here === costs[at * width + found - 1]! + GAP) pairs.push([undefined, --found]);
    else pairs.push([--at, --found]);
  }
  return pairs.reverse();
}
