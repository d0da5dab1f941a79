import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntryFacts, ListName } from '../../src/domain/list-entry.ts';
import type { SnapshotEntity, SnapshotSource } from '../../src/domain/snapshot.ts';
import type { Engine } from '../../src/screening/engine.ts';
import { openSnapshot } from '../../src/screening/engine.ts';
import { buildSnapshot } from '../../src/screening/index/build.ts';

/** An entity of one entry for tests; the first name is the primary one. */
export function entityOf(
  id: string,
  names: readonly (string | ListName)[],
  rest: Partial<EntryFacts> = {},
): SnapshotEntity {
  const listed = names.map((name, place): ListName => {
    return typeof name === 'string' ? { full: name, kind: place === 0 ? 'primary' : 'alias' } : name;
  });
  return { entries: [{ id, kind: 'person', source: 'test', sourceName: 'Test list', names: listed, ...rest }] };
}

/** Works with a fresh directory and takes it away afterwards. */
export async function inDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-screening-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export async function snapshotOf(
  entities: readonly SnapshotEntity[],
  directory: string,
  id = 'snapshot-1',
  sources: readonly SnapshotSource[] = [],
): Promise<void> {
  await buildSnapshot({ id, createdAt: '2030-01-02T03:04:05.000Z', sources, entities }, directory);
}

export function withEngine<T>(entities: readonly SnapshotEntity[], work: (engine: Engine) => T): Promise<T> {
  return inDirectory(async (directory) => {
    await snapshotOf(entities, directory);
    const engine = await openSnapshot(directory, 'snapshot-1');
    try {
      return work(engine);
    } finally {
      engine.close();
    }
  });
}
