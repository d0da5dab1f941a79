// Pairs of entries of which references and documents prove that they are one, or that they are two.
import type { EntryFacts } from '../../src/domain/list-entry.ts';
import { authorityOf } from '../../src/watchlists/merge/evidence/contradictions.ts';
import { Groups } from '../../src/watchlists/merge/groups.ts';
import { documentLinks, referenceLinks } from '../../src/watchlists/merge/links.ts';
import { inFixedOrder, strongestFirst } from '../../src/watchlists/merge/merge-entries.ts';
import { isOfThePast } from '../../src/watchlists/merge/past-pep.ts';
import { SOURCES, sourceById } from '../../src/watchlists/registry.ts';
import { LISTS_WITH_REFERENCES, SHARED_LISTS, sharedListPaths } from '../shared-lists.ts';
import { readEntities } from './index.ts';

export const SOURCE_ORDER = SOURCES.map(({ id }) => id);

/** Entries of all shared lists, in the order in which they are merged, without politicians of the past. */
export async function entriesToJoin(sources: readonly string[] = [...SHARED_LISTS, ...LISTS_WITH_REFERENCES]) {
  const today = new Date();
  const entries: EntryFacts[] = [];
  for (const source of sources) {
    const isPep = sourceById(source).category === 'pep';
    const read = await readEntities(source, sharedListPaths(source) ?? []);
    for (const entry of read.flatMap((entity) => entity.entries)) {
      if (!isPep || !isOfThePast(entry, today)) entries.push(entry);
    }
  }
  return inFixedOrder(entries, SOURCE_ORDER);
}

/** Without what proves anything: other evidence has to find the same. */
export function withoutProof({ references: _, documents: __, ...entry }: EntryFacts): EntryFacts {
  return entry;
}

/** What references and documents prove of entries, which are named by their places. */
export class Proven {
  readonly #entries: readonly EntryFacts[];
  readonly #groups: Groups;

  constructor(entries: readonly EntryFacts[]) {
    this.#entries = entries;
    this.#groups = new Groups(entries);
    const links = [...referenceLinks(entries), ...documentLinks(entries)];
    for (const link of strongestFirst(links, this.#groups)) this.#groups.join(link);
  }

  /** The first place of each proven group: people by whom cases are held apart. */
  groupOf(place: number): number {
    return this.#groups.membersOf(place)[0]!;
  }

  /** Places of the entries of different authorities that are proven to be one, as pairs. */
  *samePairs(): Iterable<readonly [number, number]> {
    for (const place of this.#entries.keys()) {
      for (const other of this.#groups.membersOf(place)) {
        if (other > place && !this.#isOneAuthority(place, other)) yield [place, other];
      }
    }
  }

  /**
   * True: one. False: two, since an authority has an entry for each under one sanctions programme. It lists somebody
   * twice under two programmes, but not under one. Undefined: nothing proves either.
   */
  isSame(a: number, b: number): boolean | undefined {
    const [one, other] = [this.#groups.membersOf(a), this.#groups.membersOf(b)];
    if (one === other) return true;
    const isApart = one.some((place) => other.some((third) => this.#areListedApart(place, third)));
    return isApart ? false : undefined;
  }

  /** How many pairs are proven to be two: those of one list and programme, which nothing joins. */
  differentPairs(): number {
    const listed = new Map<string, number>();
    for (const { source, programmes } of this.#entries) {
      if (sourceById(source).category !== 'sanctions' || !programmes?.length) continue;
      const key = `${source} ${programmes[0]}`;
      listed.set(key, (listed.get(key) ?? 0) + 1);
    }
    return [...listed.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  }

  #areListedApart(a: number, b: number): boolean {
    const [one, other] = [this.#entries[a]!, this.#entries[b]!];
    if (one.source !== other.source || sourceById(one.source).category !== 'sanctions') return false;
    return one.programmes?.some((programme) => other.programmes?.includes(programme)) ?? false;
  }

  #isOneAuthority(a: number, b: number): boolean {
    return authorityOf(this.#entries[a]!.source) === authorityOf(this.#entries[b]!.source);
  }
}
