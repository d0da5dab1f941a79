import { Recent } from '../../../recent.ts';
import { readTable } from '../../../tables.ts';
import { lettersOf } from '../distance.ts';
import type { SoundScript } from '../types.ts';
import { EARS } from './ear-kernel.ts';
import { Pronunciations } from './pronunciations.ts';
import { signsOf } from './signs.ts';
import { ALPHABET, type LetterModel, letterPlace, SoundModel } from './sound-model.ts';
import { Speller } from './speller.ts';

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
const MAX_KNOWN = 6_000;

const sounds = new Map<SoundScript, Sounds>();
const speller = new Speller();
let letters: LetterModel | undefined;

/** What was learned of a script, and the words of it that were spelt last. */
interface Sounds {
  readonly model: SoundModel;
  readonly slope: number;
  readonly offset: number;
  /** A spelling that is so many bits behind the best one is another name. */
  readonly maxBehind: number;
  readonly spelt: Recent<string, readonly string[]>;
}

/** The Latin spellings that a word may have, the likeliest first; none where it has no letter of the script. */
export function spellingsOf(word: string, script: SoundScript): readonly string[] {
  const { model, spelt } = soundsOf(script);
  return spelt.get(word, () => {
    const signs = model.read(signsOf(word, script));
    return signs.length === 0 ? [] : speller.spellings(model, signs, SPELLINGS).map(({ text }) => text);
  });
}

/** Tells how alike a word of another script and a Latin one sound. Holds scratch memory for one thread. */
export class SoundSimilarity {
  readonly #hearing = new Pronunciations();
  #sounds!: Sounds;
  #top = 0;

  /** Takes the word to compare from now on. It has a letter of the script. */
  listen(word: string, script: SoundScript): void {
    this.#sounds = soundsOf(script);
    const { model, maxBehind } = this.#sounds;
    this.#hearing.listen(model, model.read(signsOf(word, script)));
    this.#top = Math.max(...spellingsOf(word, script).map((text) => this.#hearing.evidence(lettersOf(text).codes)));
    this.#hearing.expect(this.#top - maxBehind);
  }

  /** How alike the word and a Latin one are, 0 to 1, given the ASCII codes of its letters. */
  similarity(codes: Uint8Array, from: number, to: number): number {
    const evidence = this.#hearing.evidence(codes, from, to);
    if (evidence === Number.NEGATIVE_INFINITY) return 0;
    const { slope, offset } = this.#sounds;
    const share = (1 + Math.exp(-offset)) / (1 + Math.exp(slope * (this.#top - evidence) - offset));
    return share < MIN_SHARE ? 0 : Math.min(1, BEST * share ** (1 / SHARPNESS));
  }
}

interface Listening {
  readonly word: string;
  readonly script: SoundScript;
  readonly ear: SoundSimilarity;
}

/** The words that the thread listens to, the last one first. Each may be in an ear of its own. */
const listening: Listening[] = [];

/**
 * An ear for a word, which has a letter of the script. A search and its comparisons ask for the same few words, in each
 * index. So the last ones stay in their ears, and an ear must not be kept after another word was asked for.
 */
export function earFor(word: string, script: SoundScript): SoundSimilarity {
  const last = listening[0];
  if (last?.word === word && last.script === script) return last.ear;
  const place = listening.findIndex((one) => one.word === word && one.script === script);
  const [known] = place > 0 ? listening.splice(place, 1) : [];
  const ear = known?.ear ?? freeEar();
  if (!known) ear.listen(word, script);
  listening.unshift({ word, script, ear });
  return ear;
}

const freeEar = (): SoundSimilarity =>
  (listening.length < EARS ? undefined : listening.pop()?.ear) ?? new SoundSimilarity();

/** Those of a script: one for each thread, made from its table when the script is met first. */
function soundsOf(script: SoundScript): Sounds {
  let found = sounds.get(script);
  if (!found) {
    letters ??= readLetters();
    const row = readTable('sound/certainty.tsv', ['script', 'slope', 'offset']).find(([name]) => name === script);
    const [slope, offset] = [Number(row![1]), Number(row![2])];
    const maxBehind = (Math.log((1 + Math.exp(-offset)) / MIN_SHARE - 1) + offset) / slope;
    found = { model: readModel(script, letters), slope, offset, maxBehind, spelt: new Recent(MAX_KNOWN) };
    sounds.set(script, found);
  }
  return found;
}

function readModel(script: SoundScript, letters: LetterModel): SoundModel {
  const signs = new Map<string, number>();
  const groups = [];
  for (const [group, written, probability] of readTable(`sound/${script}.tsv`, ['letters', 'signs', 'probability'])) {
    if (group === '*') signs.set(written, Number(probability));
    else groups.push({ letters: group, signs: written === '-' ? '' : written, probability: Number(probability) });
  }
  return new SoundModel({ groups, signs }, letters);
}

function readLetters(): LetterModel {
  const model = new Float32Array(ALPHABET.length ** 3);
  for (const [before, ...bits] of readTable('sound/latin-letters.tsv', LETTER_COLUMNS)) {
    const [second, first] = [ALPHABET.indexOf(before![0]!), ALPHABET.indexOf(before![1]!)];
    for (const [letter, tenths] of bits.entries()) model[letterPlace(second, first, letter)] = -Number(tenths) / 10;
  }
  return model;
}
