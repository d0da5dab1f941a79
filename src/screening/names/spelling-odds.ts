/*
 * How likely two folded spellings are one name, rather than two names that look alike. `training/matching/spelling`
 * learned from spellings of listed people what edits of letters say: `ou` for `u` is usual, `tt` for `h` is not.
 */
import { readTable } from '../../tables.ts';
import { LONGEST, lesser } from './distance.ts';

/** What is counted between two spellings, and what of it has an entry for each letter or group of letters. */
const EDIT_KINDS = [
  'base',
  'edits', // how many
  'edits-a-letter', // as a share of the longer spelling
  'letters', // of the shorter spelling
  'doubled', // a letter written twice on one side
  'at-first', // another first letter
  'at-last', // another last letter
  'exchange', // of two letters
  'more', // a letter that one side lacks
  'more-after', // the same with the letter before it
  'more-before', // and with the one behind it
  'groups', // two edits side by side, as what both sides have there
] as const;
type EditKind = (typeof EDIT_KINDS)[number];
/** The number of each. */
const KIND = Object.fromEntries(EDIT_KINDS.map((kind, number) => [kind, number])) as Record<EditKind, number>;

/** Rows of the table beside edits: the similarity of letters that says as much as even odds, and as each nat more. */
export const [SIMILARITY_AT_EVEN_ODDS, SIMILARITY_A_NAT] = ['similarity-at-even-odds', 'similarity-a-nat'] as const;

/** Letters are numbers from 1 on; 0 is none, `EDGE` where a spelling begins or ends, and `OTHER` a digit. */
const [OTHER, EDGE, SYMBOLS] = [27, 28, 29];
const SIGNS = '-abcdefghijklmnopqrstuvwxyz#.';
const CODE_BEFORE_A = 'a'.charCodeAt(0) - 1;
/** Costs of the alignment: a letter more, another letter of its sort, and a vowel for a consonant. */
const [ONE_MORE, SAME_SORT, OTHER_SORT] = [10, 9, 13];
const isVowel = Uint8Array.from(SIGNS, (sign) => Number('aeiouy'.includes(sign)));
/** What it costs to have one letter in the place of another, by `one * SYMBOLS + other`. */
const exchangeCosts = Uint8Array.from({ length: SYMBOLS * SYMBOLS }, (_, pair) => {
  const [one, other] = [Math.floor(pair / SYMBOLS), pair % SYMBOLS];
  return one === other ? 0 : isVowel[one] === isVowel[other] ? SAME_SORT : OTHER_SORT;
});

/** A group of up to two letters as one number. */
const pairOf = (first: number, second: number): number => first * SYMBOLS + second;
const PAIRS = SYMBOLS * SYMBOLS;
/** Numbers of `groups` come behind all others: they need two groups each. */
const GROUPS_FROM = KIND.groups * PAIRS;
/** Of two letters, or of none and a group of them. */
const keyOf = (kind: number, one: number, other: number): number =>
  kind * PAIRS + Math.min(one, other) * SYMBOLS + Math.max(one, other);
const keyOfGroups = (one: number, other: number): number =>
  GROUPS_FROM + Math.min(one, other) * PAIRS + Math.max(one, other);
const signsOf = (group: string): number => [...group].reduce((sum, sign) => sum * SYMBOLS + SIGNS.indexOf(sign), 0);

/** The number under which an edit is counted, by its row in the table: `-` is none, `.` an edge and `#` a digit. */
const editKey = (kind: string, one: string, other: string): number =>
  kind === 'groups'
    ? keyOfGroups(signsOf(one), signsOf(other))
    : keyOf(KIND[kind as EditKind], signsOf(one), signsOf(other));

/** The row of such a number. */
export function editOf(key: number): [kind: EditKind, one: string, other: string] {
  const signs = (group: number) =>
    (group >= SYMBOLS ? SIGNS[Math.floor(group / SYMBOLS)]! : '') + SIGNS[group % SYMBOLS]!;
  if (key >= GROUPS_FROM) {
    const groups = key - GROUPS_FROM;
    return ['groups', signs(Math.floor(groups / PAIRS)), signs(groups % PAIRS)];
  }
  const kind = EDIT_KINDS[Math.floor(key / PAIRS)]!;
  const letters = key % PAIRS;
  return kind === 'exchange'
    ? [kind, signs(Math.floor(letters / SYMBOLS)), signs(letters % SYMBOLS)]
    : [kind, signs(0), signs(letters)];
}

/** Two spellings, of so many letters, in an order that does not depend on which was given first. */
let [a, b] = [new Uint8Array(LONGEST), new Uint8Array(LONGEST)];
let [lettersOfA, lettersOfB] = [0, 0];
const WIDTH = LONGEST + 1;
/** What it costs to align the beginnings of both, as far as they go beyond the letters in which they begin alike. */
const costs = new Uint16Array(WIDTH * WIDTH);
/** Letters in which both begin alike, and end alike behind these. */
let [alikeAtFirst, alikeAtLast] = [0, 0];

const letterOf = (code: number): number => {
  const letter = code - CODE_BEFORE_A;
  return letter >= 1 && letter < OTHER ? letter : OTHER;
};

function fill(letters: Uint8Array, text: string): number {
  const length = Math.min(text.length, LONGEST);
  for (let place = 0; place < length; place++) letters[place] = letterOf(text.charCodeAt(place));
  return length;
}

function fillFrom(letters: Uint8Array, codes: Uint8Array, start: number, end: number): number {
  const length = Math.min(end - start, LONGEST);
  for (let place = 0; place < length; place++) letters[place] = letterOf(codes[start + place]!);
  return length;
}

function putInOrder(): void {
  const shorter = Math.min(lettersOfA, lettersOfB);
  let place = 0;
  while (place < shorter && a[place] === b[place]) place++;
  const isInOrder = place === shorter ? lettersOfA <= lettersOfB : a[place]! < b[place]!;
  if (isInOrder) return;
  [a, b] = [b, a];
  [lettersOfA, lettersOfB] = [lettersOfB, lettersOfA];
}

type Count = (key: number, value: number) => void;

/** Calls `count` with each edit between two different spellings. Which of them comes first makes no difference. */
export function countEdits(one: string, other: string, count: Count): void {
  lettersOfA = fill(a, one);
  lettersOfB = fill(b, other);
  countAll(count);
}

function countAll(count: Count): void {
  putInOrder();
  const [n, m] = [lettersOfA, lettersOfB];
  findAlike(n, m);
  align(n - alikeAtLast, m - alikeAtLast);
  const edits = traceBack(n - alikeAtLast, m - alikeAtLast);
  for (let edit = 0; edit < edits; edit++) {
    const [i, j, side] = [beginsInA[edit]!, beginsInB[edit]!, sides[edit]!];
    if (side === IN_BOTH) countExchange(i, j, n, m, count);
    else if (side === IN_A) countMore(a, i, n, count);
    else countMore(b, j, m, count);
    if (edit > 0 && touchesNext(edit)) {
      count(keyOfGroups(joined(inA(edit), inA(edit - 1)), joined(inB(edit), inB(edit - 1))), 1);
    }
  }
  count(keyOf(KIND.edits, 0, 0), edits);
  count(keyOf(KIND['edits-a-letter'], 0, 0), edits / Math.max(n, m));
  count(keyOf(KIND.letters, 0, 0), Math.min(n, m));
}

/** Which sides have a letter in an edit. */
const [IN_A, IN_B, IN_BOTH] = [1, 2, 3];
/** The edits of an alignment, the last one first: where each begins, and which sides have a letter there. */
const beginsInA = new Uint8Array(2 * LONGEST);
const beginsInB = new Uint8Array(2 * LONGEST);
const sides = new Uint8Array(2 * LONGEST);
const inA = (edit: number): number => (sides[edit]! & IN_A ? a[beginsInA[edit]!]! : 0);
const inB = (edit: number): number => (sides[edit]! & IN_B ? b[beginsInB[edit]!]! : 0);

/** How many edits there are. */
function traceBack(n: number, m: number): number {
  let edits = 0;
  for (let i = n, j = m; i !== j || i > alikeAtFirst; ) {
    const side = lastStep(i, j);
    if (side & IN_A) i--;
    if (side & IN_B) j--;
    if (side === IN_BOTH && a[i] === b[j]) continue;
    beginsInA[edits] = i;
    beginsInB[edits] = j;
    sides[edits++] = side;
  }
  return edits;
}

/** The last step of an alignment that ends here. */
function lastStep(i: number, j: number): number {
  const here = costOf(i, j);
  if (i > 0 && j > 0 && here === costOf(i - 1, j - 1) + exchangeCosts[pairOf(a[i - 1]!, b[j - 1]!)]!) return IN_BOTH;
  return i > 0 && here === costOf(i - 1, j) + ONE_MORE ? IN_A : IN_B;
}

/** Of beginnings of so many letters. */
const costOf = (i: number, j: number): number =>
  i <= alikeAtFirst || j <= alikeAtFirst ? Math.abs(i - j) * ONE_MORE : costs[i * WIDTH + j]!;

/** Whether an edit ends where the one behind it begins. */
function touchesNext(edit: number): boolean {
  const side = sides[edit]!;
  const [endInA, endInB] = [beginsInA[edit]! + (side & IN_A), beginsInB[edit]! + (side >> 1)];
  return endInA === beginsInA[edit - 1] && endInB === beginsInB[edit - 1];
}

const joined = (first: number, second: number): number =>
  first === 0 ? second : second === 0 ? first : pairOf(first, second);

/** Equal letters at either end are aligned with each other: nothing else costs less, and all else comes later. */
function findAlike(n: number, m: number): void {
  const most = Math.min(n, m);
  alikeAtLast = 0;
  while (alikeAtLast < most && a[n - alikeAtLast - 1] === b[m - alikeAtLast - 1]) alikeAtLast++;
  alikeAtFirst = 0;
  while (alikeAtFirst < most - alikeAtLast && a[alikeAtFirst] === b[alikeAtFirst]) alikeAtFirst++;
}

/** Fills the costs of beginnings that go on behind the letters that both begin with. */
function align(n: number, m: number): void {
  const first = alikeAtFirst;
  for (let j = first; j <= m; j++) costs[first * WIDTH + j] = (j - first) * ONE_MORE;
  for (let i = first + 1; i <= n; i++) {
    const own = pairOf(a[i - 1]!, 0);
    const row = i * WIDTH;
    let diagonal = costs[row - WIDTH + first]!;
    let left = (i - first) * ONE_MORE;
    costs[row + first] = left;
    for (let j = first + 1; j <= m; j++) {
      const above = costs[row - WIDTH + j]!;
      const exchanged = diagonal + exchangeCosts[own + b[j - 1]!]!;
      left = lesser(exchanged, lesser(above, left) + ONE_MORE);
      costs[row + j] = left;
      diagonal = above;
    }
  }
}

function countExchange(i: number, j: number, n: number, m: number, count: Count): void {
  count(keyOf(KIND.exchange, a[i]!, b[j]!), 1);
  if (i === 0 || j === 0) count(keyOf(KIND['at-first'], 0, 0), 1);
  if (i === n - 1 && j === m - 1) count(keyOf(KIND['at-last'], 0, 0), 1);
}

/** A letter of one side that the other lacks. */
function countMore(letters: Uint8Array, place: number, length: number, count: Count): void {
  const letter = letters[place]!;
  const [before, behind] = [place > 0 ? letters[place - 1]! : EDGE, place + 1 < length ? letters[place + 1]! : EDGE];
  count(keyOf(KIND.more, 0, letter), 1);
  count(keyOf(KIND['more-after'], 0, pairOf(before, letter)), 1);
  count(keyOf(KIND['more-before'], 0, pairOf(letter, behind)), 1);
  if (letter === before || letter === behind) count(keyOf(KIND.doubled, 0, 0), 1);
}

/** By the number of an edit; groups are too many for an array. */
const WEIGHTS = new Float64Array(GROUPS_FROM);
const WEIGHTS_OF_GROUPS = new Map<number, number>();
/** The rows beside edits. */
const SIMILARITIES = new Map<string, number>();
for (const [edit, one, other, value] of readTable('matching/spellings.tsv', ['edit', 'one', 'other', 'weight'])) {
  const weight = Number(value);
  if (!(edit! in KIND)) SIMILARITIES.set(edit!, weight);
  else if (edit === 'groups') WEIGHTS_OF_GROUPS.set(editKey(edit, one!, other!), weight);
  else WEIGHTS[editKey(edit!, one!, other!)] = weight;
}
const BASE = WEIGHTS[keyOf(KIND.base, 0, 0)]!;
/** Log-odds say as much as a similarity of letters of the first, and the second more for each nat. */
const [AT_EVEN_ODDS, A_NAT] = [SIMILARITIES.get(SIMILARITY_AT_EVEN_ODDS)!, SIMILARITIES.get(SIMILARITY_A_NAT)!];

/** One number, in memory of its own: a variable of a module would take new memory with each sum. */
const odds = new Float64Array(1);
const addWeight: Count = (key, value) => {
  odds[0]! += (key < GROUPS_FROM ? WEIGHTS[key]! : (WEIGHTS_OF_GROUPS.get(key) ?? 0)) * value;
};

/** What the edits between `a` and `b` say. */
function oddsOfBoth(): number {
  odds[0] = BASE;
  countAll(addWeight);
  return odds[0];
}

/**
 * Log-odds that two different folded spellings are one name. As many pairs of one name are taken as of two names that
 * look alike. Edits that the table lacks say nothing.
 */
export function spellingOdds(one: string, other: string): number {
  lettersOfA = fill(a, one);
  lettersOfB = fill(b, other);
  return oddsOfBoth();
}

/** Less like spellings are seldom one name, and more like ones have nothing to gain. */
const [LEAST_RAISED, MOST_RAISED] = [0.7, 0.93];

/**
 * The similarity of a spelling and a text, 0 to 1, raised where their edits say more than `byLetters` does. The text
 * stands among others from `start` up to `end`.
 */
export function raisedByOdds(
  byLetters: number,
  spelling: string,
  codes: Uint8Array,
  start: number,
  end: number,
): number {
  if (byLetters < LEAST_RAISED || byLetters >= MOST_RAISED) return byLetters;
  lettersOfA = fill(a, spelling);
  lettersOfB = fillFrom(b, codes, start, end);
  return Math.max(byLetters, Math.min(AT_EVEN_ODDS + A_NAT * oddsOfBoth(), MOST_RAISED));
}
