import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntryFacts } from '../../src/domain/list-entry.ts';
import type { SnapshotEntity } from '../../src/domain/snapshot.ts';
import { Engine } from '../../src/screening/engine.ts';
import { buildSnapshot, snapshotFiles } from '../../src/screening/index/build.ts';
import { readIndexFile } from '../../src/screening/index/format.ts';
import { localFile } from '../../src/watchlists/formats/list-file.ts';
import { mergeEntries } from '../../src/watchlists/merge/merge-entries.ts';
import { isOfThePast } from '../../src/watchlists/merge/past-pep.ts';
import { SOURCES, sourceById } from '../../src/watchlists/registry.ts';
import type { ParseReport, Source } from '../../src/watchlists/source.ts';
import { SHARED_LISTS, sharedListPaths } from '../shared-lists.ts';
import { FIXTURES, fixtureEntities, type RetrievalSet } from './sets.ts';

const engines = new Map<string, Promise<Engine>>();
const directory = mkdtempSync(join(tmpdir(), 'touchstone-quality-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

/** An engine over the lists alone, compiled once for all sets that use them. */
export function engineOver(lists: RetrievalSet['lists']): Promise<Engine> {
  const key = lists.flatMap(({ paths }) => paths).join();
  const known = engines.get(key) ?? compile(lists, `set${engines.size}`);
  engines.set(key, known);
  return known;
}

/** Every entry of the newest official lists at hand, each an entity of its own. */
export async function allEntities(): Promise<SnapshotEntity[]> {
  const all: SnapshotEntity[] = [];
  for (const source of SHARED_LISTS) {
    const paths = sharedListPaths(source);
    if (paths) for (const entity of await readEntities(source, paths)) all.push(entity);
  }
  return all;
}

/** An engine over lists as the product publishes them: merged, and without politically exposed persons of the past. */
export function mergedEngine(sources: readonly string[]): Promise<Engine> {
  const key = `merged ${sources.join()}`;
  const known = engines.get(key) ?? compileMerged(sources, `merged${engines.size}`);
  engines.set(key, known);
  return known;
}

async function compileMerged(sources: readonly string[], id: string): Promise<Engine> {
  return openEngine(await mergedEntities(sources), id);
}

/** The entities of the newest official lists of these sources, as the product merges them. */
export async function mergedEntities(sources: readonly string[]): Promise<SnapshotEntity[]> {
  const today = new Date();
  const entries: EntryFacts[] = [];
  for (const source of sources) {
    const { category } = sourceById(source);
    for (const entity of await readEntities(source, sharedListPaths(source) ?? [])) {
      for (const entry of entity.entries) if (category !== 'pep' || !isOfThePast(entry, today)) entries.push(entry);
    }
  }
  const order = SOURCES.map((source) => source.id);
  return mergeEntries(entries, order).entities;
}

export async function openEngine(entities: Iterable<SnapshotEntity>, id: string): Promise<Engine> {
  await buildSnapshot({ id, createdAt: new Date(0).toISOString(), sources: [], entities }, directory);
  const files = snapshotFiles(directory, id);
  return Engine.open(await readIndexFile(files.index), files.facts);
}

async function compile(lists: RetrievalSet['lists'], id: string): Promise<Engine> {
  const entities: SnapshotEntity[] = [];
  for (const { source, paths } of lists) entities.push(...(await readEntities(source, paths)));
  return openEngine(entities, id);
}

/** The entries of official files, each an entity of its own. */
export async function readEntities(sourceId: string, paths: readonly string[]): Promise<SnapshotEntity[]> {
  if (sourceId === FIXTURES) return paths.flatMap(fixtureEntities);
  const { source } = (await import(`../../src/watchlists/sources/${sourceId}/source.ts`)) as { source: Source };
  const report: ParseReport = { skip: () => {} };
  const entities: SnapshotEntity[] = [];
  for await (const entry of source.parse(
    paths.map((path) => localFile(path)),
    report,
  )) {
    entities.push({ entries: [{ ...entry, source: sourceId, sourceName: source.name }] });
  }
  return entities;
}
