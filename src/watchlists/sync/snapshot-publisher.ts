import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '../../domain/actor.ts';
import type { EntryFacts, SeparatedEntries } from '../../domain/list-entry.ts';
import type { PublishedSnapshot, SnapshotSource } from '../../domain/snapshot.ts';
import { TouchstoneError } from '../../errors.ts';
import type { Records } from '../../records/port.ts';
import { checkFacts } from '../../screening/facts.ts';
import { buildSnapshot, snapshotFiles } from '../../screening/index/build.ts';
import { checkIndexFile, disassemble, readIndexFile } from '../../screening/index/format.ts';
import { ENGINE_VERSION } from '../../screening/version.ts';
import type { MergeResult } from '../merge/merge-entries.ts';
import { isOfThePast } from '../merge/past-pep.ts';
import { SOURCES, sourceById } from '../registry.ts';
import { type StandIn, type StarterList, standInLists } from '../starter/starter-lists.ts';
import type { ListMetadata, ListStore } from '../store/list-store.ts';
import type { SharedLists } from '../store/shared-lists.ts';
import { writeDelta } from './snapshot-delta.ts';

const KEPT = 3;
/** Files that a writer which died left behind. */
const UNFINISHED = /\.tmp$/;
const UNFINISHED_AGE_MS = 3_600_000;

/** Reads the lists, merges, compiles and publishes; the snapshot is on disk before the records name it. */
export async function publishSnapshot(
  lists: readonly ListMetadata[],
  to: {
    store: ListStore;
    records: Records;
    directory: string;
    standIn: StandIn | undefined;
    now: () => Date;
    actor: Actor;
    /** Where nodes share a bucket. */
    shared: SharedLists | undefined;
    /** Throws where another process may publish too. */
    held: () => Promise<void>;
  },
): Promise<PublishedSnapshot> {
  const { store, records, directory, now, actor, shared } = to;
  const before = await records.snapshots.current();
  if (before) for (const list of lists) await shared?.fetchEntries(before, list, store);
  const createdAt = now().toISOString();
  const { standIn } = to;
  const starters = startersFor(
    standIn,
    lists.map(({ source }) => source),
  );
  const mark = standIn === 'starter' ? standIn : 'sandbox';
  const marked = (source: string) => `${sourceById(source).name} (${mark})`;
  const separated = await records.snapshots.separations();
  const { entities, joins } = await mergedEntities(lists, starters, marked, { store, today: now(), separated });
  const sources = inOrder([
    ...lists.map(realSource),
    ...starters.map((list) => starterSource(list, marked(list.source))),
  ]);
  const id = snapshotId(createdAt, sources);
  await buildSnapshot({ id, createdAt, sources, entities }, directory);
  await writeDelta(directory, { id, before: before?.id }, entities);
  const content = await shared?.share(id, directory, { lists, store, ...(before && { before }) });
  const snapshot: PublishedSnapshot = {
    id,
    createdAt,
    engine: ENGINE_VERSION,
    sources,
    joins,
    ...(content && { content }),
  };
  await to.held();
  await records.snapshots.publish(snapshot, actor);
  await store.collectGarbage(lists);
  const needed = await collectOldSnapshots(directory, id, records);
  // The next publication removes what this one could not.
  await shared?.collectGarbage(snapshot, needed).catch(() => {});
  return snapshot;
}

/** Takes the index of a snapshot, of which every byte was checked, so that nobody reads it again. */
export type KeepIndex = (id: string, index: SharedArrayBuffer) => void;

/**
 * Whether the snapshot can be used. Every byte is as written, this version compiled it, and it has the starter lists
 * that it should have. `keep`: gets the index of one that can be used.
 */
export async function isUsable(
  snapshot: PublishedSnapshot,
  directory: string,
  standIn: StandIn | undefined,
  keep?: KeepIndex,
): Promise<boolean> {
  if (snapshot.engine !== ENGINE_VERSION) return false;
  const real = snapshot.sources.filter((source) => !source.starter).map(({ source }) => source);
  const wanted = startersFor(standIn, real).map(({ source, sha256 }) => `${source} ${sha256}`);
  const there = snapshot.sources.filter((source) => source.starter).map(({ source, sha256 }) => `${source} ${sha256}`);
  if (wanted.sort().join() !== there.sort().join()) return false;
  try {
    const files = snapshotFiles(directory, snapshot.id);
    if (!keep) await checkFacts(files.facts, await checkIndexFile(files.index));
    else {
      const index = await readIndexFile(files.index);
      await checkFacts(files.facts, disassemble(index).header);
      keep(snapshot.id, index);
    }
    return true;
  } catch (error) {
    if (error instanceof TouchstoneError && error.code === 'damaged') return false;
    throw error;
  }
}

function startersFor(standIn: StandIn | undefined, real: readonly string[]): StarterList[] {
  return (standIn ? standInLists(standIn) : []).filter(({ source }) => !real.includes(source));
}

/**
 * Starter entries are merged among themselves alone, never with an entry of a real list. Lists of politically exposed
 * persons go without people of the past.
 */
async function mergedEntities(
  lists: readonly ListMetadata[],
  starters: readonly StarterList[],
  marked: (source: string) => string,
  {
    store,
    today,
    separated,
  }: { readonly store: ListStore; readonly today: Date; readonly separated: readonly SeparatedEntries[] },
): Promise<MergeResult> {
  // A service loads what weighs the evidence only when it publishes.
  const { mergeEntries } = await import('../merge/merge-entries.ts');
  const order = SOURCES.map(({ id }) => id);
  const real: EntryFacts[] = [];
  for (const list of lists) {
    const { source } = list;
    const { name: sourceName, category } = sourceById(source);
    for await (const batch of store.entries(list)) {
      for (const entry of batch) {
        if (category !== 'pep' || !isOfThePast(entry, today)) real.push({ source, sourceName, ...entry });
      }
    }
  }
  const starter = starters.flatMap(({ source, entries }): EntryFacts[] =>
    entries.map((entry) => ({ source, sourceName: marked(source), ...entry })),
  );
  const { entities, joins } = mergeEntries(real, order, separated);
  return { entities: [...entities, ...mergeEntries(starter, order).entities], joins };
}

function realSource({ source, entries, names, sha256, published, fetched }: ListMetadata): SnapshotSource {
  const { name, category } = sourceById(source);
  return { source, name, category, starter: false, entries, names, sha256, ...(published && { published }), fetched };
}

function starterSource({ source, entries, sha256, compiled }: StarterList, name: string): SnapshotSource {
  const names = entries.reduce((sum, entry) => sum + entry.names.length, 0);
  return {
    source,
    name,
    category: sourceById(source).category,
    starter: true,
    entries: entries.length,
    names,
    sha256,
    published: compiled,
    fetched: `${compiled}T00:00:00.000Z`,
  };
}

function inOrder(sources: readonly SnapshotSource[]): SnapshotSource[] {
  const rank = (source: SnapshotSource) => SOURCES.findIndex(({ id }) => id === source.source);
  return [...sources].sort((a, b) => rank(a) - rank(b));
}

/** `20261121T025512Z-1f2e3d4c`: sorts by time; the hash keeps two of one second apart. */
function snapshotId(createdAt: string, sources: readonly SnapshotSource[]): string {
  const hash = createHash('sha256').update(JSON.stringify(sources)).update(randomBytes(8)).digest('hex');
  return `${createdAt.slice(0, 19).replace(/[-:]/g, '')}Z-${hash.slice(0, 8)}`;
}

/**
 * Keeps the newest snapshots of a directory, the one of this id and those that monitoring compares with, which it
 * answers. A process that has an older one open keeps its files until it closes them.
 */
export async function collectOldSnapshots(
  directory: string,
  id: string,
  records: Pick<Records, 'monitoring'>,
): Promise<readonly string[]> {
  const run = await records.monitoring.latest();
  const needed = [...(run ? [run.to] : []), ...(run?.from ? [run.from] : [])];
  const files = await readdir(directory);
  const ids = [...new Set(files.flatMap((file) => /^(.+)\.(?:index|facts)$/s.exec(file)?.[1] ?? []))].sort();
  const keep = new Set([...ids.slice(-KEPT), ...needed, id]);
  for (const file of files) {
    const path = join(directory, file);
    const its = /^(.+)\.(?:index|facts)$/s.exec(file)?.[1];
    if (its ? keep.has(its) : !(UNFINISHED.test(file) && (await isOld(path)))) continue;
    await rm(path, { force: true });
  }
  return needed;
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > UNFINISHED_AGE_MS;
}
