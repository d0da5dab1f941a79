import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type Batch,
  MAX_ENDED_BYTES,
  MAX_UNFINISHED,
  MAX_WAITING_BYTES,
  type PendingRow,
} from '../../src/domain/batch.ts';
import type { CustomerContent } from '../../src/domain/customer.ts';
import type { Records } from '../../src/records/port.ts';
import type { Store } from './contract.ts';
import { accountWithKey, rowsOf, screening } from './samples.ts';

interface Context {
  store(): Store;
  records(): Records;
}

const NAMES = ['Ada Quill', 'Bruno Marlin', 'Çelik Öst'];

/** A file of these names that can be worked on. */
export async function batch(records: Records, accountId: number, names: readonly string[] = NAMES): Promise<Batch> {
  const id = randomUUID();
  expect(
    await records.batches.open({
      id,
      kind: 'screenings',
      accountId,
      keyId: null,
      userId: 7,
      entityType: 'Individual',
      title: null,
      watched: true,
    }),
  ).toBe(true);
  for (const [row, name] of names.entries()) {
    const sent = { row, line: row + 2, reference: `r${row}`, name, type: '', dateOfBirth: '' };
    await records.batches.add(id, [sent]);
  }
  return records.batches.seal(id);
}

/** Rows of so many bytes in all, few and long ones. */
function rowsOfBytes(bytes: number): PendingRow[] {
  const row = { line: 2, reference: '', type: '', dateOfBirth: '' };
  return [0, 1, 2, 3].map((place) => ({ ...row, row: place, name: 'x'.repeat(bytes / 4 - 64) }));
}

const numbered = (rows: readonly PendingRow[], part: number) =>
  rows.map((row) => ({ ...row, row: part * rows.length + row.row }));

export function batchTests({ records, store }: Context): void {
  describe('files of names', () => {
    const state = async ({ accountId, id }: Batch) => records().batches.get(accountId, id);
    const used = async (accountId: number) => records().accounts.used(accountId, new Date().toISOString().slice(0, 7));
    const screen = (file: Batch, row: number, matches = 0) =>
      records().batches.screen(
        { batch: file.id, row },
        screening(file.accountId, null, NAMES[row] ?? `Somebody ${row}`, matches),
      );

    test('what an account has waiting is bounded by its bytes, and another account is not touched by that', async () => {
      const { accountId } = await accountWithKey(records());
      const other = await accountWithKey(records());
      const rows = rowsOfBytes(MAX_WAITING_BYTES / 8);
      const opened = async (account: number) => {
        const id = randomUUID();
        const rest = {
          kind: 'screenings',
          keyId: null,
          userId: 7,
          entityType: 'Individual',
          title: null,
          watched: true,
        } as const;
        await records().batches.open({ id, accountId: account, ...rest });
        return id;
      };
      const id = await opened(accountId);
      for (let part = 0; part < 7; part += 1) await records().batches.add(id, numbered(rows, part));
      await records().batches.seal(id);
      const second = await opened(accountId);
      await records().batches.add(second, numbered(rows.slice(0, -1), 0));
      await expect(records().batches.add(second, numbered(rows, 1))).rejects.toMatchObject({
        code: 'full',
        message: expect.stringContaining('more than 384 MiB'),
      });
      await records().batches.add(await opened(other.accountId), numbered(rows, 0));
      // What is stopped no longer waits.
      await records().batches.cancel(accountId, id);
      await records().batches.add(second, numbered(rows, 1));
    });

    test('of files that were stopped the oldest go before their time, and the newest stays', async () => {
      const { accountId } = await accountWithKey(records());
      const rows = rowsOfBytes(MAX_ENDED_BYTES * 0.6);
      const files: string[] = [];
      for (let file = 0; file < 3; file += 1) {
        const id = randomUUID();
        const rest = {
          kind: 'screenings',
          keyId: null,
          userId: 7,
          entityType: 'Individual',
          title: null,
          watched: true,
        } as const;
        await records().batches.open({ id, accountId, ...rest });
        await records().batches.add(id, rows);
        await records().batches.seal(id);
        await records().batches.cancel(accountId, id);
        files.push(id);
      }
      const long = new Date(Date.now() - 86_400_000).toISOString();
      expect((await records().batches.outdated(long)).sort()).toEqual(files.slice(0, 2).sort());
    });

    test('nobody sees one before all its rows are in, and its account has a bounded number that are not over', async () => {
      const { accountId } = await accountWithKey(records());
      const other = await accountWithKey(records());
      const id = randomUUID();
      const wanted = {
        id,
        kind: 'screenings',
        accountId,
        keyId: null,
        userId: 7,
        entityType: 'Organization',
        title: null,
        watched: true,
      } as const;
      expect(await records().batches.open(wanted)).toBe(true);
      await records().batches.add(id, [{ row: 0, line: 2, reference: '', name: 'Ada', type: '', dateOfBirth: '' }]);
      expect(await records().batches.list(accountId, 9)).toEqual([]);
      expect(await records().batches.due()).toEqual([]);
      for (let more = 1; more < MAX_UNFINISHED; more += 1) {
        expect(await records().batches.open({ ...wanted, id: randomUUID() })).toBe(true);
      }
      expect(await records().batches.open({ ...wanted, id: randomUUID() })).toBe(false);
      expect(await records().batches.open({ ...wanted, accountId: other.accountId, id: randomUUID() })).toBe(true);
      const sealed = await records().batches.seal(id);
      expect(sealed).toMatchObject({ ...wanted, status: 'queued', total: 1, done: 0, endedAt: null });
      expect(await records().batches.list(accountId, 9)).toEqual([sealed]);
      expect(await records().batches.list(other.accountId, 9)).toEqual([]);
      expect(await records().batches.get(other.accountId, id)).toBeUndefined();
      expect((await records().audit.page(accountId, { limit: 1 }))[0]).toMatchObject({
        action: 'bulk.started',
        actor: 'user:7',
        subject: `bulk:${id}`,
        details: { rows: 1 },
      });
    });

    test('each row is screened, recorded and charged once, however often it is tried, also by two at a time', async () => {
      const { accountId } = await accountWithKey(records());
      const file = await batch(records(), accountId);
      const other = await store().open();
      const tries = [records(), other].flatMap((each) =>
        [0, 0, 1].map((row) =>
          each.batches.screen({ batch: file.id, row }, screening(accountId, null, NAMES[row]!, row)),
        ),
      );
      const kinds = (await Promise.all(tries)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'created')).toHaveLength(2);
      expect(kinds.filter((kind) => kind === 'settled')).toHaveLength(4);
      expect(await used(accountId)).toBe(2);
      expect(await state(file)).toMatchObject({ status: 'running', done: 2, matched: 1 });
      expect((await records().batches.pending(file.id, -1, 9)).map(({ row, name }) => [row, name])).toEqual([
        [2, NAMES[2]],
      ]);
      await records().batches.refuse({ batch: file.id, row: 2 }, 'The name is missing.');
      await records().batches.refuse({ batch: file.id, row: 2 }, 'Again.');
      expect(await screen(file, 2)).toEqual({ kind: 'settled' });
      expect(await state(file)).toMatchObject({
        status: 'done',
        done: 3,
        matched: 1,
        refused: 1,
        endedAt: expect.any(String),
      });
      expect(await records().batches.refusals(file.id, 9)).toEqual([{ line: 4, error: 'The name is missing.' }]);
    });

    test('without quota it waits and nothing is stored, and it goes on in the next period', async () => {
      const november = await store().open(() => new Date('2026-11-30T23:59:59.999Z'));
      const { accountId } = await accountWithKey(november, 1);
      const file = await batch(november, accountId);
      const place = { batch: file.id, row: 0 };
      expect(await november.batches.due()).toHaveLength(1);
      await november.batches.screen(place, screening(accountId, null, 'Ada Quill'));
      expect(await november.batches.screen({ ...place, row: 1 }, screening(accountId, null, 'Bruno'))).toEqual({
        kind: 'exhausted',
      });
      expect(await november.batches.due()).toEqual([]);
      expect(await november.batches.get(accountId, file.id)).toMatchObject({ status: 'waiting-for-quota', done: 1 });
      const december = await store().open(() => new Date('2026-12-01T00:00:00.000Z'));
      expect(await december.batches.due()).toMatchObject([{ id: file.id, status: 'running', done: 1 }]);
      expect(await december.batches.pending(file.id, -1, 9)).toHaveLength(2);
    });

    test('one that was ended gets no further outcome', async () => {
      const { accountId } = await accountWithKey(records());
      const other = await accountWithKey(records());
      const file = await batch(records(), accountId);
      await screen(file, 0);
      expect(await records().batches.cancel(other.accountId, file.id)).toBeUndefined();
      expect(await records().batches.cancel(accountId, file.id)).toMatchObject({ status: 'cancelled', done: 1 });
      const ended = await state(file);
      expect(await screen(file, 1)).toEqual({ kind: 'settled' });
      await records().batches.refuse({ batch: file.id, row: 1 }, 'Too late.');
      expect(await records().batches.cancel(accountId, file.id)).toEqual(ended);
      expect(await records().batches.pending(file.id, -1, 9)).toEqual([]);
      expect(await used(accountId)).toBe(1);
    });

    test('a row of customers becomes one once, with its outcome; one that changes nothing is settled', async () => {
      const { accountId } = await accountWithKey(records());
      const id = randomUUID();
      await records().batches.open({
        id,
        kind: 'customers',
        accountId,
        keyId: null,
        userId: 7,
        entityType: 'Individual',
        title: null,
        watched: true,
      });
      const sent = { name: 'Ivo Marlin', type: 'Individual', dateOfBirth: '' };
      for (const row of [0, 1]) await records().batches.add(id, [{ row, line: row + 2, reference: 'C-1', ...sent }]);
      expect(await records().batches.seal(id)).toMatchObject({ kind: 'customers', total: 2 });
      const found = screening(accountId, null, 'Ivo Marlin', 1);
      const content: CustomerContent = {
        ...({ name: 'Ivo Marlin', entityType: 'Individual', dateOfBirth: null, otherNames: [], minScore: 70 } as const),
        ...({ categories: ['sanctions'], monitored: true } as const),
      };
      const customer = {
        accountId,
        reference: 'C-1',
        content,
        revision: null,
        found,
        makesRecord: true,
        by: 'operator',
      };
      const place = { batch: id, row: 0 };
      const other = await store().open();
      const put = await Promise.all([records(), other].map((each) => each.batches.putCustomer(place, customer)));
      expect(put.map(({ kind }) => kind).sort()).toEqual(['settled', 'stored']);
      const { screeningId } = (await records().customers.get(accountId, 'C-1'))!;
      await records().batches.settle({ batch: id, row: 1 }, screeningId);
      await records().batches.settle({ batch: id, row: 1 }, screeningId);
      expect(await records().batches.get(accountId, id)).toMatchObject({ status: 'done', done: 2, matched: 2 });
      expect(await used(accountId)).toBe(1);
      const results = await records().batches.results(id, -1, 9);
      expect(results.map((row) => [row.screeningId, row.sent])).toEqual([
        [screeningId, null],
        [screeningId, null],
      ]);
    });

    test('its end is told to the hooks that want it, once, with its counts and no name', async () => {
      const { accountId } = await accountWithKey(records());
      const secret = new Uint8Array([1]);
      const hook = { url: 'https://hooks.example/in', description: null, details: true, secret };
      await records().webhooks.create({ ...hook, accountId, events: ['batch.finished'] }, 'operator');
      const [one, two] = [await batch(records(), accountId), await batch(records(), accountId)];
      await screen(one, 0, 1);
      await screen(one, 1);
      await records().batches.cancel(accountId, two.id);
      await records().batches.cancel(accountId, two.id);
      await records().batches.refuse({ batch: one.id, row: 2 }, 'The name is missing.');
      const due = await records().webhooks.due();
      const told = await records().webhooks.claim(due.map(({ id }) => ({ id, limit: 9 })));
      const data = told.map(({ body }) => JSON.parse(body).data);
      const address = (id: string) => ({ batch: expect.stringContaining(id), results: expect.stringContaining(id) });
      expect(data).toEqual([
        { batchId: two.id, status: 'cancelled', total: 3, done: 0, matched: 0, failed: 0, links: address(two.id) },
        { batchId: one.id, status: 'done', total: 3, done: 3, matched: 1, failed: 1, links: address(one.id) },
      ]);
    });

    test('a row holds what was sent until its record does, so that a record deleted on request is in no result', async () => {
      const { accountId } = await accountWithKey(records());
      const file = await batch(records(), accountId);
      // More than the ten that a list shows.
      const spent = await screen(file, 0, 12);
      await screen(file, 1);
      if (spent.kind !== 'created') throw new Error('nothing was stored');
      const [first, second, third] = await records().batches.results(file.id, -1, 9);
      const place = { row: 0, line: 2, reference: 'r0', error: null, notes: [] };
      const record = { name: 'Ada Quill', entityType: 'Individual', dateOfBirth: '1970-02-03T00:00:00Z' };
      expect(first).toEqual({
        ...place,
        sent: null,
        screeningId: spent.record.id,
        screening: {
          ...record,
          matchCount: 12,
          highestScore: 99.5,
          matches: screening(accountId, null, NAMES[0]!, 12).matches,
        },
      });
      expect(second).toMatchObject({ row: 1, sent: null, screening: { matchCount: 0, matches: [] } });
      expect(third).toMatchObject({ row: 2, sent: { name: 'Çelik Öst' }, screeningId: null, screening: null });
      await records().screenings.delete(spent.record.id, 'operator');
      expect((await records().batches.results(file.id, -1, 1))[0]).toEqual({
        ...place,
        sent: null,
        screeningId: spent.record.id,
        screening: null,
      });
      expect((await records().batches.results(file.id, 0, 1))[0]).toMatchObject({ row: 1 });
    });

    test('one that was accepted keeps its rows until it is over, whoever took it for half of one', async () => {
      const { accountId } = await accountWithKey(records());
      const { batches } = records();
      const id = randomUUID();
      await batches.open({
        id,
        kind: 'screenings',
        accountId,
        keyId: null,
        userId: null,
        entityType: 'Individual',
        title: null,
        watched: true,
      });
      // Another look for halves reads now, and removes what it found after the last row has arrived.
      const [found] = await batches.incomplete();
      await batches.add(id, [{ row: 0, line: 2, reference: 'r0', name: 'Ada Quill', type: '', dateOfBirth: '' }]);
      await batches.seal(id);
      await batches.remove(found!);
      expect(await batches.get(accountId, id)).toMatchObject({ status: 'queued', total: 1, done: 0 });
      expect(await batches.pending(id, -1, 9)).toHaveLength(1);
    });

    test('outdated ones and halves of one are found and removed with their rows; their records stay', async () => {
      let now = new Date('2026-11-20T10:00:00Z');
      const clock = await store().open(() => now);
      const { accountId } = await accountWithKey(clock);
      const ended: string[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const { id } = await batch(clock, accountId, ['Ada Quill']);
        await clock.batches.screen({ batch: id, row: 0 }, screening(accountId, null, 'Ada Quill'));
        now = new Date(now.getTime() + 60_000);
        ended.push(id);
      }
      expect(await clock.batches.outdated('2026-11-20T10:00:30.000Z')).toEqual([ended[0]]);
      expect(await clock.batches.outdated('2026-11-20T00:00:00.000Z')).toEqual([]);
      const pages = [await clock.batches.list(accountId, 2)];
      pages.push(await clock.batches.list(accountId, 2, pages[0]!.at(-1)!.number));
      expect(pages.map((page) => page.map(({ id }) => id))).toEqual([[ended[2], ended[1]], [ended[0]]]);
      const half = randomUUID();
      await clock.batches.open({
        id: half,
        kind: 'screenings',
        accountId,
        keyId: null,
        userId: null,
        entityType: 'Individual',
        title: null,
        watched: true,
      });
      expect(await clock.batches.incomplete()).toEqual([half]);
      for (const id of [half, ended[0]!]) await clock.batches.remove(id);
      expect(await clock.batches.incomplete()).toEqual([]);
      expect((await clock.batches.list(accountId, 9)).map(({ id }) => id)).toEqual([ended[2], ended[1]]);
      expect(await clock.batches.results(ended[0]!, -1, 9)).toEqual([]);
      expect(await rowsOf(clock.screenings.list(accountId, 9))).toHaveLength(3);
      expect(await clock.checkIntegrity()).toEqual([]);
    });
  });
}
