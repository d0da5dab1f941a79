import type { SnapshotEntity } from '../../src/domain/snapshot.ts';
import type { Engine } from '../../src/screening/engine.ts';

/** What an entry's own primary name is to score at least, where it has two words or more. */
export const MIN_EXACT = 95;
const SAMPLE = 4000;

export interface ExactFigures {
  readonly names: number;
  /** Under `MIN_EXACT`, or not found at all. */
  readonly under: readonly string[];
}

/** Searches a sample of the entities, evenly drawn, under their own primary names. */
export function measureExact(entities: readonly SnapshotEntity[], engine: Engine): ExactFigures {
  const step = Math.max(1, Math.floor(entities.length / SAMPLE));
  const under: string[] = [];
  let names = 0;
  for (let at = 0; at < entities.length; at += step) {
    const { id, source, kind, names: own } = entities[at]!.entries[0]!;
    const name = own[0]!.full;
    if (!/\p{L}[^\s]*\s+[^\s]*\p{L}/u.test(name) || name.length > 200) continue;
    const entityType = kind === 'organization' ? 'Organization' : 'Individual';
    if (kind !== 'person' && kind !== 'organization') continue;
    names++;
    // Many entries may share a name: the limit has to hold them all.
    const { matches } = engine.search({ name, entityType, minScore: MIN_EXACT, limit: 1000 });
    const found = matches.some(({ entries }) => entries.some((entry) => entry.id === id && entry.source === source));
    if (!found) under.push(name);
  }
  return { names, under };
}
