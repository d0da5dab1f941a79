import type { Recent } from '../../recent.ts';
import { copied } from '../index/number-list.ts';
import type { IndexView } from '../index/view.ts';
import { FREQUENCIES } from '../index/weigh.ts';
import { FLAG_BITS, FOUND, FOUND_AT } from '../index/word-flags.ts';

/** The words of the dictionary that resemble a token, side by side; best similarity of each word. */
export interface ResemblingWords {
  readonly buffer: ArrayBuffer;
  readonly words: Uint32Array;
  readonly similarities: Float32Array;
  readonly matchKinds: Uint8Array;
  /** Which spelling of the token it was: 0 its text, then its variants. */
  readonly spellings: Uint8Array;
  readonly texts: Uint32Array;
  /** How unlikely it is that a stranger's word is at least as like the token: -ln of the share of such words. */
  readonly surprises: Float32Array;
  /** How alike other words are to the token, as far as they were compared. */
  leftOver?: Recent<number, number>;
}

/** Bytes that a word takes in the lists of `Resembling`. */
const WORD_BYTES = 18;

/** What a piece of memory holds: all lists side by side, because thousands of them are remembered. */
export function resemblingIn(buffer: ArrayBuffer): ResemblingWords {
  const count = buffer.byteLength / WORD_BYTES;
  return {
    buffer,
    words: new Uint32Array(buffer, 0, count),
    similarities: new Float32Array(buffer, 4 * count, count),
    texts: new Uint32Array(buffer, 8 * count, count),
    surprises: new Float32Array(buffer, 12 * count, count),
    matchKinds: new Uint8Array(buffer, 16 * count, count),
    spellings: new Uint8Array(buffer, 17 * count, count),
  };
}

const NOTHING = resemblingIn(new ArrayBuffer(0));

/** Each one is another: what is learnt of a token is noted on it. */
function nothing(): ResemblingWords {
  const { buffer, words, similarities, texts, surprises, matchKinds, spellings } = NOTHING;
  return { buffer, words, similarities, texts, surprises, matchKinds, spellings };
}

/** Those of the words, by their places, that a test keeps. */
export function keptWords(found: ResemblingWords, isKept: (place: number) => boolean): ResemblingWords {
  const places = Array.from(found.words.keys()).filter(isKept);
  const kept = resemblingIn(new ArrayBuffer(WORD_BYTES * places.length));
  for (const [at, place] of places.entries()) {
    kept.words[at] = found.words[place]!;
    kept.similarities[at] = found.similarities[place]!;
    kept.texts[at] = found.texts[place]!;
    kept.surprises[at] = found.surprises[place]!;
    kept.matchKinds[at] = found.matchKinds[place]!;
    kept.spellings[at] = found.spellings[place]!;
  }
  return kept;
}

/** So many of the words that resemble a token are kept. */
const MAX_WORDS = 600;
/** What sorts words fits in the 53 bits of a whole number. */
const SIMILARITY_STEPS = 2 ** 24;
const WORDS = 2 ** 28;

/** Gathers words that resemble a token, each as it resembles it most. Its scratch memory is for one thread. */
export class FoundWords {
  readonly #view: IndexView;
  readonly #marks: Uint32Array;
  #stamp = 0;
  #count = 0;
  #words = new Uint32Array(1024);
  #similarities = new Float64Array(1024);
  #matchKinds = new Uint8Array(1024);
  #spellings = new Uint8Array(1024);
  #texts = new Uint32Array(1024);
  #keys = new Float64Array(1024);

  constructor(view: IndexView, marks: Uint32Array) {
    this.#view = view;
    this.#marks = marks;
  }

  clear(): void {
    this.#stamp++;
    this.#count = 0;
  }

  /** A word that was found before counts again only where it is more alike. */
  offer(word: number, similarity: number, matchKind: number, spelling: number, text: number): void {
    const [marks, at] = [this.#marks, word << FLAG_BITS];
    let place = marks[at + FOUND_AT]!;
    if (marks[at + FOUND] !== this.#stamp) {
      place = this.#count++;
      if (place === this.#words.length) this.#grow();
      marks[at + FOUND] = this.#stamp;
      marks[at + FOUND_AT] = place;
      this.#words[place] = word;
    } else if (this.#similarities[place]! >= similarity) return;
    this.#similarities[place] = similarity;
    this.#matchKinds[place] = matchKind;
    this.#spellings[place] = spelling;
    this.#texts[place] = text;
  }

  #grow(): void {
    const more = 2 * this.#words.length;
    this.#words = copied(new Uint32Array(more), this.#words);
    this.#similarities = copied(new Float64Array(more), this.#similarities);
    this.#matchKinds = copied(new Uint8Array(more), this.#matchKinds);
    this.#spellings = copied(new Uint8Array(more), this.#spellings);
    this.#texts = copied(new Uint32Array(more), this.#texts);
  }

  /**
   * The most alike first, as far as they are kept. `areOne`: they are one word in many languages, so that an entity has
   * several of them.
   */
  ranked(areOne = false): ResemblingWords {
    if (this.#count === 0) return nothing();
    const places = this.#bestFirst();
    const count = places.length;
    const found = resemblingIn(new ArrayBuffer(count * WORD_BYTES));
    for (let rank = 0; rank < count; rank++) {
      const place = places[rank]!;
      found.words[rank] = this.#words[place]!;
      found.similarities[rank] = this.#similarities[place]!;
      found.matchKinds[rank] = this.#matchKinds[place]!;
      found.spellings[rank] = this.#spellings[place]!;
      found.texts[rank] = this.#texts[place]!;
    }
    this.#fillSurprises(found.surprises, places, areOne);
    return found;
  }

  /** Sorted as numbers: the similarity above, the word below. Of equally alike words the first word comes first. */
  #bestFirst(): Uint32Array {
    if (this.#keys.length < this.#count) this.#keys = new Float64Array(2 * this.#count);
    const keys = this.#keys.subarray(0, this.#count);
    for (let place = 0; place < this.#count; place++) {
      const similarity = Math.round(this.#similarities[place]! * SIMILARITY_STEPS);
      keys[place] = (SIMILARITY_STEPS - similarity) * WORDS + this.#words[place]!;
    }
    keys.sort();
    const best = new Uint32Array(Math.min(this.#count, MAX_WORDS));
    for (let rank = 0; rank < best.length; rank++)
      best[rank] = this.#marks[((keys[rank]! % WORDS) << FLAG_BITS) + FOUND_AT]!;
    return best;
  }

  #fillSurprises(surprises: Float32Array, places: Uint32Array, areOne: boolean): void {
    const { textRarity, wordText } = this.#view;
    let share = 0;
    let tied = 0;
    for (let rank = 0; rank < places.length; rank++) {
      const place = places[rank]!;
      const own = FREQUENCIES[textRarity[wordText[this.#words[place]!]!]!]!;
      share = areOne ? Math.max(share, own) : share + own;
      const isTied = rank + 1 < places.length && this.#similarities[places[rank + 1]!] === this.#similarities[place];
      if (isTied) continue;
      surprises.fill(-Math.log(Math.min(1, share)), tied, rank + 1);
      tied = rank + 1;
    }
  }
}
