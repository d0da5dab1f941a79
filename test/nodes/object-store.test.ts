import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { form } from '../support/form.ts';
import { NO_S3, ObjectStoreServer, S3_SERVER } from '../support/object-store.ts';
import { Bench, type Served } from '../support/service.ts';

const NAME = { name: 'Quillon Ferrabast', entityType: 'Individual' };
/** What the specification promises of whatever comes back. */
const RECOVERED_MS = 15_000;

describe.skipIf(!S3_SERVER)(`a service whose images are in a bucket (${NO_S3})`, () => {
  let objects: ObjectStoreServer;
  let bench: Bench;
  let served: Served;
  let key: string;
  let whole: Awaited<ReturnType<typeof form>>;

  beforeAll(async () => {
    objects = await ObjectStoreServer.start();
    bench = await Bench.create({ ...objects.bucket(), TOUCHSTONE_MASTER_KEY: '0123456789abcdef'.repeat(4) });
    key = (await bench.key(await bench.account(3))).key;
    const specimen = await drawSpecimen('bucket', { kind: 'passport' });
    whole = await form({ IdCardImage: photograph(specimen, 'bucket').jpeg, SelfieImage: selfie(specimen.holder, 2) });
    served = await bench.serve();
  });
  afterAll(async () => {
    await served?.stop();
    await bench?.remove();
    await objects?.remove();
  });

  const verify = () => served.ask('POST', '/api/IdVerification/verify', { key, ...whole });
  const verifications = async () => (await served.ask('GET', '/api/IdVerification/list', { key })).body.length;
  const ready = async () => (await served.ask('GET', '/health/ready')).body;

  test('stores images there; they can be exported, and go with their record', async () => {
    const { status, body } = await verify();
    expect(status).toBe(200);
    const { id } = body.data;
    const bucket = `images/0/${id}`;

    const folder = objects.folder(bench.settings as { TOUCHSTONE_IMAGES_URL: string });
    expect(readdirSync(`${folder}/${bucket}`).sort()).toEqual(['document.sealed', 'selfie.sealed']);
    expect(existsSync(`${bench.dataDir}/images/0`)).toBe(false);
    const out = `${bench.dataDir}/export`;
    await bench.run('images', 'export', String(id), '--reason', 'a test', '--out', out);
    expect(readdirSync(out)).toHaveLength(2);
    await bench.run('records', 'delete', 'verification', String(id));
    expect(existsSync(`${folder}/${bucket}`)).toBe(false);
  });

  test('without the bucket verifications are refused and free, screenings go on, and both recover by themselves', async () => {
    const before = await verifications();
    await objects.stop();
    const refused = await verify();
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([503, true]);
    expect(refused.body.message).not.toContain('127.0.0.1');
    const screened = await served.screen(key, NAME);
    // One verification was paid for, and this screening; the refused one was not.
    expect([screened.status, screened.body.data.remainingRequests]).toEqual([200, 1]);
    expect(await ready()).toMatchObject({
      status: 'ready',
      reason: expect.stringMatching(/^Verifications are refused/),
    });
    expect(await verifications()).toBe(before);
    await objects.start();
    const end = performance.now() + RECOVERED_MS;
    while ((await ready()).reason !== undefined && performance.now() < end) await sleep(100);
    expect(await ready()).toEqual({ status: 'ready' });
    expect((await verify()).body.data.remainingRequests).toBe(0);
  });
});
