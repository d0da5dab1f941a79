import { type SoundScript, signsOf } from './signs.ts';

/** What training learned of one script; see `training/matching/sound`. */
export interface SoundTable {
  /** P(signs | Latin letters) of groups of one to three letters and up to two signs. */
  readonly groups: readonly { readonly letters: string; readonly signs: string; readonly probability: number }[];
  /** How common each sign is. */
  readonly signs: ReadonlyMap<string, number>;
}

/** log2 P(letter | the two before it) of Latin names, by {@link letterPlace}. */
export type LetterModel = Float32Array;

/** A Latin spelling that a word may have, and the evidence for it in bits. */
export interface Spelling {
  readonly text: string;
  readonly evidence: number;
}

const MAX_LETTERS = 3;
const MAX_SIGNS = 2;
const ROW = MAX_SIGNS + 1;
/** What a letter against a sign, and a letter against nothing, is where training never saw it. */
const UNSEEN = 1e-5;
const UNSEEN_SIGN = 1e-6;
/** Letters by their codes; the first stands for the beginning and the end of a word. */
export const ALPHABET = '-abcdefghijklmnopqrstuvwxyz';
const LETTERS = ALPHABET.length;
const A = 97;
/** Words of more signs are no name tokens: what comes after is not looked at. */
const MAX_HEARD = 24;
const MAX_SPELT = 32;
/** Bounds of the search for spellings: so many are kept after each sign, each goes on in so many ways. */
const BEAM = 16;
const MAX_WAYS = 12;
/** … and none that is so many bits behind the best. */
const BEAM_BITS = 10;
/** Letters in a row that no sign stands for. */
const MAX_SILENT = 2;

interface Standing {
  readonly groups: number[];
  readonly probabilities: number[];
}

interface Way {
  readonly letters: string;
  readonly codes: Uint8Array;
  readonly bits: number;
}

/** The beginning of a spelling. */
interface Partial {
  readonly before: Partial | undefined;
  readonly letters: string;
  /** Of all letters. */
  readonly hash: number;
  readonly length: number;
  /** Codes of the last two letters. */
  readonly second: number;
  readonly first: number;
  /** So many of the last groups stand for no sign. */
  readonly silent: number;
  readonly bits: number;
}

const START: Partial = { before: undefined, letters: '', hash: 7, length: 0, second: 0, first: 0, silent: 0, bits: 0 };

/** How names of one script sound in Latin letters. Holds scratch memory: one for each thread. */
export class SoundModel {
  readonly #script: SoundScript;
  /** By signs: the Latin groups that stand for them. */
  readonly #standing = new Map<string, Standing>();
  readonly #signs: ReadonlyMap<string, number>;
  readonly #letters: LetterModel;
  /** By signs: the groups that stand for them, the likeliest first. */
  readonly #ways = new Map<string, Way[]>();
  readonly #rowOf = new Int32Array(LETTERS ** MAX_LETTERS);
  readonly #stampOf = new Uint32Array(LETTERS ** MAX_LETTERS);
  #rows = new Float64Array(1 << 14);
  #usedRows = 0;
  #stamp = 0;
  readonly #cells = new Float64Array((MAX_SPELT + 1) * (MAX_HEARD + 1) + MAX_SIGNS);
  #heard = '';
  #chance = 0;

  constructor(script: SoundScript, { groups, signs }: SoundTable, letters: LetterModel) {
    this.#script = script;
    this.#signs = signs;
    this.#letters = letters;
    for (const { letters, signs, probability } of groups) {
      if (!this.#standing.has(signs)) this.#standing.set(signs, { groups: [], probabilities: [] });
      const standing = this.#standing.get(signs)!;
      standing.groups.push(groupKey(letters));
      standing.probabilities.push(probability);
      if (!this.#ways.has(signs)) this.#ways.set(signs, []);
      this.#ways.get(signs)!.push({ letters, codes: letterCodes(letters), bits: Math.log2(probability) });
    }
    for (const ways of this.#ways.values()) {
      const likely = ({ codes, bits }: Way) => bits + this.#letterBits(codes);
      ways.sort((a, b) => likely(b) - likely(a)).splice(MAX_WAYS);
    }
  }

  /** Takes the word that `evidence` compares from now on; false where it has no sign of this script. */
  listen(word: string): boolean {
    return this.listenToSigns(signsOf(word, this.#script));
  }

  /** The same for the signs of a word. */
  listenToSigns(signs: string): boolean {
    this.#heard = signs.slice(0, MAX_HEARD);
    this.#chance = 0;
    for (const sign of this.#heard) this.#chance += Math.log2(this.#signs.get(sign) ?? UNSEEN_SIGN);
    this.#fillRows();
    return this.#heard !== '';
  }

  /**
   * How much likelier the word is where it is this Latin one than where it is any: log2 P(word | latin) ∕ P(word), in
   * bits. `latin` holds letters `a`-`z`, as 1 to 26, from `from` to `to`.
   */
  evidence(latin: ArrayLike<number>, from = 0, to = latin.length): number {
    const n = Math.min(to - from, MAX_SPELT);
    const width = this.#heard.length + 1;
    this.#cells.fill(0, 0, (n + 1) * width);
    this.#cells[0] = 1;
    for (let i = 0; i < n; i++) {
      let key = 0;
      const most = Math.min(MAX_LETTERS, n - i);
      for (let letters = 1; letters <= most; letters++) {
        key = key * LETTERS + latin[from + i + letters - 1]!;
        if (this.#stampOf[key] === this.#stamp) this.#advance(i * width, (i + letters) * width, this.#rowOf[key]!);
      }
    }
    return Math.log2(this.#cells[n * width + width - 1]! || Number.MIN_VALUE) - this.#chance;
  }

  /** From the cells of one number of letters to those of another. A row has 0 where signs would lead over the end. */
  #advance(from: number, to: number, row: number): void {
    const cells = this.#cells;
    const rows = this.#rows;
    const width = this.#heard.length + 1;
    for (let j = 0, at = row; j < width; j++, at += ROW) {
      const cell = cells[from + j]!;
      if (cell === 0) continue;
      cells[to + j]! += cell * rows[at]!;
      cells[to + j + 1]! += cell * rows[at + 1]!;
      cells[to + j + 2]! += cell * rows[at + 2]!;
    }
  }

  /** The likeliest Latin spellings of the word that was listened to, the best first. */
  spellings(most: number): Spelling[] {
    const heard = this.#heard;
    const beams = Array.from({ length: heard.length + 1 }, () => new Beam());
    beams[0]!.put(START);
    for (const [place, beam] of beams.entries()) {
      this.#addSilent(beam);
      const kept = beam.best();
      for (let signs = 1; signs <= MAX_SIGNS && place + signs <= heard.length; signs++) {
        const ways = this.#ways.get(heard.slice(place, place + signs)) ?? [];
        for (const partial of kept) this.#goOn(partial, ways, beams[place + signs]!, 0);
      }
    }
    const ended = beams[heard.length]!.best().map((partial) => ({
      text: textOf(partial),
      evidence: partial.bits + this.#letters[letterPlace(partial.second, partial.first, 0)]! - this.#chance,
    }));
    return ended.sort((a, b) => b.evidence - a.evidence).slice(0, most);
  }

  /** Letters that no sign stands for. */
  #addSilent(beam: Beam): void {
    const ways = this.#ways.get('') ?? [];
    for (let round = 0; round < MAX_SILENT; round++) {
      for (const partial of beam.best()) if (partial.silent === round) this.#goOn(partial, ways, beam, round + 1);
    }
  }

  #goOn(before: Partial, ways: readonly Way[], beam: Beam, silent: number): void {
    if (before.length >= MAX_SPELT) return;
    for (const { letters, codes, bits } of ways) {
      let reached = before.bits + bits;
      if (reached < beam.floor) continue;
      let { second, first, hash } = before;
      for (const code of codes) {
        reached += this.#letters[letterPlace(second, first, code)]!;
        hash = Math.imul(hash, LETTERS) + code;
        [second, first] = [first, code];
      }
      if (reached < beam.floor || reached <= beam.bitsOf(hash)) continue;
      beam.put({ before, letters, hash, second, first, silent, length: before.length + codes.length, bits: reached });
    }
  }

  /** log2 P(letters) at the beginning of a word. */
  #letterBits(codes: Uint8Array): number {
    let bits = 0;
    let [second, first] = [0, 0];
    for (const code of codes) {
      bits += this.#letters[letterPlace(second, first, code)]!;
      [second, first] = [first, code];
    }
    return bits;
  }

  /** Of each Latin group that may stand for a part of the word: its probability for each place and number of signs. */
  #fillRows(): void {
    const heard = this.#heard;
    this.#stamp++;
    this.#usedRows = 0;
    for (let letter = 1; letter < LETTERS; letter++) {
      const row = this.#row(letter);
      for (let place = 0; place <= heard.length; place++) {
        this.#rows[row + place * ROW] = UNSEEN;
        if (place < heard.length) this.#rows[row + place * ROW + 1] = UNSEEN;
      }
    }
    const silent = this.#standing.get('');
    for (let place = 0; place <= heard.length; place++) {
      if (silent) this.#fill(silent, place * ROW);
      for (let signs = 1; signs <= MAX_SIGNS && place + signs <= heard.length; signs++) {
        const standing = this.#standing.get(heard.slice(place, place + signs));
        if (standing) this.#fill(standing, place * ROW + signs);
      }
    }
  }

  #fill({ groups, probabilities }: Standing, at: number): void {
    for (let index = 0; index < groups.length; index++) {
      const key = groups[index]!;
      const row = this.#stampOf[key] === this.#stamp ? this.#rowOf[key]! : this.#row(key);
      this.#rows[row + at] = probabilities[index]!;
    }
  }

  /** A new row, in which nothing is possible yet. */
  #row(key: number): number {
    const start = this.#usedRows;
    this.#usedRows += (this.#heard.length + 1) * ROW;
    if (this.#usedRows > this.#rows.length) {
      const rows = new Float64Array(this.#usedRows * 2);
      rows.set(this.#rows);
      this.#rows = rows;
    }
    this.#rows.fill(0, start, this.#usedRows);
    this.#stampOf[key] = this.#stamp;
    this.#rowOf[key] = start;
    return start;
  }
}

/** The best beginnings of spellings up to one sign. */
class Beam {
  readonly #partials = new Map<number, Partial>();
  #top = Number.NEGATIVE_INFINITY;

  /** What has fewer bits is not worth going on with. */
  get floor(): number {
    return this.#top - BEAM_BITS;
  }

  /** The best so far of the beginnings with these letters. */
  bitsOf(hash: number): number {
    return this.#partials.get(hash)?.bits ?? Number.NEGATIVE_INFINITY;
  }

  /** Takes the place of what has the same letters. */
  put(partial: Partial): void {
    this.#partials.set(partial.hash, partial);
    if (partial.bits > this.#top) this.#top = partial.bits;
  }

  best(): Partial[] {
    const { floor } = this;
    const kept: Partial[] = [];
    for (const partial of this.#partials.values()) if (partial.bits >= floor) kept.push(partial);
    return kept.sort((a, b) => b.bits - a.bits).slice(0, BEAM);
  }
}

function textOf(partial: Partial): string {
  let text = '';
  for (let at: Partial | undefined = partial; at; at = at.before) text = at.letters + text;
  return text;
}

/** Place of log2 P(letter | second to last, last); 0 stands for the beginning and the end of a word. */
export function letterPlace(second: number, first: number, letter: number): number {
  return (second * LETTERS + first) * LETTERS + letter;
}

/** Letters `a`-`z` as 1 to 26. */
export function letterCodes(latin: string): Uint8Array {
  return Uint8Array.from(latin, (letter) => letter.charCodeAt(0) - A + 1);
}

function groupKey(letters: string): number {
  let key = 0;
  for (const code of letterCodes(letters)) key = key * LETTERS + code;
  return key;
}
