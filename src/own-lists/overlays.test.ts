import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entityOf, inDirectory, snapshotOf } from '../../test/support/engine.ts';
import { Bench } from '../../test/support/service.ts';
import { dayOf } from '../domain/date-of-birth.ts';
import type { OwnEntryContent } from '../domain/own-list.ts';
import type { Records } from '../records/port.ts';
import { bytesOf } from '../screening/beside/part.ts';
import { ScreeningPool } from '../screening/pool.ts';
import { OwnListOverlays } from './overlays.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await Bench.create();
});

afterAll(async () => {
  await bench?.remove();
});

const content = (name: string): OwnEntryContent => ({
  name,
  entityType: 'Individual',
  otherNames: [],
  dateOfBirth: null,
  countries: [],
  identifiers: [],
  reason: null,
  until: null,
});
const SYLLABLES = 'ba cu di fe go ha ju ki le mo na pu ri se to va wu xi ye zo'.split(' ');

/** Two words of four syllables, which no other number has anything like. */
function named(at: number): string {
  const digits = createHash('sha256').update(String(at)).digest();
  const word = (from: number) =>
    [0, 1, 2, 3].map((place) => SYLLABLES[digits[from + place]! % SYLLABLES.length]).join('');
  return `${word(0)} ${word(4)}`;
}

async function filled(records: Records, owner: number, count: number): Promise<void> {
  await records.ownLists.put(owner, 'a', { title: 'A', description: null, enabled: true }, 'operator');
  const entries = Array.from({ length: count }, (_, at) => ({ id: `${at}`, content: content(named(at)) }));
  await records.ownLists.putEntries({ owner, list: 'a', entries, most: 100_000, actor: null });
}

/** A pool over a snapshot of a few, with own lists beside it. */
function withPool<T>(
  work: (parts: { records: Records; overlays: OwnListOverlays; pool: ScreeningPool }) => Promise<T>,
  maxBytes?: number,
): Promise<T> {
  return inDirectory(async (directory) => {
    await snapshotOf([entityOf('l1', ['Bromiel Astravane'])], directory);
    return bench.records(async (records) => {
      const log = { error: () => {} };
      const overlays = new OwnListOverlays({ records, now: () => new Date(), log, ...(maxBytes && { maxBytes }) });
      await overlays.start();
      const pool = ScreeningPool.create({ threads: 1 });
      pool.searchBeside(overlays);
      try {
        await pool.load(directory, 'snapshot-1');
        return await work({ records, overlays, pool });
      } finally {
        await pool.close();
        await overlays.stop();
      }
    });
  });
}

const query = (name: string) =>
  ({ name, entityType: 'Individual', minScore: 90, limit: 200, today: dayOf(new Date()) }) as const;
const found = async (pool: ScreeningPool, name: string, account: number) =>
  (await pool.search(query(name), account)).matches.map((match) => match.name);

test('thousands of entries on two lists are compiled page by page, and all of them are found', async () => {
  await withPool(async ({ records, overlays, pool }) => {
    const owner = await bench.account();
    await filled(records, owner, 5_500);
    await records.ownLists.put(owner, 'b', { title: 'B', description: null, enabled: true }, 'operator');
    const entries = ['Ottoline Vasquero', 'Petronius Galbraithe'].map((name, at) => ({
      id: `${at}`,
      content: content(name),
    }));
    await records.ownLists.putEntries({ owner, list: 'b', entries, most: 100_000, actor: null });
    await overlays.wake();
    for (const name of [named(0), named(999), named(1_000), named(5_499), 'Ottoline Vasquero', 'Petronius Galbraithe'])
      expect(await found(pool, name, owner)).toEqual([name]);
    expect((await overlays.built(owner))!.base.entries).toBe(5_502);
  });
});

test('a change of a few entries is compiled alone, beside what was compiled before', async () => {
  await withPool(async ({ records, overlays, pool }) => {
    const owner = await bench.account();
    await filled(records, owner, 400);
    await overlays.wake();
    expect(await found(pool, named(7), owner)).toEqual([named(7)]);
    const before = (await overlays.built(owner))!;
    expect(before.overlay).toHaveLength(1);
    const entries = [
      { id: '7', content: content('Somebody Elsewhere') },
      { id: 'new', content: content('Ottoline Vasquero') },
    ];
    await records.ownLists.putEntries({ owner, list: 'a', entries, most: 1_000, actor: null });
    await records.ownLists.removeEntries(owner, 'a', ['8', '9'], null);
    await overlays.wake();
    expect(await found(pool, 'Ottoline Vasquero', owner)).toEqual(['Ottoline Vasquero']);
    expect(await found(pool, 'Somebody Elsewhere', owner)).toEqual(['Somebody Elsewhere']);
    for (const at of [7, 8, 9]) expect(await found(pool, named(at), owner)).toEqual([]);
    expect(await found(pool, named(10), owner)).toEqual([named(10)]);
    const now = (await overlays.built(owner))!;
    expect(now.base).toBe(before.base);
    expect(now.overlay).toHaveLength(2);
  });
});

test('a file whose names were read while it came in is compiled once it is whole, though nobody searches', async () => {
  await withPool(async ({ records, overlays, pool }) => {
    const owner = await bench.account();
    await filled(records, owner, 5);
    await overlays.wake();
    expect(await found(pool, named(4), owner)).toEqual([named(4)]);
    const before = (await overlays.built(owner))!;
    const entries = Array.from({ length: 5_200 }, (_, at) => ({ id: `${at}`, content: content(named(at)) }));
    overlays.foresee(
      owner,
      entries.map(({ content: one }) => one),
    );
    const { length } = entries;
    for (let at = 0; at < length; at += 1_000) {
      const page = entries.slice(at, at + 1_000);
      await records.ownLists.putEntries({ owner, list: 'a', entries: page, most: 100_000, actor: null });
    }
    await overlays.wake();
    expect(overlays.bytes).toBe(before.bytes);
    await overlays.imported(owner);
    await expect.poll(() => overlays.bytes, { timeout: 60_000 }).toBeGreaterThan(10 * before.bytes);
    for (const at of [0, 2_600, 5_199]) expect(await found(pool, named(at), owner)).toEqual([named(at)]);
  });
});

test('an account without own lists is told so at once, and answers as before', async () => {
  await withPool(async ({ records, overlays, pool }) => {
    const [owner, other] = [await bench.account(), await bench.account()];
    const answer = await pool.search(query('Bromiel Astravane'), other);
    await filled(records, owner, 10);
    await overlays.wake();
    expect(overlays.of(other)).toBeUndefined();
    expect(await pool.search(query('Bromiel Astravane'), other)).toEqual(answer);
    expect(answer).not.toHaveProperty('own');
    expect((await pool.search(query('Bromiel Astravane'), owner)).own?.own).toBeGreaterThan(0);
  });
});

test('what nobody used longest is let go, and there again when it is searched', async () => {
  await withPool(async ({ records, overlays, pool }) => {
    const owners: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      const owner = await bench.account();
      await filled(records, owner, 200);
      owners.push(owner);
    }
    await overlays.wake();
    for (const owner of owners) expect(await found(pool, named(3), owner)).toEqual([named(3)]);
    const [part] = (await overlays.built(owners[5]!))!.overlay;
    expect(overlays.bytes).toBeLessThanOrEqual(300_000);
    expect(bytesOf(part!)).toBeLessThan(200_000);
    expect(await found(pool, named(4), owners[0]!)).toEqual([named(4)]);
  }, 300_000);
});

test('a search fails where own lists cannot be had, and is no all-clear', async () => {
  await withPool(async ({ records, overlays, pool }) => {
    const owner = await bench.account();
    await filled(records, owner, 10);
    await overlays.wake();
    await overlays.stop();
    await expect(pool.search(query(named(1)), owner)).rejects.toThrow();
  });
});
