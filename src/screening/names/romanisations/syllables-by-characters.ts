import { type NamePlace, nameCharacters } from './characters.ts';
import { soundKey } from './phonetic.ts';
import { ROMANISATIONS } from './spellings.ts';

/** Nothing says less. */
const LEAST_ODDS = 1e-4;

/**
 * How much less what sounds like a spelling fits than the spelling itself. Known spellings that no rule gives sound
 * like one of their character's 33 times as often as by chance (npm run train:hokkien). Those fit .72 in the mean.
 */
const NEAR = 0.07;

/** Characters that a system spells alike are one group. */
interface Group {
  /** Places of its characters. */
  readonly members: readonly number[];
  readonly fits: ReadonlyMap<string, number>;
}

/** Groups that a spelling is of, in pairs: the group's number, and how well the spelling fits it. */
type GroupFits = readonly number[];

/** How a written syllable fits the groups of a system: those that it fits better than the system's least fit. */
export interface SyllableFit {
  readonly groups: Uint32Array;
  /** Beyond `least`, which it fits any other group. */
  readonly fits: Float64Array;
  readonly least: number;
  /** How likely it is for any character. */
  readonly share: number;
}

/** Shares of the characters that are in one group of a system and in another of a second system. */
interface Shared {
  /** Where the cells of each group of the first system start, with the end of the last one. */
  readonly starts: Uint32Array;
  /** Of each cell the group of the second system. */
  readonly others: Uint32Array;
  readonly shares: Float64Array;
  /** Of each group of the second system, as the least fit of the first one weighs all of its characters. */
  readonly leastSeen: Float64Array;
}

/** Tells by the characters behind them whether two written syllables are one, in names of one place. */
class SyllablesOfPlace {
  readonly #characters: readonly string[];
  readonly #shares: Float64Array;
  /** By system, of each group the places of its characters. */
  readonly #groups: readonly (readonly Group['members'][])[];
  readonly #groupOf: readonly Uint32Array[];
  readonly #shared = new Map<number, Shared>();
  readonly #bySpelling: readonly ReadonlyMap<string, GroupFits>[];
  /** By system, of each spelling that was asked for. */
  readonly #spellingShares = ROMANISATIONS.map(() => new Map<string, number>());
  /** By system, of what is spelt phonetically: groups by the sound of their spellings. */
  readonly #bySound: readonly ReadonlyMap<string, GroupFits>[];
  /** Of each spelling the systems that give it, a bit each. */
  readonly #systems = new Map<string, number>();

  constructor(place: NamePlace) {
    const { characters, shares } = nameCharacters()[place];
    this.#characters = characters;
    this.#shares = shares;
    const groups = ROMANISATIONS.map((system) => groupsOf(characters, (one) => system.spellings(one, place)));
    this.#groups = groups.map((own) => own.map(({ members }) => members));
    this.#groupOf = this.#groups.map((own) => groupOfEach(own, characters.length));
    this.#bySpelling = groups.map((own) => indexed(own, (fits) => fits));
    this.#bySound = groups.map((own, system) =>
      ROMANISATIONS[system]!.isPhonetic ? indexed(own, soundsOf) : new Map(),
    );
    for (const [system, found] of this.#bySpelling.entries()) {
      for (const text of found.keys()) this.#systems.set(text, this.systemsOf(text) | (1 << system));
    }
  }

  /** Every spelling that a table or rule of some system gives. */
  spellings(): Iterable<string> {
    return this.#systems.keys();
  }

  /** The systems of which a table or rule gives a spelling, a bit each. */
  systemsOf(syllable: string): number {
    return this.#systems.get(syllable) ?? 0;
  }

  /** The systems of which a spelling is a syllable or sounds like it, a bit each. */
  systemsNear(syllable: string): number {
    const [known, key] = [this.systemsOf(syllable), soundKey(syllable)];
    if (key === undefined) return known;
    return known | this.#bySound.reduce((mask, found, system) => (found.has(key) ? mask | (1 << system) : mask), 0);
  }

  /** Groups that a written syllable fits in a system, as it is spelt and as it sounds. */
  #groupFits(system: number, syllable: string): GroupFits {
    const exact = this.#bySpelling[system]!.get(syllable) ?? [];
    const key = this.#bySound[system]!.size > 0 ? soundKey(syllable) : undefined;
    const near = key === undefined ? undefined : this.#bySound[system]!.get(key);
    if (!near) return exact;
    const known = new Set(exact.filter((_, at) => at % 2 === 0));
    const found = [...exact];
    for (let at = 0; at < near.length; at += 2) if (!known.has(near[at]!)) found.push(near[at]!, near[at + 1]! * NEAR);
    return found;
  }

  /** How a written syllable fits the characters of names in a system. */
  fit(system: number, syllable: string): SyllableFit {
    const found = this.#groupFits(system, syllable);
    const { leastFit: least } = ROMANISATIONS[system]!;
    let share = least;
    const groups = new Uint32Array(found.length / 2);
    const fits = new Float64Array(found.length / 2);
    for (let at = 0; at < groups.length; at++) {
      groups[at] = found[2 * at]!;
      fits[at] = found[2 * at + 1]! - least;
      const members = this.#groups[system]![groups[at]!]!;
      for (let place = 0; place < members.length; place++) share += fits[at]! * this.#shares[members[place]!]!;
    }
    return { groups, fits, share, least };
  }

  /** How likely a spelling is for any character of names. */
  share(system: number, spelling: string): number {
    const known = this.#spellingShares[system]!.get(spelling);
    if (known !== undefined) return known;
    const { share } = this.fit(system, spelling);
    // What no system gives may be anything that is asked for.
    if (this.systemsOf(spelling) !== 0) this.#spellingShares[system]!.set(spelling, share);
    return share;
  }

  /** How likely each group of the second system is together with a syllable of the first. */
  seenFrom(first: number, syllable: string, second: number): SeenGroups {
    const { groups, fits, share } = this.fit(first, syllable);
    const { starts, others, shares, leastSeen } = this.#sharedBy(first, second);
    const seen = leastSeen.slice();
    for (let at = 0; at < groups.length; at++) {
      const end = starts[groups[at]! + 1]!;
      for (let cell = starts[groups[at]!]!; cell < end; cell++) seen[others[cell]!]! += shares[cell]! * fits[at]!;
    }
    return { shares: seen, share };
  }

  /** The natural logarithm of `oddsOfSyllables`. */
  logOdds(first: number, a: string, second: number, b: string): number {
    return Math.log(oddsOfSyllables(this.seenFrom(first, a, second), this.fit(second, b)));
  }

  /** The character that is likeliest behind both. */
  character(first: number, a: string, second: number, b: string): string {
    const fitOf = dense(this.fit(first, a), this.#groups[first]!.length);
    const fitOfOther = dense(this.fit(second, b), this.#groups[second]!.length);
    let [best, found] = [-1, ''];
    for (let at = 0; at < this.#shares.length; at++) {
      const likely = this.#shares[at]! * fitOf[this.#groupOf[first]![at]!]! * fitOfOther[this.#groupOf[second]![at]!]!;
      if (likely > best) [best, found] = [likely, this.#characters[at]!];
    }
    return found;
  }

  #sharedBy(first: number, second: number): Shared {
    const key = first * ROMANISATIONS.length + second;
    const known = this.#shared.get(key);
    if (known) return known;
    const [groups, groupOf, count] = [this.#groups[first]!, this.#groupOf[second]!, this.#shares.length];
    const starts = new Uint32Array(groups.length + 1);
    const [others, shares] = [new Uint32Array(count), new Float64Array(count)];
    /** Of each group of the second system its cell with the group of the first that had one last. */
    const cellOf = new Int32Array(this.#groups[second]!.length).fill(-1);
    let cells = 0;
    for (let number = 0; number < groups.length; number++) {
      const members = groups[number]!;
      for (let place = 0; place < members.length; place++) {
        const other = groupOf[members[place]!]!;
        if (cellOf[other]! < starts[number]!) {
          others[cells] = other;
          cellOf[other] = cells++;
        }
        shares[cellOf[other]!]! += this.#shares[members[place]!]!;
      }
      starts[number + 1] = cells;
    }
    const leastSeen = Float64Array.from(this.#groups[second]!, (members) => {
      return ROMANISATIONS[first]!.leastFit * members.reduce((sum, one) => sum + this.#shares[one]!, 0);
    });
    const made = {
      starts,
      others: others.slice(0, cells),
      shares: shares.slice(0, cells),
      leastSeen,
    };
    this.#shared.set(key, made);
    return made;
  }
}

/** Groups of one system, seen from a syllable of another. */
export interface SeenGroups {
  /** Of each group. */
  readonly shares: Float64Array;
  /** How likely the syllable is for any character: the sum of the shares. */
  readonly share: number;
}

/** How much likelier two written syllables are where one character is behind both than where each has its own. */
export function oddsOfSyllables(
  { shares, share }: SeenGroups,
  { groups, fits, share: other, least }: SyllableFit,
): number {
  let both = least * share;
  for (let at = 0; at < groups.length; at++) both += fits[at]! * shares[groups[at]!]!;
  return Math.max(LEAST_ODDS, both / (share * other));
}

function dense({ groups, fits, least }: SyllableFit, length: number): Float64Array {
  const all = new Float64Array(length).fill(least);
  for (let at = 0; at < groups.length; at++) all[groups[at]!]! += fits[at]!;
  return all;
}

function groupOfEach(groups: readonly Group['members'][], characters: number): Uint32Array {
  const own = new Uint32Array(characters);
  for (const [number, members] of groups.entries()) for (const one of members) own[one] = number;
  return own;
}

/** The groups, with how well they fit, by what `fitsOf` says of each. */
function indexed(
  groups: readonly Group[],
  fitsOf: (fits: Group['fits']) => ReadonlyMap<string, number>,
): Map<string, GroupFits> {
  const found = new Map<string, number[]>();
  for (const [number, { fits }] of groups.entries()) {
    for (const [text, fit] of fitsOf(fits)) {
      const known = found.get(text);
      if (known) known.push(number, fit);
      else found.set(text, [number, fit]);
    }
  }
  return found;
}

/** Of what spellings sound like the fit of the best one. */
function soundsOf(fits: Group['fits']): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const [text, fit] of fits) {
    const key = soundKey(text);
    if (key !== undefined) best.set(key, Math.max(fit, best.get(key) ?? 0));
  }
  return best;
}

function groupsOf(
  characters: readonly string[],
  spellings: (character: string) => readonly (readonly [string, number])[],
): Group[] {
  const groups = new Map<string, { members: number[]; fits: Map<string, number> }>();
  // Characters of one reading mostly have one list, which is compared once.
  const byList = new Map<unknown, { members: number[] }>();
  for (const [place, character] of characters.entries()) {
    const own = spellings(character);
    let group = byList.get(own);
    if (!group) {
      const key = own.map(([text, fit]) => `${text} ${fit}`).join(' ');
      const known = groups.get(key);
      // Of a spelling that comes twice the earlier fit counts.
      const fresh = known ?? { members: [], fits: new Map(own.toReversed()) };
      if (!known) groups.set(key, fresh);
      byList.set(own, fresh);
      group = fresh;
    }
    group.members.push(place);
  }
  return [...groups.values()];
}

const made = new Map<NamePlace, SyllablesOfPlace>();

/** Made when the first name asks for it: that takes some tenths of a second. */
export function syllablesOf(place: NamePlace): SyllablesOfPlace {
  const known = made.get(place);
  if (known) return known;
  const fresh = new SyllablesOfPlace(place);
  made.set(place, fresh);
  return fresh;
}
