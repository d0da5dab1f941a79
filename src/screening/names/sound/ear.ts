import { readTable } from '../../../tables.ts';
import type { SoundScript } from './signs.ts';
import { ALPHABET, type LetterModel, letterPlace, SoundModel } from './sound-model.ts';

/** The columns of the table of letters: the two letters before, the end of a word, then each letter. */
export const LETTER_COLUMNS: readonly string[] = ['before', 'end', ...ALPHABET.slice(1)];
/** Spellings that are looked at to know how well the best one fits. */
const SPELLINGS = 5;
/** A pair's worth is a power of its similarity: with this one about the probability that the names are one. */
const SHARPNESS = 1.6;
/** Of the best spelling. It is what a word cut in two counts, which is spelt right but written otherwise as well. */
const BEST = 0.97;
/** Spellings that are less than so likely, compared with the best one, are another name. */
const MIN_SHARE = 0.35;
const LETTER_A = 97;
const MAX_CODES = 40;
const MAX_KNOWN = 1_000;

const ears = new Map<SoundScript, Ear>();
let letters: LetterModel | undefined;

/** The ear for a script: one for each thread, made from its table when the script is met first. */
export function earFor(script: SoundScript): Ear {
  let ear = ears.get(script);
  if (!ear) {
    ear = new Ear(script);
    ears.set(script, ear);
  }
  return ear;
}

/** Tells how alike a word of another script and a Latin one sound. */
export class Ear {
  readonly #model: SoundModel;
  readonly #slope: number;
  readonly #offset: number;
  readonly #codes = new Uint8Array(MAX_CODES);
  readonly #known = new Map<string, { readonly spellings: readonly string[]; readonly top: number }>();
  #top = 0;

  constructor(script: SoundScript) {
    letters ??= readLetters();
    this.#model = readModel(script, letters);
    const row = readTable('sound/certainty.tsv', ['script', 'slope', 'offset']).find(([name]) => name === script);
    [this.#slope, this.#offset] = [Number(row![1]), Number(row![2])];
  }

  /** The Latin spellings that a word may have, the likeliest first; none where it has no letter of the script. */
  spellings(word: string): readonly string[] {
    return this.#known.get(word)?.spellings ?? this.listen(word);
  }

  /** Takes the word to compare from now on. Gives its spellings. */
  listen(word: string): readonly string[] {
    if (!this.#model.listen(word)) return [];
    let heard = this.#known.get(word);
    if (!heard) {
      const spellings = this.#model.spellings(SPELLINGS).map(({ text }) => text);
      const top = Math.max(...spellings.map((text) => this.#evidence(text.length, (at) => text.charCodeAt(at))));
      heard = { spellings, top };
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(word, heard);
    }
    this.#top = heard.top;
    return heard.spellings;
  }

  /** How alike the word and a Latin one are, 0 to 1, given the codes of its letters. */
  similarity(codes: Uint8Array, from: number, to: number): number {
    const behind = this.#top - this.#evidence(to - from, (at) => codes[from + at]!);
    const share = (1 + Math.exp(-this.#offset)) / (1 + Math.exp(this.#slope * behind - this.#offset));
    return share < MIN_SHARE ? 0 : Math.min(1, BEST * share ** (1 / SHARPNESS));
  }

  #evidence(length: number, codeAt: (at: number) => number): number {
    const count = Math.min(length, MAX_CODES);
    for (let at = 0; at < count; at++) {
      const code = codeAt(at) - LETTER_A + 1;
      if (code < 1 || code > 26) return Number.NEGATIVE_INFINITY;
      this.#codes[at] = code;
    }
    return this.#model.evidence(this.#codes, 0, count);
  }
}

function readModel(script: SoundScript, letters: LetterModel): SoundModel {
  const signs = new Map<string, number>();
  const groups = [];
  for (const [group, written, probability] of readTable(`sound/${script}.tsv`, ['letters', 'signs', 'probability'])) {
    if (group === '*') signs.set(written, Number(probability));
    else groups.push({ letters: group, signs: written === '-' ? '' : written, probability: Number(probability) });
  }
  return new SoundModel(script, { groups, signs }, letters);
}

function readLetters(): LetterModel {
  const model = new Float32Array(ALPHABET.length ** 3);
  for (const [before, ...bits] of readTable('sound/latin-letters.tsv', LETTER_COLUMNS)) {
    const [second, first] = [ALPHABET.indexOf(before![0]!), ALPHABET.indexOf(before![1]!)];
    for (const [letter, tenths] of bits.entries()) model[letterPlace(second, first, letter)] = -Number(tenths) / 10;
  }
  return model;
}
