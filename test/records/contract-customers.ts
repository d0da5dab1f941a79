import { describe, expect, test } from 'vitest';
import type { Customer } from '../../src/domain/customer.ts';
import type { EvidencedMatch } from '../../src/domain/match.ts';
import type { Records } from '../../src/records/port.ts';
import type { CustomerSort, CustomersQuery } from '../../src/records/queries.ts';
import { sortName } from '../../src/records/search-text.ts';
import type { Store } from './contract.ts';
import { accountWithKey, customerPut, screening } from './samples.ts';

interface Context {
  store(): Store;
  records(): Records;
}

const REMOVE = { records: false, actor: 'operator' };
const STEP = { reason: null, comment: null, remember: false } as const;

export function customerTests({ records, store }: Context): void {
  const alertsOf = (accountId: number, reference: string) =>
    records().alerts.page(accountId, { limit: 50, sort: 'newest', customer: reference });

  describe('customers', () => {
    test('a customer is given back as it was put, with the record of its screening and its alerts', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const found = screening(accountId, keyId, 'Ivo Marlin', 2);
      const content = {
        ...({
          name: 'Ivo Marlin',
          entityType: 'Individual',
          dateOfBirth: '1970-02-03T00:00:00Z',
          minScore: 80,
        } as const),
        ...({ otherNames: ['Ivo M.'], categories: ['pep', 'sanctions'], monitored: false } as const),
      };
      const wanted = { accountId, reference: 'C:1', content, revision: null, found, makesRecord: true, by: 'operator' };
      const put = await records().customers.put(wanted);
      const customer = await records().customers.get(accountId, 'C:1');
      expect(put).toEqual({ kind: 'stored', customer, remaining: 999_999 });
      expect(customer).toMatchObject({ ...content, reference: 'C:1', state: 'open', revision: 1, screeningId: 1 });
      expect(await records().customers.get(accountId, 'c:1')).toBeUndefined();
      const alerts = await alertsOf(accountId, 'C:1');
      expect(alerts).toMatchObject([
        { customer: 'C:1', record: 1, subject: 'Ivo Marlin', score: 99.5 },
        { score: 99.4 },
      ]);
      expect(alerts[0]?.match).toEqual((JSON.parse(found.evidence) as EvidencedMatch[])[0]);
      expect(await records().accounts.used(accountId, customer!.createdAt.slice(0, 7))).toBe(1);
    });

    test('whoever rests a change on an older customer, or makes one that is there, changes and spends nothing', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const found = screening(accountId, keyId, 'Ivo Marlin', 0);
      const { createdAt, ...content } = await customerPut(records(), accountId, 'C-1', found);
      const put = (revision: number | null) =>
        records().customers.put({
          accountId,
          reference: 'C-1',
          content,
          revision,
          found,
          makesRecord: true,
          by: 'operator',
        });
      expect(await put(null)).toEqual({ kind: 'stale' });
      expect(await put(7)).toEqual({ kind: 'stale' });
      const both = await Promise.all([put(1), put(1)]);
      expect(both.map(({ kind }) => kind)).toEqual(['stored', 'stale']);
      expect(await records().accounts.used(accountId, createdAt.slice(0, 7))).toBe(2);
    });

    test('without quota nothing is stored; without a record nothing is spent', async () => {
      const { accountId, keyId } = await accountWithKey(records(), 1);
      const found = screening(accountId, keyId, 'Ivo Marlin');
      const { revision, ...content } = await customerPut(records(), accountId, 'C-1', { ...found, ...NOTHING });
      const again = { accountId, content: { ...content, minScore: 50 }, found };
      expect(
        await records().customers.put({
          ...again,
          reference: 'C-2',
          revision: null,
          makesRecord: true,
          by: 'operator',
        }),
      ).toEqual({
        kind: 'exhausted',
      });
      expect(await records().customers.get(accountId, 'C-2')).toBeUndefined();
      const compared = await records().customers.put({
        ...again,
        reference: 'C-1',
        revision,
        makesRecord: false,
        by: 'operator',
      });
      expect(compared).toMatchObject({ kind: 'stored', customer: { minScore: 50, state: 'open', revision: 2 } });
      expect(await alertsOf(accountId, 'C-1')).toMatchObject([{ record: null, customer: 'C-1' }]);
      const settings = {
        ...again,
        reference: 'C-1',
        revision: 2,
        makesRecord: false,
        by: 'operator',
        found: undefined,
      };
      const { found: _, ...quiet } = settings;
      expect(await records().customers.put(quiet)).toMatchObject({ kind: 'stored', remaining: undefined });
    });

    test('a customer has one alert for an entity however often it is screened, apart from the same name without one', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const found = screening(accountId, keyId, 'Ivo Marlin');
      await records().screenings.create(found);
      await customerPut(records(), accountId, 'C-1', found);
      await customerPut(records(), accountId, 'C-1', { ...found, name: 'Ivo B. Marlin' });
      await customerPut(records(), accountId, 'C-2', found);
      const [alert, ...rest] = await alertsOf(accountId, 'C-1');
      expect(rest).toEqual([]);
      expect(alert?.history.map(({ kind }) => kind)).toEqual(['seen', 'renamed']);
      expect(alert?.subject).toBe('Ivo B. Marlin');
      expect(await records().alerts.open(accountId)).toEqual({ matches: 3, reviews: 0 });
      const states = async () => (await records().customers.get(accountId, 'C-1'))?.state;
      expect(await states()).toBe('open');
      const action = { accountId, alertId: alert!.id, userId: 7 };
      await records().alerts.step(action, { ...STEP, step: 'confirmed' });
      expect(await states()).toBe('confirmed');
      await records().alerts.step(action, { ...STEP, step: 'reopened' });
      await records().alerts.step(action, { ...STEP, step: 'dismissed' });
      expect(await states()).toBe('clear');
    });

    test('a difference of the lists opens, reopens and delists once, and says what changed', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const found = screening(accountId, keyId, 'Ivo Marlin');
      const matches = JSON.parse(found.evidence) as EvidencedMatch[];
      const { id } = await customerPut(records(), accountId, 'C-1', { ...found, ...NOTHING });
      const apply = (difference: object) =>
        records().alerts.applyDifference(id, { matches: [], gone: [], ...difference });
      const state = async () => (await records().customers.get(accountId, 'C-1'))?.state;
      expect(await state()).toBe('clear');
      const opened = await apply({ matches });
      expect(opened).toEqual({ opened: [expect.any(Number)], reopened: [], delisted: [] });
      expect(await apply({ matches })).toEqual({ opened: [], reopened: [], delisted: [] });
      expect(await state()).toBe('open');

      const [alertId] = opened!.opened as [number];
      await records().alerts.step({ accountId, alertId, userId: 7 }, { ...STEP, step: 'dismissed' });
      expect(await apply({ matches })).toEqual({ opened: [], reopened: [], delisted: [] });
      const changed = matches.map((match) => ({
        ...match,
        facts: match.facts.map((entry) => ({ ...entry, gender: 'male' })),
      }));
      expect(await apply({ matches: changed })).toEqual({ opened: [], reopened: [alertId], delisted: [] });
      expect((await records().alerts.get(accountId, alertId))?.changed).toEqual([
        'Gender added on United Nations Security Council: male.',
      ]);

      expect(await apply({ gone: ['un-sc:other'] })).toEqual({ opened: [], reopened: [], delisted: [] });
      const gone = ['un-sc:QDi.999'];
      expect(await apply({ gone })).toEqual({ opened: [], reopened: [], delisted: [alertId] });
      expect(await apply({ gone })).toEqual({ opened: [], reopened: [], delisted: [] });
      expect(await records().alerts.get(accountId, alertId)).toMatchObject({ state: 'delisted', changed: [] });
      expect(await state()).toBe('clear');
      expect(await apply({ matches })).toEqual({ opened: [], reopened: [alertId], delisted: [] });
      const alert = await records().alerts.get(accountId, alertId);
      expect(alert?.history.map(({ kind }) => kind)).toEqual(['dismissed', 'changed', 'delisted', 'relisted']);
      expect(await records().alerts.applyDifference(id + 1, { matches, gone })).toBeUndefined();
    });

    test('a deleted customer takes its alerts along, and its records where that is asked for', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const found = screening(accountId, keyId, 'Ivo Marlin', 2);
      for (const reference of ['C-1', 'C-2']) await customerPut(records(), accountId, reference, found);
      const alerts = [...(await alertsOf(accountId, 'C-1')), ...(await alertsOf(accountId, 'C-2'))];
      for (const { id: alertId } of alerts) await records().alerts.comment({ accountId, alertId, userId: 7 }, 'seen');
      const { revision } = (await records().customers.get(accountId, 'C-1'))!;
      expect(await records().customers.delete(accountId, 'C-1', { ...REMOVE, revision: revision + 1 })).toBe(false);
      expect(await records().customers.delete(accountId, 'C-1', { ...REMOVE, revision })).toBe(true);
      expect(await records().customers.delete(accountId, 'C-1', REMOVE)).toBe(false);
      expect(await records().customers.delete(accountId, 'C-2', { ...REMOVE, records: true })).toBe(true);
      for (const { id } of alerts) expect(await records().alerts.get(accountId, id)).toBeUndefined();
      expect(await records().screenings.get(accountId, 1)).toBeDefined();
      expect(await records().screenings.get(accountId, 2)).toBeUndefined();
      expect(await records().checkIntegrity()).toEqual([]);
      const actions = (await records().audit.page(accountId, { limit: 3 })).map(({ action }) => action);
      expect(actions).toEqual(['customer.deleted', 'screening.deleted', 'customer.deleted']);
    });

    test("a customer's alert outlives the record that opened it", async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const found = screening(accountId, keyId, 'Ivo Marlin');
      await customerPut(records(), accountId, 'C-1', found);
      await records().screenings.delete(1, 'operator');
      expect(await alertsOf(accountId, 'C-1')).toMatchObject([{ record: null, match: { name: 'Ivo Marlin Ölund' } }]);
      expect((await records().customers.get(accountId, 'C-1'))?.screeningId).toBeNull();
    });

    test('hooks are told of customers, alerts and decisions, with names only where they ask for details', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const events = ['alert.opened', 'alert.decided', 'customer.changed'] as const;
      const wanted = {
        accountId,
        url: 'https://hooks.example/',
        events,
        description: null,
        secret: new Uint8Array([1]),
      };
      const hooks = await Promise.all(
        [false, true].map((details) => records().webhooks.create({ ...wanted, details }, 'operator')),
      );
      const told = async () => {
        const ids = hooks.map((hook) => ({ id: (hook as { id: number }).id, limit: 20 }));
        const due = await records().webhooks.claim(ids);
        const bodies = due.map(({ webhookId, body }) => ({ webhookId, ...(JSON.parse(body) as Told) }));
        const [plain, detailed] = ids.map(({ id }) => bodies.filter(({ webhookId }) => webhookId === id));
        return { plain: plain!, detailed: detailed! };
      };
      const found = screening(accountId, keyId, 'Ivo Marlin');
      const { id } = await customerPut(records(), accountId, 'C-1', found);
      const [alert] = await alertsOf(accountId, 'C-1');
      const action = { accountId, alertId: alert!.id, userId: 7 };
      await records().alerts.step(action, { ...STEP, step: 'dismissed', reason: 'other-person', comment: 'no Marlin' });
      await records().alerts.applyDifference(id, { matches: [], gone: ['un-sc:QDi.999'] });
      const { plain, detailed } = await told();
      const about = { alertId: alert!.id, customer: 'C-1', score: 99.5, links: { alert: `/api/Alerts/${alert!.id}` } };
      const links = { customer: '/api/Customers/C-1' };
      expect(plain.map(({ type, data }) => [type, data])).toEqual([
        ['alert.opened', { ...about, state: 'open' }],
        ['customer.changed', { customer: 'C-1', change: 'created', links }],
        ['alert.decided', { ...about, state: 'dismissed', actor: 'user:7', reason: 'other-person' }],
        ['customer.changed', { customer: 'C-1', change: 'updated', links }],
        ['alert.decided', { ...about, state: 'delisted', actor: 'service', reason: 'delisted' }],
      ]);
      expect(detailed.map(({ data }) => data.details)).toMatchObject([
        { name: 'Ivo Marlin', entity: 'Ivo Marlin Ölund' },
        { name: 'Ivo Marlin' },
        { name: 'Ivo Marlin', entity: 'Ivo Marlin Ölund', comment: 'no Marlin' },
        { name: 'Ivo Marlin' },
        { name: 'Ivo Marlin', comment: null },
      ]);
      await records().customers.put({
        accountId,
        reference: 'C-2',
        content: CONTENT,
        revision: null,
        makesRecord: false,
        by: 'operator',
      });
      for (const reference of ['C-1', 'C-2']) await records().customers.delete(accountId, reference, REMOVE);
      const { detailed: late } = await told();
      expect(late.map(({ data }) => [data.customer, data.change, data.details])).toEqual([
        ['C-2', 'created', undefined],
        ['C-1', 'deleted', undefined],
        ['C-2', 'deleted', undefined],
      ]);
    });

    test('notes stay with their customer, the newest first, and remembered dismissals are listed until taken back', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const other = await accountWithKey(records());
      const customer = await customerPut(records(), accountId, 'C-1', screening(accountId, keyId, 'Ivo Marlin', 1));
      const { id } = (await records().customers.get(accountId, 'C-1'))!;
      const note = { accountId, reference: 'C-1', by: 'user:7' };
      for (const text of ['First.', 'Second.']) expect(await records().customers.note({ ...note, text })).toBe(true);
      expect(await records().customers.note({ ...note, reference: 'C-2', text: 'Nobody.' })).toBe(false);
      expect(await records().customers.notes(accountId, id)).toMatchObject([
        { by: 'user:7', text: 'Second.' },
        { by: 'user:7', text: 'First.' },
      ]);
      expect(await records().customers.notes(other.accountId, id)).toEqual([]);
      expect(customer.reference).toBe('C-1');
      const [alert] = await alertsOf(accountId, 'C-1');
      const action = { accountId, userId: 7, alertId: alert!.id };
      await records().alerts.step(action, { ...STEP, step: 'dismissed', remember: true });
      const remembered = async (account: number) =>
        (await records().alerts.remembered(account, { limit: 9 })).map(({ id: one }) => one);
      expect(await remembered(accountId)).toEqual([alert!.id]);
      expect(await remembered(other.accountId)).toEqual([]);
      await records().alerts.step(action, { ...STEP, step: 'reopened' });
      expect(await remembered(accountId)).toEqual([]);
    });

    test('customers are found by names alone, by who is watched, type and category, in four orders', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const add = async (reference: string, name: string, more: object = {}) => {
        const content = { ...CONTENT, name, ...more };
        const found = screening(accountId, keyId, name, 0);
        const put = { accountId, reference, content, revision: null, found, makesRecord: true, by: 'operator' };
        await records().customers.put(put);
      };
      await add('quill', 'Zorvan Nazarov');
      await add('C-2', 'Ada Quill', { monitored: false });
      await add('C-3', 'Glimmerfax', { entityType: 'Organization', categories: ['sanctions', 'wanted'] });
      await add('C-4', 'Bo Marlin', { otherNames: ['Quill Bo'] });
      const of = async (query: object) =>
        (await records().customers.page(accountId, { limit: 9, ...query })).map(({ reference }) => reference);
      expect(await of({ name: 'quill' })).toEqual(['C-2', 'C-4']);
      expect(await of({ text: 'quill' })).toEqual(['quill', 'C-2', 'C-4']);
      expect(await of({ name: 'Назаров' })).toEqual(['quill']);
      expect(await of({ name: 'c-2' })).toEqual([]);
      expect(await of({ monitored: false })).toEqual(['C-2']);
      expect(await of({ monitored: true, type: 'Individual' })).toEqual(['quill', 'C-4']);
      expect(await of({ type: 'Organization' })).toEqual(['C-3']);
      expect(await of({ category: 'wanted' })).toEqual(['C-3']);
      expect(await of({ category: 'pep', monitored: true })).toEqual(['quill', 'C-4']);
      const walk = async (sort: CustomerSort) => {
        const seen: Customer[] = [];
        let after: CustomersQuery['after'];
        for (;;) {
          const [next] = await records().customers.page(accountId, { limit: 1, sort, ...(after && { after }) });
          if (!next) return seen.map(({ reference }) => reference);
          after = { id: next.id, value: sort === 'name' ? sortName(next) : next.updatedAt };
          seen.push(next);
        }
      };
      expect(await walk('name')).toEqual(['C-2', 'C-4', 'C-3', 'quill']);
      expect(await walk('newest')).toEqual(['C-4', 'C-3', 'C-2', 'quill']);
      expect(await walk('oldest')).toEqual(['quill', 'C-2', 'C-3', 'C-4']);
      expect(await walk('changed')).toEqual(['C-4', 'C-3', 'C-2', 'quill']);
    });

    test('pages join in either order while customers are added, of one account alone', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const other = await accountWithKey(records());
      const at = (minute: number) => store().open(() => new Date(Date.UTC(2026, 10, 2, 10, minute)));
      const add = async (minute: number, reference: string, owner = accountId, matches = 0) =>
        customerPut(await at(minute), owner, reference, screening(owner, null, reference, matches));
      await add(0, 'theirs', other.accountId);
      for (let turn = 0; turn < 7; turn += 1) await add(turn, `C-${turn}`, accountId, turn % 2);
      await add(20, 'C-0');
      const walk = async (query: { updatedSince?: string; state?: 'open' | 'clear' }) => {
        const seen: Customer[] = [];
        for (;;) {
          const after = seen.at(-1);
          const behind = after && { after: { id: after.id, value: after.updatedAt } };
          const page = await records().customers.page(accountId, { limit: 2, ...query, ...behind });
          if (page.length === 0) return seen.map(({ reference }) => reference);
          seen.push(...page);
        }
      };
      expect(await walk({})).toEqual(['C-0', 'C-1', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6']);
      expect(await walk({ state: 'open' })).toEqual(['C-1', 'C-3', 'C-5']);
      expect(await walk({ updatedSince: '2026-11-02T10:03:00.000Z' })).toEqual(['C-3', 'C-4', 'C-5', 'C-6', 'C-0']);
      expect(await walk({ updatedSince: '2026-11-02T10:04:00.000Z', state: 'clear' })).toEqual(['C-4', 'C-6', 'C-0']);
      expect(await records().customers.get(other.accountId, 'C-0')).toBeUndefined();
      expect(await records().customers.delete(other.accountId, 'C-0', REMOVE)).toBe(false);
      expect(keyId).not.toBe(other.keyId);
      const watched = await records().customers.pageForMonitoring(0, 100);
      expect(watched.map(({ name }) => name)).toEqual(['theirs', 'C-0', ...[1, 2, 3, 4, 5, 6].map((n) => `C-${n}`)]);
      expect(await records().customers.pageForMonitoring(watched[6]!.id, 9)).toEqual(watched.slice(7));
    });
  });
}

interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const CONTENT = {
  ...({ name: 'Ada Quill', entityType: 'Individual', dateOfBirth: null, otherNames: [] } as const),
  ...({ categories: ['pep'], minScore: 70, monitored: true } as const),
};

/** A search that found nothing. */
const NOTHING = { matches: [], entries: [], evidence: '[]' };
