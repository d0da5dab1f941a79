import { LIKELY, LIKELY_SPACE, type PrintedCharacter } from './diacritics.ts';
import { chanceOfTail, isDoubtful, RARE_TAIL, STRANGE_TAIL } from './learned-chances.ts';
import { chanceOfSpaceBetween, isSpaceBetween, type Letter, middle, SURE_SPACE, seenAt } from './letter-network.ts';

/** A character with the chance that the reader of lines gives to a Q. */
export interface DecodedLetter extends PrintedCharacter {
  readonly tail: number;
}

/** Of what the network of marked letters says with this chance, 92 % is true (model/MODEL.md). */
const SEEN_TAIL = 0.8;
/** From the last letter that was read to one behind it, and the width of that one, in pixels of the crop. */
const [BEHIND, FARTHEST, WIDEST] = [11, 60, 36];
/** Of letters D that were read with less, those are letters O where the other network sees something round. */
const UNSURE_D = 0.85;

/**
 * On small print the tail of a Q is lost. Three signs tell it: either network thinks of one, or the letter hangs under
 * the line. `depths` say how far it does; null where nothing tells the line. An O is a Q where two signs agree, or one
 * where a Q stands. A Q begins QUA, QUE, QUI and QUO, or is an initial that may hang. Other thoughts of a Q are doubts,
 * unless the letter stands flat on the line.
 */
export function withTails(
  read: readonly DecodedLetter[],
  letters: readonly Letter[],
  depths: readonly (number | null)[] = [],
): PrintedCharacter[] {
  const line = { read, letters };
  return read.map((one, at) => {
    const hanging = hangs(depths[at] ?? null);
    if (one.letter === 'O') return roundOne(line, at, hanging);
    if (one.letter === 'Q') return { ...one, isDoubtful: isStrange(line, at) };
    if (one.letter === '0' && hanging && isBehindName(read, at) && standsAsQ(line, at)) return { ...one, letter: 'Q' };
    if (one.letter === 'D' && one.score < UNSURE_D && isRound(one, letters)) return { ...one, letter: 'O' };
    return /[0D]/.test(one.letter) ? { ...one, isDoubtful: hanging !== false && chanceOfQ(one, letters) > 0 } : one;
  });
}

/** With an O or Q that ends a line in capitals, which the reader of lines takes for the edge of its crop. */
export function withLastRound(read: readonly DecodedLetter[], letters: readonly Letter[]): readonly DecodedLetter[] {
  const last = read.findLast(({ letter }) => letter !== ' ');
  if (!last || !/\p{Lu}/u.test(last.letter)) return read;
  const behind = letters.filter((one) => one.letter !== ' ' && middle(one) - last.x > BEHIND);
  const [first, end] = [behind[0], behind.at(-1)];
  if (!first || !end || !behind.every(isRoundOne) || end.to - first.from > WIDEST) return read;
  const x = (first.from + end.to) / 2;
  if (x - last.x > FARTHEST || !isSpaceBetween(letters, last.x, first.from)) return read;
  return [...read, { letter: 'O', score: Math.max(first.chance, end.chance), x, gap: 0, space: 1, tail: 0 }];
}

const isRoundOne = ({ letter, chance }: Letter) => /[OQ0]/.test(letter) && chance >= LIKELY;

/** What was read as an O: an O or a Q. */
function roundOne({ read, letters }: Line, at: number, hanging: boolean | null): PrintedCharacter {
  const one = read[at]!;
  // Before an apostrophe stands no Q: O'Brien.
  if (/['’]/.test(read[at + 1]?.letter ?? '')) return one;
  const [isThought, isSeen] = [one.tail >= RARE_TAIL, chanceOfQ(one, letters) >= SEEN_TAIL];
  if (isTailed({ read, letters }, at, [isThought, isSeen], hanging)) {
    return { ...one, letter: 'Q', isDoubtful: isStrange({ read, letters }, at) };
  }
  return { ...one, isDoubtful: hanging !== false && (isThought || isSeen) };
}

/** What both networks see of a line. */
interface Line {
  readonly read: readonly DecodedLetter[];
  readonly letters: readonly Letter[];
}

/** Whether an O is a Q, by what both networks think and whether it hangs under the line. */
function isTailed(line: Line, at: number, thoughts: readonly boolean[], hanging: boolean | null): boolean {
  const signs = [...thoughts, hanging === true].filter(Boolean).length;
  if (signs !== 1) return signs > 1;
  if (standsAsQ(line, at)) return hanging !== false || isBeforeU(line, at);
  return line.read[at]!.tail >= STRANGE_TAIL && isBeforeU(line, at);
}

/** Whether a Q stands where hardly one does, and the network of marked letters sees another round letter. */
function isStrange(line: Line, at: number): boolean {
  const one = line.read[at]!;
  if (standsAsQ(line, at) || isBeforeU(line, at)) return false;
  return isRound(one, line.letters) && chanceOfQ(one, line.letters) === 0;
}

/** Whether a letter hangs under the line as a tail does; null where it is not sure enough. */
function hangs(depth: number | null): boolean | null {
  const chance = depth === null ? 0.5 : chanceOfTail(depth);
  return isDoubtful(chance) ? null : chance > 0.5;
}

/** The chance of a Q that the network of marked letters sees at a character, 0 where it sees another letter. */
function chanceOfQ({ x }: PrintedCharacter, letters: readonly Letter[]): number {
  const seen = seenAt(x, letters).filter(({ letter }) => letter === 'Q');
  return Math.max(0, ...seen.map(({ chance }) => chance));
}

/** Whether a letter is the last that stands before a character, and no digit follows. */
function isBehindName(read: readonly DecodedLetter[], at: number): boolean {
  const before = read.slice(0, at).findLast(({ letter }) => /[\p{L}\p{N}]/u.test(letter));
  return before !== undefined && /\p{L}/u.test(before.letter) && !/\d/.test(read[at + 1]?.letter ?? '');
}

/** Whether the network of marked letters sees something round at a character, and no D. */
function isRound({ x }: PrintedCharacter, letters: readonly Letter[]): boolean {
  const seen = seenAt(x, letters);
  return seen.some(({ letter, chance }) => /[O0]/.test(letter) && chance >= LIKELY) && !seen.some(isD);
}

const isD = ({ letter }: Letter) => letter === 'D';

/**
 * Whether a character is an initial, or begins a word as hardly an O does. One initial in 13 of O and Q is a Q (U.S.
 * Census Bureau, first names of 1990), but of letters O one in 200 has a rare chance of a Q.
 */
function standsAsQ(line: Line, at: number): boolean {
  const next = [1, 2].map((ahead) => line.read[at + ahead]?.letter ?? '').join('');
  return isParted(line, at) && (isParted(line, at + 1) || /^u[aeio]$/i.test(next));
}

function isBeforeU({ read }: Line, at: number): boolean {
  return /u/i.test(read[at + 1]?.letter ?? '');
}

/** Whether a word ends before a character. */
function isParted({ read, letters }: Line, at: number): boolean {
  const [before, one] = [read[at - 1], read[at]];
  if (!before || !one || !/[\p{L}\p{N}]{2}/u.test(before.letter + one.letter)) return true;
  return one.space >= LIKELY_SPACE || chanceOfSpaceBetween(letters, before.x, one.x) >= SURE_SPACE;
}
