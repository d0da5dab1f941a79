/*
 * Words that no English name has: `für`, `tovarna`. Two names of which one alone has such a word are in two languages,
 * whether or not a table knows a word of both.
 */
import type { IndexView } from '../index/view.ts';
import { isFormOfUnion, organisationWord } from '../names/tables/organisation-words.ts';
import { LINKS_IN_ORGANISATIONS } from '../names/tables/titles-and-particles.ts';
import { LEARNED_WORDS, UNION_WORDS } from '../names/tables/union-words.ts';
import type { PlannedToken } from './plan.ts';
import { ENGLISH } from './translations.ts';

/** Links that are English words too: `to` is Polish and Greek as well. */
const ENGLISH_LINKS = new Set('after as at by called fit for from in named on so to under with'.split(' '));
/** Links that people's names have as well, but seldom in English text, as they have `de` and `van`. */
const LINKS_IN_ANY_NAME = 'degli dei della delle dello des dos et und zum zur'.split(' ');
const FOREIGN_LINKS = new Set(
  [...LINKS_IN_ORGANISATIONS, ...LINKS_IN_ANY_NAME].filter((word) => !ENGLISH_LINKS.has(word)),
);

/** Whether a folded word is of another language than English, as far as the tables know. */
function isForeign(text: string): boolean {
  if (FOREIGN_LINKS.has(text)) return true;
  const said = UNION_WORDS.get(text) ?? LEARNED_WORDS.get(text)?.values;
  if (said !== undefined) return !said.includes(text);
  return !ENGLISH.test(text) && isFormOfUnion(text) && !isShorterEnglish(text);
}

/** Whether the English word of its meaning begins so, but for one letter: `europe` is no other form of `europeo`. */
function isShorterEnglish(text: string): boolean {
  return organisationWord(text)?.meaning.startsWith(text.slice(0, -1)) === true;
}

const [NOT_ASKED, NOT_FOREIGN, FOREIGN] = [0, 1, 2];

/** Knows which words of an index are foreign. Each is looked up once. */
export class ForeignWords {
  readonly #view: IndexView;
  readonly #known: Uint8Array;
  /** Of the query that was asked about last. */
  #tokens: readonly PlannedToken[] = [];
  #isInTokens = false;

  constructor(view: IndexView) {
    this.#view = view;
    this.#known = new Uint8Array(view.wordText.length);
  }

  /** Whether of a query and a listed name one alone has a foreign word. */
  areInOneAlone(tokens: readonly PlannedToken[], form: number): boolean {
    if (tokens !== this.#tokens) {
      this.#tokens = tokens;
      this.#isInTokens = tokens.some(({ token }) => isForeign(token.text));
    }
    return this.#isInListed(form) !== this.#isInTokens;
  }

  #isInListed(form: number): boolean {
    const { slots, slotStarts } = this.#view;
    for (let at = slotStarts[form]!; at < slotStarts[form + 1]!; at++) if (this.#isForeign(slots[at]!)) return true;
    return false;
  }

  #isForeign(word: number): boolean {
    if (this.#known[word] === NOT_ASKED) {
      this.#known[word] = isForeign(this.#view.text(this.#view.wordText[word]!)) ? FOREIGN : NOT_FOREIGN;
    }
    return this.#known[word] === FOREIGN;
  }
}
