import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screening } from '../../test/records/samples.ts';
import { readConfig } from '../config.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { createFirstAccount } from '../use-cases/accounts.ts';
import { announceToNobody } from '../use-cases/events.ts';
import { rotateKey } from '../use-cases/keys.ts';
import { ApiKeyAuthenticator } from './api-key-authenticator.ts';
import { keyId, newApiKey } from './api-keys.ts';

describe('authentication', () => {
  let directory: string;
  let records: Records;
  let now = new Date('2026-11-20T12:00:00Z');
  let authenticator: ApiKeyAuthenticator;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-key-'));
    records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory }));
    authenticator = new ApiKeyAuthenticator(records, () => now);
  });
  afterAll(async () => {
    await records.close();
    await rm(directory, { recursive: true });
  });

  test('an empty database gets a first account with a key that works, a second time nothing', async () => {
    const ports = { records, announce: announceToNobody, environment: 'production' as const, now: () => now };
    const first = await createFirstAccount(ports);
    expect((await authenticator.authenticate(first?.key))?.key).toMatchObject({
      id: first?.keyId,
      accountId: first?.accountId,
    });
    expect(await createFirstAccount(ports)).toBeUndefined();
  });

  test('missing, malformed and unknown keys and a right id with a wrong secret are all nobody', async () => {
    const [account] = await records.accounts.list();
    const { id, hash } = newApiKey();
    await records.accounts.createKey({ id, hash, accountId: account!.id, name: 'x', allow: [] }, 'operator');
    const other = newApiKey();
    await records.accounts.createKey({ id: other.id, hash, accountId: account!.id, name: 'y', allow: [] }, 'operator');
    for (const value of [undefined, '', 'tsk_', newApiKey().value, other.value]) {
      expect(await authenticator.authenticate(value)).toBeUndefined();
    }
  });

  test('a key works until the instant it expires', async () => {
    const [account] = await records.accounts.list();
    const { id, value, hash } = newApiKey();
    const expiresAt = '2026-11-20T12:00:01.000Z';
    await records.accounts.createKey({ id, hash, accountId: account!.id, name: 'x', allow: [], expiresAt }, 'operator');
    expect(await authenticator.authenticate(value)).toBeDefined();
    now = new Date(expiresAt);
    expect(await authenticator.authenticate(value)).toBeUndefined();
  });

  test('both values of a rotated key work until the older one ends, and neither longer than the key', async () => {
    const [account] = await records.accounts.list();
    const ports = { records, announce: announceToNobody, environment: 'production' as const, now: () => now };
    const { id, value: first, hash } = newApiKey();
    await records.accounts.createKey({ id, hash, accountId: account!.id, name: 'x', allow: [] }, 'operator');
    const before = now;
    const begun = new Date();
    now = begun;
    const { value: second } = await rotateKey(ports, { key: first, overlapMs: 60_000 }, 'operator');
    expect(keyId(second)).toBe(id);
    expect(second).not.toBe(first);
    for (const value of [first, second]) expect((await authenticator.authenticate(value))?.key.id).toBe(id);
    // Recalled, it ends at the same instant.
    now = new Date(begun.getTime() + 60_000);
    expect(authenticator.recall(first)).toBeUndefined();
    expect(authenticator.recall(second)).toBeDefined();
    expect(await authenticator.authenticate(first)).toBeUndefined();
    const { value: third } = await rotateKey(ports, { key: id, overlapMs: 0 }, 'operator');
    authenticator.forget(id);
    expect(authenticator.recall(second)).toBeUndefined();
    expect(await authenticator.authenticate(second)).toBeUndefined();
    expect(await authenticator.authenticate(third)).toBeDefined();
    await records.accounts.revokeKey(id, 'operator');
    expect(await authenticator.authenticate(third)).toBeUndefined();
    now = before;
  });

  test('a revoked key is nobody from the next request on', async () => {
    const [account] = await records.accounts.list();
    const { id, value, hash } = newApiKey();
    await records.accounts.createKey({ id, hash, accountId: account!.id, name: 'x', allow: [] }, 'operator');
    expect(await authenticator.authenticate(value)).toBeDefined();
    await records.accounts.revokeKey(id, 'operator');
    expect(await authenticator.authenticate(value)).toBeUndefined();
  });

  test('a key that was read lately is recalled, and what stores confirms it', async () => {
    const [account] = await records.accounts.list();
    const { id, value, hash } = newApiKey();
    await records.accounts.createKey({ id, hash, accountId: account!.id, name: 'x', allow: [] }, 'operator');
    expect(authenticator.recall(value)).toBeUndefined();
    await authenticator.authenticate(value);
    expect(authenticator.recall(value)?.key.id).toBe(id);
    const last = value.endsWith('0') ? '1' : '0';
    expect(authenticator.recall(value.slice(0, -1) + last)).toBeUndefined();
    const store = () => records.screenings.create({ ...screening(account!.id, id, 'Anna'), confirmKey: true });
    const made = await store();
    await records.accounts.revokeKey(id, 'operator');
    await expect(store()).rejects.toMatchObject({ code: 'key-refused' });
    expect(await authenticator.confirm(value)).toBeUndefined();
    expect(made).toMatchObject({ kind: 'created' });
    expect(await records.accounts.used(account!.id, '2026-11')).toBe(1);
  });

  test('nothing is recalled of a key whose account has no unit left', async () => {
    const account = await records.accounts.create({ name: 'Spent', quota: 1, plan: 'x' }, 'operator');
    const { id, value, hash } = newApiKey();
    await records.accounts.createKey({ id, hash, accountId: account.id, name: 'x', allow: [] }, 'operator');
    await records.screenings.create(screening(account.id, id, 'Anna'));
    expect(await authenticator.authenticate(value)).toBeDefined();
    expect(authenticator.recall(value)).toBeUndefined();
  });

  test('a key that expires is not recalled any more', async () => {
    const [account] = await records.accounts.list();
    const { id, value, hash } = newApiKey();
    const expiresAt = new Date(now.getTime() + 1_000).toISOString();
    await records.accounts.createKey({ id, hash, accountId: account!.id, name: 'x', allow: [], expiresAt }, 'operator');
    await authenticator.authenticate(value);
    expect(authenticator.recall(value)).toBeDefined();
    now = new Date(expiresAt);
    expect(authenticator.recall(value)).toBeUndefined();
  });
});
