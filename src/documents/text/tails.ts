import { RARE_TAIL } from './chances.ts';
import type { Printed } from './diacritics.ts';
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
 * On small print the tail of a Q is lost. An O is a Q where both networks think of one. Where one of them alone does,
 * the letter is doubtful.
 */
export function withTails(read: readonly Decoded[], letters: readonly Letter[]): Printed[] {
  const isSeen = ({ x }: Printed) =>
    letters.some(
      ({ letter, chance, from, to }) => letter === 'Q' && chance >= SEEN_TAIL && from - REACH <= x && x <= to + REACH,
    );
  return read.map((one) => {
    if (one.letter !== 'O') return one;
    const [isThought, isQ] = [one.tail >= RARE_TAIL, isSeen(one)];
    return isThought && isQ ? { ...one, letter: 'Q' } : { ...one, isDoubtful: isThought || isQ };
  });
}
