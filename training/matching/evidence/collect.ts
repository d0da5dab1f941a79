import type { EntityType } from '../../../src/domain/entity-type.ts';
import type { EntryFacts, ListName } from '../../../src/domain/list-entry.ts';
import type { SnapshotEntity } from '../../../src/domain/snapshot.ts';
import { bearsTwoFamilyNames } from '../../../src/screening/index/family-names.ts';
import { isCyrillic } from '../../../src/screening/names/characters.ts';
import { FEATURES, type Feature } from '../../../src/screening/scoring/evidence.ts';
import type { EvidenceModel } from '../../../src/screening/scoring/parameters.ts';
import { COUNTRIES, isCountry } from './countries.ts';
import { folded, Lookalikes } from './lookalikes.ts';
import { WITHOUT_MIDDLE, withoutMiddle } from './population.ts';
import type { Random } from './random.ts';
import type { Resembling, SearchedLists } from './searched.ts';
import { otherName, otherWriting, type Written } from './writings.ts';

/** Two names, and whether they are one person's or organisation's. */
export interface LabelledCase {
  readonly model: EvidenceModel;
  readonly kind: Kind;
  readonly isSame: boolean;
  /** Cases of one group are of one query or one entity: cross-validation keeps them together. */
  readonly group: number;
  /** Features of the entity's forms, of which the likeliest is meant. */
  readonly forms: readonly Float64Array[];
}

/**
 * `translation`: an organisation's names in two languages. `stranger`: what invented names find, or names in two
 * languages. `sister`, `lookalike`: a listed name with one part exchanged.
 */
export type Kind =
  | 'alias'
  | 'other-list'
  | 'other-writing'
  | 'other-script'
  | 'translation'
  | 'stranger'
  | 'sister'
  | 'lookalike';

const NAMES_AN_ENTITY = 3;
/** Of the entities that are asked, politicians being many. */
const SHARE = 0.5;
const SHARE_OF_POLITICIANS = 0.06;
const SHARE_OF_WRITINGS = 0.6;
const SHARE_OF_SISTERS = 0.3;
const SHARE_OF_LOOKALIKES = 0.3;
/**
 * With so much of one of these, words of two names are unlike. A name without is another spelling, and no lookalike.
 * Of little alike it is what even odds have: two names are then as likely as one.
 */
const UNLIKE = Object.entries({ nickname: 1, 'little-alike': 3, 'both-miss-words': 1 }).map(
  ([feature, least]) => [FEATURES.indexOf(feature as Feature), least] as const,
);
const LATIN_ONLY = /^[\p{Script=Latin}\p{M}\p{P}\p{Zs}\p{N}]+$/u;
/** Lists of politicians. Names on them also judge. */
export const POLITICIANS: ReadonlySet<string> = new Set(['everypolitician', 'us-congress']);

export class Collector {
  readonly cases: LabelledCase[] = [];
  readonly #random: Random;
  readonly #ofLookalikes: Random;
  readonly #lookalikes = new Lookalikes();
  readonly #isWanted: (model: EvidenceModel) => boolean;
  #group = 0;

  /** Names that teach no wanted model are not looked up. */
  constructor(random: Random, ofLookalikes: Random, isWanted: (model: EvidenceModel) => boolean) {
    this.#random = random;
    this.#ofLookalikes = ofLookalikes;
    this.#isWanted = isWanted;
  }

  #search(lists: SearchedLists, name: string, type: EntityType): Resembling[] {
    return this.#isWanted(modelOf(name, type)) ? lists.search(name, type) : [];
  }

  #compare(lists: SearchedLists, name: string, type: EntityType, ...rest: Compared): Resembling | undefined {
    return this.#isWanted(modelOf(name, type)) ? lists.compare(name, type, ...rest) : undefined;
  }

  #add(found: Resembling | undefined, kind: Kind, isSame: boolean): void {
    if (found) this.cases.push({ model: found.model, kind, isSame, group: this.#group, forms: found.forms });
  }

  /** Whatever a name of nobody finds is a stranger. */
  strangers(lists: SearchedLists, names: Iterable<string>, entityType: EntityType): void {
    for (const name of names) {
      this.#group++;
      for (const found of this.#search(lists, name, entityType)) this.#add(found, 'stranger', false);
    }
  }

  /** Each entity's names against each other, other writings of them, and sisters. */
  entities(lists: SearchedLists): void {
    const order = this.#random.shuffled([...Array(lists.entities).keys()]);
    for (const entity of order) this.#lookalikes.add(lists.facts(entity)[0]!);
    for (const entity of order) {
      const facts = lists.facts(entity);
      const { kind, names } = facts[0]!;
      if (kind !== 'person' && kind !== 'organization') continue;
      const arePoliticians = facts.every(({ source }) => POLITICIANS.has(source));
      if (this.#random.share() > (arePoliticians ? SHARE_OF_POLITICIANS : SHARE)) continue;
      this.#group++;
      this.#aliases(lists, entity, facts);
      const primary = names[0]!.full;
      if (arePoliticians || !LATIN_ONLY.test(primary) || !/\s/.test(primary)) continue;
      const other = lists.facts(this.#random.pick(order))[0]!.names[0]!.full.split(/\s+/);
      this.#otherNames(lists, entity, facts, other);
    }
  }

  /** A name as other people write it, and with a part of another's name. */
  #otherNames(lists: SearchedLists, entity: number, facts: readonly EntryFacts[], other: readonly string[]): void {
    const { kind, names } = facts[0]!;
    const type: EntityType = kind === 'person' ? 'Individual' : 'Organization';
    const primary = names[0]!.full;
    if (this.#random.share() < SHARE_OF_WRITINGS) {
      const addition = this.#random.pick(other);
      const written =
        kind === 'person'
          ? otherWriting(writtenAs(names[0]!, facts), addition, this.#random)
          : otherName(wordsOf(primary), this.#random);
      this.#add(this.#compare(lists, written, type, entity), 'other-writing', true);
    }
    const words = primary.split(/\s+/);
    if (this.#random.share() < SHARE_OF_SISTERS) this.#sister(lists, entity, type, words, other);
    if (this.#ofLookalikes.share() < SHARE_OF_LOOKALIKES) this.#lookalike(lists, entity, type, words);
  }

  /** Another name of which one word looks like one of this name, and is not another spelling of it. */
  #lookalike(lists: SearchedLists, entity: number, type: EntityType, words: readonly string[]): void {
    const kind = type === 'Individual' ? 'person' : 'organization';
    const name = this.#lookalikes.nameLike(words, kind, this.#ofLookalikes);
    const found = name === undefined ? undefined : this.#compare(lists, name, type, entity);
    if (found && UNLIKE.some(([place, least]) => found.forms[0]![place]! >= least))
      this.#add(found, 'lookalike', false);
  }

  #aliases(lists: SearchedLists, entity: number, facts: readonly EntryFacts[]): void {
    const type: EntityType = facts[0]!.kind === 'person' ? 'Individual' : 'Organization';
    const named = facts.flatMap(({ names, source }, entry) =>
      names.map(({ full }, name) => ({ full, source, entry, name })),
    );
    for (const asked of this.#random.shuffled(named).slice(0, NAMES_AN_ENTITY)) {
      // Cases that judge come from what this list writes in other scripts.
      if (asked.source === 'everypolitician' && !LATIN_ONLY.test(asked.full)) continue;
      const isElsewhere = facts.length > 1 && this.#random.share() < 0.7;
      const found = this.#compare(lists, this.#asWritten(asked.full), type, entity, (entry, name) =>
        isElsewhere ? entry !== asked.entry : folded(facts[entry]!.names[name]!.full) !== folded(asked.full),
      );
      this.#add(found, isElsewhere ? 'other-list' : 'alias', true);
    }
  }

  /** Patronymics are left out as often as strangers leave them out. */
  #asWritten(name: string): string {
    return isCyrillic(name) && this.#random.share() < WITHOUT_MIDDLE ? withoutMiddle(name) : name;
  }

  #sister(
    lists: SearchedLists,
    entity: number,
    type: EntityType,
    words: readonly string[],
    other: readonly string[],
  ): void {
    const telling = words.findIndex((word) => /\d/.test(word) || (type === 'Organization' && isCountry(word)));
    const place = telling < 0 ? this.#random.below(words.length) : telling;
    const part = this.#partLike(words[place]!, type) ?? partAt(place, words.length, other, this.#random);
    if (folded(part) === folded(words[place]!)) return;
    this.#add(this.#compare(lists, words.with(place, part).join(' '), type, entity), 'sister', false);
  }

  /** Another number for one, and another country of an organisation. */
  #partLike(word: string, type: EntityType): string | undefined {
    if (/\d/.test(word)) return String(1 + this.#random.below(30));
    return type === 'Organization' && isCountry(word) ? this.#random.pick(COUNTRIES) : undefined;
  }

  /** Persons put together from tokens of two scripts: the one that is meant, and whoever else is found. */
  otherScripts(lists: SearchedLists, asked: readonly { readonly name: string; readonly entry: string }[]): void {
    for (const { name, entry } of asked) {
      this.#group++;
      for (const found of this.#search(lists, name, 'Individual')) {
        this.#add(found, 'other-script', lists.facts(found.entity)[0]!.id === entry);
      }
    }
  }
}

type Compared = Parameters<SearchedLists['compare']> extends [string, EntityType, ...infer Rest] ? Rest : never;

/** The model that a query is weighed by; of East Asian names in Latin letters none is. */
function modelOf(name: string, type: EntityType): EvidenceModel {
  if (type === 'Organization') return 'organisation';
  if (isCyrillic(name)) return 'cyrillic';
  return LATIN_ONLY.test(name) ? 'person' : 'script';
}

const wordsOf = (name: string): string[] => name.replaceAll(',', '').split(/\s+/);

function writtenAs({ full, parts }: ListName, facts: readonly EntryFacts[]): Written {
  const words = wordsOf(full);
  const names = wordsOf(parts?.family ?? '');
  const isLast =
    names.length < words.length && folded(words.slice(-names.length).join(' ')) === folded(names.join(' '));
  const family = words.length - (isLast ? names.length : 1);
  return { words, family, hasMothersName: words.length - family === 2 && bearsTwoFamilyNames(facts) };
}

function partAt(place: number, count: number, other: readonly string[], random: Random): string {
  if (place === 0) return other[0]!;
  return place === count - 1 ? other.at(-1)! : random.pick(other);
}

/** People of two tokens each, as an index has them. */
export function peopleOf(names: readonly string[]): SnapshotEntity[] {
  return names.map((full, place) => ({
    entries: [
      { id: String(place), kind: 'person', names: [{ full, kind: 'primary' }], source: 'un-sc', sourceName: '' },
    ],
  }));
}
