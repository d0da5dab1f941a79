import { RARE_TAIL, STRANGE_TAIL } from './chances.ts';
import { LIKELY_SPACE, type Printed } from './diacritics.ts';
import type { Letter } from './letter-network.ts';

/** A character with the chance that the reader of lines gives to a Q. */
export interface Decoded extends Printed {
  readonly tail: number;
}

/** Of what the network of marked letters says with this chance, 92 % is true (model/MODEL.md). */
const SEEN_TAIL = 0.8;
/** The networks place a letter differently by this, in pixels of the crop. */
const REACH = 4;

/**
 * On small print the tail of a Q is lost. An O is a Q where both networks think of one. Where it stands as a Q does, a
 * strange chance by the reader of lines is enough. Other thoughts of a Q are doubts.
 */
export function withTails(read: readonly Decoded[], letters: readonly Letter[]): Printed[] {
  return read.map((one, at) => {
    if (one.letter !== 'O') return one;
    const [isThought, isSeen] = [one.tail >= RARE_TAIL, isQ(one, letters)];
    const isTailed = (isThought && isSeen) || (one.tail >= STRANGE_TAIL && standsAsQ(read, at));
    return isTailed ? { ...one, letter: 'Q' } : { ...one, isDoubtful: isThought || isSeen };
  });
}

function isQ({ x }: Printed, letters: readonly Letter[]): boolean {
  return letters.some(
    ({ letter, chance, from, to }) => letter === 'Q' && chance >= SEEN_TAIL && from - REACH <= x && x <= to + REACH,
  );
}

/** A Q stands before a U, or alone as an initial. */
function standsAsQ(read: readonly Decoded[], at: number): boolean {
  return /u/i.test(read[at + 1]?.letter ?? '') || (isParted(read, at) && isParted(read, at + 1));
}

/** Whether a word ends before a character. */
function isParted(read: readonly Decoded[], at: number): boolean {
  const [before, one] = [read[at - 1], read[at]];
  return !before || !one || !/\p{L}{2}/u.test(before.letter + one.letter) || one.space >= LIKELY_SPACE;
}
