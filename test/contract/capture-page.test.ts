import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { CaptureVisitor } from '../support/capture-visitor.ts';
import { Bench, type Served } from '../support/service.ts';

const SESSIONS = '/api/IdVerification/sessions';

let bench: Bench;
let served: Served;
let account: number;
let key: string;
let passport: Buffer;
let holder: Buffer;
/** The clock of the service. */
let ahead = 0;

beforeAll(async () => {
  // The faces are drawn: what the liveness network says of drawings says nothing, so its band is out of the way here.
  bench = await Bench.create({ TOUCHSTONE_LIVENESS_THRESHOLDS: '0:0', TOUCHSTONE_CAPTURE_PORT: '0' });
  account = await bench.account();
  key = (await bench.key(account)).key;
  const specimen = await drawSpecimen('contract', { kind: 'passport' });
  passport = photograph(specimen, 'contract').jpeg;
  holder = selfie(specimen.holder, 1);
  served = await bench.serve({}, () => new Date(Date.now() + ahead));
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

async function link(body: object = {}, by = key): Promise<{ id: string; visitor: CaptureVisitor }> {
  const made = await served.ask('POST', SESSIONS, { key: by, body });
  return { id: made.body.id, visitor: new CaptureVisitor(served, made.body.url) };
}

const session = async (id: string) => (await served.ask('GET', `${SESSIONS}/${id}`, { key })).body;
const used = () => bench.records(({ accounts }) => accounts.used(account, new Date().toISOString().slice(0, 7)));

describe('a link that is followed', () => {
  test('says who asks and what is to be done, and starts with the first device', async () => {
    await bench.run(
      'accounts',
      'set',
      String(account),
      '--asker',
      'Harbour',
      '--privacy-url',
      'https://harbour.example/p',
    );
    const { id, visitor } = await link({ language: 'de', documentTypes: ['Passport'], country: 'DEU' });
    const before = await visitor.get();
    expect([before.status, before.body]).toMatchObject([200, { status: 'created', device: 'none', step: 'consent' }]);
    expect((await session(id)).status).toBe('created');
    const opened = await visitor.post('/open', {});
    expect([opened.status, opened.body]).toMatchObject([
      200,
      {
        id,
        status: 'started',
        step: 'consent',
        device: 'this',
        language: 'de',
        asker: { name: 'Harbour', privacyUrl: 'https://harbour.example/p' },
        retentionDays: 90,
        documentTypes: ['Passport'],
        country: 'DEU',
        movement: true,
        upload: false,
        attempt: 1,
        attempts: 3,
        redirectUrl: null,
        sandbox: null,
      },
    ]);
    expect((await session(id)).status).toBe('started');
    expect(opened.headers['cache-control']).toBe('no-store');
    expect(opened.headers['referrer-policy']).toBe('no-referrer');
  });

  test('goes on with one device, and with another only where the person says so', async () => {
    const { visitor } = await link();
    const other = visitor.elsewhere();
    await visitor.agreed();
    expect((await other.post('/open', {})).body.code).toBe('other-device');
    expect((await other.post('/decline')).body.code).toBe('other-device');
    expect((await other.get()).body.device).toBe('other');
    expect((await other.post('/open', { takeOver: true })).body).toMatchObject({ device: 'this', step: 'document' });
    expect((await visitor.post('/movement')).body.code).toBe('other-device');
  });

  test('that was declined costs nothing and leads nowhere', async () => {
    const { id, visitor } = await link();
    const before = await used();
    await visitor.agreed();
    expect(await used()).toBe(before + 1);
    expect((await visitor.post('/decline')).body).toMatchObject({ status: 'failed', reason: 'declined' });
    expect(await used()).toBe(before);
    expect(await session(id)).toMatchObject({ status: 'failed', reason: 'declined' });
    const after = await visitor.post('/open', {});
    expect([after.status, after.body.code]).toEqual([410, 'session-ended']);
  });

  test('that was cancelled or has expired says so', async () => {
    const cancelled = await link();
    await cancelled.visitor.agreed();
    await served.ask('DELETE', `${SESSIONS}/${cancelled.id}`, { key });
    expect((await cancelled.visitor.post('/movement')).body.code).toBe('session-cancelled');
    const late = await link({ expiresIn: 300 });
    await late.visitor.agreed();
    ahead = 301_000;
    const refused = await late.visitor.post('/movement');
    ahead = 0;
    expect([refused.status, refused.body.code]).toEqual([410, 'session-expired']);
  });

  test('is refused where the account has no unit left', async () => {
    const poor = await bench.account(1);
    const by = (await bench.key(poor)).key;
    const [one, two] = [await link({}, by), await link({}, by)];
    await one.visitor.agreed();
    await two.visitor.post('/open', {});
    const refused = await two.visitor.post('/consent', { language: 'en', textHash: 'ab'.repeat(32) });
    expect([refused.status, refused.body.code]).toEqual([429, 'quota-exhausted']);
    const after = (await served.ask('GET', `${SESSIONS}/${two.id}`, { key: by })).body;
    expect(after).toMatchObject({ status: 'failed', reason: 'quota' });
  });

  test('takes nothing out of its order, and nothing that is no picture', async () => {
    const { visitor } = await link();
    await visitor.post('/open', {});
    expect((await visitor.picture('/document?side=front', passport)).body.code).toBe('wrong-step');
    await visitor.agreed();
    expect((await visitor.post('/movement')).body.code).toBe('wrong-step');
    expect((await visitor.post('/finish')).body.code).toBe('wrong-step');
    expect((await visitor.post('/specimen', { id: 'passport' })).body.code).toBe('wrong-step');
    expect((await visitor.picture('/selfie', holder)).body.code).toBe('wrong-step');
    expect((await visitor.picture('/document?side=back', passport)).body.code).toBe('wrong-step');
    expect((await visitor.picture('/document?side=top', passport)).status).toBe(400);
    expect((await visitor.picture('/document?side=front', Buffer.alloc(0))).body.code).toBe('upload-refused');
    const large = await visitor.picture('/frames?step=look&sequence=1&at=1', Buffer.alloc(1024 ** 2 + 1));
    expect([large.status, large.body.code]).toEqual([413, 'body-too-large']);
    const text = await visitor.picture('/document?side=front', Buffer.from('no picture'));
    expect([text.status, text.body]).toMatchObject([200, { accepted: false, problem: 'invalid' }]);
    expect((await visitor.post('/consent', { language: 'xx', textHash: 'ab' })).status).toBe(400);
    expect((await visitor.picture('/document?side=front', passport, 'text/plain')).status).toBe(400);
  });
});

describe('a person who shows a document and a face', () => {
  test('gets a verification like any other, also where the service starts again in between', async () => {
    const { id, visitor } = await link({ movement: false, upload: true, reference: 'C-7' });
    await visitor.agreed();
    const blank = await visitor.picture('/document?side=front', holder);
    expect(blank.body).toMatchObject({ accepted: false, session: { step: 'document' } });
    const front = await visitor.picture('/document?side=front', passport);
    expect(front.body).toMatchObject({ accepted: true, problem: null, fields: [], session: { step: 'look' } });
    // What comes twice counts once.
    expect((await visitor.picture('/document?side=front', passport)).body).toMatchObject({ accepted: true });
    const still = await visitor.picture('/selfie', holder);
    expect(still.body).toMatchObject({ accepted: true, session: { step: 'done' } });
    await visitor.post('/hint', { code: 'camera-denied' });
    await served.stop();
    served = await bench.serve({}, () => new Date(Date.now() + ahead));
    const again = visitor.at(served);
    expect((await again.get()).body).toMatchObject({ step: 'done', device: 'this', consented: true });
    const both = await Promise.all([again.post('/finish'), again.post('/finish')]);
    for (const { body } of both) expect(body).toMatchObject({ status: 'completed', step: 'done' });
    expect(JSON.stringify(both[0]!.body)).not.toMatch(/score|Verified|confidence/i);
    const { verificationId } = await session(id);
    const record = await served.ask('GET', `/api/IdVerification/${verificationId}`, { key });
    expect(record.body).toMatchObject({ id: verificationId, faceMatch: true, reference: 'C-7' });
    const explained = await served.ask('GET', `/api/IdVerification/${verificationId}/explanation`, { key });
    expect(explained.body.capture).toMatchObject({
      session: id,
      movement: 'none',
      attempts: 0,
      pictures: { front: 2, back: 0 },
      consent: { language: 'en', textHash: 'c0'.repeat(32) },
      hints: expect.arrayContaining([{ code: 'camera-denied', count: 1 }]),
    });
    const kept = await readdir(join(bench.dataDir, 'images', '0', String(verificationId)));
    expect(kept.sort()).toEqual(['document.sealed', 'selfie.sealed']);
    expect((await again.post('/open', {})).body.status).toBe('completed');
    expect((await again.post('/movement')).body.code).toBe('session-ended');
  });

  test('and says that they cannot move goes on without', async () => {
    const { visitor } = await link();
    await visitor.agreed();
    await visitor.picture('/document?side=front', passport);
    expect((await visitor.post('/movement')).body).toMatchObject({ step: 'look', attempt: 1 });
    expect((await visitor.post('/cannot')).body).toMatchObject({ cannot: true, step: 'look' });
    expect((await visitor.post('/movement')).body).toMatchObject({ cannot: true, step: 'look', attempt: 1 });
  });

  test('goes on with an attempt after the page was loaded again, and has three attempts at the movement', async () => {
    const { id, visitor } = await link();
    await visitor.agreed();
    await visitor.picture('/document?side=front', passport);
    const away = await sharp(holder).resize(480, 640, { fit: 'cover' }).jpeg().toBuffer();
    for (const attempt of [1, 2, 3]) {
      expect((await visitor.post('/movement')).body).toMatchObject({ step: 'look', attempt });
      // Nothing was told so far: there is nothing to try again.
      expect((await visitor.post('/movement')).body).toMatchObject({ step: 'look', attempt });
      const frame = await visitor.picture('/frames?step=look&sequence=0&at=100', away);
      expect(frame.body).toMatchObject({ everyMs: expect.any(Number) });
      expect(frame.body.everyMs).toBeGreaterThanOrEqual(150);
      for (const _ of [1, 2]) {
        expect((await visitor.post('/movement')).body).toMatchObject({ step: 'look', attempt });
        expect((await visitor.picture('/frames?step=look&sequence=0&at=100', away)).body.step).toBe('look');
      }
    }
    expect(await session(id)).toMatchObject({ status: 'started', attempts: 3 });
    expect((await visitor.post('/movement')).body).toMatchObject({ status: 'failed', reason: 'attempts' });
    expect(await session(id)).toMatchObject({ status: 'failed', reason: 'attempts', attempts: 3 });
  });
});

describe('a stranger', () => {
  test('learns nothing, and is slowed down', async () => {
    const nobody = new CaptureVisitor(served, `#${randomBytes(32).toString('base64url')}`);
    const refused = await nobody.get();
    expect([refused.status, refused.body.code]).toEqual([401, 'session-unknown']);
    expect((await served.ask('GET', '/v/api/session')).status).toBe(401);
    expect((await served.ask('GET', '/v/api/session', { key })).status).toBe(401);
    const { visitor } = await link();
    await visitor.get();
    const codes: string[] = [];
    for (let count = 0; count < 40; count += 1) codes.push((await nobody.picture('/frames', passport)).body.code);
    expect(codes).toContain('try-later');
    // Who has a link goes on beside them.
    expect((await visitor.get()).status).toBe(200);
    expect(bench.logged).not.toContain(visitor.token);
  });

  test('finds nothing but the page at its port', async () => {
    const origin = served.service.captureUrl!;
    const at = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await served.agent.request({ origin, path, method: 'GET', headers });
      return [answer.statusCode, await answer.body.text()] as const;
    };
    for (const path of [
      '/',
      '/api/IdVerification/list',
      '/health/live',
      '/openapi.json',
      '/sign-in',
      '/v2/search?name=a',
    ]) {
      const [status, text] = await at(path, { 'x-api-key': key, accept: 'text/html' });
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain('There is nothing here.');
    }
    for (const path of ['/v/../api/Lists', '/v/%2e%2e/api/Lists', '/v/sign-in', '/v//api/Lists']) {
      const [status, text] = await at(path, { 'x-api-key': key, accept: 'text/html' });
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toMatch(/<html|"items"/);
    }
    expect((await at('/v/api/session'))[0]).toBe(401);
    const made = await served.ask('POST', SESSIONS, { key, body: {} });
    expect(made.body.url.startsWith(`${origin}/v#`)).toBe(true);
  });
});
