import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { childrenOf } from '../../test/support/children.ts';
import { fullOfText } from '../../test/support/full-of-text.ts';
import { DEFAULT_THRESHOLDS } from '../domain/verification.ts';
import type { Spent } from '../threads/used-time.ts';
import { type EngineOptions, VerificationEngine } from './engine.ts';
import { Verifier, type VerifierOptions } from './verifier.ts';

const FAULTY = new URL('../../test/support/faulty-verification.ts', import.meta.url);

let directory: string;
let verifier: Verifier;
let interrupted: Error[];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-test-'));
});
afterEach(() => verifier.close());
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Without liveness. */
const engineOptions = (): EngineOptions => ({
  models: { liveness: 'off', installedModel: join(directory, 'none.json'), faceModel: undefined, cache: directory },
  thresholds: DEFAULT_THRESHOLDS,
});

function open(options: Partial<VerifierOptions>): void {
  interrupted = [];
  verifier = new Verifier({
    ...engineOptions(),
    now: () => new Date(),
    interrupted: (error) => interrupted.push(error),
    ...options,
  });
}

/** The process that answered. What is done `once` is answered when it is asked for again. */
async function ask(what: 'answer' | 'crash' | 'spin' | 'hang', { accountId = 1, once = '' } = {}): Promise<number> {
  const uploads = { document: Buffer.from(what), selfie: Buffer.from(once && join(directory, once)) };
  const outcome = await verifier.verify({ accountId, uploads });
  if (outcome.kind !== 'refused') throw new Error('This process answers with a refusal.');
  return Number(outcome.problems[0]!.text);
}

test('pictures that crash the process are refused as busy after two attempts, and the next verification is answered', async () => {
  open({ module: FAULTY });
  const before = await ask('answer');
  await expect(ask('crash')).rejects.toMatchObject({ code: 'busy', message: expect.stringMatching(/nothing spent/) });
  expect(interrupted.map(({ message }) => message)).toEqual(Array(2).fill('The process ended with SIGSEGV.'));
  expect(await ask('answer')).not.toBe(before);
});

test('a process that is killed once costs nobody an answer', async () => {
  open({ module: FAULTY });
  expect(await ask('crash', { once: 'crash' })).toBeGreaterThan(0);
  expect(interrupted).toHaveLength(1);
});

test('a verification beside one that crashes the process is answered, and so is one that came meanwhile', async () => {
  open({ module: FAULTY });
  await ask('answer');
  const beside = ask('hang', { accountId: 2, once: 'beside' });
  const crash = expect(ask('crash')).rejects.toMatchObject({ code: 'busy' });
  const meanwhile = ask('answer', { accountId: 3 });
  expect(await beside).toBeGreaterThan(0);
  await crash;
  expect(await meanwhile).toBeGreaterThan(0);
  expect(interrupted).toHaveLength(2);
});

test('a verification that takes too long is ended with its process; the one beside it is answered', async () => {
  open({ module: FAULTY, limitMs: 500 });
  await ask('answer');
  await expect(ask('spin')).rejects.toMatchObject({ code: 'busy', message: expect.stringMatching(/in time/) });
  expect(interrupted).toHaveLength(1);
  const beside = ask('hang', { accountId: 2, once: 'beside a late one' });
  await expect(ask('hang')).rejects.toMatchObject({ code: 'busy', message: expect.stringMatching(/in time/) });
  expect(await beside).toBeGreaterThan(0);
  expect(interrupted).toHaveLength(3);
});

test('time that ends without a record is counted by account, and a record gives it back', async () => {
  open({ module: FAULTY, limitMs: 1000, unpaid: { seconds: 0.9, refill: 0.001 } });
  await ask('answer');
  expect(verifier.secondsToWait(1)).toBe(0);
  await expect(ask('hang')).rejects.toMatchObject({ code: 'busy' });
  expect(verifier.secondsToWait(1)).toBeGreaterThan(1);
  expect(verifier.secondsToWait(2)).toBe(0);
  verifier.paid(1, 60_000);
  expect(verifier.secondsToWait(1)).toBe(0);
});

test('the models themselves can be ended in the middle of their work, by the limit and by closing', async () => {
  const specimen = await drawSpecimen('ended', { kind: 'passport' });
  const uploads = { document: photograph(specimen, 'ended').jpeg, selfie: selfie(specimen.holder, 1) };
  open({ limitMs: 250 });
  const late = { code: 'busy', message: expect.stringMatching(/in time/) };
  await expect(verifier.verify({ accountId: 1, uploads })).rejects.toMatchObject(late);
  expect(interrupted[0]!.message).toMatch(/SIGKILL/);
  const running = [1, 2].map((accountId) => verifier.verify({ accountId, uploads }));
  const told = running.map((one) => expect(one).rejects.toMatchObject({ code: 'busy' }));
  await verifier.close();
  await Promise.all(told);
});

test.skipIf(process.platform !== 'linux')('two large progressive pictures take no more memory than one', async () => {
  const picture = { width: 7000, height: 7000, channels: 3, background: '#c8b08a' } as const;
  const large = await sharp({ create: picture }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  expect(large.length).toBeLessThan(1024 ** 2);
  open({});
  const nonsense = Buffer.from('no picture');
  const verify = (document: Buffer, selfie: Buffer) => verifier.verify({ accountId: 1, uploads: { document, selfie } });
  const peak = (): number => {
    const [pid] = childrenOf(process.pid, 'verification/process.ts');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
  };
  // What is no picture ends a verification as soon as the other file is decoded. Each is decoded on another thread.
  await verify(large, nonsense);
  await verify(nonsense, large);
  const one = peak();
  await Promise.all([verify(large, nonsense), verify(nonsense, large)]);
  expect(peak() - one).toBeLessThan(160);
});

test('pictures full of text of one account delay the verification of another by one of them at most', async () => {
  const specimen = await drawSpecimen('beside', { kind: 'passport' });
  const uploads = { document: photograph(specimen, 'beside').jpeg, selfie: selfie(specimen.holder, 1) };
  const costly = { document: fullOfText(), selfie: uploads.selfie };
  open({});
  // Of a third account, so that neither has used anything.
  await verifier.verify({ accountId: 3, uploads });
  const ended: string[] = [];
  const verify = async (who: string, accountId: number, pictures: typeof uploads) => {
    await verifier.verify({ accountId, uploads: pictures });
    ended.push(who);
  };
  // Some of them wait too long on a busy machine, and all are ended at the end.
  const flood = Array.from({ length: 5 }, () => verify('flood', 1, costly).catch(() => {}));
  await verify('other', 2, uploads);
  expect(ended.filter((who) => who === 'flood').length).toBeLessThanOrEqual(1);
  await verifier.close();
  await Promise.all(flood);
});

test('what a verification takes of the threads is told while it lasts, for its account', async () => {
  const specimen = await drawSpecimen('told', { kind: 'passport' });
  const uploads = { document: photograph(specimen, 'told').jpeg, selfie: selfie(specimen.holder, 1) };
  const told: Spent[] = [];
  open({});
  const engine = new VerificationEngine(engineOptions(), { spent: (spent) => told.push(spent) });
  const began = performance.now();
  await engine.verify(uploads, '2026-11-30', 7);
  const took = performance.now() - began;
  await engine.close();
  // Documents and faces have a thread each.
  expect(told.length).toBeGreaterThanOrEqual(4);
  expect(new Set(told.map(({ account }) => account))).toEqual(new Set([7]));
  const sum = told.reduce((all, { ms }) => all + ms, 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThanOrEqual(2 * took);
});

test('a frame is measured in the process with the models, and one that is no picture of its size is refused in words', async () => {
  open({});
  const bytes = await sharp(selfie({ face: 3, sex: 'F' }, 'frame'))
    .resize(480, 640)
    .jpeg()
    .toBuffer();
  const { width, height, faces, face } = await verifier.readFrame({ accountId: 1, bytes });
  expect({ width, height, faces }).toEqual({ width: 480, height: 640, faces: 1 });
  expect(Math.abs(face!.yaw)).toBeLessThan(20);
  expect(face!.points).toHaveLength(136);
  expect(Buffer.from(face!.embedding!, 'base64')).toHaveLength(512);
  const quick = await verifier.readFrame({ accountId: 1, bytes, effort: 'quick' });
  expect(quick.face).toEqual({ ...face, embedding: null, alive: null });
  const grey = sharp({ create: { width: 480, height: 640, channels: 3, background: '#888' } });
  expect(await verifier.readFrame({ accountId: 1, bytes: await grey.jpeg().toBuffer() })).toMatchObject({ face: null });
  const large = await grey.resize(1300, 900).jpeg().toBuffer();
  for (const wrong of [Buffer.from('no picture'), large, bytes.subarray(0, 300)]) {
    await expect(verifier.readFrame({ accountId: 1, bytes: wrong })).rejects.toMatchObject({ code: 'validation' });
  }
});

test('a frame that crashes the process is refused as busy, and not tried again', async () => {
  open({ module: FAULTY });
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  await expect(verifier.readFrame({ accountId: 1, bytes })).rejects.toMatchObject({ code: 'busy' });
  expect(interrupted).toHaveLength(1);
  expect(await ask('answer')).toBeGreaterThan(0);
});
