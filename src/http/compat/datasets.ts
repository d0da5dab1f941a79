import type { SnapshotSource } from '../../domain/snapshot.ts';
import { sourceById } from '../../watchlists/registry.ts';
import { notFound } from '../wire/failure.ts';
import { datasetOf, datasetsCalled } from './ids.ts';
import { badRequest } from './input.ts';

/** A dataset of the catalogue: a list, or several lists together. */
interface Dataset {
  readonly name: string;
  readonly title: string;
  readonly sources: readonly SnapshotSource[];
  readonly isCollection: boolean;
}

/** Several lists together, by their category; `default` has all. */
export const COLLECTIONS = [
  { name: 'default', title: 'All lists', category: undefined },
  { name: 'sanctions', title: 'Sanctions lists', category: 'sanctions' },
  { name: 'peps', title: 'Politically exposed persons', category: 'pep' },
  { name: 'wanted', title: 'Wanted persons', category: 'wanted' },
] as const;

/** Every dataset that has entries in the snapshot in force. */
export function datasetsOf(sources: readonly SnapshotSource[]): Dataset[] {
  const collections = COLLECTIONS.map(({ name, title, category }) => ({
    name,
    title,
    isCollection: true,
    sources: sources.filter((source) => category === undefined || source.category === category),
  }));
  const lists = sources.map((source) => ({
    name: datasetOf(source.source),
    title: source.name,
    isCollection: false,
    sources: [source],
  }));
  return [...collections.filter((dataset) => dataset.sources.length > 0 || dataset.name === 'default'), ...lists];
}

/** The title of a scope, by any of its names. Throws 404 where there is none. */
export function titleOf(sources: readonly SnapshotSource[], scope: string): string {
  const called = datasetsCalled(scope);
  const found = datasetsOf(sources).find(({ name }) => called.includes(name));
  if (!found) throw notFound('No such dataset.');
  return found.title;
}

/** Ids of the lists of a scope, without those that are left out. */
export function sourcesIn(
  sources: readonly SnapshotSource[],
  scope: string,
  { include, exclude }: { readonly include: readonly string[]; readonly exclude: readonly string[] },
): Set<string> {
  const datasets = datasetsOf(sources);
  const idsOf = (name: string) => {
    const called = datasetsCalled(name);
    const found = datasets.filter((dataset) => called.includes(dataset.name));
    return found.length === 0 ? undefined : found.flatMap((dataset) => dataset.sources.map(({ source }) => source));
  };
  const within = idsOf(scope);
  if (!within) throw notFound('No such dataset.');
  const known = (name: string) => {
    const ids = idsOf(name);
    // No list of that name would be found, and an answer without matches would look clean.
    if (!ids) throw badRequest(`No such dataset: ${name}.`);
    return ids;
  };
  const included = new Set(include.flatMap(known));
  const excluded = new Set(exclude.flatMap(known));
  const left = within.filter((id) => (include.length === 0 || included.has(id)) && !excluded.has(id));
  if (left.length === 0 && within.length > 0) throw badRequest('No dataset of the scope is left to be searched.');
  return new Set(left);
}

/** A dataset as the catalogue of yente has it. */
export function catalogued(
  { name, title, sources, isCollection }: Dataset,
  all: readonly Dataset[],
  { snapshot, delta }: { readonly snapshot: string; readonly delta: (name: string) => string },
) {
  const ids = new Set(sources.map(({ source }) => source));
  const [only] = sources;
  const version = isCollection || !only ? snapshotVersion(snapshot) : versionOf(only.fetched, only.sha256);
  const entries = sources.reduce((sum, source) => sum + source.entries, 0);
  const updated = newest(sources.map(({ fetched }) => fetched));
  const published = isCollection ? undefined : only?.published;
  return {
    name,
    title,
    ...(!isCollection && only && listed(only)),
    category: isCollection ? null : (only?.category ?? null),
    tags: [],
    updated_at: dateTime(published ?? updated),
    last_export: dateTime(updated),
    entity_count: entries,
    thing_count: entries,
    version,
    index_version: version,
    index_current: true,
    load: true,
    children: isCollection
      ? all
          .filter((other) => other.name !== name && !other.isCollection && ids.has(other.sources[0]!.source))
          .map((other) => other.name)
      : [],
    resources: [],
    entities_url: null,
    delta_url: isCollection ? delta(name) : null,
    namespace: false,
    deprecation: null,
    deprecated: false,
  };
}

function listed({ source }: SnapshotSource) {
  const { authority, address, licence } = sourceById(source);
  return { url: address, summary: licence, publisher: { name: authority, url: address, official: true } };
}

/** As OpenSanctions writes versions: when, to the second, and three signs. Marble reads the time out of it. */
function versionOf(time: string, signs: string): string {
  return `${time.replace(/\D/g, '').slice(0, 14)}-${signs.slice(0, 3)}`;
}

/** The version of collections while a snapshot is in force. */
export function snapshotVersion(id: string): string {
  const [made = '', signs = ''] = id.split('-');
  return versionOf(made, signs);
}

function newest(times: readonly string[]): string | undefined {
  return times.toSorted().at(-1);
}

/** To the second, without a zone: UTC, as yente writes times. */
function dateTime(time: string | undefined): string | null {
  const at = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 19);
}
