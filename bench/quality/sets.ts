import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import type { EntityType } from '../../src/domain/entity-type.ts';
import type { SnapshotEntity } from '../../src/domain/snapshot.ts';
import { benchData } from '../shared-lists.ts';

/** Queries whose true entries are known, and the list they are screened against. */
export interface RetrievalSet {
  readonly name: string;
  readonly lists: readonly { readonly source: string; readonly paths: readonly string[] }[];
  readonly queries: readonly LabelledQuery[];
}

export interface LabelledQuery {
  readonly id: string;
  readonly name: string;
  readonly entityType: EntityType;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string | undefined;
  /** `source:entry`; empty where nobody on the list is meant. */
  readonly truth: ReadonlySet<string>;
}

export interface LabelledPair {
  readonly a: string;
  readonly b: string;
  readonly entityType: EntityType;
  readonly isMatch: boolean;
  readonly category: string;
  readonly notes: string;
}

/** Invented people are screened against these together. */
const NEGATIVE_LISTS = [
  { source: 'un-sc', files: ['un-sc/consolidated-20260801.xml.gz'] },
  { source: 'eu-fsf', files: ['eu-fsf/FULL-1_1-20260223-rebuilt.xml.gz'] },
  { source: 'uk-sanctions', files: ['uk-fcdo/UK_Sanctions_List-20260822-rebuilt.xml.gz'] },
  {
    source: 'us-ofac-sdn',
    files: ['sdn.csv.gz', 'alt.csv.gz', 'add.csv.gz', 'sdn_comments.csv.gz'].map((f) => `us-ofac-sdn/20231228/${f}`),
  },
] as const;

const folder = (): string => join(benchData(), 'bench');

export function sharedSetsAtHand(): boolean {
  return existsSync(join(folder(), 'retrieval', 'sets.tsv'));
}

/** The sets of the shared benchmark; `wanted` names some of them by the beginning of their names. */
export function retrievalSets(wanted: readonly string[]): RetrievalSet[] {
  const rows = readFileSync(join(folder(), 'retrieval', 'sets.tsv'), 'utf8')
    .trim()
    .split('\n');
  return rows
    .map((row) => row.split('\t') as [string, string, string, string])
    .filter(([name]) => isWanted(name, wanted))
    .map(([name, source, files]) => ({
      name,
      lists:
        source === '*'
          ? NEGATIVE_LISTS.map((list) => ({ source: list.source, paths: list.files.map(listPath) }))
          : [{ source, paths: files.split(' ').map(listPath) }],
      queries: queries(name),
    }));
}

/** Sources of the sanctions lists that invented people and customers are screened against. */
export const SANCTIONS: readonly string[] = NEGATIVE_LISTS.map(({ source }) => source);

export interface Customer extends LabelledQuery {
  /** Language and country that the name was drawn for, such as `zh_CN`. */
  readonly locale: string;
}

/** Ordinary customers. `wanted` names some by the beginning of `customers-<locale>`; empty where none are at hand. */
export function customers(wanted: readonly string[]): Customer[] {
  return askedOfAllLists('customers/customers', wanted, ({ locale }) => `customers-${locale}`).map((row) => ({
    ...labelled(row, undefined),
    locale: row.locale!,
  }));
}

/** Well-known listed people and organisations, as newspapers, passports and clerks write them. */
export function asTyped(wanted: readonly string[]): LabelledQuery[] {
  const rows = askedOfAllLists('as-typed/as-typed', wanted, () => 'as-typed');
  const truths = rows.length > 0 ? truthsOf(join(folder(), 'as-typed', 'as-typed.truth.tsv')) : new Map();
  return rows.map((row) => labelled(row, truths.get(row.id!)));
}

/** Well-known people and organisations that are not listed, but whose names look like a listed one. */
export function nearMisses(wanted: readonly string[]): LabelledQuery[] {
  return askedOfAllLists('as-typed/near-misses', wanted, () => 'near-misses').map((row) => labelled(row, undefined));
}

function askedOfAllLists(file: string, wanted: readonly string[], setOf: (row: Row) => string): Row[] {
  const path = join(folder(), `${file}.csv`);
  if (!existsSync(path)) return [];
  return csv(path).filter((row) => isWanted(setOf(row), wanted));
}

const isWanted = (set: string, wanted: readonly string[]): boolean =>
  wanted.length === 0 || wanted.some((beginning) => set.startsWith(beginning));

export const negativeLists = (): RetrievalSet['lists'] =>
  NEGATIVE_LISTS.map((list) => ({ source: list.source, paths: list.files.map(listPath) }));

function listPath(file: string): string {
  const beside = join(folder(), 'retrieval', file);
  return existsSync(beside) ? beside : join(benchData(), 'lists', file);
}

function queries(set: string): LabelledQuery[] {
  const truths = truthsOf(join(folder(), 'retrieval', `${set}.truth.tsv`));
  return csv(join(folder(), 'retrieval', `${set}.csv`)).map((row) => labelled(row, truths.get(row.id!)));
}

function truthsOf(path: string): Map<string, ReadonlySet<string>> {
  const truths = new Map<string, ReadonlySet<string>>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [id, entries = ''] = line.split('\t');
    if (id) truths.set(id, new Set(entries.trim().split('|').filter(Boolean)));
  }
  return truths;
}

function labelled(row: Row, truth: ReadonlySet<string> = new Set()): LabelledQuery {
  const { id, name, entityType, dateOfBirth } = row;
  return {
    id: id!,
    name: name!,
    entityType: entityType as EntityType,
    dateOfBirth: dateOfBirth || undefined,
    truth,
  };
}

const fixture = (file: string): string => fileURLToPath(new URL(`fixtures/${file}`, import.meta.url));

/** Lists and entries of this source are our own, of invented people. */
export const FIXTURES = 'fixtures';
export const fixtureLists = (): RetrievalSet['lists'] => [{ source: FIXTURES, paths: [fixture('list.csv')] }];

/** Small sets of invented people, for where the shared benchmark is not at hand. */
export function fixtureSets(wanted: readonly string[]): RetrievalSet[] {
  const rows = csv(fixture('queries.csv'));
  return [...new Set(rows.map(({ set }) => set!))]
    .filter((name) => isWanted(name, wanted))
    .map((name) => ({
      name,
      lists: fixtureLists(),
      queries: rows
        .filter(({ set }) => set === name)
        .map((row) => labelled(row, new Set(row.truth ? [`${FIXTURES}:${row.truth}`] : []))),
    }));
}

/** The entities of a fixture list. */
export function fixtureEntities(path: string): SnapshotEntity[] {
  return csv(path).map(({ id, kind, name, aliases, dateOfBirth }) => {
    const others = (aliases ?? '').split('|').filter(Boolean);
    const names = [
      { full: name!, kind: 'primary' as const },
      ...others.map((full) => ({ full, kind: 'alias' as const })),
    ];
    const born = dateOfBirth ? { birthDates: [{ date: dateOfBirth }] } : {};
    const entry = { id: id!, kind: kind as 'person' | 'organization', names, ...born };
    return { entries: [{ ...entry, source: FIXTURES, sourceName: 'Fixtures' }] };
  });
}

/**
 * Judged pairs of names, without those whose label contradicts its own note. Vessels are left out: nobody screens them.
 */
export function judgedPairs(): LabelledPair[] {
  return csv(sharedSetsAtHand() ? join(folder(), 'name-pairs-clean.csv') : fixture('pairs.csv'))
    .filter(({ schema }) => schema !== 'Vessel')
    .map(({ schema, name1, name2, is_match, category, notes }) => ({
      a: name1!,
      b: name2!,
      entityType: schema === 'Person' ? 'Individual' : 'Organization',
      isMatch: is_match === 'true',
      category: category ?? '',
      notes: notes ?? '',
    }));
}

/** Sets of labelled pairs that nobody here made, by the names of their files. */
export const PAIR_SETS = ['romanisations', 'name-variants', 'organisations'] as const;

export function pairSet(name: (typeof PAIR_SETS)[number]): LabelledPair[] {
  return csv(join(folder(), `${name}.csv`)).map(({ a, b, entityType, same, language }) => ({
    a: a!,
    b: b!,
    entityType: entityType as EntityType,
    isMatch: same === '1',
    category: language ?? '',
    notes: '',
  }));
}

type Row = Record<string, string>;

function csv(path: string): Row[] {
  return parse(readFileSync(path), { columns: true, bom: true, skip_empty_lines: true, relax_column_count: true });
}
