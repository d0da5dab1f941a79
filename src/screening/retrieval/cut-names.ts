import type { IndexView } from '../index/view.ts';
import { isGeneral, LEGAL_FORM, WORD } from '../index/weigh.ts';
import { type AlignedPair, type Alignment, emptyAlignment } from '../scoring/judge.ts';
import type { Plan } from '../scoring/plan.ts';
import { SAME, SHORT } from '../scoring/term-matches.ts';

/** Payment messages cut names at 35 characters, and leave out a space at the end. */
const MIN_LENGTH = 28;
const MIN_WORDS = 3;
/** A beginning that more entities have is none of them. */
const MAX_ENTITIES = 5;
/** Without a word of its own before it, a cut word has to be as long. */
const MIN_CUT = 4;
/** Forms of the rarest word that are looked at. */
const MAX_FORMS = 4000;

/** Finds listed names of which a query is the beginning, cut inside a word. */
export class CutNames {
  readonly #view: IndexView;

  constructor(view: IndexView) {
    this.#view = view;
  }

  /** Forms that begin with all words of a plan, the last one of which may be cut. Empty where the query is short. */
  beginningWith(name: string, plan: Plan): number[] {
    const { tokens } = plan;
    const whole = tokens.slice(0, -1);
    if (name.trim().length < MIN_LENGTH || tokens.length < MIN_WORDS) return [];
    const cut = tokens.at(-1)!.token.text;
    const isOwn = whole.some(({ role, token }) => role === WORD && token.meaning === undefined && !isGeneral(role));
    if (!isOwn && cut.length < MIN_CUT) return [];
    const texts = whole.map(({ token, role }) => (role === LEGAL_FORM ? -1 : this.#view.textId(token.text)));
    const rarest = this.#rarest(texts);
    if (rarest < 0 || whole.some(({ role }, place) => role !== LEGAL_FORM && texts[place]! < 0)) return [];
    const forms = this.#formsWith(rarest, (form) => this.#begins(form, plan, texts, cut));
    const entities = new Set(forms.map((form) => this.#view.formEntity[form]));
    return entities.size <= MAX_ENTITIES ? forms : [];
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

  #begins(form: number, { tokens }: Plan, texts: readonly number[], cut: string): boolean {
    const { slots, slotStarts, wordLegal, wordText } = this.#view;
    const start = slotStarts[form]!;
    if (slotStarts[form + 1]! - start < tokens.length) return false;
    for (let place = 0; place < texts.length; place++) {
      const word = slots[start + place]!;
      const text = texts[place]!;
      if (text < 0 ? wordLegal[word] !== tokens[place]!.legalForm : wordText[word] !== text) return false;
    }
    return this.#view.text(wordText[slots[start + texts.length]!]!).startsWith(cut);
  }
}

/** Each token paired with the slot at its place. `textOf`: the text of a slot. */
export function cutAlignment({ tokens }: Plan, textOf: (slot: number) => number): Alignment {
  const last = tokens.length - 1;
  const pairs = tokens.map(({ weight, role }, place): AlignedPair => {
    return {
      kind: role === LEGAL_FORM ? 'legal-form' : 'term-match',
      query: 1 << place,
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
  const mask = 2 ** tokens.length - 1;
  return {
    ...emptyAlignment(),
    score: 100,
    pairs,
    queryMask: mask,
    entryMask: mask,
    inOrder: true,
    words: tokens.length,
  };
}
