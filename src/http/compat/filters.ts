import type { EvidencedMatch } from '../../domain/match.ts';
import type { SnapshotSource } from '../../domain/snapshot.ts';
import { sourcesIn } from './datasets.ts';
import { ftmEntity, KNOWN_TOPICS, topicsOf } from './ftm-entity.ts';
import { datasetsCalled, idsOf } from './ids.ts';
import { badRequest, InvalidInput, type Parameters } from './input.ts';
import { labelOf } from './reconcile/model.ts';
import type { Filters } from './screening.ts';

/** What filters look at: an entity that was found. */
export type FoundEntity = Pick<EvidencedMatch, 'facts' | 'entries'>;
type Test = (match: FoundEntity) => boolean;

/** Parameters that say which matches are wanted, apart from the scope. */
const NAMES = [
  'include_dataset',
  'exclude_dataset',
  'exclude_schema',
  'exclude_entity_ids',
  'topics',
  'countries',
  'datasets',
  'target',
  'filter',
];
/** They leave out matches for what the lists do not tell, so that an answer would be wrong with them or without. */
const REFUSED = ['changed_since'];
const MAX_EXCLUDED = 50;

/**
 * Which matches a request wants. Throws 404 for an unknown scope, 400 for an unknown dataset and for parameters that
 * cannot be kept.
 */
export function readFilters(sources: readonly SnapshotSource[], scope: string, given: Parameters): Filters {
  const refused = REFUSED.find((name) => given.has(name));
  if (refused !== undefined) throw badRequest(`The parameter ${refused} is not supported here.`);
  const topics = given.all('topics');
  // Nothing would be found, and an answer without matches would look clean.
  if (topics.length > 0 && !topics.some((topic) => KNOWN_TOPICS.includes(topic))) {
    throw badRequest(`No list has the topic ${topics.join(', ')}; these are: ${KNOWN_TOPICS.join(', ')}.`);
  }
  const excluded = given.all('exclude_entity_ids');
  if (excluded.length > MAX_EXCLUDED) throw badRequest(`At most ${MAX_EXCLUDED} exclude_entity_ids are allowed.`);
  const tests = [...lists(sources, scope, given), ...schemas(given), ...entities(excluded), ...facts(given)];
  const words = NAMES.flatMap((name) => given.all(name).map((value) => `${name} ${value}`));
  return {
    wanted: tests.length === 0 ? undefined : (match) => tests.every((test) => test(match)),
    words: [...(scope === 'default' ? [] : [`scope ${scope}`]), ...words].join(', '),
  };
}

function lists(sources: readonly SnapshotSource[], scope: string, given: Parameters): Test[] {
  const include = given.all('include_dataset');
  const exclude = given.all('exclude_dataset');
  const ids = sourcesIn(sources, scope, { include, exclude });
  return ids.size === sources.length ? [] : [({ entries }) => entries.some(({ source }) => ids.has(source))];
}

function schemas(given: Parameters): Test[] {
  const left = given.all('exclude_schema');
  return left.length === 0 ? [] : [({ facts }) => !left.includes(ftmEntity(facts, false).schema)];
}

function entities(ids: readonly string[]): Test[] {
  const isLeftOut = (id: string) => ids.includes(id);
  return ids.length === 0 ? [] : [({ facts }) => !facts.some((entry) => idsOf(entry).some(isLeftOut))];
}

/** Several values of one parameter: any of them, or all with `filter_op=AND`. */
function facts(given: Parameters): Test[] {
  const operator = given.text('filter_op') ?? 'OR';
  if (operator !== 'OR' && operator !== 'AND') {
    throw new InvalidInput(['query', 'filter_op'], "Input should be 'AND' or 'OR'", 'enum');
  }
  const all = operator === 'AND';
  const has = (wanted: readonly string[], valuesOf: (match: FoundEntity) => readonly unknown[]): Test => {
    return (match) => {
      const values = valuesOf(match);
      return all ? wanted.every((one) => values.includes(one)) : wanted.some((one) => values.includes(one));
    };
  };
  const test = (
    name: string,
    valuesOf: (match: FoundEntity) => readonly unknown[],
    called: (value: string) => readonly string[] = (value) => [value],
  ): Test[] => {
    const wanted = given.all(name).flatMap(called);
    return wanted.length === 0 ? [] : [has(wanted, valuesOf)];
  };
  const target = given.flag('target');
  const asked = Object.entries(Object.groupBy(given.all('filter').map(propertyAsked), ({ property }) => property));
  return [
    ...test('topics', (match) => topicsOf(match.facts)),
    ...test('datasets', (match) => ftmEntity(match.facts, false).datasets, datasetsCalled),
    ...test('countries', (match) => countriesOf(match)),
    ...asked.map(([property, wanted]) => {
      const values = wanted!.map(({ value }) => value);
      return has(values, (match) => ftmEntity(match.facts, false).properties[property] ?? []);
    }),
    ...(target === undefined ? [] : [({ facts }: FoundEntity) => topicsOf(facts).length > 0 === target]),
  ];
}

/** `properties.birthDate:1970-01-31`, or without `properties.`. Throws 400 for a property that no list has. */
function propertyAsked(text: string): { readonly property: string; readonly value: string } {
  const [, property = '', value = ''] = /^(?:properties\.)?([^:]*):(.*)$/s.exec(text) ?? [];
  if (value !== '' && labelOf(property) !== undefined) return { property, value };
  throw badRequest(`Invalid filter: ${text}. It is PROPERTY:VALUE, with a property that lists have.`);
}

/** Codes of the countries that the lists name for an entity. */
export function countriesOf({ facts }: Pick<EvidencedMatch, 'facts'>): string[] {
  const { nationality = [], country = [] } = ftmEntity(facts, false).properties;
  return [...new Set([...nationality, ...country])].filter((code) => typeof code === 'string');
}
