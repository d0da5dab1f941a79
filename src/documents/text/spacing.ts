import { LIKELY_SPACE, type Printed } from './diacritics.ts';
import { isSpaceBetween, type Letter } from './letter-network.ts';

/** A line with its spaces. */
interface Spaced {
  readonly text: string;
  /** Mean over its characters, 0 to 1. */
  readonly confidence: number;
  /** Of each character of `text`. */
  readonly characters: readonly number[];
}

const LIKELY_BESIDE_OTHERS = 0.1;
const POSSIBLE_SPACE = 0.005;
const WIDE_GAP = 1.25;
/**
 * A guessed space counts from this probability of the network for diacritics on. A sure one needs no second opinion.
 */
const SEEN_SPACE = 0.3;
const SURE_SPACE = 0.1;
/**
 * The ground that shows between words: pixels of a crop, and times what mostly shows between letters. The first counts
 * where the other network sees a space. Of 1,300 gaps in drawn lines, 86 were spaces that the networks had missed. 78
 * of these are wider, and no gap inside a word.
 */
const SEEN_BLANK = { least: 5, wide: 2.2 };
const UNSEEN_BLANK = { least: 5, wide: 5 };
const CLEAR_SPACE = 0.75;
const THINKABLE_SPACE = 0.0005;

/**
 * Adds the spaces that the network leaves out. Inside words the score of a space is mostly below 0.001, between words
 * above 0.05. Where a gap is wider than others of the line, 0.005 is enough. A line with some spaces lacks few. The
 * network for diacritics has to see a space that is only guessed between letters, because round and slanting letters
 * also stand apart.
 */
export function spaced(read: readonly Printed[], seen?: Seen): Spaced {
  const isGuessed = guesserFor(read);
  let text = '';
  const characters: number[] = [];
  for (const [at, one] of read.entries()) {
    const { letter, score, space } = one;
    if (letter === ' ' && text === '') continue;
    if (letter !== ' ' && /[^ '’]$/.test(text) && isSpaceBefore(read, at, isGuessed(one), seen)) {
      text += ' ';
      characters.push(space);
    }
    text += letter;
    characters.push(score);
  }
  const printed = read.filter(({ letter }) => letter !== ' ');
  const confidence = printed.length === 0 ? 0 : printed.reduce((sum, { score }) => sum + score, 0) / printed.length;
  return { text, confidence, characters };
}

function isSpaceBefore(read: readonly Printed[], at: number, isGuessed: boolean, seen: Seen | undefined): boolean {
  const [before, one] = [read[at - 1]!, read[at]!];
  if (!/\p{L}/u.test(one.letter) || !/\p{L}/u.test(before.letter)) return isGuessed;
  return (isGuessed && isSeen(one, before, seen?.letters)) || isParted(read, at, seen);
}

/** Whether the reader of lines itself may have thought of a space before a character. */
function guesserFor(read: readonly Printed[]): (one: Printed) => boolean {
  const gaps = read
    .slice(1)
    .map(({ gap }) => gap)
    .sort((a, b) => a - b);
  const wide = (gaps[gaps.length >> 1] ?? 0) * WIDE_GAP;
  const given = read.some(({ letter }) => letter === ' ');
  const likely = given ? LIKELY_BESIDE_OTHERS : LIKELY_SPACE;
  return ({ space, gap }) => space >= likely || (!given && space >= POSSIBLE_SPACE && gap > wide);
}

/** What was seen of a line beside its characters: letters of the other network, and the ground between characters. */
interface Seen {
  readonly letters: readonly Letter[];
  /** In pixels of the crop, before each character but the first. */
  readonly blanks: readonly number[];
}

/** Whether so much ground shows before a letter that it begins a word, where one of the networks allows for a space. */
function isParted(read: readonly Printed[], at: number, seen: Seen | undefined): boolean {
  if (!seen) return false;
  const { letters, blanks } = seen;
  const inWords = blanks.filter((_, place) => read[place]!.letter !== ' ' && read[place + 1]!.letter !== ' ');
  const usual = 1 + (inWords.sort((a, b) => a - b)[inWords.length >> 1] ?? 0);
  const blank = blanks[at - 1]!;
  const [before, { space, x }] = [read[at - 1]!, read[at]!];
  const isWide = ({ least, wide }: typeof SEEN_BLANK) => blank >= least && blank >= usual * wide;
  if (isSpaceBetween(letters, before.x, x, CLEAR_SPACE)) return isWide(SEEN_BLANK);
  return space >= THINKABLE_SPACE && isWide(UNSEEN_BLANK);
}

/** Whether a space before a letter is sure by itself, or seen by the network for diacritics where that has looked. */
function isSeen({ space, x }: Printed, before: Printed | undefined, letters: readonly Letter[] | undefined): boolean {
  return space >= SURE_SPACE || !letters || isSpaceBetween(letters, before?.x ?? 0, x, SEEN_SPACE);
}
