import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewScreening } from '../../src/domain/screening.ts';
import type { SnapshotSource } from '../../src/domain/snapshot.ts';
import type { Records } from '../../src/records/port.ts';
import { alertTests, pageTests } from './contract-alerts.ts';
import { auditCutTests } from './contract-audit-cut.ts';
import { auditStreamTests } from './contract-audit-stream.ts';
import { batchTests } from './contract-batches.ts';
import { captureTests } from './contract-captures.ts';
import { customerTests } from './contract-customers.ts';
import { deskTests } from './contract-desk.ts';
import { filterTests } from './contract-filters.ts';
import { fourEyesTests } from './contract-four-eyes.ts';
import { idempotencyTests } from './contract-idempotency.ts';
import { keyTests } from './contract-keys.ts';
import { listNotesTests } from './contract-list-notes.ts';
import { mediaTests } from './contract-media.ts';
import { monitoringTests } from './contract-monitoring.ts';
import { readerTests } from './contract-readers.ts';
import { retentionTests } from './contract-retention.ts';
import { usageTests } from './contract-usage.ts';
import { userTests } from './contract-users.ts';
import { webhookTests } from './contract-webhooks.ts';
import { accountWithKey, rowsOf, screening, verification } from './samples.ts';

/** One empty store, which several connections open like several processes or nodes. */
export interface Store {
  open(now?: () => Date): Promise<Records>;
  /** Closes what is still open and removes the store. */
  remove(): Promise<void>;
}

/** What every implementation of `Records` has to pass. */
export function recordsContract(implementation: string, createStore: () => Promise<Store>): void {
  describe(`records in ${implementation}`, () => {
    describe('each in an empty store', () => {
      const context = stores(createStore, beforeEach, afterEach);
      accountTests(context);
      keyTests(context);
      screeningTests(context);
      quotaTests(context);
      verificationTests(context);
      snapshotTests(context);
      auditTests(context);
      auditStreamTests(context);
      customerTests(context);
      monitoringTests(context);
      batchTests(context);
      idempotencyTests(context);
      userTests(context);
      webhookTests(context);
    });
    describe('each in an empty store, by a clock of its own', () => {
      const { store } = empty(createStore, beforeEach, afterEach);
      captureTests({ store });
      mediaTests({ store });
      auditCutTests({ store });
      listNotesTests({ store });
      retentionTests({ store });
    });
    // These look at records of their own accounts alone.
    describe('in a store of many accounts', () => {
      const context = stores(createStore, beforeAll, afterAll);
      pageTests(context);
      alertTests(context);
      deskTests(context);
      filterTests(context);
      fourEyesTests(context);
      readerTests(context);
      usageTests(context);
    });
  });
}

/** A store that `begin` creates and opens, and `end` removes. */
function stores(createStore: () => Promise<Store>, begin: typeof beforeEach, end: typeof afterEach): Context {
  const { store } = empty(createStore, begin, end);
  let records: Records;
  begin(async () => {
    records = await store().open();
  });
  return { store, records: () => records };
}

/** The same for tests that open it themselves. */
function empty(
  createStore: () => Promise<Store>,
  begin: typeof beforeEach,
  end: typeof afterEach,
): Pick<Context, 'store'> {
  let store: Store;
  begin(async () => {
    store = await createStore();
  });
  end(() => store.remove());
  return { store: () => store };
}

interface Context {
  store(): Store;
  records(): Records;
}

async function created(records: Records, wanted: NewScreening): Promise<number> {
  const spent = await records.screenings.create(wanted);
  if (spent.kind !== 'created') throw new Error('the quota is spent');
  return spent.record.id;
}

function accountTests({ records, store }: Context): void {
  test('an account and its keys are given back as they were made', async () => {
    const account = await records().accounts.create(
      { name: 'Ferry Ltd', email: 'ops@ferry.example', quota: 5, plan: 'gold' },
      'operator',
    );
    expect(account).toMatchObject({ name: 'Ferry Ltd', email: 'ops@ferry.example', quota: 5, plan: 'gold' });
    expect(await records().accounts.get(account.id)).toEqual(account);
    expect(await records().accounts.list()).toEqual([account]);
    const hash = new Uint8Array(32).fill(7);
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const wanted = { id: 'abc', hash, accountId: account.id, name: 'intake', allow: ['10.0.0.0/8'], expiresAt };
    const key = await records().accounts.createKey(wanted, 'operator');
    expect(key).toMatchObject({ id: 'abc', allow: ['10.0.0.0/8'], expiresAt, revokedAt: null, requests: 0 });
    expect(await records().accounts.listKeys(account.id)).toEqual([key]);
    expect(await records().accounts.access('abc', '2026-11')).toEqual({
      key,
      hash,
      previousHash: null,
      quota: 5,
      used: 0,
    });
    expect(await records().accounts.access('abd', '2026-11')).toBeUndefined();
  });

  test('a key of an account that does not exist is refused', async () => {
    const key = { id: 'x', hash: new Uint8Array(32), accountId: 77, name: 'x', allow: [] };
    await expect(records().accounts.createKey(key, 'operator')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a key revoked by one process is revoked for the other at once, and the first time stays', async () => {
    const { keyId } = await accountWithKey(records());
    const other = await store().open(() => new Date('2030-01-01T00:00:00Z'));
    const revoked = await other.accounts.revokeKey(keyId, 'operator');
    expect(revoked?.revokedAt).toBe('2030-01-01T00:00:00.000Z');
    expect((await records().accounts.access(keyId, '2026-11'))?.key.revokedAt).toBe(revoked?.revokedAt);
    expect((await records().accounts.revokeKey(keyId, 'operator'))?.revokedAt).toBe(revoked?.revokedAt);
    expect(await records().accounts.revokeKey('nobody', 'operator')).toBeUndefined();
  });

  test('requests and the last use of a key are kept across a restart', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const first = await store().open(() => new Date('2026-11-20T10:00:00Z'));
    for (let request = 0; request < 5; request += 1) first.accounts.touch(keyId);
    await first.close();
    const [key] = await records().accounts.listKeys(accountId);
    expect(key).toMatchObject({ requests: 5, lastUsedAt: '2026-11-20T10:00:00.000Z' });
  });
}

function screeningTests({ records, store }: Context): void {
  test('a screening is given back with every match, and its evidence is complete', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const wanted = screening(accountId, keyId, 'Ivo Marlin', 37);
    const id = await created(records(), wanted);
    const found = await records().screenings.get(accountId, id);
    expect(found).toMatchObject({ id, name: 'Ivo Marlin', minScore: 70, matchCount: 37, highestScore: 99.5 });
    expect(found?.dateOfBirth).toBe('1970-02-03T00:00:00Z');
    expect(found?.matches).toHaveLength(37);
    expect(Object.keys(found!.matches[0]!).sort()).toEqual(['entityType', 'name', 'nationality', 'score', 'sources']);
    const evidence = await records().screenings.evidence(accountId, id);
    expect(evidence).toMatchObject({ qualifying: 40, snapshot: 'snapshot-1', engine: '1.0.0' });
    expect(evidence?.matches).toEqual(JSON.parse(wanted.evidence));
  });

  test('a screening without a match scores 0', async () => {
    const { accountId } = await accountWithKey(records());
    const id = await created(records(), screening(accountId, null, 'Nobody Known', 0));
    expect(await records().screenings.get(accountId, id)).toMatchObject({
      matchCount: 0,
      highestScore: 0,
      matches: [],
    });
    expect((await records().screenings.evidence(accountId, id))?.matches).toEqual([]);
  });

  test("another account's screening cannot be seen", async () => {
    const one = await accountWithKey(records());
    const two = await accountWithKey(records());
    const id = await created(records(), screening(one.accountId, one.keyId, 'Ada Quill'));
    expect(await records().screenings.get(two.accountId, id)).toBeUndefined();
    expect(await records().screenings.evidence(two.accountId, id)).toBeUndefined();
    expect(await rowsOf(records().screenings.list(two.accountId, 1000))).toEqual([]);
  });

  test('a list is newest first, with at most so many records and matches', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await created(records(), screening(accountId, keyId, name, 12));
    const list = await rowsOf(records().screenings.list(accountId, 3));
    expect(list.map(({ name }) => name)).toEqual(['e', 'd', 'c']);
    expect(list.map(({ matches, matchCount }) => [matches.length, matchCount])).toEqual(Array(3).fill([10, 12]));
  });

  test('an id is never given twice, also after the newest record was deleted and the store reopened', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    await created(records(), screening(accountId, keyId, 'first'));
    const deleted = await created(records(), screening(accountId, keyId, 'second'));
    expect(await records().screenings.delete(deleted, 'operator')).toBe(true);
    expect(await records().screenings.delete(deleted, 'operator')).toBe(false);
    expect(await records().screenings.get(accountId, deleted)).toBeUndefined();
    expect(await records().screenings.evidence(accountId, deleted)).toBeUndefined();
    await records().close();
    const again = await store().open();
    expect(await created(again, screening(accountId, keyId, 'third'))).toBeGreaterThan(deleted);
  });

  test('what was acknowledged is there after a restart', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const id = await created(records(), screening(accountId, keyId, 'Tove Lund', 3));
    const before = await records().screenings.evidence(accountId, id);
    await records().close();
    const again = await store().open();
    expect(await again.screenings.evidence(accountId, id)).toEqual(before);
  });

  test('a write that fails does not take down those that were committed with it', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const writes = Array.from({ length: 30 }, (_, index) =>
      // Account 999 does not exist, so every third write breaks a rule of the database.
      records().screenings.create(screening(index % 3 === 0 ? 999 : accountId, keyId, `person ${index}`)),
    );
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect(await rowsOf(records().screenings.list(accountId, 1000))).toHaveLength(20);
    expect((await records().accounts.access(keyId, currentPeriod()))?.used).toBe(20);
  });
}

function currentPeriod(): string {
  return new Date().toISOString().slice(0, 7);
}

function quotaTests({ records, store }: Context): void {
  test('200 screenings at once on a quota of 100 create exactly 100', async () => {
    const { accountId, keyId } = await accountWithKey(records(), 100);
    const other = await store().open();
    const spent = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (index % 2 === 0 ? records() : other).screenings.create(screening(accountId, keyId, `person ${index}`)),
      ),
    );
    const remaining = spent.flatMap((one) => (one.kind === 'created' ? [one.remaining] : []));
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(spent.filter(({ kind }) => kind === 'exhausted')).toHaveLength(100);
    expect(await rowsOf(records().screenings.list(accountId, 1000))).toHaveLength(100);
    expect((await records().accounts.access(keyId, currentPeriod()))?.used).toBe(100);
  });

  test('records of one request are stored with their units, all or none', async () => {
    const { accountId, keyId } = await accountWithKey(records(), 100);
    const other = await store().open();
    const sixty = Array.from({ length: 60 }, (_, index) => screening(accountId, keyId, `person ${index}`));
    const stored = await Promise.all([records().screenings.createAll(sixty), other.screenings.createAll(sixty)]);
    expect(stored.map(({ kind }) => kind).sort()).toEqual(['created', 'exhausted']);
    expect(stored.find(({ kind }) => kind === 'exhausted')).toEqual({ kind: 'exhausted', left: 40 });
    expect((await records().accounts.access(keyId, currentPeriod()))?.used).toBe(60);
    expect(await rowsOf(records().screenings.list(accountId, 1000))).toHaveLength(60);
  });

  test('a new month has its whole quota again, and screenings and verifications share it', async () => {
    const { accountId, keyId } = await accountWithKey(records(), 2);
    const november = await store().open(() => new Date('2026-11-30T23:59:59.999Z'));
    expect(await november.screenings.create(screening(accountId, keyId, 'a'))).toMatchObject({ remaining: 1 });
    expect(await november.verifications.create(verification(accountId, 1))).toMatchObject({ remaining: 0 });
    expect(await november.screenings.create(screening(accountId, keyId, 'b'))).toEqual({ kind: 'exhausted' });
    expect(await november.verifications.create(verification(accountId, 2))).toEqual({ kind: 'exhausted' });
    const december = await store().open(() => new Date('2026-12-01T00:00:00.000Z'));
    expect(await december.screenings.create(screening(accountId, keyId, 'c'))).toMatchObject({ remaining: 1 });
    expect((await december.accounts.access(keyId, '2026-11'))?.used).toBe(2);
  });
}

function verificationTests({ records }: Context): void {
  test('a verification is given back to its account alone, listed newest first, and deleted for good', async () => {
    const { accountId } = await accountWithKey(records());
    const other = await accountWithKey(records());
    const ids = [await records().verifications.reserve(), await records().verifications.reserve()];
    for (const id of ids) await records().verifications.create(verification(accountId, id));
    const { accountId: _, keyId: __, reasons, evidence, ...view } = verification(accountId, ids[0]!);
    expect(await records().verifications.get(accountId, ids[0]!)).toMatchObject(view);
    expect(await records().verifications.evidence(accountId, ids[0]!)).toEqual({ reasons, evidence, keyName: null });
    expect(await records().verifications.evidence(other.accountId, ids[0]!)).toBeUndefined();
    expect([...(await records().verifications.createdAt([...ids, 99])).keys()].sort()).toEqual(ids);
    expect(await records().verifications.get(other.accountId, ids[0]!)).toBeUndefined();
    expect((await rowsOf(records().verifications.list(accountId, 10))).map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect(await rowsOf(records().verifications.list(accountId, 1))).toHaveLength(1);
    expect(await records().verifications.delete(ids[0]!, 'operator')).toBe(true);
    expect(await records().verifications.get(accountId, ids[0]!)).toBeUndefined();
    expect(await records().verifications.delete(ids[0]!, 'operator')).toBe(false);
    expect((await records().verifications.createdAt(ids)).has(ids[0]!)).toBe(false);
  });

  test('a reserved id is never given again, whether anything came of it or not', async () => {
    const { accountId } = await accountWithKey(records());
    const unused = await records().verifications.reserve();
    const used = await records().verifications.reserve();
    await records().verifications.create(verification(accountId, used));
    await records().verifications.delete(used, 'operator');
    const ids = await Promise.all([1, 2, 3].map(() => records().verifications.reserve()));
    expect(new Set([unused, used, ...ids]).size).toBe(5);
    expect(Math.min(...ids)).toBeGreaterThan(Math.max(unused, used));
  });

  test('the holder of a document is screened although the verification was deleted meanwhile', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const verificationId = await records().verifications.reserve();
    await records().verifications.create(verification(accountId, verificationId));
    await records().verifications.delete(verificationId, 'operator');
    const created = await records().screenings.create({ ...screening(accountId, keyId, 'Ann Holder'), verificationId });
    const { record } = created as Extract<typeof created, { kind: 'created' }>;
    expect((await records().screenings.evidence(accountId, record.id))?.verificationId).toBe(null);
  });
}

function snapshotTests({ records, store }: Context): void {
  test('the snapshot published last is in force for every process, and earlier ones stay known', async () => {
    const sources: SnapshotSource[] = [
      {
        source: 'un-sc',
        name: 'United Nations Security Council',
        category: 'sanctions',
        starter: false,
        entries: 3,
        names: 9,
        sha256: 'ab'.repeat(32),
        fetched: '2026-11-01T00:00:00.000Z',
      },
    ];
    expect(await records().snapshots.current()).toBeUndefined();
    const one = { id: 'one', createdAt: '2026-11-02T00:00:00.000Z', engine: '1', sources };
    const joins = { reference: 3, document: 2, 'name-and-birth-date': 1, evidence: 0 };
    const two = { id: 'two', createdAt: '2026-11-01T00:00:00.000Z', engine: '1', sources: [], joins };
    await records().snapshots.publish(one, 'operator');
    const other = await store().open();
    await other.snapshots.publish(two, 'service');
    expect(await records().snapshots.current()).toEqual(two);
    expect(await records().snapshots.get('one')).toEqual(one);
    expect(await records().snapshots.get('three')).toBeUndefined();
  });

  test('two entries are kept apart once, with the reason, until that is undone; the audit log grows by each change', async () => {
    const pair = ['eu-fsf:1', 'un-sc:QDi.1'] as const;
    const { snapshots, audit } = records();
    expect(await snapshots.separate(pair, 'Two people', 'operator')).toBe(true);
    expect(await snapshots.separate(pair, 'Again', 'operator')).toBe(false);
    const known = { first: pair[0], second: pair[1], actor: 'operator', reason: 'Two people' };
    expect(await snapshots.separations()).toEqual([expect.objectContaining(known)]);
    expect(await snapshots.unseparate(pair, 'operator')).toBe(true);
    expect(await snapshots.unseparate(pair, 'operator')).toBe(false);
    expect(await snapshots.separations()).toEqual([]);
    expect(await audit.verify()).toMatchObject({ entries: 2, ok: true });
  });

  test('the last state of a source replaces the one before', async () => {
    const failed = {
      source: 'un-sc',
      checkedAt: null,
      lastError: 'no answer',
      lastErrorAt: '2026-11-01T00:00:00.000Z',
      failingSince: '2026-10-30T00:00:00.000Z',
      address: 'https://lists.example/un.xml',
      failing: [{ address: 'https://lists.example/un.xml', since: '2026-10-30T00:00:00.000Z', error: 'no answer' }],
    };
    const well = {
      ...failed,
      checkedAt: '2026-11-02T00:00:00.000Z',
      lastError: null,
      lastErrorAt: null,
      failingSince: null,
      failing: [],
    };
    await records().snapshots.recordState(failed);
    expect(await records().snapshots.states()).toEqual([failed]);
    await records().snapshots.recordState(well);
    expect(await records().snapshots.states()).toEqual([well]);
  });
}

function auditTests({ records, store }: Context): void {
  test('an empty audit log holds and has no head', async () => {
    expect(await records().audit.head()).toBeUndefined();
    const nothing = {
      entries: 0,
      head: null,
      ok: true,
      broken: null,
      headFound: true,
      keyedFrom: null,
      unchecked: 0,
      restores: [],
      cut: null,
    };
    expect(await records().audit.verify()).toEqual(nothing);
  });

  test('every action leaves one entry, and the chain holds with several processes writing', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const id = await created(records(), screening(accountId, keyId, 'Secret Person'));
    await records().screenings.delete(id, 'operator');
    await records().accounts.revokeKey(keyId, 'operator');
    await records().accounts.revokeKey(keyId, 'operator');
    const other = await store().open();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? records() : other).audit.append({
          actor: 'service',
          action: 'test.done',
          subject: `test:${index}`,
          accountId: null,
          details: { zebra: index, ant: null },
        }),
      ),
    );
    const head = await other.audit.head();
    expect(head?.sequence).toBe(44);
    const whole = {
      entries: 44,
      head: head?.hash,
      ok: true,
      broken: null,
      headFound: true,
      keyedFrom: 1,
      unchecked: 0,
      restores: [],
      cut: null,
    };
    expect(await records().audit.verify(head?.hash)).toEqual(whole);
  });

  test('a head that is not in the chain shows that its end was cut off', async () => {
    await accountWithKey(records());
    expect(await records().audit.verify('0'.repeat(64))).toMatchObject({ entries: 2, ok: false, broken: 3 });
  });

  test('after a restore ids of every kind go on a million further, also of kinds that there were none of', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    await records().afterRestore({ backup: '2026-11-01', resume: true }, 'operator');
    const head = await records().audit.head();
    expect(head?.sequence).toBe(1_000_003);
    expect(await created(records(), screening(accountId, keyId, 'a'))).toBe(1_000_001);
    expect(await records().verifications.reserve()).toBe(1_000_001);
    expect((await accountWithKey(records())).accountId).toBe(1_000_002);
    const [alert] = await records().alerts.page(accountId, { limit: 1, sort: 'newest' });
    expect(alert?.id).toBe(1_000_001);
    expect(await records().checkIntegrity()).toEqual([]);
    const restores = [{ sequence: 1_000_003, keyed: true }];
    expect(await records().audit.verify(head!.hash)).toMatchObject({ ok: true, entries: 5, restores });
  });

  test('after a restore a key is suspended until it is resumed; a revoked one stays revoked', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const other = await accountWithKey(records());
    await records().accounts.revokeKey(other.keyId, 'operator');
    const suspended = await records().afterRestore({ backup: '2026-11-01', resume: false }, 'operator');
    expect(suspended).toEqual({ keys: [{ id: keyId, accountId, name: 'test' }], people: [], invitations: [] });
    expect((await records().accounts.listKeys(accountId))[0]?.suspendedAt).not.toBeNull();
    expect(await records().accounts.resumeKeys('nobody', 'operator')).toEqual([]);
    expect(await records().accounts.resumeKeys(null, 'operator')).toEqual(suspended.keys);
    expect((await records().accounts.access(keyId, '2026-11'))?.key.suspendedAt).toBeNull();
    expect(await records().accounts.resumeKeys(other.keyId, 'operator')).toEqual([]);
    const actions = (await records().audit.page(accountId, { limit: 9 })).map(({ action }) => action);
    expect(actions).toEqual(['key.resumed', 'key.created', 'account.created']);
  });

  test('an account is changed, and the audit log says what, but for its name', async () => {
    const { accountId } = await accountWithKey(records());
    const changes = { name: 'Quay Ltd', quota: 3, plan: 'gold', operator: true };
    expect(await records().accounts.set(accountId, changes, 'operator')).toMatchObject({ id: accountId, ...changes });
    expect(await records().accounts.get(accountId)).toMatchObject(changes);
    expect(await records().accounts.set(77, changes, 'operator')).toBeUndefined();
    const [entry] = await records().audit.page(accountId, { limit: 1 });
    expect(entry?.details).toEqual({ quota: 3, plan: 'gold', operator: true, renamed: true });
  });
}
