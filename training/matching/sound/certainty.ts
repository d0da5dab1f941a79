import { Pronunciations } from '../../../src/screening/names/sound/pronunciations.ts';
import type { SoundModel } from '../../../src/screening/names/sound/sound-model.ts';
import { Speller } from '../../../src/screening/names/sound/speller.ts';
import type { Pair } from './pairs.ts';

const MAX_QUERIES = 400;
const RIVALS = 3;
const SPELLINGS = 8;
const STEPS = 20;
/** So many bits behind, a spelling is another name, however far. */
const MAX_BEHIND = 25;

/** P(same name) = 1 / (1 + exp(slope × d − offset)), d bits behind the best spelling. */
export interface Certainty {
  readonly slope: number;
  readonly offset: number;
}

interface Ranked {
  /** Evidence of the word's own best spelling. */
  readonly top: number;
  readonly own: number;
  /** Other names of the corpus by their evidence, the best first. */
  readonly rivals: readonly number[];
}

/** Logistic regression of pairs that were kept apart against the other names that sound most like them. */
export function estimateCertainty(model: SoundModel, kept: readonly Pair[], all: readonly Pair[]): Certainty {
  const samples = ranked(model, kept, all).flatMap(({ top, own, rivals }) => [
    // A pair that is that far behind is no transliteration at all.
    ...(top - own < MAX_BEHIND ? [{ behind: top - own, same: 1, weight: 1 }] : []),
    // The rivals together weigh as much as the pair.
    ...rivals.slice(0, RIVALS).map((rival) => {
      return { behind: Math.min(top - rival, MAX_BEHIND), same: 0, weight: 1 / RIVALS };
    }),
  ]);
  let [slope, offset] = [0.3, 1];
  // Newton's method on the log likelihood, which is concave.
  for (let step = 0; step < STEPS; step++) {
    let [gradientSlope, gradientOffset, slopes, both, offsets] = [0, 0, 0, 0, 0];
    for (const { behind, same, weight } of samples) {
      const probability = 1 / (1 + Math.exp(slope * behind - offset));
      const curvature = weight * probability * (1 - probability);
      gradientSlope -= weight * (same - probability) * behind;
      gradientOffset += weight * (same - probability);
      slopes += curvature * behind * behind;
      both -= curvature * behind;
      offsets += curvature;
    }
    const determinant = slopes * offsets - both * both;
    slope += (offsets * gradientSlope - both * gradientOffset) / determinant;
    offset += (slopes * gradientOffset - both * gradientSlope) / determinant;
  }
  return { slope, offset };
}

/** How many tokens that were kept apart are found first among all Latin tokens of the corpus, and in the first ten. */
export function recallOf(
  model: SoundModel,
  kept: readonly Pair[],
  all: readonly Pair[],
): { queries: number; first: number; ten: number } {
  const found = ranked(model, kept, all).map(({ own, rivals }) => rivals.filter((rival) => rival > own).length);
  const share = (most: number) => found.filter((before) => before < most).length / found.length;
  return { queries: found.length, first: share(1), ten: share(10) };
}

const encoder = new TextEncoder();
const hearing = new Pronunciations();
const speller = new Speller();
const known = new Map<SoundModel, Ranked[]>();

function ranked(model: SoundModel, kept: readonly Pair[], all: readonly Pair[]): Ranked[] {
  const before = known.get(model);
  if (before) return before;
  // Texts that begin alike share work, so they come one after another.
  const latin = [...new Set(all.map((pair) => pair.latin))]
    .sort()
    .map((text) => ({ text, codes: encoder.encode(text) }));
  const bySigns = new Map<string, Set<string>>();
  for (const pair of all) bySigns.set(pair.signs, (bySigns.get(pair.signs) ?? new Set()).add(pair.latin));
  const queries = kept.filter(({ isSure }) => isSure);
  const every = Math.max(1, Math.floor(queries.length / MAX_QUERIES));
  const found = queries
    .filter((_, place) => place % every === 0)
    .slice(0, MAX_QUERIES)
    .map((pair) => {
      const signs = model.read(pair.signs);
      hearing.listen(model, signs);
      const own = hearing.evidence(encoder.encode(pair.latin));
      const spellings = speller.spellings(model, signs, SPELLINGS);
      const spelt = spellings.map(({ text }) => hearing.evidence(encoder.encode(text)));
      const same = bySigns.get(pair.signs)!;
      const rivals = latin.filter(({ text }) => !same.has(text)).map(({ codes }) => hearing.evidence(codes));
      rivals.sort((a, b) => b - a);
      return { top: Math.max(own, ...spelt), own, rivals: rivals.slice(0, 10) };
    });
  known.set(model, found);
  return found;
}
