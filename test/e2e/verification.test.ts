import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie, stranger } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import type { Truth } from '../../specimens/truth.ts';
import { Bench } from '../support/service.ts';

let bench: Bench;
let truth: Truth;
let home: string;
const at = (name: string) => join(bench.dataDir, name);
/** What commands print that several tests look at. Each loads the models, which takes seconds. */
let readPassport: Awaited<ReturnType<Bench['command']>>;
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about.
let verifiedOther: any;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'touchstone-home-'));
  bench = await Bench.create({ HOME: home, XDG_CACHE_HOME: '', CI: '' });
  const specimen = await drawSpecimen('commands', { kind: 'passport' });
  const shot = photograph(specimen, 'commands');
  truth = shot.truth;
  await writeFile(at('passport.jpg'), shot.jpeg);
  await writeFile(at('holder.jpg'), selfie(specimen.holder, 1));
  await writeFile(at('other.jpg'), selfie(stranger(specimen.holder), 2));
  await writeFile(at('print.jpg'), selfie(specimen.holder, 4, { look: 'print' }));
  await writeFile(at('nobody.jpg'), selfie(specimen.holder, 3, { people: 0 }));
  await writeFile(at('text.jpg'), 'no picture');
  readPassport = await bench.command('read', at('passport.jpg'));
  verifiedOther = await bench.json('verify', '--document', at('passport.jpg'), '--selfie', at('other.jpg'));
});

afterAll(async () => {
  await bench?.remove();
  await rm(home, { recursive: true, force: true });
});

async function jsonLines(file: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(at(file), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('verification on the command line', () => {
  test('read prints the fields, where each came from, and the zone with its check digits', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about.
    const printed = await bench.json<any>('read', at('passport.jpg'));
    expect(printed.extractedData).toMatchObject({
      documentType: 'Passport',
      documentNumber: truth.number,
      dateOfBirth: truth.birthDate,
      expiryDate: truth.expiryDate,
      sex: truth.sex,
    });
    expect(printed.mrz).toMatchObject({ format: 'TD3', lines: truth.mrz!.lines, valid: true });
    expect(printed.mrz.checks.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
    expect(printed.timings.total).toBeGreaterThan(0);
    expect(printed.barcode).toBeNull();
    expect(printed.quality.refusal).toBeNull();
    expect(readPassport.stdout).toContain(`documentNumber  ${truth.number}  (mrz)`);
  });

  test('read says which check digit does not hold, and what is doubtful in a zone', async () => {
    const { jpeg } = photograph(await drawSpecimen('spoilt', { kind: 'passport', wrongCheckDigit: true }), 'spoilt');
    await writeFile(at('spoilt.jpg'), jpeg);
    const spoilt = await bench.command('read', at('spoilt.jpg'));
    expect(spoilt.stdout).toContain('TD3, a check digit does not hold');
    expect(spoilt.stdout).toMatch(/check digit of [a-z ]+: printed \d, should be \d/);
    expect(readPassport.stdout).toContain('TD3, every check digit holds');
    expect(readPassport.stdout).not.toMatch(/should be|may be/);
  });

  test('reading leaves nothing behind in the home of its user: no usage events, no identifier of the device', async () => {
    expect(readPassport.code).toBe(0);
    expect(await readdir(home)).toEqual([]);
  });

  test('verify prints what the API would answer, with reasons and timings, and stores nothing', async () => {
    expect(verifiedOther).toMatchObject({ faceMatch: false, status: 'Not Verified' });
    expect(verifiedOther.reasons[0]).toMatchObject({ code: 'face-mismatch', effect: 'fail' });
    expect(verifiedOther.timings.total).toBeGreaterThan(0);
    expect(verifiedOther.extractedData.documentNumber).toBe(truth.number);
  });

  test('verify tells that a print is held before the camera, and of nobody else', async () => {
    const inFrame = expect.objectContaining({ code: 'selfie-in-frame' });
    const print = await bench.json<{ reasons: object[] }>(
      'verify',
      '--document',
      at('passport.jpg'),
      '--selfie',
      at('print.jpg'),
    );
    expect(print.reasons).toContainEqual(inFrame);
    expect(verifiedOther.reasons).not.toContainEqual(inFrame);
  });

  test('faces compare: the holder is on the passport, somebody else is not', async () => {
    const same = await bench.json<{ confidence: number }>('faces', 'compare', at('passport.jpg'), at('holder.jpg'));
    expect(same.confidence).toBeGreaterThan(80);
    expect(verifiedOther.matchConfidence).toBeLessThan(70);
  });

  test('faces compare and faces liveness work through files, and say of each picture why it has no result', async () => {
    await writeFile(
      at('pairs.tsv'),
      'a\tb\nholder.jpg\tholder.jpg\nholder.jpg\tnobody.jpg\ntext.jpg\tholder.jpg\nmissing.jpg\tholder.jpg\n',
    );
    expect(await bench.json('faces', 'compare', '--file', at('pairs.tsv'), '--out', at('pairs.jsonl'))).toEqual({
      rows: 4,
      failed: 3,
    });
    const [same, nobody, text, missing] = await jsonLines('pairs.jsonl');
    expect(same).toEqual({
      a: 'holder.jpg',
      b: 'holder.jpg',
      similarity: expect.closeTo(1, 3),
      confidence: expect.any(Number),
    });
    expect(same!.confidence).toBeGreaterThan(99);
    expect(nobody).toEqual({ a: 'holder.jpg', b: 'nobody.jpg', error: expect.stringMatching(/^b: No face/) });
    expect(text).toEqual({ a: 'text.jpg', b: 'holder.jpg', error: expect.stringMatching(/^a: .*not a JPEG or PNG/) });
    expect(missing).toEqual({
      a: 'missing.jpg',
      b: 'holder.jpg',
      error: expect.stringMatching(/there is no such file/),
    });

    await writeFile(at('files.txt'), 'holder.jpg\nnobody.jpg\n');
    expect(await bench.json('faces', 'liveness', '--file', at('files.txt'), '--out', at('live.jsonl'))).toEqual({
      files: 2,
      failed: 1,
    });
    const [live, none] = await jsonLines('live.jsonl');
    expect(live).toEqual({ file: 'holder.jpg', livenessScore: expect.any(Number) });
    expect(none).toEqual({ file: 'nobody.jpg', error: expect.stringMatching(/^No face/) });
  });

  test('faces lists what it found', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about.
    const printed = await bench.json<any>('faces', at('holder.jpg'));
    expect(printed.faces).toHaveLength(1);
    expect(printed.faces[0].eyeDistance).toBeGreaterThan(28);
    expect(printed.selfie).toEqual({ refusal: null });
  });

  test.each([
    [['read', 'missing.jpg'], 2, 'there is no such file'],
    [['read'], 2, 'needs FILE'],
    [['verify', '--document', 'a.jpg'], 2, 'a.jpg cannot be read'],
    [['faces', 'compare', '--file', 'none.tsv', '--out', 'x'], 2, 'none.tsv cannot be read: there is no such file'],
  ] as const)('%j ends with %i and one sentence', async (args, code, sentence) => {
    const answer = await bench.command(...args);
    expect(answer.code).toBe(code);
    expect(answer.stderr).toContain(sentence);
    expect(answer.stderr.trim().split('\n')).toHaveLength(1);
  });

  test('a picture that cannot be used is told by one sentence for each image', async () => {
    const text = await bench.command('read', at('text.jpg'));
    expect([text.code, text.stderr.trim()]).toEqual([1, 'touchstone: The file is not a JPEG or PNG image.']);
    const nobody = await bench.command('verify', '--document', at('text.jpg'), '--selfie', at('text.jpg'));
    expect(nobody.stderr).toMatch(/document: .*not a JPEG or PNG.* selfie: .*not a JPEG or PNG/);
  });
});
