import { isCraft } from '../entity.ts';
import type { IndexView } from '../index/view.ts';
import type { Aligner } from '../scoring/align.ts';

/**
 * The forms of vessels and aircraft, kept apart from the others. They are few, so noting them costs next to nothing.
 * Kept apart, they cannot push a match out of a bounded list.
 */
export class VesselsAndAircraft {
  readonly #aligner: Aligner;
  readonly #ofWord: ReadonlyMap<number, readonly number[]>;
  readonly #noted = new Set<number>();

  constructor(view: IndexView, aligner: Aligner) {
    this.#aligner = aligner;
    this.#ofWord = formsOfWords(view);
  }

  clear(): void {
    this.#noted.clear();
  }

  note(word: number): void {
    for (const form of this.#ofWord.get(word) ?? []) this.#noted.add(form);
  }

  /** What was noted and has an estimate of `leastEstimate`. The aligner uses the plan. */
  near(leastEstimate: number): FormScore[] {
    return Array.from(this.#noted, (form) => ({ form, score: this.#aligner.estimate(form) })).filter(
      ({ score }) => score >= leastEstimate,
    );
  }
}

function formsOfWords({ formEntity, entityTypes, slotStarts, slots }: IndexView): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let form = 0; form < formEntity.length; form++) {
    if (!isCraft(entityTypes[formEntity[form]!]!)) continue;
    for (const word of new Set(slots.subarray(slotStarts[form]!, slotStarts[form + 1]!))) {
      const forms = found.get(word);
      if (forms) forms.push(form);
      else found.set(word, [form]);
    }
  }
  return found;
}

/** A form and its score, or an estimate of it. */
export interface FormScore {
  readonly form: number;
  readonly score: number;
}
