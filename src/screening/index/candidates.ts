import { phoneticKeys, skeletonKey } from '../names/phonetic.ts';
import { givenNameClasses } from '../names/tables/given-names.ts';
import type { NameToken } from '../names/types.ts';
import { codesOf, distanceFor, foldedDistance, similarityOf } from '../scoring/distance.ts';
import { EQUIVALENT, hashText, lookUp, PHONETIC, remainderHashes, SKELETON } from './keys.ts';
import type { IndexView } from './view.ts';

/** How a word of the dictionary came to resemble a token; the order of `EVIDENCE_OF_ROUTE`. */
export const SAME = 0;
export const SPELLING = 1;
export const SOUND = 2;
export const CONSONANTS = 3;
export const NICKNAME = 4;

/** The words of the dictionary that resemble a token, side by side; best similarity of each word. */
export interface Resembling {
  readonly words: Uint32Array;
  readonly similarities: Float32Array;
  readonly routes: Uint8Array;
  /** Which spelling of the token it was: 0 its text, then its variants. */
  readonly spellings: Uint8Array;
  readonly texts: Uint32Array;
}

/** Below this two spellings are two names. Found on misspelt and transliterated names of the quality benchmark. */
const LEAST_SIMILARITY = 0.68;
const LEAST_SHORT_SIMILARITY = 0.74;
const LEAST_SHORTEST_SIMILARITY = 0.79;
const SHORT_TEXT = 4;
const SHORTEST_TEXT = 3;
/** What remains of a distance where the sounds are the same, and where they are nearly. */
const SAME_SOUND = 0.8;
const NEAR_SOUND = 0.95;
const SAME_SOUND_ROMANISED = 0.6;
const NEAR_SOUND_ROMANISED = 0.85;
/** Spellings of fewer letters are not taken for the same because they sound alike. */
const SHORTEST_SOUND = 5;
const SHORTEST_SOUND_ROMANISED = 4;
/** Romanised syllables come with every spelling that is usual: what resembles none of them is another syllable. */
const LEAST_SYLLABIC = 0.905;
const NICKNAME_SIMILARITY = 0.86;
const VARIANT_SIMILARITY = 0.99;
/** Bounds of the work for one token. */
const MOST_UNDER_A_KEY = 600;
const MOST_COMPARED = 4000;
const MOST_WORDS = 600;
const CACHED_TOKENS = 4096;

interface Found {
  similarity: number;
  route: number;
  spelling: number;
  text: number;
}

/** Finds the words of one index that resemble a token, and remembers what it found for the tokens used last. */
export class CandidateFinder {
  readonly #view: IndexView;
  readonly #cache = new Map<string, Resembling>();
  readonly #seen: Uint32Array;
  #round = 0;

  constructor(view: IndexView) {
    this.#view = view;
    this.#seen = new Uint32Array(view.textStarts.length);
  }

  resembling(token: NameToken, syllabic: boolean): Resembling {
    const key = `${syllabic ? '.' : ''}${token.text} ${token.variants.map(({ text }) => text).join(' ')}`;
    const known = this.#cache.get(key);
    if (known) {
      this.#cache.delete(key);
      this.#cache.set(key, known);
      return known;
    }
    const found = this.#find(token, syllabic);
    if (this.#cache.size >= CACHED_TOKENS) this.#cache.delete(this.#cache.keys().next().value!);
    this.#cache.set(key, found);
    return found;
  }

  #find(token: NameToken, syllabic: boolean): Resembling {
    const best = new Map<number, Found>();
    const spellings = [{ text: token.text, system: token.system ?? '' }, ...token.variants];
    for (const [spelling, { text, system }] of spellings.entries()) {
      this.#findText(text, spelling, system, syllabic, best);
    }
    const ranked = [...best].sort(([a, left], [b, right]) => right.similarity - left.similarity || a - b);
    const kept = ranked.slice(0, MOST_WORDS);
    return {
      words: Uint32Array.from(kept, ([word]) => word),
      similarities: Float32Array.from(kept, ([, { similarity }]) => similarity),
      routes: Uint8Array.from(kept, ([, { route }]) => route),
      spellings: Uint8Array.from(kept, ([, { spelling }]) => spelling),
      texts: Uint32Array.from(kept, ([, { text }]) => text),
    };
  }

  #findText(text: string, spelling: number, system: string, syllabic: boolean, best: Map<number, Found>): void {
    const view = this.#view;
    this.#round++;
    let compared = 0;
    const codes = codesOf(text);
    const share = spelling === 0 ? 1 : VARIANT_SIMILARITY;
    const offer = (id: number, similarity: number, route: number) => {
      for (let place = view.textWordStarts[id]!; place < view.textWordStarts[id + 1]!; place++) {
        const word = view.textWords[place]!;
        if (similarity < LEAST_SYLLABIC && (syllabic || view.wordSyllabic[word] === 1)) continue;
        const known = best.get(word);
        if (known && known.similarity >= similarity * share) continue;
        best.set(word, { similarity: similarity * share, route, spelling, text: id });
      }
    };
    if (/skeleton/i.test(system)) {
      this.#findSkeleton(text, offer);
      return;
    }
    const exact = view.textId(text);
    if (exact >= 0) {
      this.#seen[exact] = this.#round;
      offer(exact, 1, SAME);
    }
    const compare = (id: number, scaleOfSound: number, route: number) => {
      const scale = syllabic ? 1 : scaleOfSound;
      if (this.#seen[id] === this.#round || compared >= MOST_COMPARED) return;
      this.#seen[id] = this.#round;
      compared++;
      const similarity = this.#similarity(codes, id, scale);
      if (similarity > 0) offer(id, similarity, route);
    };
    if (/^\d/.test(text)) return;
    const own = skeletonKey(text);
    for (const key of phoneticKeys(text)) {
      const near = key.startsWith('~');
      const romanised = system !== '' && system !== 'marks written out';
      const scale =
        text.length < (romanised ? SHORTEST_SOUND_ROMANISED : SHORTEST_SOUND)
          ? 1
          : romanised
            ? near
              ? NEAR_SOUND_ROMANISED
              : SAME_SOUND_ROMANISED
            : near
              ? NEAR_SOUND
              : SAME_SOUND;
      lookUp(view.keys, hashText(key, PHONETIC), MOST_UNDER_A_KEY, (id) => compare(id, scale, SOUND));
    }
    const remainders: number[] = [];
    remainderHashes(text, remainders);
    for (const hash of remainders) {
      lookUp(view.keys, hash, MOST_UNDER_A_KEY, (id) => compare(id, 1, SPELLING));
    }
    for (const equivalent of spelling === 0 ? givenNameClasses(text) : []) {
      lookUp(view.keys, hashText(String(equivalent), EQUIVALENT), MOST_UNDER_A_KEY, (id) => {
        offer(id, NICKNAME_SIMILARITY, NICKNAME);
      });
    }
    if (own.length > 1) {
      lookUp(view.keys, hashText(own, SKELETON), MOST_UNDER_A_KEY, (id) => {
        if (hasNoVowel(view, id)) offer(id, skeletonSimilarity(own), CONSONANTS);
      });
    }
  }

  /** A consonant skeleton finds every spelling with these consonants. */
  #findSkeleton(text: string, offer: (id: number, similarity: number, route: number) => void): void {
    const key = skeletonKey(text);
    if (key.length < 2) return;
    lookUp(this.#view.keys, hashText(key, SKELETON), MOST_UNDER_A_KEY, (id) => {
      offer(id, skeletonSimilarity(key), CONSONANTS);
    });
  }

  /** 0 where it is under the least. */
  #similarity(codes: Uint8Array, id: number, scale: number): number {
    const start = this.#view.textStarts[id]!;
    const end = this.#view.textStarts[id + 1]!;
    const length = end - start;
    const shorter = Math.min(codes.length, length);
    const least =
      shorter <= SHORTEST_TEXT
        ? LEAST_SHORTEST_SIMILARITY
        : shorter <= SHORT_TEXT
          ? LEAST_SHORT_SIMILARITY
          : LEAST_SIMILARITY;
    const limit = distanceFor(least, codes.length, length) / scale;
    const distance = foldedDistance(codes, this.#view.textBytes, start, end, limit);
    return distance > limit ? 0 : similarityOf(distance * scale, codes.length, length);
  }
}

function hasNoVowel(view: IndexView, id: number): boolean {
  for (let at = view.textStarts[id]!; at < view.textStarts[id + 1]!; at++) {
    const letter = String.fromCharCode(view.textBytes[at]!);
    if ('aeiou'.includes(letter)) return false;
  }
  return true;
}

const SKELETON_SIMILARITY = [0, 0, 0.7, 0.84, 0.9, 0.93];

/** The more consonants agree, the less the missing vowels matter. */
function skeletonSimilarity(key: string): number {
  return SKELETON_SIMILARITY[Math.min(key.length, SKELETON_SIMILARITY.length - 1)]!;
}
