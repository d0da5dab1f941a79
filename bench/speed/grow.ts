import type { ListEntry } from '../../src/domain/list-entry.ts';
import type { SnapshotEntity } from '../../src/domain/snapshot.ts';

/**
 * So many entities. Where the real ones are more, a sample of them. Where they are fewer, all of them and new ones,
 * whose names combine two real names of the same kind. Rare words stay rare and common ones common, as in a longer
 * list.
 */
export function* grown(entities: readonly SnapshotEntity[], size: number): Iterable<SnapshotEntity> {
  if (size <= entities.length) {
    for (let at = 0; at < size; at++) yield entities[Math.floor((at * entities.length) / size)]!;
    return;
  }
  yield* entities;
  const pools = new Map<ListEntry['kind'], SnapshotEntity[]>();
  for (const entity of entities) {
    const [{ kind, names }] = entity.entries as [SnapshotEntity['entries'][number]];
    if (!names[0]!.full.trim().includes(' ')) continue;
    const pool = pools.get(kind);
    if (pool) pool.push(entity);
    else pools.set(kind, [entity]);
  }
  const random = generator(7);
  for (let at = entities.length; at < size; at++) {
    const model = entities[Math.floor(random() * entities.length)]!.entries[0]!;
    const pool = pools.get(model.kind) ?? pools.get('person')!;
    const pick = () => words(pool[Math.floor(random() * pool.length)]!);
    const names = model.names.map(({ kind }) => ({ full: recombined(pick(), pick()), kind }));
    yield { entries: [{ ...model, id: `grown-${at}`, names }] };
  }
}

function words(entity: SnapshotEntity): string[] {
  return entity.entries[0]!.names[0]!.full.split(/[\s,]+/).filter(Boolean);
}

/** The first half of one name with the second half of the other. */
function recombined(one: readonly string[], other: readonly string[]): string {
  return [...one.slice(0, Math.ceil(one.length / 2)), ...other.slice(Math.ceil(other.length / 2))].join(' ');
}

/** mulberry32: the same numbers each time. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
