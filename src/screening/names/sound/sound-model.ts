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
  /** By group: where the signs that it stands for begin; one more than groups. */
  readonly groupStarts = new Uint32Array(LETTERS ** MAX_GROUP + 1);
  readonly groupSigns: Uint16Array;
  readonly groupProbabilities: Float64Array;
  readonly #ids = new Map<string, number>();
  /** log2 of how common a sign is, by its number. */
  readonly #commonness: Float64Array;
  /** By length of the group and key of signs: the highest probability. */
  readonly #highest: readonly Float64Array[];

  constructor({ groups, signs }: SoundTable, letters: LetterModel) {
    this.letters = letters;
    for (const sign of [...signs.keys(), ...groups.flatMap((group) => [...group.signs])]) {
      if (!this.#ids.has(sign)) this.#ids.set(sign, this.#ids.size + 1);
    }
    // The last number is that of every sign that training never saw.
    this.side = this.#ids.size + 2;
    this.#commonness = new Float64Array(this.side).fill(Math.log2(UNSEEN_SIGN));
    for (const [sign, share] of signs) this.#commonness[this.#ids.get(sign)!] = Math.log2(share);
    const learned = groups
      .map(({ letters, signs, probability }) => ({ group: groupOf(letters), key: this.#keyOf(signs), probability }))
      .sort((a, b) => a.group - b.group);
    this.groupSigns = Uint16Array.from(learned, ({ key }) => key);
    this.groupProbabilities = Float64Array.from(learned, ({ probability }) => probability);
    countInto(
      this.groupStarts,
      learned.map(({ group }) => group),
    );
    this.#highest = Array.from({ length: MAX_GROUP + 1 }, () => new Float64Array(this.side ** 2));
    for (const { group, key, probability } of learned) {
      const highest = this.#highest[lengthOf(group)]!;
      highest[key] = Math.max(highest[key]!, probability);
    }
    this.ways = this.#waysOf(learned);
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

  #keyOf(signs: string): number {
    const [first = 0, second = 0] = Array.from(signs, (sign) => this.#ids.get(sign)!);
    return first * this.side + second;
  }

  #waysOf(learned: readonly { group: number; key: number; probability: number }[]): Ways {
    const bySigns = new Map<number, { group: number; bits: number; likely: number }[]>();
    for (const { group, key, probability } of learned) {
      const bits = Math.log2(probability);
      const way = { group, bits, likely: bits + this.#beginningBits(group) };
      const known = bySigns.get(key);
      if (known) known.push(way);
      else bySigns.set(key, [way]);
    }
    const kept = [...bySigns]
      .sort(([a], [b]) => a - b)
      .flatMap(([key, ways]) => {
        ways.sort((a, b) => b.likely - a.likely);
        return ways.slice(0, MAX_WAYS).map(({ group, bits }) => ({ key, group, bits }));
      });
    const starts = new Uint32Array(this.side ** 2 + 1);
    countInto(
      starts,
      kept.map(({ key }) => key),
    );
    const groups = Uint16Array.from(kept, ({ group }) => group);
    return { starts, groups, bits: Float64Array.from(kept, ({ bits }) => bits) };
  }

  /** log2 P(letters) at the beginning of a word. */
  #beginningBits(group: number): number {
    let bits = 0;
    let [second, first] = [0, 0];
    for (const code of codesOf(group)) {
      bits += this.letters[letterPlace(second, first, code)]!;
      [second, first] = [first, code];
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
  return letterCodes(letters).reduce((group, code) => group * LETTERS + code, 0);
}

/** How many letters a group has. */
function lengthOf(group: number): number {
  if (group < LETTERS) return 1;
  return group < LETTERS ** 2 ? 2 : MAX_GROUP;
}

/** The letters of a group as 1 to 26. */
function codesOf(group: number): number[] {
  const codes: number[] = [];
  for (let left = group; left > 0; left = Math.floor(left / LETTERS)) codes.unshift(left % LETTERS);
  return codes;
}

const texts: string[] = [];

export function textOfGroup(group: number): string {
  texts[group] ??= codesOf(group)
    .map((code) => ALPHABET[code])
    .join('');
  return texts[group];
}

/** Of each group: its letters as 1 to 26, then zeros, and last how many they are. */
export const GROUP_LETTERS = new Uint8Array(LETTERS ** MAX_GROUP * (MAX_GROUP + 1));
for (let group = 1; group < LETTERS ** MAX_GROUP; group++) {
  GROUP_LETTERS.set(codesOf(group), group * (MAX_GROUP + 1));
  GROUP_LETTERS[group * (MAX_GROUP + 1) + MAX_GROUP] = lengthOf(group);
}

/** Makes of sorted keys where each of them begins. */
function countInto(starts: Uint32Array, keys: readonly number[]): void {
  for (const key of keys) starts[key + 1]!++;
  for (let key = 1; key < starts.length; key++) starts[key]! += starts[key - 1]!;
}
