/*
 * How far two folded spellings (`a`-`z`, `0`-`9`) are apart, in hundredths of an edit. Edits that transliterations and
 * misspellings of one name make all the time cost less than others.
 */

const EDIT = 100;
export const TRANSPOSITION = 80;
/** Misspellings seldom touch the first letter (Pollock and Zamora, 1984), other names often differ there. */
export const FIRST_LETTER = 25;
/** Maria and Mario, Louis and Louisa: the last vowel tells women from men. */
const FINAL_A = 70;
export const FINAL_VOWEL = 60;
/** Hamid and Hamidi, Said and Saidi: the ending makes another name of it, where it comes from or a family's. */
const FINAL_I = 90;
/** Letters of a text that count. */
export const LONGEST = 40;

/** Pairs of letters that stand for one sound in different habits of writing it, and what exchanging them costs. */
const EXCHANGES =
  'ae45 ai60 ao45 au60 ei30 eo60 eu65 io65 iu60 ou25 iy15 jy25 ij25 ey35 uw35 vw20 uv50 ' +
  'ck15 kq15 cq20 gq40 gk45 gj40 gh50 hk60 hx40 kx40 sz25 cs40 cz45 jz45 sx45 xz45 bp45 bv45 dt40 fv30 fp60 ' +
  'mn60 lr70 dz60 st70 ct60 cj50 ad99';

const SIDE = 128;
/** Letters and digits by number, then whatever else there may be. */
export const SYMBOLS = 'abcdefghijklmnopqrstuvwxyz0123456789';
export const GAP_BITS = 8;
/** Of a letter with what leaving it out costs: the symbol. */
export const SYMBOL_BITS = 0xff;
const numberOf = new Uint8Array(SIDE).fill(SYMBOLS.length);
for (let number = 0; number < SYMBOLS.length; number++) numberOf[SYMBOLS.charCodeAt(number)] = number;
/** The number of a letter, given its code. */
export const symbolOf = (code: number): number => numberOf[code & (SIDE - 1)]!;
const LETTER_A = 'a'.charCodeAt(0);
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
/** What it costs to have one letter in the place of another. */
export const exchangeCost = (one: number, other: number): number => exchange[one * SIDE + other] ?? EDIT;
const H = 'h'.charCodeAt(0);
const LETTER_I = 'i'.charCodeAt(0);
const LETTER_O = 'o'.charCodeAt(0);
const [LETTER_C, LETTER_D, LETTER_J, LETTER_S, LETTER_T, LETTER_Z] = [...'cdjstz'].map((one) => one.charCodeAt(0));
/** What leaving out a letter inside such a sound costs. */
const MUTE = 35;

const [SYMBOL_A, SYMBOL_O] = [symbolOf(LETTER_A), symbolOf(LETTER_O)];

/** Of `a` and `o` the other symbol; for all others one that there is not. */
export function finalPartner(symbol: number): number {
  if (symbol === SYMBOL_A) return SYMBOL_O;
  return symbol === SYMBOL_O ? SYMBOL_A : -1;
}

/** Texts that stand one after another, ready to be compared. */
export interface Letters {
  readonly codes: Uint8Array;
  /** Of each letter its symbol (`symbolOf`), and from the ninth bit on what leaving it out costs. */
  readonly symbols: Uint16Array;
  /** One more than texts. */
  readonly starts: Uint32Array;
}

/** A text to compare others with, of which only the first 40 letters count. */
export interface SpellingLetters extends Letters {
  /** What leaving out each letter costs. */
  readonly gaps: Uint8Array;
}

export function lettersOf(text: string): SpellingLetters {
  const codes = new Uint8Array(Math.min(text.length, LONGEST));
  for (let index = 0; index < codes.length; index++) codes[index] = text.charCodeAt(index) & (SIDE - 1);
  const starts = new Uint32Array(2);
  starts[1] = codes.length;
  const symbols = new Uint16Array(codes.length);
  fillSymbols(symbols, codes, 0, codes.length);
  const gaps = new Uint8Array(codes.length);
  for (let place = 0; place < gaps.length; place++) gaps[place] = symbols[place]! >> GAP_BITS;
  return { codes, symbols, starts, gaps };
}

/** The letters of many texts; `starts` has one more than texts. */
export function lettersIn(codes: Uint8Array, starts: Uint32Array): Letters {
  const symbols = new Uint16Array(codes.length);
  for (let text = 0; text < starts.length - 1; text++) {
    const start = starts[text]!;
    fillSymbols(symbols, codes, start, Math.min(starts[text + 1]!, start + LONGEST));
  }
  return { codes, symbols, starts };
}

function fillSymbols(symbols: Uint16Array, codes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    symbols[at] = symbolOf(codes[at]!) | (gap(codes, start, end, at) << GAP_BITS);
  }
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
 * A letter that only some languages write in a sound of several letters. German has tsch and sch, French tch and dj,
 * and Polish cz and sz. English writes ch, sh and j.
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
 * Folded distance of a text and one of many, in hundredths of an edit. `LetterKernel` computes the same for eight texts
 * at once.
 */
export function foldedDistance(
  { codes: a, gaps }: SpellingLetters,
  { codes: b, symbols, starts }: Letters,
  text: number,
): number {
  const bStart = starts[text]!;
  const length = a.length;
  const width = Math.min(starts[text + 1]! - bStart, LONGEST);
  let before = rowA;
  let previous = rowB;
  let current = rowC;
  previous[0] = 0;
  for (let column = 1; column <= width; column++) {
    previous[column] = previous[column - 1]! + (symbols[bStart + column - 1]! >> GAP_BITS);
  }
  const isFinal =
    length > 0 && width > 0 && finalPartner(symbolOf(a[length - 1]!)) === (symbols[bStart + width - 1]! & SYMBOL_BITS);
  for (let row = 1; row <= length; row++) {
    const letter = a[row - 1]!;
    const letterBefore = row > 1 ? a[row - 2]! : -1;
    const costs = letter * SIDE;
    const gapHere = gaps[row - 1]!;
    const finalExtra = row === length && isFinal ? FINAL_VOWEL : 0;
    let left = previous[0]! + gapHere;
    let diagonal = row === 1 && letter !== b[bStart] ? FIRST_LETTER : previous[0]!;
    let otherBefore = -1;
    current[0] = left;
    for (let column = 1; column <= width; column++) {
      const place = bStart + column - 1;
      const other = b[place]!;
      const above = previous[column]!;
      let cost = diagonal + exchange[costs + other]!;
      if (column === width) cost += finalExtra;
      if (other === letterBefore && letter === otherBefore) {
        const crossed = before[column - 2]! + TRANSPOSITION;
        if (crossed < cost) cost = crossed;
      }
      cost = lesser(lesser(above + gapHere, left + (symbols[place]! >> GAP_BITS)), cost);
      current[column] = cost;
      left = cost;
      diagonal = above;
      otherBefore = other;
    }
    const spare = before;
    before = previous;
    previous = current;
    current = spare;
  }
  return previous[width]!;
}

/** Of two whole numbers, without a branch that a processor would guess wrong half of the time. */
export const lesser = (a: number, b: number): number => b + ((a - b) & ((a - b) >> 31));

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
