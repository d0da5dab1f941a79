/** What training learned of one script; see `training/matching/sound`. */
export interface SoundTable {
  /** P(signs | Latin letters) of groups of one to three letters and up to two signs. */
  readonly groups: readonly { readonly letters: string; readonly signs: string; readonly probability: number }[];
  /** How common each sign is. */
  readonly signs: ReadonlyMap<string, number>;
}

/** log2 P(letter | the two before it) of Latin names, by {@link letterPlace}. */
export type LetterModel = Float32Array;

/** Letters by their codes; the first stands for the beginning and the end of a word. */
export const ALPHABET = '-abcdefghijklmnopqrstuvwxyz';
export const LETTERS = ALPHABET.length;
export const MAX_GROUP = 3;
export const MAX_SIGNS = 2;
/** Words of more signs are no name tokens: what comes after is not looked at. */
export const MAX_HEARD = 24;
const UNSEEN_SIGN = 1e-6;
/** Groups that are tried for the same signs: the likeliest. */
export const MAX_WAYS = 12;
const A = 97;

/** The groups of letters that are tried for some signs, likeliest first. */
interface Ways {
  /** By the key of signs; one more than keys. */
  readonly starts: Uint32Array;
  readonly groups: Uint16Array;
  /** log2 P(signs | group). */
  readonly bits: Float64Array;
}

/**
 * How names of one script sound in Latin letters, laid out for quick reading. A group of letters is a number in base
 * 27. Two signs have the key `first × side + second`. A single one has no second, and the key of no sign is 0.
 */
export class SoundModel {
  /** One more than the numbers of signs. */
  readonly side: number;
  readonly letters: LetterModel;
  readonly ways: Ways;
  /** By key of signs: where the groups that stand for them begin; one more than keys. */
  readonly keyStarts: Uint32Array;
  readonly keyGroups: Uint16Array;
  /** P(signs | group). */
  readonly keyProbabilities: Float64Array;
  readonly #ids = new Map<string, number>();
  /** log2 of how common a sign is, by its number. */
  readonly #commonness: Float64Array;
  /** By length of the group and key of signs: the highest probability. */
  readonly #highest: readonly Float64Array[];

  constructor({ groups, signs }: SoundTable, letters: LetterModel) {
    this.letters = letters;
    for (const sign of signs.keys()) this.#number(sign);
    for (const group of groups) for (const sign of group.signs) this.#number(sign);
    // The last number is that of every sign that training never saw.
    this.side = this.#ids.size + 2;
    this.#commonness = new Float64Array(this.side).fill(Math.log2(UNSEEN_SIGN));
    for (const [sign, share] of signs) this.#commonness[this.#ids.get(sign)!] = Math.log2(share);
    const sorted = groups
      .map(({ letters, signs, probability }) => ({ group: groupOf(letters), key: this.#keyOf(signs), probability }))
      .sort((a, b) => a.key - b.key || a.group - b.group);
    this.keyStarts = startsOf(
      sorted.map(({ key }) => key),
      this.side ** 2,
    );
    this.keyGroups = Uint16Array.from(sorted, ({ group }) => group);
    this.keyProbabilities = Float64Array.from(sorted, ({ probability }) => probability);
    this.#highest = Array.from({ length: MAX_GROUP + 1 }, () => new Float64Array(this.side ** 2));
    for (const { group, key, probability } of sorted) {
      const highest = this.#highest[lengthOf(group)]!;
      if (probability > highest[key]!) highest[key] = probability;
    }
    this.ways = this.#waysOf();
  }

  /** The numbers of the first signs of a word. */
  read(signs: string): Uint8Array {
    return Uint8Array.from(signs.slice(0, MAX_HEARD), (sign) => this.#ids.get(sign) ?? this.side - 1);
  }

  /** log2 P(signs) of any word. */
  chance(signs: Uint8Array): number {
    return signs.reduce((sum, sign) => sum + this.#commonness[sign]!, 0);
  }

  /** The highest probability that some group of so many letters has to stand for these signs. */
  highest(letters: number, key: number): number {
    return this.#highest[letters]![key]!;
  }

  #number(sign: string): void {
    if (!this.#ids.has(sign)) this.#ids.set(sign, this.#ids.size + 1);
  }

  #keyOf(signs: string): number {
    let [key, side] = [0, this.side];
    for (const sign of signs) {
      key += this.#ids.get(sign)! * side;
      side = 1;
    }
    return key;
  }

  #waysOf(): Ways {
    const { keyStarts, keyGroups } = this;
    const bits = this.keyProbabilities.map(Math.log2);
    const likely = bits.map((own, place) => own + this.#beginningBits(keyGroups[place]!));
    const starts = new Uint32Array(keyStarts.length);
    const kept: number[] = [];
    for (let key = 0; key < keyStarts.length - 1; key++) {
      const ways = Array.from({ length: keyStarts[key + 1]! - keyStarts[key]! }, (_, way) => keyStarts[key]! + way);
      kept.push(...ways.sort((a, b) => likely[b]! - likely[a]!).slice(0, MAX_WAYS));
      starts[key + 1] = kept.length;
    }
    const groups = Uint16Array.from(kept, (place) => keyGroups[place]!);
    return { starts, groups, bits: Float64Array.from(kept, (place) => bits[place]!) };
  }

  /** log2 P(letters) at the beginning of a word. */
  #beginningBits(group: number): number {
    let bits = 0;
    let [second, first] = [0, 0];
    const at = group * (MAX_GROUP + 1);
    for (let place = at; place < at + GROUP_LETTERS[at + MAX_GROUP]!; place++) {
      const code = GROUP_LETTERS[place]!;
      bits += this.letters[letterPlace(second, first, code)]!;
      second = first;
      first = code;
    }
    return bits;
  }
}

/** Place of log2 P(letter | second to last, last); 0 stands for the beginning and the end of a word. */
export function letterPlace(second: number, first: number, letter: number): number {
  return (second * LETTERS + first) * LETTERS + letter;
}

/** Letters `a`-`z` as 1 to 26. */
export function letterCodes(latin: string): Uint8Array {
  return Uint8Array.from(latin, (letter) => letter.charCodeAt(0) - A + 1);
}

function groupOf(letters: string): number {
  let group = 0;
  for (let place = 0; place < letters.length; place++) group = group * LETTERS + letters.charCodeAt(place) - A + 1;
  return group;
}

/** How many letters a group has. */
function lengthOf(group: number): number {
  if (group < LETTERS) return 1;
  return group < LETTERS ** 2 ? 2 : MAX_GROUP;
}

/** Of each group: its letters as 1 to 26, then zeros, and last how many they are. */
export const GROUP_LETTERS = new Uint8Array(LETTERS ** MAX_GROUP * (MAX_GROUP + 1));
for (let group = 1; group < LETTERS ** MAX_GROUP; group++) {
  const at = group * (MAX_GROUP + 1);
  const length = lengthOf(group);
  let left = group;
  for (let place = at + length - 1; place >= at; place--) {
    GROUP_LETTERS[place] = left % LETTERS;
    left = Math.floor(left / LETTERS);
  }
  GROUP_LETTERS[at + MAX_GROUP] = length;
}

const texts: string[] = [];

export function textOfGroup(group: number): string {
  const at = group * (MAX_GROUP + 1);
  texts[group] ??= Array.from(GROUP_LETTERS.subarray(at, at + lengthOf(group)), (code) => ALPHABET[code]).join('');
  return texts[group];
}

/** Where each key begins among sorted ones, and last how many there are. */
function startsOf(keys: readonly number[], count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (const key of keys) starts[key + 1]!++;
  for (let key = 1; key < starts.length; key++) starts[key]! += starts[key - 1]!;
  return starts;
}
