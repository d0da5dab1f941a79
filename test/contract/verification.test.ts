import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namelessCard } from '../../specimens/nameless.ts';
import { photograph } from '../../specimens/photograph.ts';
import { selfie, stranger } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { type HostileFile, hostileFiles, USABLE } from '../hostile/corpus.ts';
import { form } from '../support/form.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';

const VERIFY = '/api/IdVerification/verify';
const DATA = {
  documentType: 'Passport',
  documentNumber: expect.any(String),
  fullName: expect.any(String),
  dateOfBirth: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  expiryDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  country: expect.stringMatching(/^[A-Z]{3}$/),
};

let bench: Bench;
let served: Served;
let account: number;
let key: string;
let passport: Buffer;
let holder: Buffer;
let other: Buffer;
/** The holder's own passport, which several tests look at. */
let verified: Answer;

beforeAll(async () => {
  // The faces are drawn: what the liveness network says of drawings says nothing, so its band is out of the way here.
  bench = await Bench.create({ TOUCHSTONE_LIVENESS_THRESHOLDS: '0:0' });
  account = await bench.account();
  key = (await bench.key(account)).key;
  const specimen = await drawSpecimen('contract', { kind: 'passport' });
  passport = photograph(specimen, 'contract').jpeg;
  holder = selfie(specimen.holder, 1);
  other = selfie(stranger(specimen.holder), 2);
  served = await bench.serve();
  verified = await verify({ IdCardImage: passport, SelfieImage: holder });
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

async function verify(
  parts: Parameters<typeof form>[0],
  options: { key?: string | undefined; served?: Served } = {},
): Promise<Answer> {
  const { body, headers } = await form(parts);
  return (options.served ?? served).ask('POST', VERIFY, { key: 'key' in options ? options.key : key, body, headers });
}

function expectRefusal(answer: Answer, message: RegExp, errors: readonly RegExp[]): void {
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    success: false,
    message: expect.stringMatching(message),
    data: null,
    errors: expect.any(Array),
  });
  expect(answer.body.errors).toHaveLength(errors.length);
  for (const [place, error] of errors.entries()) expect(answer.body.errors[place]).toMatch(error);
}

async function images(): Promise<string[]> {
  return (await readdir(join(bench.dataDir, 'images'), { recursive: true }).catch(() => [])).filter((name) =>
    name.endsWith('.sealed'),
  );
}

describe('a verification', () => {
  test('is made, stored with its sealed images, listed as a summary, and given back whole to its account alone', async () => {
    expect(verified.text).toContain('"success":true');
    expect(verified.status).toBe(200);
    const { data } = verified.body;
    expect(Object.keys(data).sort()).toEqual(
      ['extractedData', 'faceMatch', 'id', 'livenessScore', 'matchConfidence', 'remainingRequests', 'status'].sort(),
    );
    expect(Object.keys(data.extractedData)).toHaveLength(10);
    expect(data.extractedData).toMatchObject(DATA);
    expect(data.matchConfidence).toBe(Math.round(data.matchConfidence * 100) / 100);

    const one = await served.ask('GET', `/api/IdVerification/${data.id}`, { key });
    const { remainingRequests: _, ...kept } = data;
    expect(one.body).toEqual({ ...kept, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    const list = await served.ask('GET', '/api/IdVerification/list', { key });
    const [listed] = list.body;
    expect(listed).toMatchObject({ id: data.id, status: data.status });
    expect(Object.keys(listed.extractedData).sort()).toEqual(['country', 'dateOfBirth', 'documentType', 'fullName']);

    expect(await images()).toHaveLength(2);
    expect(one.text + list.text).not.toMatch(/image|portrait/i);
    const stranger = (await bench.key(await bench.account())).key;
    expect((await served.ask('GET', `/api/IdVerification/${data.id}`, { key: stranger })).status).toBe(404);
    expect((await served.ask('GET', '/api/IdVerification/list', { key: stranger })).body).toEqual([]);
  });

  test('of another face is a 200 that says Not Verified', async () => {
    const { status, body } = await verify({ IdCardImage: passport, SelfieImage: other });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ faceMatch: false, status: 'Not Verified' });
    expect(body.data.matchConfidence).toBeLessThan(70);
  });

  test('of the same face is Verified where nothing speaks against the document', () => {
    expect(verified.body.data).toMatchObject({ faceMatch: true, status: 'Verified' });
  });

  test('without liveness has a null score and asks for a person', async () => {
    const without = await bench.serve({ TOUCHSTONE_LIVENESS: 'off' });
    const { body } = await verify({ IdCardImage: passport, SelfieImage: holder }, { served: without });
    await without.stop();
    expect(body.data).toMatchObject({ livenessScore: null, status: 'Manual Review Required' });
  });
});

describe('what is refused leaves nothing and costs nothing', () => {
  const remaining = async () =>
    (await served.screen(key, { name: 'Quillon Ferrabast', entityType: 'Individual' })).body.data
      .remainingRequests as number;

  test('every 400 names its field and says what to do', async () => {
    const before = { left: await remaining(), images: await images() };
    const listed = (await served.ask('GET', '/api/IdVerification/list', { key })).body.length;
    const blank = holder.subarray(0, 0);
    expectRefusal(await verify({}), /validation/i, [/^IdCardImage is missing\.$/, /^SelfieImage is missing\.$/]);
    expectRefusal(await verify({ IdCardImage: passport }), /validation/i, [/^SelfieImage is missing\.$/]);
    expectRefusal(await verify({ SelfieImage: holder }), /validation/i, [/^IdCardImage is missing\.$/]);
    expectRefusal(await verify({ IdCardImage: blank, SelfieImage: holder }), /invalid upload/i, [
      /^IdCardImage: the file is empty/,
    ]);
    expectRefusal(await verify({ IdCardImage: 'text', SelfieImage: holder }), /invalid upload/i, [
      /^IdCardImage: must be a file/,
    ]);
    const pdf = Buffer.from('%PDF-1.7 not a picture');
    expectRefusal(await verify({ IdCardImage: pdf, SelfieImage: pdf }), /invalid upload/i, [
      /^IdCardImage: .*not a JPEG or PNG/,
      /^SelfieImage: .*not a JPEG or PNG/,
    ]);
    const cut = passport.subarray(0, passport.length / 2);
    expectRefusal(await verify({ IdCardImage: cut, SelfieImage: holder }), /invalid upload/i, [
      /^IdCardImage: .*corrupted/,
    ]);
    const large = Buffer.concat([passport, Buffer.alloc(10 * 1024 ** 2)]);
    expectRefusal(await verify({ IdCardImage: large, SelfieImage: holder }), /invalid upload/i, [
      /^IdCardImage: the file is over 10 MB/,
    ]);
    const person = { face: 5, sex: 'F' } as const;
    for (const [picture, why] of [
      [selfie(person, 3, { people: 0 }), /^SelfieImage: No face/],
      [selfie(person, 4, { people: 2 }), /^SelfieImage: Several people/],
      [selfie(person, 5, { quality: 'tiny' }), /^SelfieImage: /],
      [selfie(person, 6, { quality: 'blurred' }), /^SelfieImage: /],
      [selfie(person, 7, { quality: 'dark' }), /^SelfieImage: /],
    ] as const) {
      expectRefusal(await verify({ IdCardImage: passport, SelfieImage: picture }), /insufficient image quality/i, [
        why,
      ]);
    }
    expectRefusal(
      await verify({ IdCardImage: selfie(person, 8, { people: 0 }), SelfieImage: holder }),
      /insufficient image quality/i,
      [/^IdCardImage: /],
    );
    expect((await served.ask('GET', '/api/IdVerification/list', { key })).body).toHaveLength(listed);
    expect(await images()).toEqual(before.images);
    expect(await remaining()).toBe(before.left - 1);
  });

  test('a document of which neither the name nor the number can be read is a 400, whatever else it says', async () => {
    const before = { left: await remaining(), images: await images() };
    const { holder: person } = await drawSpecimen('nameless', { kind: 'national_id' });
    const answer = await verify({ IdCardImage: await namelessCard(person), SelfieImage: selfie(person, 1) });
    expectRefusal(answer, /insufficient image quality/i, [/^IdCardImage: Neither the name nor the number/]);
    expect(await images()).toEqual(before.images);
    expect(await remaining()).toBe(before.left - 1);
  });

  test('bodies that are no form are a 400, whatever they are', async () => {
    const { body, headers } = await form({ IdCardImage: passport, SelfieImage: holder });
    const boundary = headers['content-type']!;
    for (const [what, type] of [
      ['{}', 'application/json'],
      ['a=b', 'application/x-www-form-urlencoded'],
      ['', boundary],
      ['--x\r\n', 'multipart/form-data'],
      ['nothing of the kind', boundary],
      [body.subarray(0, body.length - 40), boundary],
      [body.subarray(0, 300), boundary],
    ] as const) {
      const answer = await served.ask('POST', VERIFY, { key, body: what, headers: { 'content-type': type } });
      expect(answer.status, `${type}: ${String(what).slice(0, 20)}`).toBe(400);
      expect(answer.body).toMatchObject({ success: false, data: null });
    }
  });

  test('other parts are ignored, and a file that comes twice is refused', async () => {
    const answer = await verify({
      toString: 'x',
      note: 'y',
      IdCardImage: passport.subarray(0, 99),
      SelfieImage: holder,
    });
    expectRefusal(answer, /invalid upload/i, [/^IdCardImage: /]);
    const data = new FormData();
    for (const name of ['IdCardImage', 'IdCardImage', 'SelfieImage'])
      data.append(name, new Blob([new Uint8Array(holder)]), 'a.jpg');
    const twice = new Response(data);
    const headers = { 'content-type': twice.headers.get('content-type')! };
    const body = new Uint8Array(await twice.arrayBuffer());
    expectRefusal(await served.ask('POST', VERIFY, { key, body, headers }), /invalid upload/i, [
      /^IdCardImage: sent more than once/,
    ]);
  });

  test('a wrong key is told before the form is read', async () => {
    expect((await verify({ IdCardImage: passport }, { key: undefined })).status).toBe(401);
    expect((await verify({ IdCardImage: passport }, { key: 'nonsense' })).status).toBe(401);
  });

  test('a spent quota is a 429, and nothing of the images stays', async () => {
    const poor = (await bench.key(await bench.account(1))).key;
    expect((await verify({ IdCardImage: passport, SelfieImage: holder }, { key: poor })).status).toBe(200);
    const before = await images();
    const answer = await verify({ IdCardImage: passport, SelfieImage: holder }, { key: poor });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(await images()).toEqual(before);
  });

  test('hostile files give 400 or work, never a 500, and the service goes on', async () => {
    const files = await hostileFiles();
    expect(files.length).toBeGreaterThanOrEqual(60);
    // Two pictures go to the models. Beside a file that is none, the service only decodes a picture.
    for (const [document, selfie] of pairs(files.filter(({ name }) => USABLE.includes(name)))) {
      const answer = await verify({ IdCardImage: document.bytes, SelfieImage: selfie.bytes });
      expect([200, 400], `${document.name}, ${selfie.name}: ${answer.text}`).toContain(answer.status);
    }
    for (const { name, bytes } of files.filter(({ name }) => !USABLE.includes(name))) {
      const { status, text } = await verify({ IdCardImage: bytes, SelfieImage: Buffer.from('no picture') });
      expect(status, `${name}: ${text}`).toBe(400);
    }
    expect((await verify({ IdCardImage: passport, SelfieImage: holder })).status).toBe(200);
  }, 600_000);
});

/** Each file once; the first again where they are odd. */
function pairs(files: readonly HostileFile[]): (readonly [HostileFile, HostileFile])[] {
  return files.flatMap((file, index) => (index % 2 ? [] : [[file, files[index + 1] ?? files[0]!] as const]));
}
