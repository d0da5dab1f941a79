import type { EntryFacts } from '../../domain/list-entry.ts';
import type { SnapshotEntity } from '../../domain/snapshot.ts';
import { datesContradict } from './birth-dates.ts';
import { documentLinks, type Link, nameAndDateLinks, REASONS, type Reason, referenceLinks } from './links.ts';
import { foldedWords, isStrong, namesAgree } from './name-agreement.ts';

export interface MergeResult {
  /** In a fixed order, whatever the order of the input. */
  readonly entities: SnapshotEntity[];
  /** How many times each reason joined two groups of entries. */
  readonly joins: Readonly<Record<Reason, number>>;
}

/** More entries of one group than this are not one person, but a mistake in a list. */
const MAX_GROUP = 16;

/**
 * Merges entries of several lists that are the same person, organisation, vessel or aircraft.
 * It joins by stated references, by document numbers, and persons by name together with the full birth date. It never
 * joins by a name alone.
 * It refuses groups of different kinds, and of two entries of one list, unless that list itself says that they are one.
 * It refuses birth dates that cannot be the same where the names differ too.
 * `sourceOrder` says whose entry comes first.
 */
export function mergeEntries(entries: readonly EntryFacts[], sourceOrder: readonly string[]): MergeResult {
  const sorted = inFixedOrder(entries, sourceOrder);
  const groups = new Groups(sorted);
  const joins = Object.fromEntries(REASONS.map((reason) => [reason, 0])) as Record<Reason, number>;
  for (const link of strongestFirst(linksOf(sorted), groups)) if (groups.join(link)) joins[link.reason]++;
  return { entities: groups.entities(), joins };
}

function linksOf(entries: readonly EntryFacts[]): Link[] {
  return [...referenceLinks(entries), ...documentLinks(entries), ...nameAndDateLinks(entries)];
}

function inFixedOrder(entries: readonly EntryFacts[], sourceOrder: readonly string[]): EntryFacts[] {
  const rank = new Map(sourceOrder.map((source, index) => [source, index]));
  const rankOf = (entry: EntryFacts) => rank.get(entry.source) ?? sourceOrder.length;
  return [...entries].sort((a, b) => rankOf(a) - rankOf(b) || compare(a.source, b.source) || compare(a.id, b.id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By reason, then links whose names agree, then by place. So the same entries always give the same order. */
function strongestFirst(links: readonly Link[], groups: Groups): Link[] {
  return links
    .map((link) => ({ link, rank: REASONS.indexOf(link.reason) * 2 + (groups.namesAgree(link.a, link.b) ? 0 : 1) }))
    .sort((x, y) => x.rank - y.rank || x.link.a - y.link.a || x.link.b - y.link.b)
    .map(({ link }) => link);
}

/** A partition of the entries, starting from groups of one. */
class Groups {
  readonly #entries: readonly EntryFacts[];
  /** The group of each entry; members are in rising order. */
  readonly #groups: number[][];
  readonly #spellings = new Map<number, string[][]>();

  constructor(entries: readonly EntryFacts[]) {
    this.#entries = entries;
    this.#groups = entries.map((_, place) => [place]);
  }

  /** False where the two are one already or something speaks against it. */
  join({ a, b, reason, needsNames }: Link): boolean {
    const [left, right] = [this.#groups[a]!, this.#groups[b]!];
    if (left === right || left.length + right.length > MAX_GROUP) return false;
    if ((needsNames || (reason === 'document' && this.#isBareNumber(a, b))) && !this.namesAgree(a, b)) return false;
    for (const one of left) for (const other of right) if (!this.#mayBeOne(one, other, reason)) return false;
    const joined = [...left, ...right].sort((x, y) => x - y);
    for (const member of joined) this.#groups[member] = joined;
    return true;
  }

  /** Whether any strong name of the one agrees with any of the other. */
  namesAgree(a: number, b: number): boolean {
    return this.#spellingsOf(a).some((one) => this.#spellingsOf(b).some((other) => namesAgree(one, other)));
  }

  entities(): SnapshotEntity[] {
    return this.#groups
      .filter((members, place) => members[0] === place)
      .map((members) => ({ entries: members.map((member) => this.#entries[member]!) }));
  }

  /** Persons of whom nothing but the number speaks for their being one: a birth date is missing. */
  #isBareNumber(a: number, b: number): boolean {
    const [one, other] = [this.#entries[a]!, this.#entries[b]!];
    return one.kind === 'person' && other.kind === 'person' && !(one.birthDates?.length && other.birthDates?.length);
  }

  #mayBeOne(a: number, b: number, reason: Reason): boolean {
    const [one, other] = [this.#entries[a]!, this.#entries[b]!];
    if (one.source === other.source && !(sameBySource(one, other) && this.namesAgree(a, b))) return false;
    if (one.kind !== other.kind && one.kind !== 'unknown' && other.kind !== 'unknown') return false;
    if (!datesContradict(one.birthDates, other.birthDates)) return true;
    return reason !== 'name and birth date' && this.namesAgree(a, b);
  }

  #spellingsOf(place: number): string[][] {
    const known = this.#spellings.get(place);
    if (known) return known;
    const strong = this.#entries[place]!.names.filter(isStrong);
    const spellings = strong.map((name) => foldedWords(name.full)).filter((words) => words.length > 0);
    this.#spellings.set(place, spellings);
    return spellings;
  }
}

/**
 * Whether a list itself says that two of its entries are one. It gives both the same reference, or one names the other.
 */
function sameBySource(a: EntryFacts, b: EntryFacts): boolean {
  const keys = new Set((a.references ?? []).map(({ to, id }) => `${to}:${id}`));
  if (keys.has(`${b.source}:${b.id}`)) return true;
  return (b.references ?? []).some(({ to, id }) => keys.has(`${to}:${id}`) || (to === a.source && id === a.id));
}
