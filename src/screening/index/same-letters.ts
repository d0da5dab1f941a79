import { Recent } from '../../recent.ts';
import { normaliseText } from '../names/normalise.ts';
import { isLinked } from '../names/roles.ts';
import { hashText, LETTERS, surfaceOf } from './keys.ts';
import { NumberList, numbersTo } from './number-list.ts';
import type { IndexView } from './view.ts';

/**
 * In which two names with the same letters may differ: in spaces, dots and hyphens alone, or in the order of words
 * alone.
 */
export type SameLetters = 'separators' | 'order';

/** What two names have in common that differ in that alone. */
interface Letters {
  readonly differing: SameLetters;
  readonly text: string;
}

/** A letter beyond Latin, where words are joined and parted as one likes. */
const BEYOND_LATIN = /(?!\p{Script=Latin})\p{L}/u;
/** In East Asia, names of the same syllables in another order are other people's. */
const SYLLABLES = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ASCII = /^[\0-\x7f]*$/;
const LEAST_WORDS = 3;
/** Of a second hash, so that two names hardly agree in both by chance. */
const CHECK = 0x7f4a7c15;
const NO_LETTERS: readonly Letters[] = [];

/**
 * What a person's name has in common with itself where words are joined, parted or in another order. Empty for most
 * names in Latin letters, whose words are found one by one. Only words that are one name with
 * the next, or link it (Abd al-Rahman), are other words in another order.
 */
function lettersOf(name: string): readonly Letters[] {
  const isLatin = ASCII.test(name) || !BEYOND_LATIN.test(name);
  const words = surfaceOf(isLatin ? name : normaliseText(name)).split(' ');
  if (isLatin && (words.length < LEAST_WORDS || !words.some(isLinked))) return NO_LETTERS;
  const inOrder: Letters = { differing: 'order', text: words.toSorted().join(' ') };
  if (isLatin) return [inOrder];
  const apart: Letters = { differing: 'separators', text: words.join('') };
  return words.length < LEAST_WORDS || SYLLABLES.test(name) ? [apart] : [apart, inOrder];
}

/** Collects the letters of names and the form of each. */
export class LettersOfForms {
  readonly #hashes = new NumberList();
  readonly #checks = new NumberList();
  readonly #forms = new NumberList();

  add(name: string, form: number): void {
    for (const letters of lettersOf(name)) {
      const { hash, check } = hashesOf(letters);
      this.#hashes.push(hash);
      this.#checks.push(check);
      this.#forms.push(form);
    }
  }

  /** By ascending hashes. `placeOf`: where a form has come to stand. */
  sections(placeOf: Uint32Array) {
    const [hashes, checks, forms] = [this.#hashes, this.#checks, this.#forms];
    const order = numbersTo(hashes.length).sort((a, b) => hashes.at(a) - hashes.at(b) || a - b);
    return {
      letterHashes: order.map((place) => hashes.at(place)),
      letterChecks: order.map((place) => checks.at(place)),
      letterForms: order.map((place) => placeOf[forms.at(place)]!),
    };
  }
}

/** The forms of the same letters as a name, and in which they may differ from it. */
export function formsOfLetters(name: string, view: IndexView): { form: number; differing: SameLetters }[] {
  return hashesOfAsked.get(name, hashesOfName).flatMap(({ hash, check, differing }) => {
    return view.formsWithLetters(hash, check).map((form) => ({ form, differing }));
  });
}

/** The readings of a query are of few names, in each index. */
const hashesOfAsked = new Recent<string, ReturnType<typeof hashesOfName>>(64);

function hashesOfName(name: string) {
  return lettersOf(name).map((letters) => ({ ...hashesOf(letters), differing: letters.differing }));
}

function hashesOf({ differing, text }: Letters): { hash: number; check: number } {
  const whole = `${differing} ${text}`;
  return { hash: hashText(whole, LETTERS), check: hashText(whole, CHECK) };
}
