import { afterAll, beforeAll, expect, test } from 'vitest';
import { CaptureVisitor } from '../support/capture-visitor.ts';
import { Bench, type Served } from '../support/service.ts';

const SESSIONS = '/api/IdVerification/sessions';

let bench: Bench;
let served: Served;
let key: string;

beforeAll(async () => {
  bench = await Bench.create({ TOUCHSTONE_ENVIRONMENT: 'sandbox' });
  key = (await bench.key(await bench.account())).key;
  served = await bench.serve();
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

async function visit(): Promise<{ id: string; visitor: CaptureVisitor }> {
  const { body } = await served.ask('POST', SESSIONS, { key, body: {} });
  return { id: body.id, visitor: new CaptureVisitor(served, body.url) };
}

test.each([
  ['passport', 'Verified'],
  ['passport-expired', 'Manual Review Required'],
  ['selfie-spoof', 'Not Verified'],
])('the specimen %s goes the whole way to %s, without a camera', async (specimen, status) => {
  const { id, visitor } = await visit();
  const opened = await visitor.post('/open', {});
  expect(opened.body.sandbox.specimens).toContainEqual({ id: specimen, title: expect.any(String) });
  expect((await visitor.post('/specimen', { id: specimen })).body.code).toBe('wrong-step');
  await visitor.agreed();
  expect((await visitor.post('/specimen', { id: 'nothing' })).body.code).toBe('wrong-step');
  expect((await visitor.post('/specimen', { id: specimen })).body).toMatchObject({ status: 'completed', step: 'done' });
  const { body } = await served.ask('GET', `${SESSIONS}/${id}`, { key });
  expect(body).toMatchObject({ status: 'completed', attempts: 1 });
  const record = await served.ask('GET', `/api/IdVerification/${body.verificationId}`, { key });
  expect(record.body.status).toBe(status);
});

test('a specimen that cannot be used is asked for again, and the session goes on', async () => {
  const { id, visitor } = await visit();
  await visitor.agreed();
  const refused = await visitor.post('/specimen', { id: 'document-blurry' });
  expect(refused.body).toMatchObject({ status: 'started', step: 'document', problem: 'document' });
  expect((await visitor.post('/specimen', { id: 'selfie-without-face' })).body).toMatchObject({ problem: 'selfie' });
  const busy = await visitor.post('/specimen', { id: 'document-overload' });
  expect([busy.status, busy.body.code]).toEqual([503, 'try-later']);
  expect((await visitor.post('/specimen', { id: 'national-id' })).body.status).toBe('completed');
  expect((await served.ask('GET', `${SESSIONS}/${id}`, { key })).body.status).toBe('completed');
});
