import { LIKELY_SPACE, type PrintedCharacter, stepsOf } from './diacritics.ts';
import { chanceOfSpace, logChance } from './learned-chances.ts';
import { chanceOfSpaceBetween, type Letter, SURE_SPACE } from './letter-network.ts';

/** A line with its spaces. */
interface SpacedLine {
  readonly text: string;
  /** Mean over its characters, 0 to 1. */
  readonly confidence: number;
  /** Of each character of `text`. */
  readonly characters: readonly number[];
  /** Places in `text` of letters that may be others. What may be a space, or may be none, is half before its letter. */
  readonly doubts: readonly number[];
}

/**
 * From this chance on a gap is a space. Of 92 gaps of drawn names with 0.05 to 0.95 all but two were spaces: nearly all
 * gaps inside words have less.
 */
const SPACE = 0.25;
/** Chances of gaps that may be otherwise, or are as known names have them. */
const [PERHAPS, SURELY] = [0.05, 0.75];
const LIKELY_BESIDE_OTHERS = 0.1;
const POSSIBLE_SPACE = 0.005;
const WIDE_GAP = 1.25;
/** The code 8, a house number, and a street. */
const HOUSE_NUMBER = /^8\d{1,5}\s?\p{L}/u;
/** Behind a code the next digit is further away than this, in the usual steps of the line. */
const WIDE_STEP = 1.5;
/** A line counts as if it went on for a few letters inside a word: one of a few letters may be all initials. */
const LETTERS = 3;
const IN_WORDS = logChance(0.0001);

/** What was seen of a line beside its characters: letters of the other network, and the ground between characters. */
export interface SpaceEvidence {
  readonly letters: readonly Letter[];
  /** In pixels of the crop, before each character but the first. */
  readonly blanks: readonly number[];
}

/** Adds the spaces that the network leaves out. */
export function spaced(read: readonly PrintedCharacter[], seen?: SpaceEvidence): SpacedLine {
  const chances = chancesOfSpace(read, seen);
  let text = '';
  const characters: number[] = [];
  const doubts: number[] = [];
  for (const [at, { letter, score, space, isDoubtful: isOther }] of read.entries()) {
    if (letter === ' ' && text === '') continue;
    const chance = letter !== ' ' && /[^ '’]$/.test(text) ? chances[at]! : 0;
    if (chance > SPACE) {
      text += ' ';
      characters.push(space);
    }
    if (chance > PERHAPS && chance < SURELY) doubts.push(text.length - 0.5);
    if (isOther) doubts.push(text.length);
    text += letter;
    characters.push(score);
  }
  const printed = read.filter(({ letter }) => letter !== ' ');
  const confidence = printed.length === 0 ? 0 : printed.reduce((sum, { score }) => sum + score, 0) / printed.length;
  return { text, confidence, characters, doubts };
}

/**
 * The chance of a space before each character. Beside a letter, what both networks and the ground show is weighed.
 * Among digits and signs the reader of lines alone tells.
 */
function chancesOfSpace(read: readonly PrintedCharacter[], seen: SpaceEvidence | undefined): number[] {
  const isGuessed = guesserFor(read);
  const signs = seen && spaceSigns(read, seen);
  return read.map((one, at) => {
    if (!signs || !isBesideLetter(read, at)) return Number(isGuessed(one) || isHouseNumber(read, at, seen));
    const chance = chanceOfSpace(signs[at]!);
    // Behind a digit, mostly the number of a field, nothing is in doubt.
    return /\d/.test(read[at - 1]!.letter) ? Math.round(chance) : chance;
  });
}

/** Whether a house number begins behind the code 8 of the address, of which nothing but its place parts it. */
function isHouseNumber(read: readonly PrintedCharacter[], at: number, seen: SpaceEvidence | undefined): boolean {
  const [first, second] = read;
  if (at !== 1 || !seen || !HOUSE_NUMBER.test(read.map(({ letter }) => letter).join(''))) return false;
  const steps = stepsOf(read);
  const isSeen = chanceOfSpaceBetween(seen.letters, first!.x, second!.x) >= SURE_SPACE;
  return isSeen && steps[0]! > median(steps) * WIDE_STEP;
}

/** Whether a character and the one before it are a letter and a letter or digit. */
export function isBesideLetter(read: readonly PrintedCharacter[], at: number): boolean {
  return /\p{L}[\p{L}\p{N}]|\p{N}\p{L}/u.test((read[at - 1]?.letter ?? '') + read[at]!.letter);
}

/**
 * What tells whether a space stands before each character: the chances that both networks give to it, and how wide the
 * ground is. Each is compared with the line, since print of one pitch shows much ground everywhere.
 */
export function spaceSigns(read: readonly PrintedCharacter[], { letters, blanks }: SpaceEvidence): number[][] {
  const thought = read.map(({ space }) => logChance(space));
  const shown = read.map(({ x }, at) => (at === 0 ? 0 : chanceOfSpaceBetween(letters, read[at - 1]!.x, x)));
  const isInWord = (at: number) => read[at]!.letter !== ' ' && read[at + 1]!.letter !== ' ';
  const usual = {
    thought: median([...thought.slice(1), ...Array<number>(LETTERS).fill(IN_WORDS)]),
    shown: shown.reduce((sum, chance) => sum + chance, 0) / (read.length - 1 + LETTERS),
    blank: median(blanks.filter((_, at) => isInWord(at))),
  };
  return read.map((_, at) => [
    thought[at]! - usual.thought,
    shown[at]! - usual.shown,
    Math.log(((blanks[at - 1] ?? 0) + 1) / (usual.blank + 1)),
  ]);
}

/** The middle value, the lower of two; 0 of none. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
}

/**
 * Whether the reader of lines itself may have thought of a space before a character. Inside words its chance is mostly
 * below 0.001, between words above 0.05. Where a gap is wider than others of the line, 0.005 is enough. A line with
 * some spaces lacks few.
 */
function guesserFor(read: readonly PrintedCharacter[]): (one: PrintedCharacter) => boolean {
  const wide = median(read.slice(1).map(({ gap }) => gap)) * WIDE_GAP;
  const given = read.some(({ letter }) => letter === ' ');
  const likely = given ? LIKELY_BESIDE_OTHERS : LIKELY_SPACE;
  return ({ space, gap }) => space >= likely || (!given && space >= POSSIBLE_SPACE && gap > wide);
}
