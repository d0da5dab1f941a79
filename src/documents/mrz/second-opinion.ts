import { ALPHABET, allowed } from './formats.ts';

/** A character that another reader of text sees in a row, with its chance, 0 to 1. */
export interface SeenCharacter {
  readonly letter: string;
  readonly score: number;
}

/** What readers of text take fillers for. */
const FILLERS: Readonly<Record<string, string>> = { '«': '<<', '《': '<<', '〈': '<', く: '<', '‹': '<' };
/** No single opinion is surer or less sure than this. */
const [LEAST, MOST] = [0.05, 0.98];
/** Logarithms: the least worth of a pair, and what a character costs that only one of both readers has. */
const WORST = -5;
const LOST = -3;
/** What no digit covers, such as a name, changes only where the other reader is this sure of a letter, */
const SURE_LETTER = 0.9;
/** where both see the same in so much of the row, */
const ALIKE_ROW = 0.7;
/** and where this reader is as unsure, in logarithms. It may be surer where the other one read the whole row surely. */
const UNSURE = 2;
const WHOLE_ROW = 0.75;

/**
 * The logarithms of a row with what another reader sees in it added up. Its characters are put to their places in
 * order, since that reader loses fillers and knows no pitch. `isCovered` says which places a check digit covers.
 */
export function withOpinion(
  letters: readonly Float32Array[],
  mask: string,
  seen: readonly SeenCharacter[],
  isCovered: (place: number) => boolean,
): Float32Array[] {
  const told = seen.flatMap(({ letter, score }) =>
    [...(FILLERS[letter] ?? letter.toUpperCase())]
      .filter((one) => ALPHABET.includes(one))
      .map((one) => ({ at: ALPHABET.indexOf(one), score: Math.min(MOST, Math.max(LEAST, score)) })),
  );
  const isWhole = told.length === letters.length && told.every(({ score }) => score >= WHOLE_ROW);
  const places = placed(
    letters,
    told.map(({ at }) => at),
  );
  const pairs = places.flatMap((place, index) => {
    const one = told[index]!;
    if (place === null || !allowed(mask[place]!).includes(ALPHABET[one.at]!)) return [];
    return [{ ...one, place, own: likeliest(letters[place]!, mask[place]!) }];
  });
  const filler = ALPHABET.indexOf('<');
  const printed = pairs.filter(({ at, own }) => at !== filler || own !== filler);
  const isAlike = printed.filter(({ at, own }) => own === at).length >= printed.length * ALIKE_ROW;
  const rows = letters.map((row) => row.slice());
  for (const { at, score, place, own } of pairs) {
    const row = letters[place]!;
    const isUnsure = isAlike && row[own]! - row[at]! <= UNSURE;
    if (!isCovered(place) && !(score >= SURE_LETTER && (isWhole || isUnsure))) continue;
    const other = Math.log((1 - score) / (ALPHABET.length - 1));
    rows[place] = row.map((value, letter) => value + (letter === at ? Math.log(score) : other));
  }
  return rows;
}

/** The class of the likeliest character that may stand where the mask has this sign. */
function likeliest(row: Float32Array, sign: string): number {
  const classes = [...allowed(sign)].map((character) => ALPHABET.indexOf(character));
  return classes.reduce((best, one) => (row[one]! > row[best]! ? one : best));
}

/** The place of each character, null for one that the row lacks: the way through both that is worth most. */
function placed(letters: readonly Float32Array[], told: readonly number[]): (number | null)[] {
  const filler = ALPHABET.indexOf('<');
  const worth = [new Float64Array(told.length + 1).map((_, index) => index * LOST)];
  for (const [place, row] of letters.entries()) {
    const before = worth[place]!;
    const lost = Math.max(LOST, row[filler]!);
    const next = new Float64Array(told.length + 1).fill(before[0]! + lost);
    for (let index = 1; index <= told.length; index++) {
      const pair = before[index - 1]! + Math.max(WORST, row[told[index - 1]!]!);
      next[index] = Math.max(pair, before[index]! + lost, next[index - 1]! + LOST);
    }
    worth.push(next);
  }
  const places: (number | null)[] = told.map(() => null);
  let [place, index] = [letters.length, told.length];
  while (place > 0 && index > 0) {
    const row = letters[place - 1]!;
    const here = worth[place]![index]!;
    if (here === worth[place - 1]![index - 1]! + Math.max(WORST, row[told[index - 1]!]!)) places[--index] = --place;
    else if (here === worth[place]![index - 1]! + LOST) index--;
    else place--;
  }
  return places;
}
