/*
 * How far two folded spellings (`a`-`z`, `0`-`9`) are apart, in hundredths of an edit. Edits that transliterations and
 * misspellings of one name make all the time cost less than others.
 */

const EDIT = 100;
const TRANSPOSITION = 80;
/** Misspellings seldom touch the first letter (Pollock and Zamora, 1984), other names often differ there. */
const FIRST_LETTER = 25;
/** Maria and Mario, Louis and Louisa: the last vowel tells women from men. */
const FINAL_A = 70;
const FINAL_VOWEL = 60;
/** Hamid and Hamidi, Said and Saidi: the ending makes another name of it, where it comes from or a family's. */
const FINAL_I = 90;
const LONGEST = 40;

/** Pairs of letters that stand for one sound in different habits of writing it, and what exchanging them costs. */
const EXCHANGES =
  'ae45 ai60 ao45 au60 ei30 eo60 eu65 io65 iu60 ou25 iy15 jy25 ij25 ey35 uw35 vw20 uv50 ' +
  'ck15 kq15 cq20 gq40 gk45 gj40 gh50 hk60 hx40 kx40 sz25 cs40 cz45 jz45 sx45 xz45 bp45 bv45 dt40 fv30 fp60 ' +
  'mn60 lr70 dz60 st70 ct60 cj50 ad99';

const SIDE = 128;
const exchange = new Uint8Array(SIDE * SIDE).fill(EDIT);
const vowel = new Uint8Array(SIDE);
for (const letter of 'aeiouy') vowel[letter.charCodeAt(0)] = 1;
for (let code = 0; code < SIDE; code++) exchange[code * SIDE + code] = 0;
for (const entry of EXCHANGES.split(' ')) {
  const [a, b] = [entry.charCodeAt(0), entry.charCodeAt(1)];
  const cost = Number(entry.slice(2));
  exchange[a * SIDE + b] = cost;
  exchange[b * SIDE + a] = cost;
}
const H = 'h'.charCodeAt(0);
const LETTER_A = 'a'.charCodeAt(0);
const LETTER_I = 'i'.charCodeAt(0);
const LETTER_O = 'o'.charCodeAt(0);
const [LETTER_C, LETTER_D, LETTER_J, LETTER_S, LETTER_T, LETTER_Z] = [...'cdjstz'].map((one) => one.charCodeAt(0));
/** What leaving out a letter inside such a sound costs. */
const MUTE = 35;

function isFinalPair(a: number, b: number): boolean {
  return (a === LETTER_A && b === LETTER_O) || (a === LETTER_O && b === LETTER_A);
}

/** A text ready to be compared: its letters, at most 40, and what leaving each of them out costs. */
export interface Letters {
  readonly codes: Uint8Array;
  readonly gaps: Uint8Array;
}

export function lettersOf(text: string): Letters {
  const codes = new Uint8Array(Math.min(text.length, LONGEST));
  for (let index = 0; index < codes.length; index++) codes[index] = text.charCodeAt(index) & (SIDE - 1);
  return { codes, gaps: gapsOf(codes, Uint32Array.of(0, codes.length)) };
}

/** What leaving out each letter of many texts that stand one after another costs; `starts` has one more than texts. */
export function gapsOf(bytes: Uint8Array, starts: Uint32Array): Uint8Array {
  const gaps = new Uint8Array(bytes.length);
  for (let text = 0; text + 1 < starts.length; text++) {
    const start = starts[text]!;
    const end = Math.min(starts[text + 1]!, start + LONGEST);
    for (let at = start; at < end; at++) gaps[at] = gap(bytes, start, end, at);
  }
  return gaps;
}

/** Leaving out or adding the letter at a place of a text. */
function gap(text: Uint8Array, start: number, end: number, at: number): number {
  const letter = text[at]!;
  const first = at === start ? FIRST_LETTER : 0;
  const before = at > start ? text[at - 1]! : 0;
  if (letter === before) return 15;
  const after = at + 1 < end ? text[at + 1]! : 0;
  if (isMute(before, letter, after)) return MUTE + first;
  if (letter === H) return (vowel[before] || at === start ? 40 : 25) + first;
  if (at === end - 1 && !vowel[before]) {
    if (letter === LETTER_A) return FINAL_A;
    if (letter === LETTER_I) return FINAL_I;
  }
  if (vowel[letter]) return (vowel[before] || vowel[after] ? 30 : at === end - 1 ? 40 : 50) + first;
  if (letter < LETTER_A) return 2 * EDIT;
  return EDIT + first;
}

/**
 * A letter that only some languages write in a sound of several letters: German tsch and sch, French tch and dj, Polish cz
 * and sz for what English writes ch and sh.
 */
function isMute(before: number, letter: number, after: number): boolean {
  if (letter === LETTER_T) return after === LETTER_C || (after === LETTER_S && before === 0);
  if (letter === LETTER_S) return before === LETTER_T && after === LETTER_C;
  if (letter === LETTER_C) return before === LETTER_S && after === H;
  if (letter === LETTER_Z) return before === LETTER_S || before === LETTER_C || before === LETTER_D;
  return letter === LETTER_D && after === LETTER_J;
}

const [rowA, rowB, rowC] = [0, 1, 2].map(() => new Int32Array(LONGEST + 2)) as [Int32Array, Int32Array, Int32Array];

/**
 * Folded distance of a and the text `bStart … bEnd` among many, in hundredths of an edit; anything over `limit` comes back
 * as more than it.
 */
export function foldedDistance(
  { codes: a, gaps: gapsOfA }: Letters,
  { codes: b, gaps: gapsOfB }: Letters,
  bStart: number,
  bEnd: number,
  limit: number,
): number {
  const length = a.length;
  const width = Math.min(bEnd - bStart, LONGEST);
  // What both begin and end with costs nothing: only what is between is compared.
  let skip = 0;
  while (skip < length && skip < width && a[skip] === b[bStart + skip]) skip++;
  let lastRow = length;
  let lastColumn = width;
  while (lastRow > skip && lastColumn > skip && a[lastRow - 1] === b[bStart + lastColumn - 1]) {
    lastRow--;
    lastColumn--;
  }
  let before = rowA;
  let previous = rowB;
  let current = rowC;
  previous[skip] = 0;
  for (let column = skip + 1; column <= lastColumn; column++) {
    previous[column] = previous[column - 1]! + gapsOfB[bStart + column - 1]!;
  }
  let leastBefore = 0;
  for (let row = skip + 1; row <= lastRow; row++) {
    const letter = a[row - 1]!;
    const costs = letter * SIDE;
    const gapHere = gapsOfA[row - 1]!;
    let left = previous[skip]! + gapHere;
    let diagonal = previous[skip]!;
    let least = left;
    current[skip] = left;
    for (let column = skip + 1; column <= lastColumn; column++) {
      const place = bStart + column - 1;
      const other = b[place]!;
      const above = previous[column]!;
      const swap = exchange[costs + other]!;
      let cost = diagonal + swap;
      if (swap !== 0) {
        if (row === 1 && column === 1) cost += FIRST_LETTER;
        else if (row === length && column === width && isFinalPair(letter, other)) cost += FINAL_VOWEL;
        if (row > skip + 1 && column > skip + 1 && letter === b[place - 1] && a[row - 2] === other) {
          const crossed = before[column - 2]! + TRANSPOSITION;
          if (crossed < cost) cost = crossed;
        }
      }
      left += gapsOfB[place]!;
      if (left < cost) cost = left;
      if (above + gapHere < cost) cost = above + gapHere;
      current[column] = cost;
      left = cost;
      diagonal = above;
      if (cost < least) least = cost;
    }
    // Two letters exchanged reach back two rows.
    if (least > limit && leastBefore > limit) return limit + 1;
    leastBefore = least;
    const spare = before;
    before = previous;
    previous = current;
    current = spare;
  }
  return previous[lastColumn]!;
}

/** Similarity 0 to 1 of two spellings so far apart; short ones have less to go by. */
export function similarityOf(distance: number, lengthA: number, lengthB: number): number {
  return Math.max(0, 1 - distance / (EDIT * usedLength(lengthA, lengthB)));
}

/** The largest distance at which the similarity is not under `least`. */
export function distanceFor(least: number, lengthA: number, lengthB: number): number {
  return (1 - least) * EDIT * usedLength(lengthA, lengthB);
}

const SHORT = 4;

function usedLength(lengthA: number, lengthB: number): number {
  const mean = (lengthA + lengthB) / 2;
  return mean < SHORT ? mean * 0.8 : mean;
}
