import type { IndexView } from '../index/view.ts';
import { isGeneral, LEGAL_FORM, WORD } from '../index/weigh.ts';
import { foldLatin } from '../names/latin.ts';
import { beginsLegalForm } from '../names/tables/legal-forms.ts';
import { type AlignedPair, type Alignment, emptyAlignment } from '../scoring/judge.ts';
import type { Plan } from '../scoring/plan.ts';
import { SAME, SHORT } from '../scoring/term-matches.ts';

/** Payment messages cut names at 35 characters, and leave out a space at the end. */
const MIN_LENGTH = 28;
const MIN_WORDS = 2;
/** Lengths of a name that surely was cut there, also where spaces or a sign stood at the end. */
const [LEAST_CUT, MOST_CUT] = [33, 35];
/** A beginning that more entities have is none of them. Where a name surely was cut, it may be one of so many. */
const [MAX_ENTITIES, MAX_OF_CUT] = [5, 25];
/** Letters of a cut word behind nothing but a legal form, and of all words together that are no name's own. */
const [MIN_CUT, MIN_LETTERS] = [4, 8];
/** Forms of the rarest word that are looked at. */
const MAX_FORMS = 4000;
/** Words of a legal form that may be cut: `Open Joint Stock Compa`. */
const MAX_CUT_FORM = 4;

/** A name of which a query is the beginning. */
interface CutName {
  readonly form: number;
  /** Words of the query that begin a legal form, which the name has there. */
  readonly ofLegalForm: number;
  /** What is left says so little that many names begin so. */
  readonly isVague: boolean;
}

/** Finds listed names of which a query is the beginning, cut inside a word. */
export class CutNames {
  readonly #view: IndexView;

  constructor(view: IndexView) {
    this.#view = view;
  }

  /** Forms that begin with all words of a plan, the last one of which may be cut. Empty where the query is short. */
  beginningWith(name: string, { tokens }: Plan): readonly CutName[] {
    const { length } = name.trim();
    if (length < MIN_LENGTH || tokens.length < MIN_WORDS) return [];
    const found = this.#tellsEnough(tokens) ? this.#cutIn(tokens) : [];
    const few = this.#unlessMany(found, 0);
    if (few.length > 0) return few;
    if (length >= LEAST_CUT && length <= MOST_CUT) {
      const vague = this.#unlessMany(this.#cutIn(tokens, true), 0, MAX_OF_CUT);
      if (vague.length > 0) return vague;
    }
    if (found.length > 0) return [];
    for (let count = 1; count <= MAX_CUT_FORM && count < tokens.length; count++) {
      const words = tokens.slice(-count).flatMap(({ token }) => token.surface.split(/[\s-]+/).map(foldLatin));
      if (!beginsLegalForm(words)) continue;
      const forms = this.#beforeForm(tokens.slice(0, -count));
      if (forms.length > 0) return this.#unlessMany(forms, count);
    }
    return [];
  }

  #unlessMany(forms: readonly number[], ofLegalForm: number, most = MAX_ENTITIES): CutName[] {
    const entities = new Set(forms.map((form) => this.#view.formEntity[form]));
    return entities.size <= most ? forms.map((form) => ({ form, ofLegalForm, isVague: most > MAX_ENTITIES })) : [];
  }

  /** Whether words are left that few names begin with. */
  #tellsEnough(tokens: Plan['tokens']): boolean {
    const whole = tokens.slice(0, -1);
    const isOwn = whole.some(({ role, token }) => role === WORD && token.meaning === undefined && !isGeneral(role));
    const said = whole.filter(({ role }) => role !== LEGAL_FORM);
    const letters = said.reduce((sum, { token }) => sum + token.text.length, tokens.at(-1)!.token.text.length);
    return isOwn || letters >= (said.length === 0 ? MIN_CUT : MIN_LETTERS);
  }

  /** Forms whose next word begins with the last token. `asSpelt`: with legal forms that are spelt so. */
  #cutIn(tokens: Plan['tokens'], asSpelt = false): number[] {
    const whole = tokens.slice(0, -1);
    const cut = tokens.at(-1)!.token.text;
    const isNext = (word: number) => this.#view.text(this.#view.wordText[word]!).startsWith(cut);
    return this.#formsLike(whole, isNext, cut, asSpelt);
  }

  /** Forms that have a legal form behind these tokens. */
  #beforeForm(tokens: Plan['tokens']): number[] {
    if (!tokens.some(({ role }) => role !== LEGAL_FORM)) return [];
    return this.#formsLike(tokens, (word) => this.#view.wordLegal[word] !== 0);
  }

  /** Forms that begin with these tokens, and whose next word passes a test. `cut`: how that word begins. */
  #formsLike(whole: Plan['tokens'], isNext: (word: number) => boolean, cut = '', asSpelt = false): number[] {
    const isClass = (role: number) => role === LEGAL_FORM && !asSpelt;
    const texts = whole.map(({ token, role }) => (isClass(role) ? -1 : this.#view.textId(token.text)));
    if (whole.some(({ role }, place) => !isClass(role) && texts[place]! < 0)) return [];
    const rarest = this.#rarest(texts);
    const looked = rarest >= 0 ? [rarest] : cut === '' ? [] : this.#view.textsBeginning(cut);
    const found = looked.flatMap((text) => this.#formsWith(text, (form) => this.#begins(form, whole, texts, isNext)));
    return [...new Set(found)];
  }

  #rarest(texts: readonly number[]): number {
    const known = texts.filter((text) => text >= 0);
    return known.reduce((best, text) => (best < 0 || this.#rarity(text) > this.#rarity(best) ? text : best), -1);
  }

  #rarity(text: number): number {
    return this.#view.textRarity[text]!;
  }

  /** The forms with a text that a test keeps; few of thousands. */
  #formsWith(text: number, isKept: (form: number) => boolean): number[] {
    const { postings, postingStarts, textWords, textWordStarts } = this.#view;
    const kept = new Set<number>();
    let left = MAX_FORMS;
    for (let at = textWordStarts[text]!; at < textWordStarts[text + 1]!; at++) {
      const word = textWords[at]!;
      for (let place = postingStarts[word]!; place < postingStarts[word + 1]! && left > 0; place++, left--) {
        if (isKept(postings[place]!)) kept.add(postings[place]!);
      }
    }
    return [...kept];
  }

  #begins(form: number, whole: Plan['tokens'], texts: readonly number[], isNext: (word: number) => boolean): boolean {
    const { slots, slotStarts, wordLegal, wordText } = this.#view;
    const start = slotStarts[form]!;
    if (slotStarts[form + 1]! - start <= whole.length) return false;
    for (let place = 0; place < texts.length; place++) {
      const word = slots[start + place]!;
      const text = texts[place]!;
      if (text < 0 ? wordLegal[word] !== whole[place]!.legalForm : wordText[word] !== text) return false;
    }
    return isNext(slots[start + texts.length]!);
  }
}

/** Each token paired with the slot at its place. `textOf`: the text of a slot. */
export function cutAlignment({ tokens }: Plan, ofLegalForm: number, textOf: (slot: number) => number): Alignment {
  const last = tokens.length - Math.max(1, ofLegalForm);
  const pairs = tokens.slice(0, last + 1).map(({ weight, role }, place): AlignedPair => {
    const isForm = role === LEGAL_FORM || (place === last && ofLegalForm > 0);
    return {
      kind: isForm ? 'legal-form' : 'term-match',
      query: place === last ? 2 ** tokens.length - 2 ** place : 1 << place,
      entry: 1 << place,
      similarity: 1,
      worth: 1,
      weight,
      value: weight,
      matchKind: place === last ? SHORT : SAME,
      spelling: 0,
      text: textOf(place),
      surprise: 0,
    };
  });
  return {
    ...emptyAlignment(),
    score: 100,
    pairs,
    queryMask: 2 ** tokens.length - 1,
    entryMask: 2 ** pairs.length - 1,
    inOrder: true,
    words: pairs.length,
  };
}
