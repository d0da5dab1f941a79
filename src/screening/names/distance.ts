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
const LETTER_A = 'a'.charCodeAt(0);
/** Of a letter in a set; digits share the six bits that are left. */
const bitOf = (code: number): number => (code >= LETTER_A ? 1 << (code - LETTER_A) : 1 << (26 + (code % 6)));
const exchange = new Uint8Array(SIDE * SIDE).fill(EDIT);
const vowel = new Uint8Array(SIDE);
for (const letter of 'aeiouy') vowel[letter.charCodeAt(0)] = 1;
for (let code = 0; code < SIDE; code++) exchange[code * SIDE + code] = 0;
/** Of each letter: those that it is exchanged with for less than an edit, the cheapest first. */
const partners: { readonly letter: number; readonly cost: number }[][] = Array.from({ length: SIDE }, () => []);
for (const entry of EXCHANGES.split(' ')) {
  const [a, b] = [entry.charCodeAt(0), entry.charCodeAt(1)];
  const cost = Number(entry.slice(2));
  exchange[a * SIDE + b] = cost;
  exchange[b * SIDE + a] = cost;
  partners[a]!.push({ letter: b, cost });
  partners[b]!.push({ letter: a, cost });
}
for (const one of partners) one.sort((a, b) => a.cost - b.cost);
const partnerBits = partners.map((one) => one.reduce((bits, { letter }) => bits | bitOf(letter), 0));
const H = 'h'.charCodeAt(0);
const LETTER_I = 'i'.charCodeAt(0);
const LETTER_O = 'o'.charCodeAt(0);
const [LETTER_C, LETTER_D, LETTER_J, LETTER_S, LETTER_T, LETTER_Z] = [...'cdjstz'].map((one) => one.charCodeAt(0));
/** What leaving out a letter inside such a sound costs. */
const MUTE = 35;

function isFinalPair(a: number, b: number): boolean {
  return (a === LETTER_A && b === LETTER_O) || (a === LETTER_O && b === LETTER_A);
}

/** Texts that stand one after another, ready to be compared: their letters, and what leaving each of them out costs. */
export interface Letters {
  readonly codes: Uint8Array;
  readonly gaps: Uint8Array;
  /** One more than texts. */
  readonly starts: Uint32Array;
  /** Of each text: which letters occur in it, a bit each. */
  readonly sets: Uint32Array;
}

/** A text to compare others with, of which only the first 40 letters count. */
export interface Spelled extends Letters {
  /** Of each letter: the least that it costs to have one of this text's in its place. */
  readonly nearest: Uint8Array;
  /**
   * Four numbers for each letter of this text: its bit, then the bits of the letters that replace it for less than an
   * edit. The third is the least cost of such a replacement, the fourth the cost of leaving the letter out.
   */
  readonly bounds: Int32Array;
}

export function lettersOf(text: string): Spelled {
  const codes = new Uint8Array(Math.min(text.length, LONGEST));
  for (let index = 0; index < codes.length; index++) codes[index] = text.charCodeAt(index) & (SIDE - 1);
  const nearest = new Uint8Array(SIDE).fill(EDIT);
  for (const code of codes) {
    nearest[code] = 0;
    for (const { letter, cost } of partners[code]!) if (cost < nearest[letter]!) nearest[letter] = cost;
  }
  const letters = lettersIn(codes, Uint32Array.of(0, codes.length));
  const bounds = new Int32Array(codes.length * 4);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    const most = Math.min(letters.gaps[row]!, EDIT);
    bounds[row * 4] = bitOf(code);
    bounds[row * 4 + 1] = partnerBits[code]!;
    bounds[row * 4 + 2] = Math.min(partners[code]![0]?.cost ?? EDIT, most);
    bounds[row * 4 + 3] = most;
  }
  return { ...letters, nearest, bounds };
}

/** The letters of many texts; `starts` has one more than texts. */
export function lettersIn(codes: Uint8Array, starts: Uint32Array): Letters {
  const gaps = new Uint8Array(codes.length);
  const sets = new Uint32Array(starts.length - 1);
  for (let text = 0; text < sets.length; text++) {
    const start = starts[text]!;
    const end = Math.min(starts[text + 1]!, start + LONGEST);
    for (let at = start; at < end; at++) {
      gaps[at] = gap(codes, start, end, at);
      sets[text]! |= bitOf(codes[at]!);
    }
  }
  return { codes, gaps, starts, sets };
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
/** What the letters of a from each place on cost at least, because b has not got them. */
const rest = new Int32Array(LONGEST + 1);

/**
 * Folded distance of a and one of the texts of b, in hundredths of an edit. Anything over `limit` comes back as more
 * than it. Most texts exceed it by letters that only one side has, and these alone decide then.
 */
export function foldedDistance(spelled: Spelled, many: Letters, text: number, limit: number): number {
  const { codes: a, gaps: gapsOfA } = spelled;
  const { codes: b, gaps: gapsOfB, starts } = many;
  const bStart = starts[text]!;
  const length = a.length;
  const width = Math.min(starts[text + 1]! - bStart, LONGEST);
  if (missingIn(spelled, many, bStart, width) > limit || missingOf(spelled, many.sets[text]!) > limit) return limit + 1;
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
  const finalExtra =
    lastRow === length && lastColumn === width && isFinalPair(a[length - 1]!, b[bStart + width - 1]!) ? FINAL_VOWEL : 0;
  for (let row = skip + 1; row <= lastRow; row++) {
    const letter = a[row - 1]!;
    const letterBefore = row > skip + 1 ? a[row - 2]! : -1;
    const costs = letter * SIDE;
    const gapHere = gapsOfA[row - 1]!;
    const lastExtra = row === lastRow ? finalExtra : 0;
    let left = previous[skip]! + gapHere;
    // Where nothing is skipped, the first letters differ.
    let diagonal = row === 1 ? FIRST_LETTER : previous[skip]!;
    let otherBefore = -1;
    let least = left;
    current[skip] = left;
    for (let column = skip + 1; column <= lastColumn; column++) {
      const place = bStart + column - 1;
      const other = b[place]!;
      const above = previous[column]!;
      let cost = diagonal + exchange[costs + other]!;
      if (column === lastColumn) cost += lastExtra;
      if (other === letterBefore && letter === otherBefore && letter !== other) {
        const crossed = before[column - 2]! + TRANSPOSITION;
        if (crossed < cost) cost = crossed;
      }
      cost = lesser(lesser(above + gapHere, left + gapsOfB[place]!), cost);
      current[column] = cost;
      left = cost;
      diagonal = above;
      otherBefore = other;
      least = lesser(cost, least);
    }
    // Two letters exchanged reach back two rows.
    least += rest[row]!;
    if (least > limit && leastBefore > limit) return limit + 1;
    leastBefore = least;
    const spare = before;
    before = previous;
    previous = current;
    current = spare;
  }
  return previous[lastColumn]!;
}

/** Of two whole numbers, without a branch that a processor would guess wrong half of the time. */
const lesser = (a: number, b: number): number => b + ((a - b) & ((a - b) >> 31));

/** What the letters of b that a has not got cost at least: each is left out, or stands for another. */
function missingIn({ nearest }: Spelled, { codes, gaps }: Letters, start: number, width: number): number {
  let missing = 0;
  for (let place = start; place < start + width; place++) {
    missing += lesser(nearest[codes[place]!]!, gaps[place]!);
  }
  return missing;
}

/** What the letters of a cost at least that a text with this set of letters has not got; fills `rest`. */
function missingOf({ codes, bounds }: Spelled, letters: number): number {
  let missing = 0;
  rest[codes.length] = 0;
  for (let row = codes.length - 1; row >= 0; row--) {
    const at = row * 4;
    if ((letters & bounds[at]!) === 0) missing += (letters & bounds[at + 1]!) === 0 ? bounds[at + 3]! : bounds[at + 2]!;
    rest[row] = missing;
  }
  return missing;
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
