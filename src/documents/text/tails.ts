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
 * On small print the tail of a Q is lost. An O is a Q where both networks think of one. An initial or what begins QUA,
 * QUE, QUI or QUO is one where either does. One before another U is where the chance is strange. Other thoughts of a Q
 * are doubts, and so is a zero or a D where the network of marked letters sees a Q.
 */
export function withTails(read: readonly Decoded[], letters: readonly Letter[]): Printed[] {
  return read.map((one, at) => {
    const seen = chanceOfQ(one, letters);
    if (/[0D]/.test(one.letter)) return { ...one, isDoubtful: seen > 0 };
    // Before an apostrophe stands no Q: O'Brien.
    if (one.letter !== 'O' || /['’]/.test(read[at + 1]?.letter ?? '')) return one;
    const [isThought, isSeen] = [one.tail >= RARE_TAIL, seen >= SEEN_TAIL];
    const isPlaced = standsAsQ(read, at) || (one.tail >= STRANGE_TAIL && isBeforeU(read, at));
    const isTailed = (isThought && isSeen) || ((isThought || isSeen) && isPlaced);
    return isTailed ? { ...one, letter: 'Q' } : { ...one, isDoubtful: isThought || isSeen };
  });
}

/** The chance of a Q that the network of marked letters sees at a character, 0 where it sees another letter. */
function chanceOfQ({ x }: Printed, letters: readonly Letter[]): number {
  const seen = letters.filter(({ letter, from, to }) => letter === 'Q' && from - REACH <= x && x <= to + REACH);
  return Math.max(0, ...seen.map(({ chance }) => chance));
}

/**
 * Whether a character is an initial, or begins a word as hardly an O does. One initial in 13 of O and Q is a Q (U.S.
 * Census Bureau, first names of 1990), but of letters O one in 200 has a rare chance of a Q.
 */
function standsAsQ(read: readonly Decoded[], at: number): boolean {
  const next = [1, 2].map((ahead) => read[at + ahead]?.letter ?? '').join('');
  return isParted(read, at) && (isParted(read, at + 1) || /^u[aeio]$/i.test(next));
}

function isBeforeU(read: readonly Decoded[], at: number): boolean {
  return /u/i.test(read[at + 1]?.letter ?? '');
}

/** Whether a word ends before a character. */
function isParted(read: readonly Decoded[], at: number): boolean {
  const [before, one] = [read[at - 1], read[at]];
  return !before || !one || !/\p{L}{2}/u.test(before.letter + one.letter) || one.space >= LIKELY_SPACE;
}
