import type { EntityType } from '../domain/entity-type.ts';
import type { EntryFacts, ListName } from '../domain/list-entry.ts';
import type { EvidencedMatch, Explanation } from '../domain/match.ts';
import type { SnapshotSource } from '../domain/snapshot.ts';
import { TouchstoneError } from '../errors.ts';
import { Recent } from '../recent.ts';
import { say } from '../sentences.ts';
import { askedBirth, type BirthDoubt } from './asked-birth.ts';
import { displayName, firstNationality, fullBirthDate, typeBit } from './entity.ts';
import { FactsFile } from './facts.ts';
import { ACRONYM_READING, MAX_READINGS, ownerOf } from './index/compile.ts';
import { smallIndex } from './index/small-index.ts';
import { IndexView } from './index/view.ts';
import { acronymsOf } from './names/acronym.ts';
import { namesBesideNickname, namesTogether } from './names/also-known-as.ts';
import { analyseName } from './names/analyse.ts';
import { withSpellings } from './names/meant/lost-letters.ts';
import { type Rereading, rereadingsOf } from './names/meant/rereadings.ts';
import { mended } from './names/meant/spoilt-text.ts';
import { type NumbersBeside, numbersBeside } from './names/numbers-beside.ts';
import { cutRunTogether } from './names/run-together.ts';
import { sameShape } from './names/same-shape.ts';
import { withOrthographies } from './names/scripts/orthographies.ts';
import { heardInCyrillic } from './names/scripts/spelt-phonetically.ts';
import { withSound } from './names/sound/with-sound.ts';
import { withSyllables } from './names/syllables.ts';
import type { Reading } from './names/types.ts';
import { type Query, refusePlaceholder } from './query.ts';
import { explain } from './scoring/explain.ts';
import { type Candidate, type NameQuery, Searcher } from './search.ts';
import type { CraftFound, SearchResult } from './search-result.ts';
import { SharedMemory } from './shared-memory.ts';
import { ENGINE_VERSION } from './version.ts';

/** Of so many vessels and aircraft the lists are named, the best first. */
const MAX_CRAFTS_READ = 20;
/** About 5 kB each: some 10 MB a thread. */
const MAX_RECENT = 1000;
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

/** One snapshot, ready to be searched by one thread. */
export class Engine {
  readonly #view: IndexView;
  readonly #searcher: Searcher;
  readonly #facts: FactsFile;
  /** By entity and by form: what matches of the last searches were explained by. */
  readonly #recentFacts = new Recent<number, readonly EntryFacts[]>(MAX_RECENT);
  readonly #recentReadings = new Recent<number, Reading>(MAX_RECENT);

  /**
   * Throws `damaged` where the files are not what `buildSnapshot` wrote or do not belong together. `shared`: what other
   * threads found in the same index, and nothing else.
   */
  static open(index: SharedArrayBuffer, factsFile: string, shared = new SharedMemory()): Engine {
    const view = new IndexView(index);
    return new Engine(view, new FactsFile(factsFile, view), shared);
  }

  private constructor(view: IndexView, facts: FactsFile, shared: SharedMemory) {
    this.#view = view;
    this.#facts = facts;
    this.#searcher = new Searcher(view, shared);
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
  search(query: Query): SearchResult {
    const { asked, doubt: birthDoubt } = askedOf(query, (text) => this.rarity(text));
    const { candidates: found, crafts } = this.#searcher.search(asked);
    const matches = found.slice(0, query.limit).map((candidate) => this.#match(candidate, query));
    let qualifying = found.length;
    if (query.minScore === 0) {
      const rest = this.#otherEntities(query.entityType, found);
      qualifying += rest.length;
      for (const entity of rest.slice(0, Math.max(0, query.limit - matches.length))) {
        const facts = this.#facts.read(entity);
        const { full, kind, weak } = facts[0]!.names[0]!;
        const explanation = { ...EMPTY, matchedName: full, matchedNameKind: kind, weakAlias: weak === true };
        matches.push(evidenced(facts, query.entityType, 0, explanation));
      }
    }
    const about = { snapshot: this.snapshot, engine: ENGINE_VERSION, ...(birthDoubt && { birthDoubt }) };
    return { matches, crafts: this.#craftLists(crafts), qualifying, ...about };
  }

  /** How rare a text is, 0 to 1; undefined where no listed name has it. */
  rarity(text: string): number | undefined {
    return this.#view.rarity(text);
  }

  /** Scores two names as if `b` stood on a list, with the rarities of the snapshot in force. */
  compare(a: string, b: string, entityType: EntityType): { score: number; explanation: Explanation } {
    const rarityOf = (text: string) => this.rarity(text);
    const { asked } = askedOf({ name: a, entityType, minScore: 0, limit: 1 }, rarityOf);
    readingsOf({ name: b, entityType }, rarityOf);
    const kind = entityType === 'Individual' ? 'person' : 'organization';
    const entry: EntryFacts = {
      id: 'b',
      kind,
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

  /** All entries of the entity that has the entry of this key (`entryKey`); undefined where none has. */
  entity(key: string): EntryFacts[] | undefined {
    return this.#facts.entity(key);
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
  #otherEntities(entityType: EntityType, found: readonly Candidate[]): number[] {
    const { entityByRank, entityTypes } = this.#view;
    const matched = new Set(found.map(({ entity }) => entity));
    const bit = typeBit(entityType);
    return [...entityByRank].filter((entity) => entityTypes[entity]! & bit && !matched.has(entity));
  }
}

/** Words joined or cut are as like as this (`plan-reading.ts`). */
const LEAST_OF_GUESSED = 0.97;

/** What is searched for a query, and why its date of birth is not compared. Throws as `readingsOf` does. */
export function askedOf(
  query: Query,
  rarityOf: (text: string) => number | undefined,
): { readonly asked: NameQuery; readonly doubt?: BirthDoubt | undefined } {
  const { name, entityType, minScore } = query;
  const whole = mendedName(name, entityType);
  const beside = numbersBeside(whole ?? name, entityType === 'Individual');
  const { birth, doubt } = askedBirth(query, beside);
  const own = readingsBeside({ name: whole ?? name, entityType }, beside, rarityOf);
  const readings =
    whole === undefined ? own : [...readingsOfText(name, entityType, rarityOf), ...asMended(own, whole)].map(sameShape);
  return { asked: { name: beside?.names[0] ?? name, entityType, minScore, birth, readings }, doubt };
}

/** What a spoilt name was. Undefined where nothing is certain, and where that leaves nothing to compare. */
function mendedName(name: string, entityType: EntityType): string | undefined {
  const text = mended(name);
  return text === undefined || allAnalysed(text, entityType).length === 0 ? undefined : text;
}

/** Readings of a text that was spoilt say so, unless they say why they are of another one. */
function asMended(readings: readonly Reading[], text: string): Reading[] {
  return readings.map((reading) => {
    return { ...reading, written: { text, aside: [], reason: 'read-mended' as const, ...reading.written } };
  });
}

/** What the name of a query may be, without what stands beside it and with it. Throws as `readingsOf` does. */
function readingsBeside(
  { name, entityType }: Pick<Query, 'name' | 'entityType'>,
  beside: NumbersBeside | undefined,
  rarityOf: (text: string) => number | undefined,
): readonly Reading[] {
  if (!beside) return readingsOf({ name, entityType }, rarityOf);
  const whole = { text: name, aside: [] };
  const parts = beside.names.map((text) => ({ text, aside: beside.aside }));
  // An organisation's number is rather a part of its name.
  const texts = entityType === 'Individual' ? [...parts, whole] : [whole, ...parts];
  const ways = texts
    .map(({ text, aside }) =>
      readingsIfAny({ name: text, entityType }, rarityOf).map((reading) => {
        return { ...reading, written: { ...(reading.written ?? { text }), aside } };
      }),
    )
    .filter((readings) => readings.length > 0);
  if (ways.length === 0) throw nothingToCompare();
  const isPlain = ({ written }: Reading) => written?.reason === undefined;
  const plain = ways.map((way) => way.filter(isPlain));
  // Only so many readings are searched: the first one of each way is.
  const first = [...plain.flatMap((way) => way.slice(0, 1)), ...plain.flatMap((way) => way.slice(1))];
  return [...first.slice(0, MAX_READINGS), ...ways[0]!.filter((one) => !isPlain(one))];
}

/**
 * What the name of a query may be. Throws `validation` for a name that leaves nothing to compare: an all-clear for it
 * would be a lie. `rarityOf` tells the words of the lists, of which a run-together name is made.
 */
export function readingsOf(
  { name, entityType }: Pick<Query, 'name' | 'entityType'>,
  rarityOf: (text: string) => number | undefined,
): readonly Reading[] {
  const readings = readingsIfAny({ name, entityType }, rarityOf);
  if (readings.length === 0) throw nothingToCompare();
  return readings;
}

const nothingToCompare = () => new TouchstoneError('validation', say('body.name-without-letters'));

/** The same, but empty for a name that leaves nothing to compare, such as `ー`. */
function readingsIfAny(
  { name, entityType }: Pick<Query, 'name' | 'entityType'>,
  rarityOf: (text: string) => number | undefined,
): readonly Reading[] {
  const isPerson = entityType === 'Individual';
  const readings = readingsOfText(name, entityType, rarityOf);
  const rereadings = rereadingsOf(name, {
    isPerson,
    rarityOf,
    readingsOf: (text) => (text === name ? readings : readingsOfText(text, entityType, rarityOf)),
    read: (word) => analysed(word, entityType)[0]?.tokens ?? [],
  });
  for (const { text, reason, spellings } of rereadings) {
    const others = readingsOfText(text, entityType, rarityOf, spellings);
    readings.push(...others.map((reading) => ({ ...reading, written: { text, aside: [], reason } })));
  }
  if (!isPerson || readings.length === 0) refusePlaceholder(name, entityType);
  return readings.map(sameShape);
}

/** The readings of one text that a query may be meant as. */
function readingsOfText(
  text: string,
  entityType: EntityType,
  rarityOf: (text: string) => number | undefined,
  spellings?: Rereading['spellings'],
): Reading[] {
  const all = allAnalysed(text, entityType);
  const readings = spellings ? all.map((one) => ({ ...one, tokens: withSpellings(one.tokens, { spellings }) })) : all;
  const cut = cutRunTogether(readings, rarityOf);
  const guessed =
    cut === undefined ? [] : analysed(cut, entityType).map((reading) => ({ ...reading, leastPair: LEAST_OF_GUESSED }));
  return heard([...readings, ...guessed], entityType).slice(0, MAX_READINGS);
}

/** Half of an organisation's words are known by their meaning, and what sounds like them says nothing. */
function heard(readings: readonly Reading[], entityType: EntityType): readonly Reading[] {
  if (entityType !== 'Individual') return readings;
  return [...withSyllables(withSound(withOrthographies(readings))), ...heardInCyrillic(readings)];
}

/** Of a query that gives several names: the readings of each. Empty where none leaves a token, such as `ー`. */
function allAnalysed(query: string, entityType: EntityType): readonly Reading[] {
  const together = namesTogether(query);
  const names = together.length === 0 && entityType === 'Individual' ? namesBesideNickname(query) : together;
  const readings = names.flatMap((name) => analysed(name, entityType));
  return readings.length > 0 ? readings : analysed(query, entityType);
}

/** The readings that have a token. */
function analysed(name: string, entityType: EntityType): readonly Reading[] {
  const kind = entityType === 'Individual' ? 'person' : 'organization';
  return analyseName(name, kind).readings.filter(({ tokens }) => tokens.length > 0);
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
    explanation,
    facts,
  };
}
