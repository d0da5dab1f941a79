import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { entityOf, inDirectory, snapshotOf } from '../../test/support/engine.ts';
import type { EvidencedMatch } from '../domain/match.ts';
import { snapshotFiles } from './index/build.ts';
import { readIndexFile } from './index/format.ts';
import { type PoolOptions, ScreeningPool } from './pool.ts';
import type { SearchAnswer } from './search-result.ts';

const QUERY = { name: 'Tilman Varnhagen', entityType: 'Individual', minScore: 70, limit: 5 } as const;
const SOURCE = {
  source: 'test',
  name: 'Test list',
  category: 'sanctions',
  starter: false,
  entries: 1,
  names: 1,
  sha256: '0'.repeat(64),
  fetched: '2030-01-01T00:00:00.000Z',
};

async function withPool<T>(
  work: (pool: ScreeningPool, directory: string) => Promise<T>,
  options: PoolOptions = { threads: 2 },
): Promise<T> {
  return inDirectory(async (directory) => {
    await snapshotOf([entityOf('one', ['Tilman Varnhagen'])], directory, 'first', [SOURCE]);
    await snapshotOf([entityOf('two', ['Tilman Varnhagen'])], directory, 'second', [SOURCE]);
    const pool = ScreeningPool.create(options);
    try {
      return await work(pool, directory);
    } finally {
      await pool.close();
    }
  });
}

function firstEntry({ evidence }: SearchAnswer) {
  return (JSON.parse(evidence) as EvidencedMatch[])[0]?.entries[0];
}

describe('the screening pool', () => {
  test('refuses searches before a snapshot is loaded', () =>
    withPool(async (pool) => {
      expect(pool.snapshot).toBeUndefined();
      await expect(pool.search(QUERY)).rejects.toMatchObject({ code: 'busy' });
    }));

  test('answers with the snapshot it searched', () =>
    withPool(async (pool, directory) => {
      await pool.load(directory, 'first');
      expect(pool.sources).toEqual([SOURCE]);
      const result = await pool.search(QUERY);
      expect(result).toMatchObject({ snapshot: 'first', qualifying: 1 });
      expect(firstEntry(result)).toEqual({ source: 'test', id: 'one' });
      expect(result.matches).toMatchObject([{ name: 'Tilman Varnhagen', entityType: 'Individual' }]);
    }));

  test('reads no index again that was read and checked before, and forgets it then', () =>
    withPool(async (pool, directory) => {
      const file = snapshotFiles(directory, 'first').index;
      pool.expect('first', await readIndexFile(file));
      await rm(file);
      await pool.load(directory, 'first');
      expect(firstEntry(await pool.search(QUERY))).toEqual({ source: 'test', id: 'one' });
      await expect(pool.load(directory, 'first')).rejects.toMatchObject({ code: 'damaged' });
      pool.expect('first', new SharedArrayBuffer(8));
      await pool.load(directory, 'second');
      expect(firstEntry(await pool.search(QUERY))).toEqual({ source: 'test', id: 'two' });
    }));

  test('finds an entity by any of its entries, in the snapshot in force alone', () =>
    withPool(async (pool, directory) => {
      const pair = [...entityOf('one', ['Tilman Varnhagen']).entries, ...entityOf('two', ['T. Varnhagen']).entries];
      const others = Array.from({ length: 50 }, (_, at) => entityOf(`other ${at}`, [`Ottokar Quistorp ${at}`]));
      await snapshotOf([...others, { entries: pair }], directory, 'pair', [SOURCE]);
      await pool.load(directory, 'pair');
      for (const id of ['one', 'two']) {
        expect((await pool.entity(`test:${id}`))?.map((entry) => entry.id)).toEqual(['one', 'two']);
      }
      expect((await pool.entity('test:other 49'))?.map((entry) => entry.id)).toEqual(['other 49']);
      expect(await pool.entity('test:three')).toBeUndefined();
      await pool.load(directory, 'first');
      expect(await pool.entity('test:two')).toBeUndefined();
    }));

  test('refuses a name that leaves nothing to compare, and goes on', () =>
    withPool(async (pool, directory) => {
      await pool.load(directory, 'first');
      const refusal = { code: 'validation', message: expect.stringMatching(/^name: has no letter or digit/) };
      await expect(pool.search({ ...QUERY, name: 'ー' })).rejects.toMatchObject(refusal);
      await expect(pool.print({ ...QUERY, name: 'ー' })).rejects.toMatchObject(refusal);
      expect((await pool.search(QUERY)).qualifying).toBe(1);
    }));

  test('prints many searches in their order, each with its own matches and without the facts', () =>
    withPool(async (pool, directory) => {
      await pool.load(directory, 'first');
      const names = Array.from({ length: 100 }, (_, at) => (at % 3 === 0 ? 'Tilman Varnhagen' : `Nobody ${at}`));
      const printed = await Promise.all(names.map((name) => pool.print({ ...QUERY, name })));
      const found = printed.map((text) => (JSON.parse(text) as { matches: EvidencedMatch[] }).matches);
      expect(found.map((matches) => matches.length)).toEqual(names.map((name) => (name.startsWith('T') ? 1 : 0)));
      expect(found[0]![0]).toMatchObject({ name: 'Tilman Varnhagen', explanation: { nameScore: 100 } });
      expect(found[0]![0]).not.toHaveProperty('facts');
    }));

  test('swaps under load without failing a search, each answer from one snapshot', () =>
    withPool(async (pool, directory) => {
      await pool.load(directory, 'first');
      const answers: Promise<SearchAnswer>[] = [];
      for (let swap = 0; swap < 10; swap++) {
        answers.push(...Array.from({ length: 30 }, () => pool.search(QUERY)));
        await pool.load(directory, swap % 2 === 0 ? 'second' : 'first');
      }
      for (const answer of await Promise.all(answers)) {
        expect(firstEntry(answer)?.id).toBe(answer.snapshot === 'first' ? 'one' : 'two');
      }
    }));

  test('searches for later wait until nobody else does, and are all answered, also while it closes', () =>
    withPool(async (pool, directory) => {
      await pool.load(directory, 'first');
      const order: string[] = [];
      const note = (what: string) => () => void order.push(what);
      const later = Array.from({ length: 40 }, () => pool.searchLater(QUERY).then(note('later')));
      const now = Array.from({ length: 40 }, () => pool.search(QUERY).then(note('now')));
      await Promise.all([...later, ...now, pool.close()]);
      // Each of the two threads had taken one of them before the others were asked for.
      expect(order.slice(0, 40).filter((what) => what === 'now').length).toBeGreaterThanOrEqual(38);
      expect(order).toHaveLength(80);
    }));

  test('an account that floods it neither delays another nor has another turned away', () =>
    withPool(
      async (pool, directory) => {
        await pool.load(directory, 'first');
        const ended: string[] = [];
        const ask = (who: string, account: number) =>
          pool.search(QUERY, account).then(
            () => void ended.push(who),
            (error: unknown) => void ended.push(`${who} ${(error as { code?: string }).code}`),
          );
        await pool.search(QUERY);
        const flood = Array.from({ length: 300 }, () => ask('flood', 1));
        const others = Array.from({ length: 5 }, () => ask('other', 2));
        await Promise.all(others);
        // The thread had one search of the flood. From then on both accounts have the same time.
        expect(ended.slice(0, ended.indexOf('other')).filter((end) => end === 'flood').length).toBeLessThanOrEqual(1);
        expect(ended.filter((end) => end === 'flood').length).toBeLessThan(96);
        await Promise.all(flood);
        expect(ended.filter((end) => end === 'other')).toHaveLength(5);
        // One runs and a hundred wait; five of these gave way to the other account.
        expect(ended.filter((end) => end === 'flood')).toHaveLength(96);
        expect(ended.filter((end) => end === 'flood busy')).toHaveLength(204);
      },
      { threads: 1, maxWaiting: 100 },
    ));

  test('keeps the snapshot in force where another cannot be loaded', () =>
    withPool(async (pool, directory) => {
      await pool.load(directory, 'first');
      await expect(pool.load(directory, 'missing')).rejects.toMatchObject({ code: 'damaged' });
      expect(pool.snapshot).toBe('first');
      expect((await pool.search(QUERY)).snapshot).toBe('first');
    }));

  test('closing waits for searches that were accepted, and refuses later ones', () =>
    withPool(async (pool, directory) => {
      await pool.load(directory, 'first');
      const accepted = Array.from({ length: 40 }, () => pool.search(QUERY));
      const closed = pool.close();
      await expect(pool.search(QUERY)).rejects.toMatchObject({ code: 'busy' });
      expect((await Promise.all(accepted)).every(({ snapshot }) => snapshot === 'first')).toBe(true);
      await closed;
    }));
});
