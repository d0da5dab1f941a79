import {
  type EntryFacts,
  entryKey,
  JOIN_REASONS,
  type JoinCounts,
  type JoinReason,
  type SeparatedEntries,
} from '../../domain/list-entry.ts';
import type { SnapshotEntity } from '../../domain/snapshot.ts';
import { evidenceLinks } from './evidence/evidence-links.ts';
import { JOIN_KINDS } from './evidence/telling-words.ts';
import { Groups } from './groups.ts';
import { documentLinks, type Link, nameAndDateLinks, referenceLinks } from './links.ts';

type EntryKeys = Pick<SeparatedEntries, 'first' | 'second'>;

export interface MergeResult {
  /** In a fixed order, whatever the order of the input. */
  readonly entities: SnapshotEntity[];
  readonly joins: JoinCounts;
}

/**
 * Merges entries of several lists that are the same person, organisation, vessel or aircraft.
 * It joins by stated references, by document numbers, and persons by name together with the full birth date. What is
 * left it joins where all the evidence together is overwhelming (`evidence/evidence-links.ts`).
 * It refuses groups of different kinds, and of two entries of one list, unless that list itself says that they are one.
 * It refuses birth dates that cannot be the same where the names differ too.
 * `sourceOrder` says whose entry comes first. The two of a pair of `separated` (`entryKey`) never come into one group.
 */
export function mergeEntries(
  entries: readonly EntryFacts[],
  sourceOrder: readonly string[],
  separated: readonly EntryKeys[] = [],
): MergeResult {
  const sorted = inFixedOrder(entries, sourceOrder);
  const groups = new Groups(sorted, placesApart(sorted, separated));
  const joins = Object.fromEntries(JOIN_REASONS.map((reason) => [reason, 0])) as Record<JoinReason, number>;
  const joinAll = (links: readonly Link[]) => {
    for (const link of links) if (groups.join(link)) joins[link.reason]++;
  };
  joinAll(strongestFirst(statedLinks(sorted), groups));
  for (const kind of JOIN_KINDS) joinAll(evidenceLinks(sorted, groups, kind));
  return { entities: groups.entities(), joins };
}

/** The places that each place must not come together with. */
function placesApart(entries: readonly EntryFacts[], separated: readonly EntryKeys[]): Map<number, Set<number>> {
  const apart = new Map<number, Set<number>>();
  if (separated.length === 0) return apart;
  const wanted = new Set(separated.flatMap(({ first, second }) => [first, second]));
  const places = new Map<string, number>();
  entries.forEach((entry, place) => {
    const key = entryKey(entry);
    if (wanted.has(key)) places.set(key, place);
  });
  for (const { first, second } of separated) {
    const [a, b] = [places.get(first), places.get(second)];
    if (a === undefined || b === undefined) continue;
    apart.set(a, (apart.get(a) ?? new Set()).add(b));
    apart.set(b, (apart.get(b) ?? new Set()).add(a));
  }
  return apart;
}

function statedLinks(entries: readonly EntryFacts[]): Link[] {
  return [...referenceLinks(entries), ...documentLinks(entries), ...nameAndDateLinks(entries)];
}

/** Entries in the order of their sources, and within one by their ids. */
export function inFixedOrder(entries: readonly EntryFacts[], sourceOrder: readonly string[]): EntryFacts[] {
  const rank = new Map(sourceOrder.map((source, index) => [source, index]));
  const rankOf = (entry: EntryFacts) => rank.get(entry.source) ?? sourceOrder.length;
  const lists = [...Map.groupBy(entries, ({ source }) => source).values()];
  lists.sort(([a], [b]) => rankOf(a!) - rankOf(b!) || compare(a!.source, b!.source));
  return lists.flatMap((list) => list.sort((a, b) => compare(a.id, b.id)));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By reason, then links whose names agree, then by place. So the same entries always give the same order. */
export function strongestFirst(links: readonly Link[], groups: Groups): Link[] {
  return links
    .map((link) => {
      return { link, rank: JOIN_REASONS.indexOf(link.reason) * 2 + (groups.namesAgree(link.a, link.b) ? 0 : 1) };
    })
    .sort((x, y) => x.rank - y.rank || x.link.a - y.link.a || x.link.b - y.link.b)
    .map(({ link }) => link);
}
