import { describe, expect, test } from 'vitest';
import { hashToken } from '../../src/accounts/secrets.ts';
import type { NewCaptureSession } from '../../src/domain/capture-session.ts';
import { periodOf } from '../../src/domain/quota.ts';
import type { WebhookEvent } from '../../src/domain/webhook.ts';
import type { Records } from '../../src/records/port.ts';
import type { Store } from './contract.ts';
import { accountWithKey, verification } from './samples.ts';

const DEVICE = new Uint8Array(32).fill(7);
const OTHER_DEVICE = new Uint8Array(32).fill(8);
const CONSENT = { language: 'de', textHash: 'ab'.repeat(32) } as const;
const START = Date.parse('2026-11-28T10:00:00.000Z');
const SESSION_EVENTS: readonly WebhookEvent[] = [
  'session.started',
  'session.completed',
  'session.failed',
  'session.expired',
  'verification.completed',
];

/** A clock that tests put forward. */
class Clock {
  ms = START;
  readonly now = () => new Date(this.ms);
  readonly period = () => periodOf(this.now());
}

let made = 0;

function wanted(accountId: number, rest: Partial<NewCaptureSession> = {}): NewCaptureSession {
  made += 1;
  return {
    id: `session-${made}`,
    accountId,
    keyId: null,
    userId: null,
    tokenHash: hashToken(`token ${made}`),
    reference: null,
    language: null,
    country: null,
    documentTypes: null,
    redirectUrl: null,
    movement: true,
    upload: false,
    expiresIn: 600,
    ...rest,
  };
}

export function captureTests({ store }: { store(): Store }): void {
  describe('sessions of capture', () => {
    const opened = async () => {
      const clock = new Clock();
      const records = await store().open(clock.now);
      const { accountId } = await accountWithKey(records, 100);
      const used = () => records.accounts.used(accountId, clock.period());
      return { clock, records, accountId, used };
    };
    /** A session whose person has consented. */
    const consented = async (records: Records, accountId: number) => {
      const session = wanted(accountId);
      const place = { accountId, id: session.id };
      await records.captures.create(session);
      await records.captures.open(place, DEVICE, false);
      expect(await records.captures.consent(place, CONSENT)).toBe('consented');
      return { place, held: (await records.captures.byToken(session.tokenHash))! };
    };
    /** What a hook was told of, by type. */
    const told = async (records: Records) => {
      const due = await records.webhooks.due();
      const claimed = await records.webhooks.claim(due.map(({ id }) => ({ id, limit: 100 })));
      return claimed.map(({ body }) => JSON.parse(body) as { type: string; data: object });
    };
    const hook = (records: Records, accountId: number) =>
      records.webhooks.create(
        {
          accountId,
          url: 'https://hooks.example/',
          events: SESSION_EVENTS,
          description: null,
          details: false,
          secret: new Uint8Array(),
        },
        'operator',
      );

    test('one is given back to its account alone, by its id and in pages, newest first', async () => {
      const { records, accountId } = await opened();
      const other = (await accountWithKey(records)).accountId;
      const one = await records.captures.create(wanted(accountId, { reference: 'C-1' }));
      expect(one).toEqual({
        id: one.id,
        status: 'created',
        reason: null,
        reference: 'C-1',
        createdAt: '2026-11-28T10:00:00.000Z',
        expiresAt: '2026-11-28T10:10:00.000Z',
        attempts: 0,
        verificationId: null,
      });
      const two = await records.captures.create(wanted(accountId));
      const page = async (query: Parameters<Records['captures']['page']>[1]) =>
        (await records.captures.page(accountId, query)).map(({ id }) => id);
      expect(await records.captures.get(accountId, one.id)).toEqual(one);
      expect(await records.captures.get(other, one.id)).toBeUndefined();
      expect(await page({ limit: 10 })).toEqual([two.id, one.id]);
      expect(await page({ limit: 10, reference: 'C-1' })).toEqual([one.id]);
      const [newest] = await records.captures.page(accountId, { limit: 1 });
      expect(await page({ limit: 10, before: newest!.number })).toEqual([one.id]);
      expect(await records.captures.page(other, { limit: 10 })).toEqual([]);
      const nobody = wanted(99);
      await expect(records.captures.create(nobody)).rejects.toMatchObject({ code: 'not-found' });
    });

    test('it is found by the hash of its token, with what was asked for and who asks', async () => {
      const { records, accountId } = await opened();
      const session = wanted(accountId, {
        language: 'ar',
        country: 'DEU',
        documentTypes: ['Passport', 'National ID'],
        redirectUrl: 'https://shop.example/done',
        movement: false,
        upload: true,
      });
      await records.captures.create(session);
      const asking = { asker: 'Harbour', privacyUrl: 'https://harbour.example/privacy' };
      await records.accounts.setCapture(
        accountId,
        { ...asking, redirectOrigins: ['https://shop.example'] },
        'operator',
      );
      const { id, tokenHash, expiresIn, ...wishes } = session;
      const held = (await records.captures.byToken(tokenHash))!;
      expect(held).toMatchObject({ ...wishes, ...asking, id, device: null, consent: null, progress: '{}' });
      expect(Date.parse(held.expiresAt) - Date.parse(held.createdAt)).toBe(expiresIn * 1000);
      expect(await records.captures.byToken(hashToken('another'))).toBeUndefined();
      expect(await records.accounts.capture(accountId)).toMatchObject({ redirectOrigins: ['https://shop.example'] });
      expect(await records.accounts.capture(99)).toBeUndefined();
    });

    test('one device has it at a time, and another one only where the person says so', async () => {
      const { records, accountId } = await opened();
      await hook(records, accountId);
      const session = wanted(accountId, { reference: 'C-2' });
      const place = { accountId, id: session.id };
      await records.captures.create(session);
      const { captures } = records;
      const both = [captures.open(place, DEVICE, false), captures.open(place, OTHER_DEVICE, false)];
      expect((await Promise.all(both)).sort()).toEqual([false, true]);
      expect(await captures.open(place, OTHER_DEVICE, true)).toBe(true);
      expect(await captures.open(place, DEVICE, false)).toBe(false);
      expect(await captures.open(place, OTHER_DEVICE, false)).toBe(true);
      expect(await captures.open({ ...place, accountId: accountId + 1 }, DEVICE, true)).toBe(false);
      expect((await captures.get(accountId, session.id))!.status).toBe('started');
      expect(await told(records)).toMatchObject([
        { type: 'session.started', data: { sessionId: session.id, reference: 'C-2', status: 'started' } },
      ]);
    });

    test('consent reserves a unit and an id once, and both stand in the session', async () => {
      const { records, accountId, used } = await opened();
      const { place, held } = await consented(records, accountId);
      expect(held).toMatchObject({
        recordId: expect.any(Number),
        consent: { ...CONSENT, at: '2026-11-28T10:00:00.000Z' },
      });
      expect(await used()).toBe(1);
      expect(await records.captures.consent(place, CONSENT)).toBe('over');
      expect(await used()).toBe(1);
      expect(await records.captures.held([held.recordId!, 4711])).toEqual([held.recordId]);
    });

    test('a spent quota fails the session at consent', async () => {
      const { records, accountId, used } = await opened();
      await records.accounts.set(accountId, { quota: 1 }, 'operator');
      await consented(records, accountId);
      const session = wanted(accountId);
      await records.captures.create(session);
      await records.captures.open({ accountId, id: session.id }, DEVICE, false);
      expect(await records.captures.consent({ accountId, id: session.id }, CONSENT)).toBe('exhausted');
      expect(await records.captures.get(accountId, session.id)).toMatchObject({ status: 'failed', reason: 'quota' });
      expect(await used()).toBe(1);
    });

    test('what the person did is kept, and of two writes at once the second is refused', async () => {
      const { records, accountId } = await opened();
      const { place, held } = await consented(records, accountId);
      const { number, revision } = held;
      const change = { number, revision, progress: '{"a":1}', attempt: '{"b":2}', attempts: 1, isReady: false };
      const writes = [1, 2].map(() => records.captures.save(place, change));
      expect((await Promise.all(writes)).sort()).toEqual([false, true]);
      const [now] = [(await records.captures.byToken(hashToken(`token ${made}`)))!];
      expect(now).toMatchObject({ progress: '{"a":1}', attempt: '{"b":2}', attempts: 1, revision: revision + 1 });
      expect(await records.captures.ready('2026-11-28T11:00:00.000Z', 10)).toEqual([]);
      expect(await records.captures.save(place, { ...change, revision: revision + 1, isReady: true })).toBe(true);
      expect((await records.captures.ready('2026-11-28T10:00:00.000Z', 10)).map(({ id }) => id)).toEqual([place.id]);
    });

    test('its verification takes the reserved unit and id, once', async () => {
      const { records, accountId, used } = await opened();
      await hook(records, accountId);
      const { place, held } = await consented(records, accountId);
      const record = verification(accountId, held.recordId!);
      const done = await Promise.all([1, 2].map(() => records.captures.complete(place.id, record)));
      expect(done.map(({ kind }) => kind).sort()).toEqual(['created', 'exhausted']);
      expect(done.find(({ kind }) => kind === 'created')).toMatchObject({ remaining: 99 });
      expect(await used()).toBe(1);
      expect(await records.captures.get(accountId, place.id)).toMatchObject({
        status: 'completed',
        verificationId: held.recordId,
      });
      expect((await records.verifications.get(accountId, held.recordId!))?.status).toBe(record.status);
      const types = (await told(records)).map(({ type }) => type).sort();
      expect(types).toEqual(['session.completed', 'session.started', 'verification.completed']);
      expect(await records.captures.end(place, { status: 'cancelled', reason: null })).toBeUndefined();
      expect(await records.captures.held([held.recordId!])).toEqual([]);
      expect(await records.verifications.delete(held.recordId!, 'operator')).toBe(true);
      expect(await records.captures.get(accountId, place.id)).toBeUndefined();
    });

    test('an end gives the unit back, and nothing goes on behind it', async () => {
      const { records, accountId, used } = await opened();
      await hook(records, accountId);
      const { place, held } = await consented(records, accountId);
      const ended = await records.captures.end(place, { status: 'failed', reason: 'declined' });
      expect(ended).toMatchObject({ id: place.id, recordId: held.recordId });
      expect(await used()).toBe(0);
      expect(await records.captures.end(place, { status: 'cancelled', reason: null })).toBeUndefined();
      expect(await used()).toBe(0);
      expect(await records.captures.get(accountId, place.id)).toMatchObject({ status: 'failed', reason: 'declined' });
      const { number, revision } = held;
      const change = { number, revision: revision + 1, progress: '{}', attempt: null, attempts: 0, isReady: false };
      expect(await records.captures.save(place, change)).toBe(false);
      expect(await records.captures.open(place, DEVICE, true)).toBe(false);
      const record = verification(accountId, held.recordId!);
      expect((await records.captures.complete(place.id, record)).kind).toBe('exhausted');
      expect((await told(records)).map(({ type }) => type).sort()).toEqual(['session.failed', 'session.started']);
    });

    test('one whose time is over counts as expired at once, is swept, and forgotten after its days', async () => {
      const { clock, records, accountId, used } = await opened();
      await hook(records, accountId);
      const { place } = await consented(records, accountId);
      expect(await records.captures.expire()).toEqual([]);
      clock.ms += 600_000;
      expect((await records.captures.get(accountId, place.id))!.status).toBe('expired');
      expect((await records.captures.page(accountId, { limit: 5, status: 'expired' })).length).toBe(1);
      expect((await records.captures.page(accountId, { limit: 5, status: 'started' })).length).toBe(0);
      expect(await records.captures.open(place, DEVICE, true)).toBe(false);
      expect((await records.captures.expire()).map(({ id }) => id)).toEqual([place.id]);
      expect(await records.captures.expire()).toEqual([]);
      expect(await used()).toBe(0);
      expect((await told(records)).map(({ type }) => type).sort()).toEqual(['session.expired', 'session.started']);
      expect(await records.captures.forget('2026-11-28T10:09:59.000Z')).toBe(0);
      expect(await records.captures.forget('2026-11-28T10:10:00.000Z')).toBe(1);
      expect(await records.captures.get(accountId, place.id)).toBeUndefined();
    });

    test('a restored backup has no open session', async () => {
      const { records, accountId, used } = await opened();
      const { place } = await consented(records, accountId);
      await records.afterRestore({ backup: '2026-11-28T09:00:00.000Z', resume: false }, 'operator');
      expect((await records.captures.get(accountId, place.id))!.status).toBe('cancelled');
      expect(await used()).toBe(0);
    });
  });
}
