import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountWithKey } from '../../test/records/samples.ts';
import { joined } from '../../test/records/samples-users.ts';
import { hashToken } from '../accounts/secrets.ts';
import { TotpSecrets } from '../accounts/totp-secrets.ts';
import { type Config, readConfig } from '../config.ts';
import { masterSecretsAtHand } from '../images/master-keys.ts';
import { ImageVault } from '../images/vault.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import type { SearchAnswer } from '../screening/search-result.ts';
import type { VerificationOutcome } from '../verification/outcome.ts';
import { WebhookSecrets } from '../webhooks/secrets.ts';
import { createFirstAccount } from './accounts.ts';
import { decideAlert } from './alerts.ts';
import { rowSearch, screenRow } from './batches.ts';
import { announcer, type CompletedEvent } from './events.ts';
import { createKey, revokeKey } from './keys.ts';
import { screenName } from './screenings.ts';
import { deleteRecord, exportImages, rotateMasterKey } from './upkeep.ts';
import { inviteUser } from './users.ts';
import { verifyIdentity } from './verifications.ts';
import { createWebhook } from './webhooks.ts';

const NOW = '2026-11-20T10:00:00.000Z';
const NOTHING_FOUND: SearchAnswer = {
  matches: [],
  evidence: '[]',
  entries: [],
  crafts: [],
  qualifying: 0,
  snapshot: 'snapshot-1',
  engine: '1.0.0',
};
const NAME = {
  query: { name: 'Ada Quill', entityType: 'Individual', minScore: 70, limit: 200 },
  dateOfBirth: null,
} as const;
const IMAGES = { document: Uint8Array.of(1, 2), selfie: Uint8Array.of(3) };
const VERIFIED: Extract<VerificationOutcome, { kind: 'verified' }> = {
  kind: 'verified',
  faceMatch: true,
  matchConfidence: 91.5,
  livenessScore: null,
  status: 'Manual Review Required',
  reasons: [],
  extractedData: {
    documentType: 'Passport',
    documentNumber: 'X1',
    fullName: 'ADA QUILL',
    dateOfBirth: '1970-01-31',
    expiryDate: null,
    country: 'UTO',
    region: null,
    address: null,
    nationality: null,
    sex: 'F',
  },
  evidence: {},
  timings: { total: 1500 },
};

describe('use cases without HTTP', () => {
  let directory: string;
  let config: Config;
  let records: Records;
  let images: ImageVault;
  let events: CompletedEvent[];
  const now = () => new Date(NOW);
  const announce = (event: CompletedEvent) => void events.push(event);

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-use-cases-'));
    config = readConfig({ TOUCHSTONE_DATA_DIR: directory });
    records = await openRecords(config, now);
    images = new ImageVault(config);
    events = [];
  });
  afterEach(async () => {
    await records.close();
    await rm(directory, { recursive: true });
  });

  const screening = (snapshot: string | undefined = 'snapshot-1') => ({
    records,
    announce,
    now,
    aboutLists: () => ['The lists are old.'],
    search: { snapshot, search: async () => NOTHING_FOUND },
  });
  const verification = (outcome = VERIFIED) => ({ ...screening(), images, verifier: { verify: async () => outcome } });

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

  test('a row of a file costs one unit, one that cannot be screened none, and no row is screened twice', async () => {
    const { accountId, keyId } = await accountWithKey(records, 1);
    await records.batches.open({
      kind: 'screenings',
      id: 'file',
      accountId,
      keyId,
      userId: null,
      entityType: 'Individual',
      title: null,
      watched: true,
    });
    const sent = { reference: '', type: '', dateOfBirth: '' };
    const rows = ['Ada Quill', '', 'Bo Reed'].map((name, row) => ({ ...sent, row, line: row + 2, name }));
    await records.batches.add('file', rows);
    const batch = await records.batches.seal('file');
    const search = rowSearch({ ...screening(), aboutLists: () => [] });
    const outcomes: string[] = [];
    for (const row of [...rows, rows[0]!]) {
      outcomes.push(await screenRow({ search, batches: records.batches, announce }, batch, row));
    }
    expect(outcomes).toEqual(['created', 'refused', 'exhausted', 'settled']);
    expect(await records.batches.get(accountId, 'file')).toMatchObject({
      done: 2,
      refused: 1,
      status: 'waiting-for-quota',
    });
    expect(events).toMatchObject([{ kind: 'screening-stored', accountId, matchCount: 0 }]);
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

  test('where an account wants it, the name of a verified document is screened for another unit', async () => {
    const { accountId, keyId } = await accountWithKey(records, 4);
    const verified = { ...VERIFIED, status: 'Verified' } as const;
    const input = { accountId, keyId, images: IMAGES, isWanted: () => true };
    const verify = async (outcome: typeof VERIFIED) => {
      const stored = await verifyIdentity(verification(outcome), input);
      if (stored.kind !== 'stored') throw new Error(stored.kind);
      return { ...stored, screening: await records.screenings.ofVerification(accountId, stored.id) };
    };
    expect(await verify(verified)).toMatchObject({ remaining: 3, screening: undefined });
    await records.accounts.set(accountId, { screenVerified: true }, 'user:1');
    expect(await verify(VERIFIED)).toMatchObject({ remaining: 2, screening: undefined });
    const { id, screening: found, ...screened } = await verify(verified);
    expect(screened.remaining).toBe(0);
    expect(await records.screenings.evidence(accountId, found!.id)).toMatchObject({
      name: 'ADA QUILL',
      dateOfBirth: '1970-01-31T00:00:00Z',
      entityType: 'Individual',
      verificationId: id,
    });
    const [changed] = await records.audit.page(accountId, { limit: 1 });
    expect(changed).toMatchObject({ action: 'account.changed', actor: 'user:1', details: { screenVerified: true } });
  });

  test('a verification stands where its name cannot be screened, and that is announced', async () => {
    const { accountId, keyId } = await accountWithKey(records, 1);
    await records.accounts.set(accountId, { screenVerified: true }, 'operator');
    const verified = { ...VERIFIED, status: 'Verified' } as const;
    const input = { accountId, keyId, images: IMAGES, isWanted: () => true };
    const stored = await verifyIdentity(verification(verified), input);
    expect(stored).toMatchObject({ kind: 'stored', remaining: 0 });
    expect(events.at(-1)).toMatchObject({ kind: 'holder-not-screened', error: { code: 'quota-exhausted' } });
  });

  test('a key is made with each range once, and its value is in no record', async () => {
    const { accountId } = await accountWithKey(records);
    const wanted = { accountId, name: 'intake', allow: ['10.0.0.0/8', '10.0.0.0/8'] };
    const { key, value } = await createKey({ records, announce, environment: 'production' }, wanted, 'operator');
    expect(key).toMatchObject({ name: 'intake', allow: ['10.0.0.0/8'], expiresAt: null });
    expect(value).toContain(key.id);
    expect(JSON.stringify(await records.accounts.listKeys(accountId))).not.toContain(value);
    expect(events).toEqual([{ kind: 'key-created', accountId, id: key.id }]);
  });

  test('a leaked key is revoked by its value, and nobody revokes a key of another account', async () => {
    const { accountId } = await accountWithKey(records);
    const { key, value } = await createKey(
      { records, announce, environment: 'production' },
      { accountId, name: 'x', allow: [] },
      'operator',
    );
    const ports = { records, announce };
    await expect(revokeKey(ports, { key: key.id, accountId: accountId + 1 }, 'user:1')).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await revokeKey(ports, { key: value }, 'operator')).toMatchObject({ id: key.id, revokedAt: NOW });
    expect(events.at(-1)).toEqual({ kind: 'key-revoked', accountId, id: key.id });
  });

  test('an invitation changes the role at once, but never takes it from the last owner', async () => {
    const { accountId } = await accountWithKey(records);
    const ports = { records, announce, environment: 'production' as const, now };
    await joined(records, accountId, 'owner@example.org', 'owner');
    const less = { accountId, email: 'OWNER@example.org', role: 'viewer' } as const;
    await expect(inviteUser(ports, less, 'operator')).rejects.toMatchObject({ code: 'last-owner' });
    expect(events).toEqual([]);
    await joined(records, accountId, 'second@example.org', 'owner');
    expect(await inviteUser(ports, less, 'operator')).toMatchObject({ expires: '2026-11-27T10:00:00.000Z' });
    expect(await records.users.list(accountId)).toMatchObject([{ role: 'viewer' }, { role: 'owner' }]);
    expect(events).toEqual([{ kind: 'user-invited', accountId, role: 'viewer' }]);
  });

  test('only the operator is told that an address signs in to another account', async () => {
    const [one, two] = [await accountWithKey(records), await accountWithKey(records)];
    await joined(records, one.accountId, 'ada@example.org', 'owner');
    const wanted = { accountId: two.accountId, email: 'ada@example.org', role: 'viewer' } as const;
    const ports = { records, announce, environment: 'production' as const, now };
    await expect(inviteUser(ports, wanted, 'operator')).rejects.toThrow(`signs in to account ${one.accountId}`);
    expect(await inviteUser(ports, wanted, 'user:7')).toMatchObject({ token: expect.any(String) });
  });

  test('the first account comes with a key and the link of the first owner, and only once', async () => {
    const ports = { records, announce, environment: 'production' as const, now };
    const first = (await createFirstAccount(ports))!;
    expect(await records.accounts.listKeys(first.accountId)).toMatchObject([{ id: first.keyId, name: 'First key' }]);
    expect(await records.users.invitation(hashToken(first.setUpToken))).toMatchObject({ email: null, role: 'owner' });
    expect(await createFirstAccount(ports)).toBeUndefined();
    expect(events.map(({ kind }) => kind)).toEqual(['key-created', 'user-invited']);
  });

  test('a decision about an alert is announced; one that came too late is not', async () => {
    const { accountId, keyId } = await accountWithKey(records);
    const user = await joined(records, accountId, 'ada@example.org', 'analyst');
    await verifyIdentity(verification(), { accountId, keyId, images: IMAGES, isWanted: () => true });
    const [alert] = await records.alerts.page(accountId, { limit: 1, sort: 'newest' });
    const action = { accountId, alertId: alert!.id, userId: user.id };
    const ports = { records, announce };
    expect(await decideAlert(ports, action, { decision: 'confirmed' })).toMatchObject({ kind: 'done' });
    expect(await decideAlert(ports, action, { decision: 'dismissed' })).toEqual({ kind: 'undecidable' });
    const decided = events.filter(({ kind }) => kind === 'alert-decided');
    expect(decided).toEqual([{ kind: 'alert-decided', accountId, id: alert!.id, decision: 'confirmed' }]);
  });

  test('after a rotation of the master key images and secrets can be read under the new one, and the audit log says so and holds', async () => {
    const { accountId, keyId } = await accountWithKey(records);
    await verifyIdentity(verification(), { accountId, keyId, images: IMAGES, isWanted: () => true });
    const secrets = new WebhookSecrets(() => masterSecretsAtHand(config));
    const hook = { accountId, url: 'https://hooks.example/', events: [], description: null, details: false };
    const policy = { check: async () => {} };
    const made = await createWebhook({ records, policy, secrets }, hook, 'operator');
    const totpSecrets = new TotpSecrets(() => masterSecretsAtHand(config));
    const ada = await joined(records, accountId, 'ada@example.org', 'analyst');
    const codes = { secret: await totpSecrets.seal('SECRET', ada.id), recoveryCodes: [] };
    await records.users.setTotp(ada.id, codes, new Uint8Array(32));
    const rotation = await rotateMasterKey({ records, images, secrets, totpSecrets }, 'operator');
    expect(rotation).toEqual({ changed: 2, damaged: [] });
    expect(await images.get(1, 'selfie')).toEqual(Buffer.from(IMAGES.selfie));
    const [present] = await masterSecretsAtHand(config);
    const [sealed] = await records.webhooks.secrets();
    const opened = await new WebhookSecrets(async () => [present!]).open([sealed!.secret], accountId);
    expect(made).toMatchObject({ secret: opened[0] });
    const { totpSecret } = (await records.users.credentialsOf(ada.id))!;
    expect(await new TotpSecrets(async () => [present!]).open(totpSecret!, ada.id)).toBe('SECRET');
    expect(await records.audit.verify()).toMatchObject({ ok: true, unchecked: 0 });
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
