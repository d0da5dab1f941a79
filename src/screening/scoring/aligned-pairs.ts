import { type AlignedPair, type Draft, lowestBit } from './judge.ts';
import { NO_MATCH } from './term-matches.ts';

/** Longer rows are sorted by the engine: each step of an insertion would go too far. */
const MAX_INSERTED = 24;

const blank = (): Draft<AlignedPair> => ({
  kind: 'term-match',
  query: 0,
  entry: 0,
  similarity: 0,
  worth: 0,
  weight: 0,
  value: 0,
  matchKind: NO_MATCH,
  spelling: 0,
  text: 0,
  surprise: 0,
});

/** Possible pairs of one form. Their objects are used again, so that comparing a form leaves nothing to collect. */
export class PossiblePairs {
  #pairs: Draft<AlignedPair>[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = 0;
  }

  at(place: number): AlignedPair {
    return this.#pairs[place]!;
  }

  /** One more, to be filled in. */
  add(): Draft<AlignedPair> {
    if (this.#count === this.#pairs.length) this.#pairs.push(blank());
    return this.#pairs[this.#count++]!;
  }

  /** Puts the most valuable first. */
  sort(): void {
    const pairs = this.#pairs;
    if (this.#count > MAX_INSERTED) {
      const sorted = pairs.slice(0, this.#count).sort(byValue);
      this.#pairs = [...sorted, ...pairs.slice(this.#count)];
      return;
    }
    for (let place = 1; place < this.#count; place++) {
      const pair = pairs[place]!;
      let at = place;
      while (at > 0 && byValue(pairs[at - 1]!, pair) > 0) {
        pairs[at] = pairs[at - 1]!;
        at--;
      }
      pairs[at] = pair;
    }
  }
}

/** The pairs that were chosen: an array for each number of them, used again for the next form. */
export class ChosenPairs {
  readonly #ofLength: AlignedPair[][];
  readonly #chosen: AlignedPair[];
  count = 0;
  queryMask = 0;
  entryMask = 0;

  constructor(most: number) {
    const none = blank();
    this.#ofLength = Array.from({ length: most + 1 }, (_, length) => new Array<AlignedPair>(length).fill(none));
    this.#chosen = new Array<AlignedPair>(most).fill(none);
  }

  clear(): void {
    this.count = this.queryMask = this.entryMask = 0;
  }

  /** Chooses of sorted pairs each whose words are still free. */
  choose(possible: PossiblePairs): void {
    for (let place = 0; place < possible.count; place++) {
      const pair = possible.at(place);
      if (this.queryMask & pair.query || this.entryMask & pair.entry) continue;
      this.queryMask |= pair.query;
      this.entryMask |= pair.entry;
      this.#chosen[this.count++] = pair;
    }
  }

  get pairs(): readonly AlignedPair[] {
    const pairs = this.#ofLength[this.count]!;
    for (let place = 0; place < this.count; place++) pairs[place] = this.#chosen[place]!;
    return pairs;
  }
}

function byValue(a: AlignedPair, b: AlignedPair): number {
  return b.value - a.value || distanceInPlace(a) - distanceInPlace(b) || a.query - b.query || a.entry - b.entry;
}

function distanceInPlace({ query, entry }: AlignedPair): number {
  return Math.abs(lowestBit(query) - lowestBit(entry));
}
