import { describe, expect, test } from 'vitest';
import type { SourceState } from '../../src/domain/snapshot.ts';
import {
  type DueDelivery,
  LEASE_MS,
  MAX_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookEvent,
} from '../../src/domain/webhook.ts';
import type { Records } from '../../src/records/port.ts';
import type { Store } from './contract.ts';
import { accountWithKey, screening, verification } from './samples.ts';

interface Context {
  store(): Store;
  records(): Records;
}

const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000];
const SECRET = new Uint8Array([1, 2, 3]);
const OK = { status: 204, error: null };
const DOWN = { status: null, error: 'It cannot be reached: the connection was refused.' };

/** A clock that tests put forward. */
class Clock {
  #ms = Date.parse('2026-11-20T10:00:00.000Z');
  readonly now = () => new Date(this.#ms);

  pass(ms: number): void {
    this.#ms += ms;
  }
}

export async function hook(
  records: Records,
  accountId: number,
  events: readonly WebhookEvent[],
  rest: Partial<NewWebhook> = {},
): Promise<Webhook> {
  const wanted = { url: 'https://hooks.example/in', description: null, details: false, ...rest };
  const made = await records.webhooks.create({ accountId, secret: SECRET, events, ...wanted }, 'operator');
  if (made === 'too-many') throw new Error(made);
  return made;
}

/** Everything that is due, claimed as a dispatcher would. */
export async function claimed(records: Records, limit = 100): Promise<DueDelivery[]> {
  const due = await records.webhooks.due();
  return records.webhooks.claim(due.map(({ id }) => ({ id, limit })));
}

const bodyOf = ({ body }: DueDelivery) => JSON.parse(body);

export function webhookTests({ records, store }: Context): void {
  describe('webhooks', () => {
    const clocked = async () => {
      const clock = new Clock();
      return { clock, records: await store().open(clock.now) };
    };

    test('a hook is given back as it was made, newest first, and only to its account', async () => {
      const { accountId } = await accountWithKey(records());
      const other = await accountWithKey(records());
      const one = await hook(records(), accountId, ['lists.failed', 'quota.low'], {
        description: 'Ops',
        details: true,
      });
      expect(one).toMatchObject({
        url: 'https://hooks.example/in',
        events: ['lists.failed', 'quota.low'],
        description: 'Ops',
        details: true,
        state: 'active',
      });
      const two = await hook(records(), accountId, ['quota.low']);
      expect(await records().webhooks.get(accountId, one.id)).toEqual(one);
      expect(await records().webhooks.page(accountId, { limit: 10 })).toEqual([two, one]);
      expect(await records().webhooks.page(accountId, { limit: 1 })).toEqual([two]);
      expect(await records().webhooks.page(accountId, { limit: 10, before: two.id })).toEqual([one]);
      const { webhooks } = records();
      expect(await webhooks.get(other.accountId, one.id)).toBeUndefined();
      expect(await webhooks.page(other.accountId, { limit: 10 })).toEqual([]);
      expect(await webhooks.deliveries(other.accountId, one.id, { limit: 10 })).toBeUndefined();
      expect(await webhooks.rotate(other.accountId, one.id, SECRET, 'operator')).toBeUndefined();
      expect(await webhooks.test(other.accountId, one.id)).toBeUndefined();
      expect(await webhooks.remove(other.accountId, one.id, 'operator')).toBe(false);
      const sent = (await webhooks.test(accountId, one.id))!;
      expect(await webhooks.retry(other.accountId, one.id, sent.id)).toBeUndefined();
      expect(await webhooks.retry(accountId, two.id, sent.id)).toBeUndefined();
    });

    test('an account has a limited number of hooks, and a removed one frees its place', async () => {
      const { accountId } = await accountWithKey(records());
      const made: Webhook[] = [];
      for (let count = 0; count < MAX_WEBHOOKS; count += 1) made.push(await hook(records(), accountId, ['quota.low']));
      await expect(hook(records(), accountId, ['quota.low'])).rejects.toThrow('too-many');
      expect(await records().webhooks.remove(accountId, made[0]!.id, 'operator')).toBe(true);
      expect(await records().webhooks.remove(accountId, made[0]!.id, 'operator')).toBe(false);
      expect((await hook(records(), accountId, ['quota.low'])).id).toBeGreaterThan(made.at(-1)!.id);
      const nobody = { url: 'https://a.example/', events: [], description: null, details: false, secret: SECRET };
      await expect(records().webhooks.create({ ...nobody, accountId: 99 }, 'operator')).rejects.toMatchObject({
        code: 'not-found',
      });
    });

    test('the audit log says who made, rotated and removed a hook, and no address', async () => {
      const { accountId } = await accountWithKey(records());
      const { id } = await hook(records(), accountId, ['quota.low']);
      await records().webhooks.rotate(accountId, id, SECRET, 'key:a');
      await records().webhooks.remove(accountId, id, 'key:b');
      const [removed, rotated, created] = await records().audit.page(accountId, { limit: 3 });
      const subject = `webhook:${id}`;
      expect(created).toMatchObject({ action: 'webhook.created', subject, details: { events: 1, details: false } });
      expect(rotated).toMatchObject({ action: 'webhook.secret-rotated', actor: 'key:a', subject, details: {} });
      expect(removed).toMatchObject({ action: 'webhook.removed', actor: 'key:b', subject, details: {} });
    });

    test('only hooks that want an event get it, and it names nobody unless details are asked for', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const other = await accountWithKey(records());
      const plain = await hook(records(), accountId, ['screening.matched']);
      const detailed = await hook(records(), accountId, ['screening.matched'], { details: true });
      await hook(records(), accountId, ['verification.completed']);
      await hook(records(), other.accountId, ['screening.matched']);
      await records().screenings.create(screening(accountId, keyId, 'Nobody Known', 0));
      const spent = await records().screenings.create(screening(accountId, keyId, 'Ivo Marlin', 12));
      if (spent.kind !== 'created') throw new Error('the quota is spent');
      const { id, createdAt } = spent.record;
      const [first, second, ...more] = await claimed(records());
      expect(more).toEqual([]);
      expect([first, second].map((one) => one!.webhookId)).toEqual([plain.id, detailed.id]);
      expect(first).toMatchObject({ accountId, url: plain.url, secrets: [SECRET] });
      expect(first!.eventId).toBe(second!.eventId);
      const address = `/api/Screening/${id}`;
      const data = {
        screeningId: id,
        entityType: 'Individual',
        matchCount: 12,
        highestScore: 99.5,
        links: { screening: address, explanation: `${address}/explanation` },
      };
      expect(bodyOf(first!)).toEqual({
        id: first!.eventId,
        type: 'screening.matched',
        createdAt,
        timestamp: createdAt,
        data,
      });
      const { details, ...rest } = bodyOf(second!).data;
      expect(rest).toEqual(data);
      expect(details).toMatchObject({ name: 'Ivo Marlin', dateOfBirth: '1970-02-03T00:00:00Z' });
      expect(details.matches).toHaveLength(10);
    });

    test('names and dates that wait for a hook go with the record that is deleted', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      await hook(records(), accountId, ['screening.matched', 'verification.completed'], { details: true });
      const spent = await records().screenings.create(screening(accountId, keyId, 'Ivo Marlin'));
      if (spent.kind !== 'created') throw new Error('the quota is spent');
      const reserved = await records().verifications.reserve();
      await records().verifications.create(verification(accountId, reserved));
      const before = await claimed(records());
      expect(before.map((one) => bodyOf(one).data.details)).toMatchObject([
        { name: 'Ivo Marlin' },
        { documentType: 'Passport', fullName: 'IVO MARLIN', dateOfBirth: '1970-02-03', country: 'UTO' },
      ]);
      expect(bodyOf(before[1]!).data).toMatchObject({
        verificationId: reserved,
        status: 'Manual Review Required',
        faceMatch: true,
        matchConfidence: 91.25,
        livenessScore: null,
      });
      await records().screenings.delete(spent.record.id, 'operator');
      await records().verifications.delete(reserved, 'operator');
      await records().webhooks.release(before.map(({ id }) => id));
      const after = await claimed(records());
      expect(after.map(({ eventId }) => eventId)).toEqual(before.map(({ eventId }) => eventId));
      expect(after.map((one) => bodyOf(one).data.details)).toEqual([undefined, undefined]);
    });

    test('what could not be stored is told to nobody', async () => {
      const { accountId, keyId } = await accountWithKey(records(), 1);
      await hook(records(), accountId, ['screening.matched']);
      await records().screenings.create(screening(accountId, keyId, 'Ivo Marlin'));
      await records().screenings.create(screening(accountId, keyId, 'Ada Quill'));
      expect(await claimed(records())).toHaveLength(1);
    });

    test('little and no quota left are told once each, and again once there was more', async () => {
      const { accountId, keyId } = await accountWithKey(records(), 10);
      await hook(records(), accountId, ['quota.low']);
      const screen = () => records().screenings.create(screening(accountId, keyId, 'Nobody Known', 0));
      const told = async () => (await claimed(records())).map((one) => bodyOf(one).data);
      for (let count = 0; count < 8; count += 1) await screen();
      expect(await told()).toEqual([]);
      const period = new Date().toISOString().slice(0, 7);
      const links = { usage: '/api/Usage' };
      await screen();
      expect(await told()).toEqual([{ period, quota: 10, used: 9, remaining: 1, links }]);
      await screen();
      expect(await told()).toEqual([{ period, quota: 10, used: 10, remaining: 0, links }]);
      await screen();
      await records().accounts.set(accountId, { quota: 20 }, 'operator');
      for (let count = 0; count < 7; count += 1) await screen();
      expect(await told()).toEqual([]);
      await screen();
      expect(await told()).toEqual([{ period, quota: 20, used: 18, remaining: 2, links }]);
      await records().accounts.set(accountId, { quota: 15 }, 'operator');
      for (let count = 0; count < 2; count += 1) expect((await screen()).kind).toBe('exhausted');
      expect(await told()).toEqual([{ period, quota: 15, used: 18, remaining: 0, links }]);
    });

    test('every account hears of other lists and of a list that begins to fail', async () => {
      const one = await accountWithKey(records());
      const two = await accountWithKey(records());
      for (const { accountId } of [one, two]) await hook(records(), accountId, ['lists.updated', 'lists.failed']);
      const source = {
        source: 'un-sc',
        name: 'UN',
        category: 'sanctions',
        starter: false,
        entries: 5,
        names: 9,
        sha256: 'a',
        fetched: '2026-11-20T00:00:00.000Z',
      };
      const other = { ...source, source: 'eu-fsf', sha256: 'b', published: '2026-11-19' };
      const publish = (id: string, sources: (typeof source)[]) =>
        records().snapshots.publish(
          { id, createdAt: '2026-11-20T00:00:00.000Z', engine: '2.0.0', sources },
          'operator',
        );
      const told = async () => (await claimed(records())).map((event) => bodyOf(event));
      await publish('first', [source, other]);
      const links = { lists: '/api/Lists' };
      const both = [
        { source: 'un-sc', entries: 5, published: null },
        { source: 'eu-fsf', entries: 5, published: '2026-11-19T00:00:00.000Z' },
      ];
      const first = await told();
      expect(first.map(({ type, data }) => [type, data])).toEqual([
        ['lists.updated', { snapshot: 'first', sources: both, links }],
        ['lists.updated', { snapshot: 'first', sources: both, links }],
      ]);
      await publish('same lists, other engine', [source, other]);
      expect(await told()).toEqual([]);
      await publish('second', [{ ...source, sha256: 'c', entries: 6 }, other]);
      expect((await told()).map(({ data }) => data.sources)).toEqual(
        Array(2).fill([{ source: 'un-sc', entries: 6, published: null }]),
      );
      const state: SourceState = {
        source: 'un-sc',
        checkedAt: null,
        lastError: null,
        lastErrorAt: null,
        failingSince: null,
        address: null,
        failing: [],
      };
      const since = '2026-11-20T00:00:00.000Z';
      const failed = { ...state, lastError: 'It answered 503.', lastErrorAt: since, failingSince: since };
      await records().snapshots.recordState(state);
      expect(await told()).toEqual([]);
      await records().snapshots.recordState(failed);
      await records().snapshots.recordState({ ...failed, lastError: 'It answered 502.' });
      expect((await told()).map(({ type, data }) => [type, data])).toEqual(
        Array(2).fill(['lists.failed', { source: 'un-sc', error: 'It answered 503.', links }]),
      );
      await records().snapshots.recordState(state);
      await records().snapshots.recordState(failed);
      expect(await told()).toHaveLength(2);
    });

    test('a list that cannot be reached is told after a day, and once', async () => {
      const { clock, records } = await clocked();
      const { accountId } = await accountWithKey(records);
      await hook(records, accountId, ['lists.failed']);
      const since = clock.now().toISOString();
      const failed: SourceState = {
        source: 'un-sc',
        checkedAt: null,
        lastError: 'It answered 503.',
        lastErrorAt: since,
        failingSince: since,
        address: null,
        failing: [],
      };
      // A delivery that nobody reports on comes again under its id.
      const told = new Set<string>();
      const hour = async () => {
        clock.pass(HOUR);
        await records.snapshots.recordState(failed, true);
        for (const one of await claimed(records)) told.add(bodyOf(one).id);
        return told.size;
      };
      for (let hours = 1; hours < 24; hours += 1) expect(await hour()).toBe(0);
      expect([await hour(), await hour()]).toEqual([1, 1]);
    });

    test('a claimed delivery is given out again once its attempt counts as lost, under the same id', async () => {
      const { clock, records } = await clocked();
      const { accountId } = await accountWithKey(records);
      const { id } = await hook(records, accountId, ['quota.low']);
      const sent = (await records.webhooks.test(accountId, id))!;
      expect(sent).toMatchObject({
        event: 'webhook.test',
        attempts: 0,
        state: 'pending',
        lastStatus: null,
        lastError: null,
      });
      expect(await records.webhooks.due()).toEqual([{ id }]);
      const [first] = await claimed(records);
      expect(first).toMatchObject({ id: sent.id, eventId: sent.eventId });
      expect(bodyOf(first!).data).toEqual({ webhookId: id, links: { webhook: `/api/Webhooks/${id}` } });
      expect(await records.webhooks.due()).toEqual([]);
      clock.pass(LEASE_MS);
      expect(await claimed(records)).toEqual([first]);
      await records.webhooks.settle(first!.id, OK);
      clock.pass(LEASE_MS);
      expect(await records.webhooks.due()).toEqual([]);
      expect(await records.webhooks.deliveries(accountId, id, { limit: 5 })).toEqual([
        { ...sent, attempts: 1, state: 'delivered', lastStatus: 204, lastError: null, nextAt: null },
      ]);
    });

    test('a delivery that fails is tried ten times, at the pauses that the documents name', async () => {
      const { clock, records } = await clocked();
      const { accountId } = await accountWithKey(records);
      const { id } = await hook(records, accountId, ['quota.low']);
      await records.webhooks.test(accountId, id);
      const pauses: number[] = [];
      for (;;) {
        const [delivery] = await claimed(records);
        const after = await records.webhooks.settle(delivery!.id, DOWN);
        if (!after?.nextAt) break;
        pauses.push((Date.parse(after.nextAt) - clock.now().getTime()) / SECOND);
        expect(await records.webhooks.due()).toEqual([]);
        clock.pass(Date.parse(after.nextAt) - clock.now().getTime());
        expect(await records.webhooks.due()).toEqual([{ id }]);
      }
      expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
      const [given] = (await records.webhooks.deliveries(accountId, id, { limit: 1 }))!;
      expect(given).toMatchObject({
        attempts: 10,
        state: 'failed',
        lastStatus: null,
        lastError: DOWN.error,
        nextAt: null,
      });
      expect((await records.webhooks.get(accountId, id))?.state).toBe('active');
    });

    test('a hook that fails for five days is switched off, and a test that reaches it switches it on', async () => {
      const { clock, records } = await clocked();
      const { accountId, keyId } = await accountWithKey(records);
      const { id } = await hook(records, accountId, ['screening.matched']);
      const { webhooks } = records;
      const fail = async () => {
        for (const delivery of await claimed(records))
          await webhooks.settle(delivery.id, { status: 500, error: 'It answered 500.' });
      };
      const happens = () => records.screenings.create(screening(accountId, keyId, 'Ivo Marlin'));
      for (let hour = 0; hour < 5 * 24; hour += 1) {
        if (hour % 24 === 0) await happens();
        await fail();
        clock.pass(HOUR);
        expect((await webhooks.get(accountId, id))?.state).toBe('active');
      }
      clock.pass(24 * HOUR);
      await happens();
      const [oldest] = await claimed(records, 1);
      expect(await webhooks.settle(oldest!.id, DOWN)).toMatchObject({ delivery: 'failed', webhook: 'off' });
      expect((await webhooks.get(accountId, id))?.state).toBe('off');
      expect(await webhooks.counts()).toMatchObject({ off: 1 });
      expect((await records.audit.page(accountId, { limit: 1 }))[0]).toMatchObject({
        action: 'webhook.switched-off',
        actor: 'service',
        subject: `webhook:${id}`,
      });
      clock.pass(24 * HOUR);
      await happens();
      expect(await webhooks.due()).toEqual([]);
      expect(await webhooks.tidy(100)).toBe(false);
      expect(await webhooks.counts()).toEqual({ pending: 0, off: 1 });
      const states = (await webhooks.deliveries(accountId, id, { limit: 50 }))!;
      expect(states).toHaveLength(6);
      expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['failed']));
      expect(states[0]!.lastError).toBe('The webhook was switched off.');

      await webhooks.test(accountId, id);
      await fail();
      const [refused] = (await webhooks.deliveries(accountId, id, { limit: 1 }))!;
      expect(refused).toMatchObject({
        event: 'webhook.test',
        attempts: 1,
        state: 'failed',
        lastStatus: 500,
        nextAt: null,
      });
      await webhooks.retry(accountId, id, refused!.id);
      const [again] = await claimed(records);
      await webhooks.settle(again!.id, OK);
      expect((await webhooks.get(accountId, id))?.state).toBe('active');
      await happens();
      expect(await claimed(records)).toHaveLength(1);
    });

    test('one hiccup after quiet days switches no hook off', async () => {
      const { clock, records } = await clocked();
      const { accountId } = await accountWithKey(records);
      const { id } = await hook(records, accountId, ['quota.low']);
      const attempt = async () => {
        const [delivery] = await claimed(records);
        return (await records.webhooks.settle(delivery!.id, DOWN))!;
      };
      await records.webhooks.test(accountId, id);
      for (let next: string | null = 'now'; next; next = (await attempt()).nextAt) {
        if (next !== 'now') clock.pass(Date.parse(next) - clock.now().getTime());
      }
      clock.pass(30 * DAY);
      await records.webhooks.test(accountId, id);
      expect(await attempt()).toMatchObject({ delivery: 'pending', webhook: 'active' });
    });

    test('during a rotation two secrets sign, then the new one alone', async () => {
      const { clock, records } = await clocked();
      const { accountId } = await accountWithKey(records);
      const made = await hook(records, accountId, ['quota.low']);
      const [next, third] = [new Uint8Array([4]), new Uint8Array([5])];
      expect(await records.webhooks.rotate(accountId, made.id, next, 'operator')).toEqual(made);
      await records.webhooks.test(accountId, made.id);
      expect((await claimed(records))[0]!.secrets).toEqual([next, SECRET]);
      await records.webhooks.rotate(accountId, made.id, third, 'operator');
      clock.pass(DAY - SECOND);
      expect((await claimed(records))[0]!.secrets).toEqual([third, next]);
      clock.pass(LEASE_MS);
      expect((await claimed(records))[0]!.secrets).toEqual([third]);
    });

    test('sealed secrets are replaced unless somebody changed them in the meantime', async () => {
      const { accountId } = await accountWithKey(records());
      const { id } = await hook(records(), accountId, ['quota.low']);
      const [found] = await records().webhooks.secrets();
      expect(found).toEqual({ id, accountId, secret: SECRET, former: null });
      const next = new Uint8Array([9]);
      expect(await records().webhooks.reseal(found!, { secret: next, former: null })).toBe(true);
      expect(await records().webhooks.reseal(found!, { secret: SECRET, former: null })).toBe(false);
      expect((await records().webhooks.secrets())[0]!.secret).toEqual(next);
    });

    test('deliveries go a week after their end, those of a removed hook at once, both a few at a time', async () => {
      const { clock, records } = await clocked();
      const { accountId } = await accountWithKey(records);
      const { webhooks } = records;
      const one = await hook(records, accountId, ['quota.low']);
      const two = await hook(records, accountId, ['quota.low']);
      for (let count = 0; count < 5; count += 1) await webhooks.test(accountId, one.id);
      for (const delivery of await claimed(records)) await webhooks.settle(delivery.id, OK);
      for (let count = 0; count < 3; count += 1) await webhooks.test(accountId, two.id);
      clock.pass(7 * DAY);
      expect(await webhooks.tidy(10)).toBe(false);
      expect(await webhooks.deliveries(accountId, one.id, { limit: 10 })).toHaveLength(5);
      clock.pass(1);
      expect(await webhooks.tidy(3)).toBe(true);
      expect(await webhooks.deliveries(accountId, one.id, { limit: 10 })).toHaveLength(2);
      expect(await webhooks.tidy(3)).toBe(false);
      expect(await webhooks.deliveries(accountId, one.id, { limit: 10 })).toEqual([]);
      expect(await webhooks.counts()).toEqual({ pending: 3, off: 0 });
      await webhooks.remove(accountId, two.id, 'operator');
      expect(await webhooks.due()).toEqual([]);
      expect(await webhooks.tidy(2)).toBe(true);
      expect(await webhooks.tidy(2)).toBe(false);
      expect(await webhooks.counts()).toEqual({ pending: 0, off: 0 });
    });

    test('an attempt that ends after its hook was removed changes nothing', async () => {
      const { accountId } = await accountWithKey(records());
      const { id } = await hook(records(), accountId, ['quota.low']);
      await records().webhooks.test(accountId, id);
      const [delivery] = await claimed(records());
      await records().webhooks.remove(accountId, id, 'operator');
      expect(await records().webhooks.settle(delivery!.id, OK)).toBeUndefined();
    });

    test('hooks take turns: of each only so many deliveries are given out, the oldest first', async () => {
      const { clock, records } = await clocked();
      const { accountId } = await accountWithKey(records);
      const one = await hook(records, accountId, ['quota.low']);
      const two = await hook(records, accountId, ['quota.low']);
      const sent: number[] = [];
      for (let count = 0; count < 4; count += 1) {
        sent.push((await records.webhooks.test(accountId, one.id))!.id);
        clock.pass(1);
      }
      const late = (await records.webhooks.test(accountId, two.id))!;
      expect(await records.webhooks.due()).toEqual([{ id: one.id }, { id: two.id }]);
      expect((await claimed(records, 2)).map(({ id }) => id)).toEqual([...sent.slice(0, 2), late.id]);
      expect((await claimed(records, 5)).map(({ id }) => id)).toEqual(sent.slice(2));
    });

    test('after a restore every hook is off, unless all access is resumed', async () => {
      const { accountId } = await accountWithKey(records());
      const { id } = await hook(records(), accountId, ['quota.low']);
      await records().afterRestore({ backup: '2026-11-20T00:00:00.000Z', resume: true }, 'operator');
      expect((await records().webhooks.get(accountId, id))?.state).toBe('active');
      await records().afterRestore({ backup: '2026-11-20T00:00:00.000Z', resume: false }, 'operator');
      expect((await records().webhooks.get(accountId, id))?.state).toBe('off');
    });
  });
}
