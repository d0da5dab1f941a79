import { Recent } from '../../recent.ts';
import type { IndexView } from '../index/view.ts';
import { CACHED_CUTS, MIN_CUT_LENGTH, MIN_PART_LENGTH } from './parameters.ts';
import type { SoughtTokens } from './sought-tokens.ts';

/** A text cut in two of the dictionary, by their ids. */
export interface Cut {
  readonly at: number;
  readonly left: number;
  readonly right: number;
}

const NO_CUTS: readonly Cut[] = [];

/** Finds where a text falls into two texts of the dictionary. */
export class TextCuts {
  readonly #view: IndexView;
  readonly #known: Recent<string, readonly Cut[]> | undefined;

  /** `remembers`: it takes longer to look than to remember. */
  constructor(view: IndexView, remembers: boolean) {
    this.#view = view;
    if (remembers) this.#known = new Recent(CACHED_CUTS);
  }

  of(text: string, kept: SoughtTokens): readonly Cut[] {
    if (text.length < MIN_CUT_LENGTH) return NO_CUTS;
    const find = () => this.#find(text, kept.beginnings(text));
    return this.#known ? this.#known.get(text, find) : find();
  }

  #find(text: string, hashes: Uint32Array): readonly Cut[] {
    const cuts: Cut[] = [];
    for (let at = MIN_PART_LENGTH; at <= text.length - MIN_PART_LENGTH; at++) {
      const left = this.#view.textId(text, hashes[at], at);
      const right = left < 0 ? -1 : this.#view.textId(text.slice(at));
      if (right >= 0) cuts.push({ at, left, right });
    }
    return cuts.length === 0 ? NO_CUTS : cuts;
  }
}
