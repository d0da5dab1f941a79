import type { EntityType } from '../../src/domain/entity-type.ts';
import type { ListName } from '../../src/domain/list-entry.ts';
import type { SnapshotEntity } from '../../src/domain/snapshot.ts';
import type { Engine } from '../../src/screening/engine.ts';
import { engineOver, readEntities } from '../quality/index.ts';
import { judgedPairs, type LabelledQuery, type RetrievalSet } from '../quality/sets.ts';
import { Overlap } from './candidates.ts';

/** What every peer is given: one file, read by each driver. */
export interface Job {
  readonly pairs: readonly { readonly a: string; readonly b: string; readonly type: EntityType }[];
  readonly indexes: readonly (readonly Listed[])[];
  readonly sets: readonly { readonly index: number; readonly queries: readonly JobQuery[] }[];
}

interface JobQuery {
  readonly name: string;
  readonly type: EntityType;
  /** Numbers of entities in the set's index, for peers that score and do not search. */
  readonly candidates: readonly number[];
}

interface Listed {
  /** `source:entry`. */
  readonly key: string;
  readonly type: EntityType;
  /** Under the property names of the FollowTheMoney model. */
  readonly properties: Readonly<Record<string, readonly string[]>>;
}

/** A set's queries as they are measured, and the index they are put to. */
export interface SampledSet {
  readonly set: RetrievalSet;
  readonly queries: readonly LabelledQuery[];
  readonly entities: readonly Listed[];
}

/** Of the nearest by shared letters; those that Touchstone finds and the true entries come on top of them. */
export const NEAREST = 100;
const OURS_FROM = 45;
const OURS = 50;

export async function makeJob(
  sets: readonly RetrievalSet[],
  sizeOf: (set: RetrievalSet) => number,
): Promise<{ job: Job; sampledSets: readonly SampledSet[] }> {
  const known = new Map<string, number>();
  const indexes: Listed[][] = [];
  const finders: Overlap[] = [];
  const jobSets: { index: number; queries: readonly JobQuery[] }[] = [];
  const sampledSets: SampledSet[] = [];
  for (const set of sets) {
    const files = set.lists.flatMap(({ paths }) => paths).join();
    if (!known.has(files)) {
      known.set(files, indexes.length);
      const entities = await listed(set.lists);
      indexes.push(entities);
      finders.push(new Overlap(entities.map(({ properties }) => everyName(properties))));
    }
    const index = known.get(files)!;
    const entities = indexes[index]!;
    const queries = sampled(set, sizeOf(set));
    const engine = await engineOver(set.lists);
    const numbers = new Map(entities.map(({ key, type }, number) => [`${key} ${type}`, number]));
    jobSets.push({
      index,
      queries: queries.map((query) => jobQuery(query, engine, finders[index]!, entities, numbers)),
    });
    sampledSets.push({ set, queries, entities });
  }
  const pairs = judgedPairs().map(({ a, b, entityType }) => ({ a, b, type: entityType }));
  return { job: { pairs, indexes, sets: jobSets }, sampledSets };
}

/** Every n-th query, so that a second run takes the same ones. */
function sampled(set: RetrievalSet, size: number): readonly LabelledQuery[] {
  const count = Math.min(size, set.queries.length);
  return Array.from({ length: count }, (_, i) => set.queries[Math.floor((i * set.queries.length) / count)]!);
}

function jobQuery(
  { name, entityType, truth }: LabelledQuery,
  engine: Engine,
  finder: Overlap,
  entities: readonly Listed[],
  numbers: ReadonlyMap<string, number>,
): JobQuery {
  const ours = engine
    .search({ name, entityType, minScore: OURS_FROM, limit: OURS })
    .matches.flatMap(({ entries }) => entries.map(({ source, id }) => `${source}:${id}`));
  const added = [...ours, ...truth].map((key) => numbers.get(`${key} ${entityType}`)).filter((n) => n !== undefined);
  const nearest = finder.nearest(name, 2 * NEAREST).filter((number) => entities[number]!.type === entityType);
  return { name, type: entityType, candidates: [...new Set([...nearest.slice(0, NEAREST), ...added])] };
}

async function listed(lists: RetrievalSet['lists']): Promise<Listed[]> {
  const entities: Listed[] = [];
  for (const { source, paths } of lists) {
    for (const entity of await readEntities(source, paths)) entities.push(...asPeersTakeIt(entity));
  }
  return entities;
}

/** An entry without a type is given as a person and as an organisation; vessels and aircraft are not screened. */
function asPeersTakeIt({ entries }: SnapshotEntity): Listed[] {
  const { source, id, kind, names } = entries[0]!;
  const types: EntityType[] = [];
  if (kind === 'person' || kind === 'unknown') types.push('Individual');
  if (kind === 'organization' || kind === 'unknown') types.push('Organization');
  return types.map((type) => ({ key: `${source}:${id}`, type, properties: properties(names, type) }));
}

function properties(names: readonly ListName[], type: EntityType): Record<string, string[]> {
  const [primary, ...others] = names;
  const parts = (part: 'given' | 'middle' | 'family' | 'patronymic') => [
    ...new Set(names.map((name) => name.parts?.[part]).filter((value) => value !== undefined)),
  ];
  const all: Record<string, string[]> = {
    name: [primary!.full],
    alias: others.filter(({ weak }) => !weak).map(({ full }) => full),
    weakAlias: others.filter(({ weak }) => weak).map(({ full }) => full),
  };
  if (type === 'Organization') return all;
  return {
    ...all,
    firstName: parts('given'),
    middleName: parts('middle'),
    lastName: parts('family'),
    fatherName: parts('patronymic'),
  };
}

const everyName = ({ name = [], alias = [], weakAlias = [] }: Listed['properties']) => [
  ...name,
  ...alias,
  ...weakAlias,
];
