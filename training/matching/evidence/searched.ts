import type { EntityType } from '../../../src/domain/entity-type.ts';
import type { EntryFacts } from '../../../src/domain/list-entry.ts';
import type { SnapshotEntity } from '../../../src/domain/snapshot.ts';
import { FactsFile } from '../../../src/screening/facts.ts';
import { buildSnapshot, snapshotFiles } from '../../../src/screening/index/build.ts';
import { readIndexFile } from '../../../src/screening/index/format.ts';
import { IndexView } from '../../../src/screening/index/view.ts';
import { analyseName } from '../../../src/screening/names/analyse.ts';
import { withSound } from '../../../src/screening/names/sound/with-sound.ts';
import type { NameToken } from '../../../src/screening/names/types.ts';
import { type Candidate, type NameQuery, Searcher } from '../../../src/screening/search.ts';

/** Strangers are looked for down to this score: what is even less alike teaches nothing. */
const LEAST = 42;
const MOST = 40;

/** Entities, ready to be searched, with what is behind their names. */
export class SearchedLists {
  readonly #searcher: Searcher;
  readonly #view: IndexView;
  readonly #facts: FactsFile;
  readonly #forms: number[][];

  static async build(id: string, entities: Iterable<SnapshotEntity>, directory: string): Promise<SearchedLists> {
    await buildSnapshot({ id, createdAt: new Date(0).toISOString(), sources: [], entities }, directory);
    const files = snapshotFiles(directory, id);
    return new SearchedLists(new IndexView(await readIndexFile(files.index)), files.facts);
  }

  private constructor(view: IndexView, facts: string) {
    this.#view = view;
    this.#searcher = new Searcher(view);
    this.#facts = new FactsFile(facts, view);
    this.#forms = Array.from(view.entityTypes, () => []);
    for (const [form, entity] of view.formEntity.entries()) this.#forms[entity]!.push(form);
  }

  get entities(): number {
    return this.#forms.length;
  }

  facts(entity: number): readonly EntryFacts[] {
    return this.#facts.read(entity);
  }

  features({ form, alignment, plan }: Candidate): Float64Array {
    return this.#searcher.features(form, alignment, plan);
  }

  /**
   * The entities that a name resembles, even if they are of another country. What the table in force makes of a country
   * would else decide which of them the next table is made from.
   */
  search(name: string, entityType: EntityType): Candidate[] {
    const query = queryOf(name, entityType);
    if (!query) return [];
    const { candidates } = this.#searcher.search({ ...withoutCountries(query), minScore: LEAST });
    const found = candidates.slice(0, MOST);
    if (entityType === 'Individual') return found;
    return found.flatMap(({ entity }) => this.#searcher.compare(query, this.#forms[entity]!) ?? []);
  }

  /** One entity against a name: its best form among those of the names that `isAsked` takes, by entry and name. */
  compare(
    name: string,
    entityType: EntityType,
    entity: number,
    isAsked: (entry: number, name: number) => boolean = () => true,
  ): Candidate | undefined {
    const query = queryOf(name, entityType);
    const forms = this.#forms[entity]!.filter((form) => {
      const place = this.#view.formPlace[form]!;
      return isAsked(Math.floor(place / 65_536), place % 65_536);
    });
    return query && this.#searcher.compare(query, forms);
  }
}

function withoutCountries(query: NameQuery): NameQuery {
  const readings = query.readings.map((reading) => ({
    ...reading,
    tokens: reading.tokens.map(({ country, ...token }): NameToken => token),
  }));
  return { ...query, readings };
}

function queryOf(name: string, entityType: EntityType): NameQuery | undefined {
  const isPerson = entityType === 'Individual';
  const readings = analyseName(name, isPerson ? 'person' : 'organization').readings.filter(
    ({ tokens }) => tokens.length > 0,
  );
  if (readings.length === 0) return undefined;
  return { name, entityType, minScore: 0, readings: isPerson ? withSound(readings) : readings };
}
