import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountWithKey } from '../../test/records/samples.ts';
import { readConfig } from '../config.ts';
import { ImageVault } from '../images/vault.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import type { SearchAnswer } from '../screening/types.ts';
import type { VerificationOutcome } from '../verification/types.ts';
import { createKey } from './create-key.ts';
import { deleteRecord } from './delete-record.ts';
import { announcer, type CompletedEvent } from './events.ts';
import { exportImages } from './export-images.ts';
import { screenName } from './screen-name.ts';
import { verifyIdentity } from './verify-identity.ts';

const NOTHING_FOUND: SearchAnswer = {
  ...{ matches: [], evidence: '[]', crafts: [], qualifying: 0, snapshot: 'snapshot-1', engine: '1.0.0' },
};
const NAME = {
  query: { name: 'Ada Quill', entityType: 'Individual', minScore: 70, limit: 200 },
  dateOfBirth: null,
} as const;
const IMAGES = { document: Uint8Array.of(1, 2), selfie: Uint8Array.of(3) };
const VERIFIED: VerificationOutcome = {
  kind: 'verified',
  ...{ faceMatch: true, matchConfidence: 91.5, livenessScore: null, status: 'Manual Review Required', reasons: [] },
  extractedData: {
    ...{ documentType: 'Passport', documentNumber: 'X1', fullName: 'ADA QUILL', dateOfBirth: '1970-01-31' },
    ...{ expiryDate: null, country: 'UTO', region: null, address: null, nationality: null, sex: 'F' },
  },
  evidence: {},
  timings: { total: 1500 },
};

describe('use cases without HTTP', () => {
  let directory: string;
  let records: Records;
  let images: ImageVault;
  let events: CompletedEvent[];
  const now = () => new Date('2026-11-20T10:00:00Z');
  const announce = (event: CompletedEvent) => void events.push(event);

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-use-cases-'));
    const config = readConfig({ TOUCHSTONE_DATA_DIR: directory });
    records = await openRecords(config, now);
    images = new ImageVault(config);
    events = [];
  });
  afterEach(async () => {
    await records.close();
    await rm(directory, { recursive: true });
  });

  const screening = (snapshot: string | undefined = 'snapshot-1') => ({
    ...{ records, announce, now },
    aboutLists: () => ['The lists are old.'],
    search: { snapshot, search: async () => NOTHING_FOUND },
  });
  const verification = () => ({ records, images, announce, now, verifier: { verify: async () => VERIFIED } });

  test('a screening is stored, costs one unit and is announced after its commit', async () => {
    const { accountId, keyId } = await accountWithKey(records, 1);
    const requester = { accountId, keyId, userId: null };
    const { id, remaining, notes } = await screenName(screening(), requester, NAME);
    expect({ remaining, notes }).toEqual({ remaining: 0, notes: ['The lists are old.'] });
    expect(await records.screenings.get(accountId, id)).toMatchObject({ name: 'Ada Quill', matchCount: 0 });
    expect(events).toEqual([{ kind: 'screening-stored', accountId, id, matchCount: 0 }]);
    await expect(screenName(screening(), requester, NAME)).rejects.toMatchObject({
      code: 'quota-exhausted',
      secondsLeft: 914_400,
    });
    expect(events).toHaveLength(1);
  });

  test('nothing is screened or spent before lists are loaded', async () => {
    const { accountId, keyId } = await accountWithKey(records);
    const ports = { ...screening(), search: { snapshot: undefined, search: async () => NOTHING_FOUND } };
    await expect(screenName(ports, { accountId, keyId, userId: null }, NAME)).rejects.toMatchObject({ code: 'busy' });
    expect(await records.accounts.used(accountId, '2026-11')).toBe(0);
  });

  test('a verification is stored with its images, exported with a reason, and deleted whole', async () => {
    const { accountId, keyId } = await accountWithKey(records);
    const outcome = await verifyIdentity(verification(), { accountId, keyId, images: IMAGES, isWanted: () => true });
    if (outcome.kind !== 'stored') throw new Error(outcome.kind);
    const { id } = outcome;
    expect(events).toMatchObject([{ kind: 'verification-stored', id, durationMs: 1500 }]);
    const exported = await exportImages({ records, images }, id, 'a review', 'operator');
    expect(exported.get('selfie')).toEqual(Buffer.from(IMAGES.selfie));
    await deleteRecord({ records, images }, 'verification', id, 'operator');
    await expect(exportImages({ records, images }, id, 'a review', 'operator')).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(deleteRecord({ records, images }, 'verification', id, 'operator')).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('a verification that nobody waits for any more, or without quota, leaves no record and no image', async () => {
    const { accountId, keyId } = await accountWithKey(records, 1);
    const input = { accountId, keyId, images: IMAGES };
    expect(await verifyIdentity(verification(), { ...input, isWanted: () => false })).toEqual({ kind: 'abandoned' });
    await verifyIdentity(verification(), { ...input, isWanted: () => true });
    await expect(verifyIdentity(verification(), { ...input, isWanted: () => true })).rejects.toMatchObject({
      code: 'quota-exhausted',
    });
    expect(await images.get(2, 'selfie')).toBeUndefined();
    expect(events).toHaveLength(1);
  });

  test('a key is made with each range once, and its value is in no record', async () => {
    const { accountId } = await accountWithKey(records);
    const wanted = { accountId, name: 'intake', allow: ['10.0.0.0/8', '10.0.0.0/8'] };
    const { key, value } = await createKey(records, wanted, 'operator');
    expect(key).toMatchObject({ name: 'intake', allow: ['10.0.0.0/8'], expiresAt: null });
    expect(value).toContain(key.id);
    expect(JSON.stringify(await records.accounts.listKeys(accountId))).not.toContain(value);
  });

  test('a subscriber that fails keeps neither the others nor the client from going on', () => {
    const failures: unknown[] = [];
    const broken = () => {
      throw new Error('broken');
    };
    const tell = announcer([broken, announce], (error) => failures.push(error));
    const event: CompletedEvent = { kind: 'screening-stored', accountId: 1, id: 2, matchCount: 0 };
    tell(event);
    expect(events).toEqual([event]);
    expect(failures).toHaveLength(1);
  });
});
