import type { EntityType } from '../../../src/domain/entity-type.ts';
import type { EntryFacts } from '../../../src/domain/list-entry.ts';
import type { SnapshotEntity } from '../../../src/domain/snapshot.ts';
import { FactsFile } from '../../../src/screening/facts.ts';
import { buildSnapshot, snapshotFiles } from '../../../src/screening/index/build.ts';
import { readIndexFile } from '../../../src/screening/index/format.ts';
import { IndexView } from '../../../src/screening/index/view.ts';
import { analyseName } from '../../../src/screening/names/analyse.ts';
import { withSound } from '../../../src/screening/names/sound/with-sound.ts';
import type { EvidenceModel } from '../../../src/screening/scoring/parameters.ts';
import { type AlikeForm, type NameQuery, Searcher } from '../../../src/screening/search.ts';

/**
 * Of 100: names of which the formula finds less the same are other names, and say nothing. True matches and strangers
 * are left out alike, so that neither is scarce at the low end.
 */
const LEAST_AGREEMENT = 40;
const MOST_ENTITIES = 40;
/** So many forms of an entity may be the one that is meant. */
const MOST_FORMS = 4;

/** An entity that a name resembles. */
export interface Resembling {
  readonly entity: number;
  readonly model: EvidenceModel;
  /** Features of its forms, the one that agrees most first. */
  readonly forms: readonly Float64Array[];
}

/** Entities, ready to be searched, with what is behind their names. No weight of evidence plays a part. */
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

  /** The entities that a name resembles most, by `least` of 100. */
  search(name: string, entityType: EntityType, least = LEAST_AGREEMENT): Resembling[] {
    const query = queryOf(name, entityType);
    return query ? byEntity(this.#searcher.alike(query, least)).slice(0, MOST_ENTITIES) : [];
  }

  /** One entity against a name: its forms among those of the names that `isAsked` takes, by entry and name. */
  compare(
    name: string,
    entityType: EntityType,
    entity: number,
    isAsked: (entry: number, name: number) => boolean = () => true,
  ): Resembling | undefined {
    const query = queryOf(name, entityType);
    const forms = this.#forms[entity]!.filter((form) => {
      const place = this.#view.formPlace[form]!;
      return isAsked(Math.floor(place / 65_536), place % 65_536);
    });
    return query && byEntity(this.#searcher.alike(query, LEAST_AGREEMENT, forms))[0];
  }
}

function byEntity(alike: readonly AlikeForm[]): Resembling[] {
  const mostFirst = alike.toSorted((a, b) => b.agreement - a.agreement);
  return [...Map.groupBy(mostFirst, ({ entity }) => entity)].map(([entity, forms]) => ({
    entity,
    model: forms[0]!.model,
    forms: forms
      .filter(({ model }) => model === forms[0]!.model)
      .slice(0, MOST_FORMS)
      .map(({ features }) => features),
  }));
}

function queryOf(name: string, entityType: EntityType): NameQuery | undefined {
  const isPerson = entityType === 'Individual';
  const readings = analyseName(name, isPerson ? 'person' : 'organization').readings.filter(
    ({ tokens }) => tokens.length > 0,
  );
  if (readings.length === 0) return undefined;
  return { name, entityType, minScore: 0, readings: isPerson ? withSound(readings) : readings };
}
