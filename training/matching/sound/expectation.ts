import type { Pair } from './pairs.ts';

/** So many Latin letters meet so many signs: nothing stands for one letter at most. */
const STEPS = [
  [1, 0],
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 2],
  [3, 1],
] as const;
const ROUNDS = 12;
/** Taken from each expected count, so that groups seen hardly once disappear. */
const DISCOUNT = 0.05;
/** Added to what a group of letters was seen in all, for the signs that it was never seen with. */
const UNSEEN = 2;

/** P(signs | Latin letters) of groups, by `letters|signs`. */
export type GroupProbabilities = ReadonlyMap<string, number>;

interface Lattice {
  readonly pair: Pair;
  /** By cell and step: the group, -1 where the step leads over the end. */
  readonly groups: Int32Array;
}

/**
 * Learns which signs stand for which groups of Latin letters, from pairs that nobody aligned. It is expectation
 * maximisation over all alignments, given the Latin side (Bisani and Ney 2008, joint-sequence models, section 3).
 */
export function learnGroups(pairs: readonly Pair[]): GroupProbabilities {
  const ids = new Map<string, number>();
  const lattices = pairs.map((pair) => latticeOf(pair, ids));
  const names = [...ids.keys()];
  const letters = new Map<string, number>();
  const letterOf = Int32Array.from(names, (name) => {
    const group = name.slice(0, name.indexOf('|'));
    if (!letters.has(group)) letters.set(group, letters.size);
    return letters.get(group)!;
  });
  let probabilities = new Float64Array(names.length).fill(0.01);
  for (let round = 0; round < ROUNDS; round++) {
    const counts = new Float64Array(names.length);
    for (const lattice of lattices) addExpected(lattice, probabilities, counts);
    const totals = new Float64Array(letters.size).fill(UNSEEN);
    for (let id = 0; id < counts.length; id++) {
      counts[id] = Math.max(0, counts[id]! - DISCOUNT);
      totals[letterOf[id]!]! += counts[id]!;
    }
    probabilities = counts.map((count, id) => count / totals[letterOf[id]!]!);
  }
  return new Map(names.map((name, id) => [name, probabilities[id]!] as const).filter(([, p]) => p > 0));
}

function latticeOf(pair: Pair, ids: Map<string, number>): Lattice {
  const { latin, signs } = pair;
  const width = signs.length + 1;
  const groups = new Int32Array((latin.length + 1) * width * STEPS.length).fill(-1);
  for (let i = 0; i <= latin.length; i++) {
    for (let j = 0; j <= signs.length; j++) {
      for (const [step, [a, b]] of STEPS.entries()) {
        if (i + a > latin.length || j + b > signs.length) continue;
        const name = `${latin.slice(i, i + a)}|${signs.slice(j, j + b)}`;
        let id = ids.get(name);
        if (id === undefined) {
          id = ids.size;
          ids.set(name, id);
        }
        groups[(i * width + j) * STEPS.length + step] = id;
      }
    }
  }
  return { pair, groups };
}

/** Forward and backward over one lattice. */
function addExpected({ pair, groups }: Lattice, probabilities: Float64Array, counts: Float64Array): void {
  const [n, m] = [pair.latin.length, pair.signs.length];
  const width = m + 1;
  const forward = new Float64Array((n + 1) * width);
  const backward = new Float64Array((n + 1) * width);
  forward[0] = 1;
  backward[n * width + m] = 1;
  for (let cell = 0; cell < forward.length; cell++) {
    if (forward[cell] === 0) continue;
    for (let step = 0; step < STEPS.length; step++) {
      const id = groups[cell * STEPS.length + step]!;
      if (id >= 0) forward[cell + STEPS[step]![0] * width + STEPS[step]![1]]! += forward[cell]! * probabilities[id]!;
    }
  }
  const total = forward[n * width + m]!;
  if (!(total > 0)) return;
  for (let cell = forward.length - 1; cell >= 0; cell--) {
    for (let step = 0; step < STEPS.length; step++) {
      const id = groups[cell * STEPS.length + step]!;
      if (id < 0) continue;
      const next = backward[cell + STEPS[step]![0] * width + STEPS[step]![1]]! * probabilities[id]!;
      backward[cell]! += next;
      counts[id]! += (pair.weight * forward[cell]! * next) / total;
    }
  }
}
