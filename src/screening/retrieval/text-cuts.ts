import { Recent } from '../../recent.ts';
import { EXACT, hashesOfBeginnings } from '../index/keys.ts';
import type { IndexView } from '../index/view.ts';
import { CACHED_CUTS, MIN_CUT_LENGTH, MIN_PART_LENGTH } from './parameters.ts';

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
  readonly #known: Recent<string, readonly Cut[]>;

  /** `share` of the usual memory for what is known, 0 to 1. */
  constructor(view: IndexView, share: number) {
    this.#view = view;
    this.#known = new Recent(CACHED_CUTS * share);
  }

  of(text: string): readonly Cut[] {
    return text.length < MIN_CUT_LENGTH ? NO_CUTS : this.#known.get(text, (long) => this.#find(long));
  }

  #find(text: string): readonly Cut[] {
    const cuts: Cut[] = [];
    const hashes = hashesOfBeginnings(text, EXACT);
    for (let at = MIN_PART_LENGTH; at <= text.length - MIN_PART_LENGTH; at++) {
      const left = this.#view.textId(text, hashes[at], at);
      const right = left < 0 ? -1 : this.#view.textId(text.slice(at));
      if (right >= 0) cuts.push({ at, left, right });
    }
    return cuts.length === 0 ? NO_CUTS : cuts;
  }
}
