import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { WEBHOOK_EVENTS } from '../src/domain/webhook.ts';
import { openRecords } from '../src/open-records.ts';
import type { Records } from '../src/records/port.ts';
import { accountWithKey, customerPut, screening, verification } from './records/samples.ts';
import { webhookBreach } from './support/document.ts';

const GUIDE = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8');
const DOCUMENTED = new Map(
  [...GUIDE.matchAll(/```json\n(\{\n {2}"id": "evt_.+?)```/gs)].map(([, json]) => {
    const event = JSON.parse(json!);
    return [event.type as string, event] as const;
  }),
);
const TYPES = [...WEBHOOK_EVENTS, 'webhook.test'];
const QUOTA = 20;

let directory: string;
let records: Records;
/** One event of each type, as a webhook with details is told. */
const told = new Map<string, unknown>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-payloads-'));
  records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory }));
  await happen();
  for (let due = await records.webhooks.due(); due.length > 0; due = await records.webhooks.due()) {
    for (const { body } of await records.webhooks.claim(due.map(({ id }) => ({ id, limit: 100 })))) {
      const event = JSON.parse(body);
      told.set(event.type, event);
    }
  }
});

afterAll(async () => {
  await records?.close();
  await rm(directory, { recursive: true, force: true });
});

/** Everything that an event tells of. */
async function happen(): Promise<void> {
  const { accountId, keyId } = await accountWithKey(records, QUOTA);
  const hook = { accountId, url: 'https://hooks.example/', events: WEBHOOK_EVENTS, description: null, details: true };
  const made = await records.webhooks.create({ ...hook, secret: new Uint8Array() }, 'operator');
  if (made === 'too-many') throw new Error(made);
  await records.webhooks.test(accountId, made.id);
  await customerPut(records, accountId, 'C-1001', screening(accountId, keyId, 'Ivo Marlin'));
  const [alert] = await records.alerts.page(accountId, { limit: 1, sort: 'newest' });
  const step = { step: 'dismissed', reason: 'other-person', comment: 'Another.', remember: false } as const;
  await records.alerts.step({ accountId, alertId: alert!.id, userId: 7, keyId: null }, step);
  const id = await records.verifications.reserve();
  await records.verifications.create(verification(accountId, id));
  await sessionsOf(accountId);
  const batch = {
    kind: 'screenings',
    id: randomUUID(),
    accountId,
    keyId,
    userId: null,
    entityType: 'Individual',
    title: null,
    watched: true,
  } as const;
  await records.batches.open(batch);
  await records.batches.add(batch.id, [{ row: 0, line: 2, reference: '', name: '', type: '', dateOfBirth: '' }]);
  await records.batches.seal(batch.id);
  await records.batches.refuse({ batch: batch.id, row: 0 }, 'name is missing.');
  const source = { source: 'un-sc', name: 'UN', category: 'sanctions', starter: false, entries: 5, names: 9 };
  const list = { ...source, sha256: 'a', published: '2026-11-20', fetched: '2026-11-20T00:00:00.000Z' };
  const snapshot = { id: 'one', createdAt: '2026-11-20T00:00:00.000Z', engine: '2.0.0', sources: [list] };
  await records.snapshots.publish(snapshot, 'operator');
  const state = { checkedAt: null, lastErrorAt: null, failingSince: null, address: null, failing: [] };
  await records.snapshots.recordState({ ...state, source: 'un-sc', lastError: 'It failed.' });
  for (let used = 0; used < QUOTA; used += 1) await records.screenings.create(screening(accountId, null, 'Ada', 0));
}

/** Sessions that begin, end well, fail and expire. */
async function sessionsOf(accountId: number): Promise<void> {
  const device = new Uint8Array(32);
  const begin = async (name: string, expiresIn = 86_400) => {
    const wishes = {
      language: null,
      country: null,
      documentTypes: null,
      redirectUrl: null,
      movement: true,
      upload: false,
    };
    const whose = { accountId, keyId: null, userId: null, reference: 'C-1001' };
    const tokenHash = new Uint8Array(32).fill(name.length);
    await records.captures.create({ ...wishes, ...whose, id: name, tokenHash, expiresIn });
    await records.captures.open({ accountId, id: name }, device, false);
    return tokenHash;
  };
  const token = await begin('well');
  await records.captures.consent({ accountId, id: 'well' }, { language: 'en', textHash: 'a'.repeat(64) });
  const { recordId } = (await records.captures.byToken(token))!;
  await records.captures.complete('well', verification(accountId, recordId!));
  await begin('failed');
  await records.captures.end({ accountId, id: 'failed' }, { status: 'failed', reason: 'declined' });
  await begin('expired', -1);
  await records.captures.expire();
}

test('every type of event is documented, and happens here', () => {
  expect([...DOCUMENTED.keys()].sort()).toEqual([...TYPES].sort());
  expect([...told.keys()].sort()).toEqual([...TYPES].sort());
});

test.each(TYPES)('%s has the members that the guide shows', (type) => {
  const { id, createdAt } = told.get(type) as { id: string; createdAt: string };
  expect(id).toMatch(/^evt_[0-9a-f-]{36}$/);
  expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(namesOf(told.get(type))).toEqual(namesOf(DOCUMENTED.get(type)));
});

test.each(TYPES)('%s is what the OpenAPI document says of it', (type) => {
  expect(webhookBreach(type, told.get(type))).toBeUndefined();
  expect(webhookBreach(type, { ...(told.get(type) as object), createdAt: 1 })).toMatch(/createdAt/);
});

/** Paths of all members. */
function namesOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return namesOf(value[0], `${path}[]`);
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value)
    .flatMap(([name, member]) => namesOf(member, `${path}.${name}`))
    .sort();
}
