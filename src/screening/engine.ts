import { type EntityType, entryKindOf } from '../domain/entity-type.ts';
import type { EntryFacts, ListName } from '../domain/list-entry.ts';
import { bestFirst, type EvidencedMatch, type Explanation } from '../domain/match.ts';
import type { SnapshotSource } from '../domain/snapshot.ts';
import { TouchstoneError } from '../errors.ts';
import { Recent } from '../recent.ts';
import { say } from '../sentences.ts';
import { displayName, firstNationality, fullBirthDate, typeBit } from './entity.ts';
import { type EntityFacts, FactsFile, FactsInMemory } from './facts.ts';
import { snapshotFiles } from './index/build.ts';
import { ACRONYM_READING, MAX_READINGS, ownerOf } from './index/compile.ts';
import { readIndexFile } from './index/format.ts';
import { smallIndex } from './index/small-index.ts';
import { IndexView } from './index/view.ts';
import { acronymsOf } from './names/acronym.ts';
import { analyseName } from './names/analyse.ts';
import { unmarkedShip } from './names/meant/ship-marks.ts';
import type { Reading } from './names/types.ts';
import { type AskedNumber, askedNumbers, hasSameNumber, withNumbers } from './numbers/number-evidence.ts';
import type { CraftKind, Query } from './query.ts';
import { askedOf, readingsOf } from './query-readings.ts';
import { SoughtTokens } from './retrieval/sought-tokens.ts';
import { explain } from './scoring/explain.ts';
import { type Candidate, type NameQuery, Searcher } from './search.ts';
import type { CraftFound, SearchResult } from './search-result.ts';
import { SharedMemory } from './shared-memory.ts';
import { ENGINE_VERSION } from './version.ts';
import { entitiesWithWords } from './word-search.ts';

/** Of so many vessels and aircraft the lists are named, the best first. */
const MAX_CRAFTS_READ = 20;
/** About 5 kB each: some 10 MB a thread. */
const MAX_RECENT = 1000;
/** Of an index beside a snapshot, of which a thread has several. */
const MAX_RECENT_BESIDE = 20;
/** Share of a snapshot's memory for words. */
const MEMORY_BESIDE = 0.02;
/** Of so many entities that a name finds the numbers are compared, the best first. */
const MAX_WEIGHED = 1_000;

/** Entities with a number of a query, and the lists that have it under another type. */
interface Listed {
  readonly entities: readonly number[];
  readonly otherTypes: readonly string[];
}

const NOBODY: Listed = { entities: [], otherTypes: [] };
const EMPTY: Explanation = {
  matchedName: '',
  matchedNameKind: 'primary',
  weakAlias: false,
  pairs: [],
  unmatchedQuery: [],
  unmatchedEntry: [],
  nameScore: 0,
  adjustments: [],
};

/** A search for words. */
export interface AskedWords {
  readonly text: string;
  /** Of so many entities the facts are read. */
  readonly limit: number;
  /** Entries of own lists that ended before it, `YYYY-MM-DD`, are not found. */
  readonly today: string;
  /** The last word may go on. Default: false. */
  readonly isBegun?: boolean;
}

/** What a search for words finds: all entries of each entity, and how many entities there are beyond these. */
export interface EntitiesWithWords {
  readonly entities: readonly (readonly EntryFacts[])[];
  readonly count: number;
}

/** An index with its facts, in memory that threads share. `id`: a number that no other one of the process has. */
export interface IndexInMemory {
  readonly id?: number;
  readonly index: SharedArrayBuffer;
  readonly facts: SharedArrayBuffer;
}

/** Whether an entity counts on a day in UTC, `YYYY-MM-DD`; undefined where nobody says the day. */
export type WantedEntity = (entity: number, today: string | undefined) => boolean;

/** A query as it was read (`askedOf`). */
export type ReadQuery = ReturnType<typeof askedOf>;

interface EngineSurroundings {
  readonly shared?: SharedMemory | undefined;
  readonly world?: Engine;
  readonly isWanted?: WantedEntity | undefined;
}

/** One snapshot, or a small index beside it, ready to be searched by one thread. */
export class Engine {
  readonly #view: IndexView;
  readonly #searcher: Searcher;
  readonly #facts: EntityFacts;
  /** Tells how common words are, where this index is too small to tell. */
  readonly #world: Engine | undefined;
  readonly #isWanted: WantedEntity | undefined;
  readonly #shared: SharedMemory | undefined;
  /** By entity and by form: what matches of the last searches were explained by. */
  readonly #recentFacts: Recent<number, readonly EntryFacts[]>;
  readonly #recentReadings: Recent<number, Reading>;

  /**
   * Throws `damaged` where the files are not what `buildSnapshot` wrote or do not belong together. `shared`: what other
   * threads found in the same index, and nothing else.
   */
  static open(index: SharedArrayBuffer, factsFile: string, shared = new SharedMemory()): Engine {
    const view = new IndexView(index);
    return new Engine(view, new FactsFile(factsFile, view), { shared });
  }

  /**
   * A small index beside `world`, whose entities score as if they stood there. `isWanted` is asked of each entity that
   * is found. What is found in one with an `id` all threads know.
   */
  static beside(world: Engine, part: IndexInMemory, isWanted?: WantedEntity): Engine {
    const view = new IndexView(part.index);
    const shared = part.id === undefined ? undefined : world.#shared?.of(`${part.id} `);
    return new Engine(view, new FactsInMemory(part.facts, view), { shared, world, isWanted });
  }

  private constructor(view: IndexView, facts: EntityFacts, { shared, world, isWanted }: EngineSurroundings) {
    this.#view = view;
    this.#facts = facts;
    this.#world = world;
    this.#isWanted = isWanted;
    this.#shared = shared;
    const most = world ? MAX_RECENT_BESIDE : MAX_RECENT;
    this.#recentFacts = new Recent(most);
    this.#recentReadings = new Recent(most);
    this.#searcher = new Searcher(view, shared, world && MEMORY_BESIDE);
  }

  get snapshot(): string {
    return this.#view.header.id;
  }

  get sources(): readonly SnapshotSource[] {
    return this.#view.header.sources;
  }

  /**
   * Entities of the query's type at or over its `minScore`, best first; equal scores by name. Throws `validation` for a
   * name that leaves nothing to compare.
   */
  search(query: Query, read: ReadQuery = this.read(query)): SearchResult {
    const asked = this.#asked(read.asked);
    const birthDoubt = read.doubt;
    const { candidates, crafts: named } = this.#searcher.search(asked);
    const crafts = query.entityType === 'Organization' ? this.#withUnmarked(named, query) : named;
    const ofType = query.craft === undefined ? candidates : this.#craftsOf(crafts, query.craft);
    const found = ofType.filter(({ entity }) => this.#counts(entity, query));
    const numbers = askedNumbers(query);
    const listed = numbers.length === 0 ? NOBODY : this.#listedUnder(numbers, query);
    const byName = found.slice(0, numbers.length === 0 ? query.limit : MAX_WEIGHED);
    const known = new Set(found.map(({ entity }) => entity));
    const added = listed.entities.filter((entity) => !known.has(entity));
    const alike = [
      ...byName.map((candidate) => this.#match(candidate, query)),
      ...added.map((entity) => this.#underAnyName(entity, asked, query)),
    ];
    const reaching = numbers.length === 0 ? alike : weighed(alike, numbers, query.minScore);
    const matches = reaching.slice(0, query.limit);
    let qualifying = found.length + added.length - (alike.length - reaching.length);
    if (query.minScore === 0 && query.craft === undefined) {
      const others = this.#otherEntities(query.entityType, [...known, ...added]);
      const rest = others.filter((entity) => this.#counts(entity, query));
      qualifying += rest.length;
      for (const entity of rest.slice(0, Math.max(0, query.limit - matches.length))) {
        matches.push(unlike(this.#facts.read(entity), query.entityType));
      }
    }
    const about = { snapshot: this.snapshot, engine: ENGINE_VERSION, ...(birthDoubt && { birthDoubt }) };
    const { otherTypes } = listed;
    const noted = query.craft === undefined ? crafts : [];
    return { matches, crafts: this.#craftLists(noted), otherTypes, qualifying, ...about };
  }

  /** What is searched for a query. It is the same in an index beside this one, so that it is read once for both. */
  read(query: Query): ReadQuery {
    return askedOf(query, (text) => this.rarity(text));
  }

  /** The same for searches in several indexes, which keep what they make of the query's words for each other. */
  readForAll(query: Query): ReadQuery {
    const { asked, doubt } = this.read(query);
    return { asked: { ...asked, sought: new SoughtTokens(true) }, doubt };
  }

  /** With what is to be known of words that this index alone cannot tell. */
  #asked(asked: NameQuery): NameQuery {
    const world = this.#world;
    if (!world) return asked;
    const { finder, crowd } = world.#searcher;
    return { ...asked, rarityOf: (text: string) => this.rarity(text), world: finder, crowd };
  }

  #counts(entity: number, { today }: Query): boolean {
    return this.#isWanted === undefined || this.#isWanted(entity, today);
  }

  /** How rare a text is among all lists, 0 to 1; undefined where no listed name has it. */
  rarity(text: string): number | undefined {
    return this.#world ? this.#world.rarity(text) : this.#view.rarity(text);
  }

  /** Scores two names as if `b` stood on a list, with the rarities of the snapshot in force. */
  compare(a: string, b: string, entityType: EntityType): { score: number; explanation: Explanation } {
    const rarityOf = (text: string) => this.rarity(text);
    const { asked } = askedOf({ name: a, entityType, minScore: 0, limit: 1 }, rarityOf);
    readingsOf({ name: b, entityType }, rarityOf);
    const entry: EntryFacts = {
      id: 'b',
      kind: entryKindOf(entityType),
      names: [{ full: b, kind: 'primary' }],
      source: 'compare',
      sourceName: 'compare',
    };
    const view = smallIndex([{ entries: [entry] }], rarityOf);
    const query = { ...asked, rarityOf, world: this.#searcher.finder };
    const candidate = new Searcher(view).compare(query, [...view.formEntity.keys()]);
    if (!candidate) return { score: 0, explanation: { ...EMPTY, matchedName: b } };
    const reading = readingOf(candidate.form, [entry], view);
    return { score: candidate.finished.score, explanation: explanationOf(candidate, [entry], reading, view) };
  }

  /** The first entities that have every word of a text in a name, and how many have (`entitiesWithWords`). */
  withWords({ text, limit, today, isBegun = false }: AskedWords): EntitiesWithWords {
    const all = entitiesWithWords(this.#view, text, isBegun);
    const isWanted = this.#isWanted;
    const found = isWanted ? all.filter((entity) => isWanted(entity, today)) : all;
    return { entities: found.slice(0, limit).map((entity) => this.#facts.read(entity)), count: found.length };
  }

  /** All entries of the entity that has the entry of this key (`entryKey`); undefined where none has. */
  entity(key: string): EntryFacts[] | undefined {
    return this.#facts.entity(key);
  }

  /** Places of the entities that may have the entry of this key. */
  placesOf(key: string): number[] {
    return this.#view.entitiesWith(key);
  }

  close(): void {
    this.#facts.close();
  }

  #match(candidate: Candidate, query: Query): EvidencedMatch {
    const facts = this.#recentFacts.get(candidate.entity, (entity) => this.#facts.read(entity));
    const reading = this.#recentReadings.get(candidate.form, (form) => readingOf(form, facts, this.#view));
    const explanation = explanationOf(candidate, facts, reading, this.#view);
    return evidenced(facts, query.entityType, candidate.finished.score, explanation);
  }

  /** The entities that have one of the numbers; of other types than is searched the lists alone. */
  #listedUnder(numbers: readonly AskedNumber[], query: Query): Listed {
    const { entityType, craft } = query;
    const entities: number[] = [];
    const otherTypes = new Set<string>();
    for (const entity of new Set(numbers.flatMap(({ number }) => this.#view.entitiesWithNumber(number)))) {
      if (!this.#counts(entity, query)) continue;
      const facts = this.#facts.read(entity);
      if (!hasSameNumber(facts, numbers)) continue;
      const types = this.#view.entityTypes[entity]!;
      const isWanted = craft === undefined ? (types & typeBit(entityType)) !== 0 : isOfCraft(facts, craft);
      if (isWanted) entities.push(entity);
      else for (const { sourceName } of facts) otherTypes.add(sourceName);
    }
    return { entities, otherTypes: [...otherTypes] };
  }

  /** Vessels and aircraft with those that have the name without the mark of a ship (`M/V`), the best first. */
  #withUnmarked(crafts: readonly Candidate[], query: Query): readonly Candidate[] {
    const name = unmarkedShip(query.name);
    if (name === undefined) return crafts;
    let asked: NameQuery;
    try {
      ({ asked } = this.read({ ...query, name }));
    } catch (error) {
      // Without the mark it is no name.
      if (error instanceof TouchstoneError && error.code === 'validation') return crafts;
      throw error;
    }
    const known = new Set(crafts.map(({ entity }) => entity));
    const others = this.#searcher.search(this.#asked(asked)).crafts.filter(({ entity }) => !known.has(entity));
    return [...crafts, ...others].sort((one, other) => other.finished.score - one.finished.score);
  }

  #craftsOf(crafts: readonly Candidate[], craft: CraftKind): Candidate[] {
    return crafts.filter(({ entity }) => isOfCraft(this.#facts.read(entity), craft));
  }

  /** An entity that was not found by its name, with what its name says of the query's. */
  #underAnyName(entity: number, asked: NameQuery, query: Query): EvidencedMatch {
    const candidate = this.#searcher.compare(asked, this.#view.formsOf(entity));
    return candidate ? this.#match(candidate, query) : unlike(this.#facts.read(entity), query.entityType);
  }

  #craftLists(crafts: readonly Candidate[]): CraftFound[] {
    const lists = new Map<string, CraftFound>();
    for (const { entity } of crafts.slice(0, MAX_CRAFTS_READ)) {
      for (const { kind, sourceName } of this.#facts.read(entity)) {
        if (kind === 'vessel' || kind === 'aircraft') lists.set(`${kind} ${sourceName}`, { kind, sourceName });
      }
    }
    return [...lists.values()];
  }

  /** At a least score of 0 everything matches: the entities that share nothing with the query, by name. */
  #otherEntities(entityType: EntityType, found: readonly number[]): number[] {
    const { entityByRank, entityTypes } = this.#view;
    const matched = new Set(found);
    const bit = typeBit(entityType);
    return [...entityByRank].filter((entity) => entityTypes[entity]! & bit && !matched.has(entity));
  }
}

/** The entry and the name of a form. */
function writtenAs(form: number, facts: readonly EntryFacts[], view: IndexView): { entry: EntryFacts; name: ListName } {
  const written = view.formPlace[form]!;
  const entry = facts[Math.floor(written / 65_536)]!;
  return { entry, name: entry.names[written % 65_536]! };
}

/** The name is analysed again as it was when the index was compiled, because surfaces are not kept there. */
function readingOf(form: number, facts: readonly EntryFacts[], view: IndexView): Reading {
  const { entry, name } = writtenAs(form, facts, view);
  const { readings } = analyseName(name.full, ownerOf(entry.kind), name.parts);
  const place = view.formReading[form]!;
  if (place < ACRONYM_READING) return readings.slice(0, MAX_READINGS)[place]!;
  return acronymsOf(readings[0]!, name.full)[place - ACRONYM_READING]!.reading;
}

function explanationOf(
  { plan, alignment, finished, form, aside }: Candidate,
  facts: readonly EntryFacts[],
  reading: Reading,
  view: IndexView,
): Explanation {
  const { name } = writtenAs(form, facts, view);
  return explain({ plan, alignment, finished, name, reading, aside, textOf: (id) => view.text(id) });
}

/** What reaches the least score with its numbers, best first. */
function weighed(matches: readonly EvidencedMatch[], numbers: readonly AskedNumber[], minScore: number) {
  return matches
    .map((match) => withNumbers(match, numbers))
    .filter(({ score }) => score >= minScore)
    .sort(bestFirst);
}

function isOfCraft(facts: readonly EntryFacts[], craft: CraftKind): boolean {
  return facts.some(({ kind }) => kind === craft || (craft === 'any' && (kind === 'vessel' || kind === 'aircraft')));
}

/** An entity whose names have nothing in common with the query's. */
function unlike(facts: readonly EntryFacts[], entityType: EntityType): EvidencedMatch {
  const { full, kind, weak } = facts[0]!.names[0]!;
  const explanation = { ...EMPTY, matchedName: full, matchedNameKind: kind, weakAlias: weak === true };
  return evidenced(facts, entityType, 0, explanation);
}

function evidenced(
  facts: readonly EntryFacts[],
  entityType: EntityType,
  score: number,
  explanation: Explanation,
): EvidencedMatch {
  const dateOfBirth = fullBirthDate(facts);
  const nationality = firstNationality(facts);
  return {
    name: displayName(facts),
    score,
    entityType,
    sources: [...new Set(facts.map(({ sourceName }) => sourceName))],
    ...(dateOfBirth ? { dateOfBirth } : {}),
    ...(nationality ? { nationality } : {}),
    entries: facts.map(({ source, id }) => ({ source, id })),
    explanation: withJoins(explanation, facts),
    facts,
  };
}

/** Says why evidence joined entries of several lists. That costs no points. */
function withJoins(explanation: Explanation, facts: readonly EntryFacts[]): Explanation {
  const joins = facts.flatMap(({ sourceName, id, joined }) => {
    if (joined?.why === undefined) return [];
    const [one, other] = joined.why.names;
    const agreements = joined.why.agreements.map((kind) => say(`join.${kind}`)).join(', ');
    return [{ reason: say('score.joined', { list: sourceName, id, one, other, agreements }), points: 0 }];
  });
  return joins.length === 0 ? explanation : { ...explanation, adjustments: [...explanation.adjustments, ...joins] };
}

/** A snapshot for this thread alone. Throws `damaged`. */
export async function openSnapshot(directory: string, id: string): Promise<Engine> {
  const files = snapshotFiles(directory, id);
  return Engine.open(await readIndexFile(files.index), files.facts);
}
