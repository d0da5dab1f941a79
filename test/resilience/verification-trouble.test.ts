import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie, stranger } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import type { Truth } from '../../specimens/truth.ts';
import { form } from '../support/form.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';

const VERIFY = '/api/IdVerification/verify';
const LIST = '/api/IdVerification/list';
/** Forms that a service receives at the same time. */
const UPLOADS = 16;
/** Those of them that one account may take. */
const SHARE = 12;

let bench: Bench;
let served: Served;
let key: string;
let passport: Buffer;
let other: Buffer;
let truth: Truth;
let whole: Awaited<ReturnType<typeof form>>;

beforeAll(async () => {
  bench = await Bench.create();
  key = (await bench.key(await bench.account())).key;
  const specimen = await drawSpecimen('trouble', { kind: 'passport' });
  ({ jpeg: passport, truth } = photograph(specimen, 'trouble'));
  other = selfie(stranger(specimen.holder), 2);
  whole = await form({ IdCardImage: passport, SelfieImage: other });
  served = await bench.serve();
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

/** A request of whose body only the beginning is sent. */
function begin(
  { body, headers }: typeof whole,
  bytes: number,
  more: Record<string, string> = {},
  as = key,
): ClientRequest {
  const asked = request(new URL(VERIFY, served.service.url), {
    method: 'POST',
    ca: served.ca,
    agent: false,
    headers: { ...headers, ...more, 'x-api-key': as, 'content-length': body.length },
  });
  asked.on('error', () => {});
  if (bytes > 0) asked.write(body.subarray(0, bytes));
  else asked.flushHeaders();
  return asked;
}

async function answered(
  asked: ClientRequest,
): Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }> {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  return { status: answer.statusCode!, text, headers: answer.headers };
}

function verify(to: Served = served, as = key): Promise<Answer> {
  return to.ask('POST', VERIFY, { key: as, ...whole });
}

async function count(as = key): Promise<number> {
  return (await served.ask('GET', LIST, { key: as })).body.length;
}

async function sealed(): Promise<string[]> {
  const names = await readdir(join(bench.dataDir, 'images'), { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.sealed'));
}

test('two verifications never share the last unit: one is stored, the other is a 429 and leaves no image', async () => {
  const poor = (await bench.key(await bench.account(1))).key;
  const before = (await sealed()).length;
  const answers = await Promise.all([verify(served, poor), verify(served, poor)]);
  expect(answers.map(({ text }) => text).join()).toContain('"success":true');
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
  expect(answers.find(({ status }) => status === 200)!.body.data.remainingRequests).toBe(0);
  expect(Number(answers.find(({ status }) => status === 429)!.headers['retry-after'])).toBeGreaterThan(0);
  expect(await sealed()).toHaveLength(before + 2);
});

/** A picture that takes a tenth of a second to decode. */
function large(): Promise<Buffer> {
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#889' } })
    .jpeg()
    .toBuffer();
}

/** Uploads that have a place and send nothing. */
async function slowly(count: number, as: string): Promise<ClientRequest[]> {
  const slow = Array.from({ length: count }, () => begin(whole, 0, { expect: '100-continue' }, as));
  await Promise.all(slow.map((one) => once(one, 'continue')));
  return slow;
}

test('with as many uploads as there may be the next one is a 503 with Retry-After, also while it still sends 20 MB', async () => {
  const neighbour = (await bench.key(await bench.account())).key;
  const slow = [...(await slowly(SHARE, key)), ...(await slowly(UPLOADS - SHARE, neighbour))];
  const probe = await form({ IdCardImage: new Uint8Array(10_000_000), SelfieImage: new Uint8Array(10_000_000) });
  const ask = () => served.ask('POST', VERIFY, { key, ...probe });
  let answer = await ask();
  expect(answer.status).toBe(503);
  expect(answer.body).toMatchObject({ success: false, data: null, errors: [expect.stringMatching(/nothing spent/)] });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  for (const one of slow) one.destroy();
  while (answer.status === 503) answer = await ask();
  expect(answer.status).toBe(400);
});

test('an account whose slow uploads take its share is a 503 while others find a place', async () => {
  const neighbour = (await bench.key(await bench.account())).key;
  const tiny = await form({ IdCardImage: new Uint8Array(9), SelfieImage: new Uint8Array(9) });
  const ask = (as: string) => served.ask('POST', VERIFY, { key: as, ...tiny });
  const slow = await slowly(SHARE, key);
  expect((await ask(key)).status).toBe(503);
  expect((await ask(neighbour)).status).toBe(400);
  for (const one of slow) one.destroy();
  let answer = await ask(key);
  while (answer.status === 503) answer = await ask(key);
  expect(answer.status).toBe(400);
});

test('slow uploads of any number of accounts keep nobody out: the account with the most gives a place up', async () => {
  const [neighbour, third] = [await bench.key(await bench.account()), await bench.key(await bench.account())];
  const tiny = await form({ IdCardImage: new Uint8Array(9), SelfieImage: new Uint8Array(9) });
  const crowd = await slowly(SHARE, key);
  const others = await slowly(UPLOADS - SHARE, neighbour.key);
  const lost = answered(crowd.at(-1)!);
  for (let time = 0; time < 20; time++) {
    expect((await served.ask('POST', VERIFY, { key: third.key, ...tiny })).status).toBe(400);
  }
  const { status, text, headers } = await lost;
  expect(status).toBe(503);
  expect(text).toMatch(/nothing spent/);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  for (const one of [...crowd, ...others]) one.destroy();
});

test('an account in a loop of uploads that are refused leaves others served, each within a few turns', async () => {
  const [loop, other] = [await bench.key(await bench.account()), await bench.key(await bench.account())];
  const refused = await form({ IdCardImage: await large(), SelfieImage: Buffer.from('no picture') });
  const tiny = await form({ IdCardImage: new Uint8Array(9), SelfieImage: new Uint8Array(9) });
  const statuses = new Set<number>();
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) statuses.add((await served.ask('POST', VERIFY, { key: loop.key, ...refused })).status);
  };
  const clients = Array.from({ length: SHARE }, client);
  while (!statuses.has(503)) await new Promise((resolve) => setImmediate(resolve));
  for (let time = 0; time < 3; time++) {
    expect((await served.ask('POST', VERIFY, { key: other.key, ...tiny })).status).toBe(400);
  }
  isOver = true;
  await Promise.all(clients);
  expect([...statuses].sort()).toEqual([400, 503]);
});

test('uploads that break off free their place, leave nothing and cost nothing', async () => {
  const before = [await count(), (await sealed()).length];
  for (let time = 0; time < UPLOADS + 4; time++) {
    const asked = begin(whole, 0, { expect: '100-continue' });
    await once(asked, 'continue');
    await new Promise((sent) => asked.write(whole.body.subarray(0, whole.body.length - 10), sent));
    asked.destroy();
  }
  const tiny = await form({ IdCardImage: new Uint8Array(9), SelfieImage: new Uint8Array(9) });
  expect((await served.ask('POST', VERIFY, { key, ...tiny })).status).toBe(400);
  expect([await count(), (await sealed()).length]).toEqual(before);
});

test('a file is told by its name to be too large however large it is, and the other one is not blamed', async () => {
  for (const megabytes of [11, 31, 40, 100]) {
    const large = await form({ IdCardImage: new Uint8Array(megabytes * 1024 ** 2), SelfieImage: other });
    const asked = begin(large, large.body.length);
    asked.end();
    const { status, text } = await answered(asked);
    expect(status, `${megabytes} MB`).toBe(400);
    const { message, errors } = JSON.parse(text);
    expect(message).toMatch(/invalid upload/i);
    expect(errors).toEqual([expect.stringMatching(/^IdCardImage: .*over 10 MB/)]);
  }
});

test('what cannot be stored is a 500 that leaves no record and costs nothing, and it works again once there is room', async () => {
  const images = join(bench.dataDir, 'images');
  await rename(images, `${images}-aside`);
  await writeFile(images, 'no directory');
  const before = await count();
  const failed = await verify();
  expect(failed.status).toBe(500);
  expect(failed.text).not.toMatch(/ENOTDIR|images/);
  expect(bench.logged).toContain('"code":"ENOTDIR"');
  expect(await count()).toBe(before);
  await rm(images);
  await rename(`${images}-aside`, images);
  const stored = await verify();
  expect(stored.status).toBe(200);
  expect(await count()).toBe(before + 1);
});

test('a deleted verification is gone as if it had never been, from the list too, with its images', async () => {
  const { id } = (await verify()).body.data;
  const listed = (await served.ask('GET', LIST, { key })).body.find((one: { id: number }) => one.id === id);
  expect(Object.keys(listed).sort()).toEqual(
    ['createdAt', 'extractedData', 'faceMatch', 'id', 'livenessScore', 'matchConfidence', 'status'].sort(),
  );
  await bench.json('records', 'delete', 'verification', String(id));
  const gone = await served.ask('GET', `/api/IdVerification/${id}`, { key });
  const never = await served.ask('GET', `/api/IdVerification/${id + 1000}`, { key });
  const withoutIds = ({ body, text }: Answer, own: number) =>
    text.replace(body.requestId, '').replace(`Verification ${own} `, 'Verification # ');
  expect(gone.status).toBe(404);
  expect(withoutIds(gone, id)).toBe(withoutIds(never, id + 1000));
  expect((await served.ask('GET', LIST, { key })).text).not.toContain(`"id":${id},`);
  expect((await sealed()).filter((name) => name.split('/').includes(String(id)))).toEqual([]);
});

test('a stop lets the verification that is under way end: it is answered and stored', async () => {
  const before = await count();
  const asked = begin(whole, 0, { expect: '100-continue' });
  await once(asked, 'continue');
  asked.end(whole.body);
  const answer = answered(asked);
  await served.stop();
  served = await bench.serve();
  const { status, headers } = await answer;
  expect(status).toBe(200);
  expect(headers.connection).toBe('close');
  expect(await count()).toBe(before + 1);
});

test('a model of the operator that cannot be meant so keeps the service from starting, with one sentence', async () => {
  const manifest = join(bench.dataDir, 'wrong.json');
  const start = () => bench.serve({ TOUCHSTONE_LIVENESS: manifest });
  await expect(start()).rejects.toMatchObject({ code: 'usage', message: expect.stringMatching(/cannot be read/) });
  await writeFile(manifest, '{');
  await expect(start()).rejects.toMatchObject({ code: 'usage', message: expect.stringMatching(/is not JSON/) });
  await writeFile(manifest, JSON.stringify(own({ file: 'missing.onnx' })));
  await expect(start()).rejects.toThrow(/missing\.onnx of "own" cannot be read/);
  await writeFile(join(bench.dataDir, 'model.onnx'), 'nonsense');
  await writeFile(manifest, JSON.stringify(own({ sha256: '0'.repeat(64) })));
  await expect(start()).rejects.toThrow(/is not the one its manifest names/);
  await writeFile(manifest, JSON.stringify({ ...own(), purpose: 'face-embedding' }));
  await expect(start()).rejects.toMatchObject({ code: 'usage' });
});

test('a model that turns out not to load is a 503 whose reason stands in the log, and screening goes on', async () => {
  const manifest = join(bench.dataDir, 'unloadable.json');
  await writeFile(join(bench.dataDir, 'model.onnx'), 'nonsense');
  await writeFile(manifest, JSON.stringify(own()));
  const without = await bench.serve({ TOUCHSTONE_LIVENESS: manifest });
  const answer = await verify(without);
  expect(answer.status).toBe(503);
  expect(answer.text).not.toMatch(/onnx|unloadable/i);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(bench.logged).toMatch(/is no ONNX model that can be loaded/);
  const screened = await without.screen(key, { name: 'Quillon Ferrabast', entityType: 'Individual' });
  expect(screened.status).toBe(200);
  await without.stop();
});

test('nothing of a person or a file is in the log, and no picture lies on the disk as it was sent', async () => {
  const { surname, given, number, birthDate, expiryDate } = truth;
  for (const word of [surname, given, number, birthDate, expiryDate, 'IdCardImage.bin'].flat()) {
    expect(bench.logged.toLowerCase()).not.toContain(String(word).toLowerCase());
  }
  const piece = passport.subarray(5000, 5064);
  for (const directory of [bench.dataDir, tmpdir()]) {
    const entries = await readdir(directory, { recursive: directory === bench.dataDir, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
      expect(bytes.includes(piece), entry.name).toBe(false);
    }
  }
});

/** A manifest of a liveness model; the file beside it says "nonsense". */
function own(changes: object = {}): object {
  const model = {
    file: 'model.onnx',
    sha256: createHash('sha256').update('nonsense').digest('hex'),
    input: { width: 80, height: 80 },
    crop: { kind: 'box', scale: 2 },
    output: { index: 1 },
    ...changes,
  };
  const calibration = [
    [0, 0],
    [1, 100],
  ];
  return { name: 'own', purpose: 'liveness', licence: 'none', models: [model], calibration };
}
