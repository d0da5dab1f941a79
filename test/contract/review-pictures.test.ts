import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { readConfig } from '../../src/config.ts';
import { USER_ROLES, type UserRole } from '../../src/domain/role.ts';
import { ImageVault } from '../../src/images/vault.ts';
import { form } from '../support/form.ts';
import type { Serving } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { SignedIn } from '../support/signed-in.ts';

const REASON = { reason: 'manual review' };

let serving: Serving;
let account: number;
let key: string;
let id: number;
let path: string;
const people = {} as Record<UserRole, SignedIn>;

beforeAll(async () => {
  serving = await sharedService();
  const { bench, served } = serving;
  account = await bench.account(20);
  key = (await bench.key(account)).key;
  for (const role of USER_ROLES) people[role] = await SignedIn.invited(bench, served, account, role);
  const specimen = await drawSpecimen('reviewed', { kind: 'passport' });
  // It lies on its side, as many are taken.
  const document = photograph(specimen, 'reviewed', ['rot90']).jpeg;
  const whole = await form({ IdCardImage: document, SelfieImage: selfie(specimen.holder, 1) });
  const made = await served.ask('POST', '/api/IdVerification/verify', { key, ...whole });
  id = made.body.data.id;
  path = `/verifications/${id}/pictures`;
});

const looks = async () => {
  const { body } = await people.owner.get('/audit?action=images.viewed');
  return body.items;
};

describe('pictures of a verification', () => {
  test('are shown to nobody until the operator allows it', async () => {
    const refused = await people.owner.post(path, REASON);
    expect([refused.status, refused.body.code]).toEqual([409, 'pictures-off']);
    expect((await people.owner.get(`/verifications/${id}`)).body.reviewPictures).toBe(false);
    expect(await looks()).toEqual([]);
    await serving.bench.run('accounts', 'set', String(account), '--review-pictures', 'on');
    expect((await people.owner.get(`/verifications/${id}`)).body.reviewPictures).toBe(true);
  });

  test('are small and marked, never stored by a browser, with the document upright and its fields in their place', async () => {
    const { status, body, headers } = await people.analyst.post(path, REASON);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({ viewer: people.analyst.email, damaged: [] });
    expect(body.pictures.map(({ name }: { name: string }) => name)).toEqual(['document', 'portrait', 'selfie']);
    for (const { data, width, height } of body.pictures) {
      const stored = await sharp(Buffer.from(data, 'base64')).metadata();
      expect([stored.format, stored.width, stored.height]).toEqual(['jpeg', width, height]);
      expect(Math.max(width, height)).toBeLessThanOrEqual(1000);
    }
    const [passport] = body.pictures;
    const placeOf = (field: string) => passport.places.find((one: { field: string }) => one.field === field)?.box;
    const [zone, number] = [placeOf('zone'), placeOf('documentNumber')];
    // The zone is the lowest of a passport's page, and wide.
    expect(zone.width).toBeGreaterThan(0.5);
    expect(zone.y).toBeGreaterThan(number.y);
    for (const { box } of passport.places) {
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
      expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThanOrEqual(1.0001);
    }
    // Who looks stands on it.
    const other = (await people.owner.post(path, REASON)).body.pictures[0];
    expect(other.data).not.toBe(passport.data);
  });

  test('leave a line with the reason in the audit log for each look', async () => {
    const before = (await looks()).length;
    await people.analyst.post(path, { reason: '  complaint 17 ' });
    const [last, ...others] = await looks();
    expect(others).toHaveLength(before);
    expect(last).toMatchObject({
      actor: people.analyst.email,
      subject: `verification:${id}`,
      details: { reason: 'complaint 17', images: 2 },
    });
  });

  test.each([[undefined], [''], ['   '], ['two\nlines'], ['x'.repeat(201)], [7]])(
    'need a reason: %j',
    async (reason) => {
      const before = (await looks()).length;
      expect((await people.owner.post(path, { reason })).status).toBe(400);
      expect(await looks()).toHaveLength(before);
    },
  );

  test('are for owners and analysts of the account alone, and for no key', async () => {
    for (const role of USER_ROLES) {
      const may = role === 'owner' || role === 'analyst';
      expect([role, (await people[role].post(path, REASON)).status]).toEqual([role, may ? 200 : 403]);
    }
    const { bench, served } = serving;
    const other = await bench.account();
    await bench.run('accounts', 'set', String(other), '--review-pictures', 'on');
    const stranger = await SignedIn.invited(bench, served, other, 'owner');
    expect((await stranger.post(path, REASON)).status).toBe(404);
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect((await served.ask('POST', `/dashboard/api${path}`, { key, headers, body: REASON })).status).toBe(401);
    expect((await served.ask('POST', `/dashboard/api${path}`, { headers, body: REASON })).status).toBe(401);
  });

  test('one that is damaged is named; once all are deleted that is said', async () => {
    const { bench } = serving;
    const vault = await ImageVault.open(readConfig(bench.settings));
    await vault.add(id, 'back', Buffer.from('no picture'));
    expect((await people.owner.post(path, REASON)).body.damaged).toEqual(['back']);
    await vault.delete(id);
    const gone = await people.owner.post(path, REASON);
    expect([gone.status, gone.body.detail]).toEqual([404, 'The pictures were deleted after their retention.']);
  });
});
