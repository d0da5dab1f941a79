import { type EntryFacts, entryKey, type JoinedBy, type JoinReason, type ListDate } from '../../domain/list-entry.ts';
import type { SnapshotEntity } from '../../domain/snapshot.ts';
import { datesContradict, yearsAreNear } from './birth-dates.ts';
import { authorityOf, birthsContradict, contradictBesideBirth } from './evidence/contradictions.ts';
import type { Link } from './links.ts';
import { foldedWords, isStrong, namesAgree } from './name-agreement.ts';

/** More entries of one group than this are not one person, but a mistake in a list. */
const MAX_GROUP = 16;

/** A partition of the entries, starting from groups of one. */
export class Groups {
  readonly #entries: readonly EntryFacts[];
  readonly #apart: ReadonlyMap<number, ReadonlySet<number>>;
  /** The group of each entry; members are in rising order. */
  readonly #groups: number[][];
  readonly #spellings = new Map<number, string[][]>();
  /** The links by which each entry came to others; as many in a group as join its entries. */
  readonly #links = new Map<number, Link[]>();

  /** `apart`: the places that each place must not come together with. */
  constructor(entries: readonly EntryFacts[], apart: ReadonlyMap<number, ReadonlySet<number>> = new Map()) {
    this.#apart = apart;
    this.#entries = entries;
    this.#groups = entries.map((_, place) => [place]);
  }

  /** The places of the entries that are one with this one, ascending; itself where it is alone. */
  membersOf(place: number): readonly number[] {
    return this.#groups[place]!;
  }

  /** False where the two are one already or something speaks against it. */
  join(link: Link): boolean {
    const { a, b, reason, needsNames } = link;
    const [left, right] = [this.#groups[a]!, this.#groups[b]!];
    if (left === right || left.length + right.length > MAX_GROUP) return false;
    if ((needsNames || (reason === 'document' && this.#isBareNumber(a, b))) && !this.namesAgree(a, b)) return false;
    const isVouchedFor = !datesContradict(this.#birthDatesOf(left), this.#birthDatesOf(right));
    for (const one of left)
      for (const other of right) if (!this.#mayBeOne(one, other, reason, isVouchedFor)) return false;
    const joined = [...left, ...right].sort((x, y) => x - y);
    for (const member of joined) this.#groups[member] = joined;
    for (const end of [a, b]) this.#links.set(end, [...(this.#links.get(end) ?? []), link]);
    return true;
  }

  /** Whether any strong name of the one agrees with any of the other. */
  namesAgree(a: number, b: number): boolean {
    return this.#spellingsOf(a).some((one) => this.#spellingsOf(b).some((other) => namesAgree(one, other)));
  }

  /** Every group once, by its first entry. Each entry but the first says how it came to one before it in the tree. */
  entities(): SnapshotEntity[] {
    return this.#groups
      .filter((members, place) => members[0] === place)
      .map((members) => (members.length === 1 ? [this.#entries[members[0]!]!] : this.#explained(members)))
      .map((entries) => ({ entries }));
  }

  /** The links of a group form a tree: walked from its first entry, one leads to each other. */
  #explained(members: readonly number[]): EntryFacts[] {
    const ways = new Map<number, JoinedBy>();
    const reached = [members[0]!];
    for (const from of reached) {
      for (const link of this.#links.get(from) ?? []) {
        const next = link.a === from ? link.b : link.a;
        if (next === members[0] || ways.has(next)) continue;
        ways.set(next, joinedBy(link, this.#entries[from]!));
        reached.push(next);
      }
    }
    return members.map((member) => withWay(this.#entries[member]!, ways.get(member)));
  }

  /** Persons of whom nothing but the number speaks for their being one: a birth date is missing. */
  #isBareNumber(a: number, b: number): boolean {
    const [one, other] = [this.#entries[a]!, this.#entries[b]!];
    return one.kind === 'person' && other.kind === 'person' && !(one.birthDates?.length && other.birthDates?.length);
  }

  /** `isVouchedFor`: entries of both groups agree in a birth date, so that years beside it may be off by one. */
  #mayBeOne(a: number, b: number, reason: JoinReason, isVouchedFor: boolean): boolean {
    if (this.#apart.get(a)?.has(b)) return false;
    const [one, other] = [this.#entries[a]!, this.#entries[b]!];
    if (reason === 'evidence') {
      if (authorityOf(one.source) === authorityOf(other.source) || contradictBesideBirth(one, other)) return false;
      return !birthsContradict(one.birthDates, other.birthDates) || (isVouchedFor && areYearsNear(one, other));
    }
    if (one.source === other.source && !(sameBySource(one, other) && this.namesAgree(a, b))) return false;
    if (one.kind !== other.kind && one.kind !== 'unknown' && other.kind !== 'unknown') return false;
    if (!datesContradict(one.birthDates, other.birthDates)) return true;
    return reason !== 'name-and-birth-date' && this.namesAgree(a, b);
  }

  /** All that the entries of a group give. */
  #birthDatesOf(members: readonly number[]): readonly ListDate[] {
    return members.flatMap((place) => this.#entries[place]!.birthDates ?? []);
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

const areYearsNear = (a: EntryFacts, b: EntryFacts): boolean => yearsAreNear(a.birthDates, b.birthDates);

function joinedBy({ reason, why }: Link, to: EntryFacts): JoinedBy {
  return { reason, to: entryKey(to), ...(why && { why }) };
}

function withWay(entry: EntryFacts, joined: JoinedBy | undefined): EntryFacts {
  return joined ? { ...entry, joined } : entry;
}

/**
 * Whether a list itself says that two of its entries are one. It gives both the same reference, or one names the other.
 */
function sameBySource(a: EntryFacts, b: EntryFacts): boolean {
  const keys = new Set((a.references ?? []).map(({ to, id }) => `${to}:${id}`));
  if (keys.has(`${b.source}:${b.id}`)) return true;
  return (b.references ?? []).some(({ to, id }) => keys.has(`${to}:${id}`) || (to === a.source && id === a.id));
}
