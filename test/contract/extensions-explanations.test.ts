import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewVerification } from '../../src/domain/verification.ts';
import { AUTHENTICITY_IDS } from '../../src/verification/authenticity.ts';
import { verification } from '../records/samples.ts';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE, unList } from '../support/un-list.ts';

const NAME = { name: 'Quillon Ferrabast', entityType: 'Individual' };

let bench: Bench;
let served: Served;
let account: number;
let key: string;

beforeAll(async () => {
  bench = await Bench.create();
  await bench.run('lists', 'import', 'un-sc', await unList(PEOPLE), '--published', '2026-11-20');
  served = await bench.serve();
  account = await bench.account();
  key = (await bench.key(account)).key;
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const explain = (path: string, headers: Record<string, string> = {}) =>
  served.ask('GET', `/api/${path}/explanation`, { key, headers });

async function stored(change: Partial<NewVerification>): Promise<number> {
  return bench.records(async ({ verifications }) => {
    const id = await verifications.reserve();
    await verifications.create({ ...verification(account, id), ...change });
    return id;
  });
}

describe('the explanation of a screening', () => {
  test('has every match with its entries, the reasons, the lists as they stood and the alert', async () => {
    const { id, matches } = (await served.screen(key, NAME)).body.data;
    const { status, body } = await explain(`Screening/${id}`);
    expect([status, body.id, body.truncated]).toEqual([200, id, false]);
    expect(body.engine).toMatch(/^\d+\.\d+\.\d+/);
    expect(body.matches.map(({ name, score }: { name: string; score: number }) => [name, score])).toEqual(
      matches.map(({ name, score }: { name: string; score: number }) => [name, score]),
    );
    const [{ entries, explanation, alert }] = body.matches;
    expect(entries[0]).toMatchObject({ source: 'un-sc', id: entries[0].facts.id, facts: { source: 'un-sc' } });
    expect(entries[0].facts.names[0].full).toBe(matches[0].name);
    expect(Object.keys(entries[0])).toEqual(['source', 'id', 'url', 'listedOn', 'programme', 'facts']);
    expect(explanation).toMatchObject({
      matchedName: expect.any(String),
      nameScore: expect.any(Number),
      pairs: expect.any(Array),
    });
    expect(alert).toEqual({ id: expect.any(Number), state: 'open' });
    const un = body.lists.find(({ source }: { source: string }) => source === 'un-sc');
    expect(un).toEqual({
      source: 'un-sc',
      state: expect.stringMatching(/^(real|stale)$/),
      published: expect.any(String),
    });
    expect(body.lists).toContainEqual({ source: 'eu-fsf', state: 'missing', published: null });
  });

  test('is the same as the command prints', async () => {
    const { id } = (await served.screen(key, NAME)).body.data;
    const { matches } = await bench.run<{ matches: { explanation: object }[] }>(
      ...(['screen', NAME.name, '--type', 'Individual'] as const),
    );
    const { body } = await explain(`Screening/${id}`);
    expect(body.matches.map(({ explanation }: { explanation: object }) => explanation)).toEqual(
      matches.map(({ explanation }) => explanation),
    );
  });

  test('of one without a match has none, and its ETag lasts', async () => {
    const { id } = (await served.screen(key, { ...NAME, name: 'Margaret Thistlewood' })).body.data;
    const first = await explain(`Screening/${id}`);
    expect(first.body.matches).toEqual([]);
    const again = await explain(`Screening/${id}`, { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('the explanation of a verification', () => {
  const evidence = {
    thresholds: { match: { fail: 60, sure: 90 }, liveness: { fail: 70, sure: 80 } },
    face: { portraitSure: true },
    document: {
      origins: { documentNumber: 'mrz', surname: 'visual', givenNames: 'mrz', dateOfBirth: 'mrz', country: 'barcode' },
      mrz: { format: 'TD3', valid: true, checks: [{ name: 'documentNumber', ok: true }] },
      conflicts: ['dateOfBirth'],
      doubtful: ['givenNames'],
      specimenWords: [],
      agreements: [{ between: ['mrz', 'visual'], alike: ['sex'], differing: ['dateOfBirth'] }],
    },
    pictures: { sameFile: false, samePicture: false, selfieShowsDocument: false, selfieInFrame: true, edited: [] },
  };

  test('has reasons, where each field came from, thresholds and the checks', async () => {
    const id = await stored({ evidence: JSON.stringify(evidence) });
    const { status, body } = await explain(`IdVerification/${id}`);
    expect([status, body.id, body.status]).toEqual([200, id, 'Manual Review Required']);
    expect(body.reasons).toEqual([{ code: 'liveness-off', text: 'Liveness was not measured.' }]);
    expect(body.fields.documentNumber).toEqual({ value: 'X1234567', source: 'mrz', certainty: 'sure' });
    expect(body.fields.fullName).toEqual({ value: 'IVO MARLIN', source: 'print', certainty: 'doubtful' });
    expect(body.fields.dateOfBirth).toEqual({ value: '1970-02-03', source: 'mrz', certainty: 'contradicted' });
    expect(body.fields.country).toEqual({ value: 'UTO', source: 'barcode', certainty: 'sure' });
    expect(body.fields.address).toEqual({ value: null, source: null, certainty: null });
    expect(Object.keys(body.fields)).toHaveLength(10);
    expect(body.thresholds).toEqual({ match: { review: 60, sure: 90 }, liveness: { review: 70, sure: 80 } });
    const outcomes = Object.fromEntries(
      body.authenticity.map((check: { id: string; outcome: string }) => [check.id, check.outcome]),
    );
    expect(Object.keys(outcomes)).toEqual([...AUTHENTICITY_IDS]);
    expect(outcomes).toMatchObject({
      'check-digits': 'passed',
      'zone-against-print': 'failed',
      'barcode-against-print': 'not-applicable',
      'possible-dates': 'passed',
      'specimen-wording': 'failed',
      'screen-or-sheet': 'doubtful',
    });
  });

  test('of an old record says what it knows, with the thresholds of then', async () => {
    const { body } = await explain(`IdVerification/${await stored({ evidence: '{}' })}`);
    expect(body.fields.sex).toEqual({ value: 'X', source: null, certainty: null });
    expect(body.thresholds.match).toEqual({ review: 70, sure: 80 });
    const zone = body.authenticity.find(({ id }: { id: string }) => id === 'check-digits');
    expect(zone).toEqual({
      id: 'check-digits',
      outcome: 'not-applicable',
      detail: expect.stringContaining('does not keep'),
    });
  });
});

test.each([
  ['Screening', 'screening-not-found'],
  ['IdVerification', 'verification-not-found'],
])('%s: no such record is 404 with its code', async (what, code) => {
  for (const id of ['987654321', '0', 'x', '01', '9'.repeat(30)]) {
    const { status, body } = await explain(`${what}/${id}`);
    expect([id, status, body.code]).toEqual([id, 404, code]);
  }
  const wrong = await served.ask('POST', `/api/${what}/1/explanation`, { key });
  expect([wrong.status, wrong.body.code]).toEqual([405, 'method-not-allowed']);
  const unknown = await served.ask('GET', `/api/${what}/1/explanation?full=1`, { key });
  expect([unknown.status, unknown.body.errors[0].field]).toEqual([400, 'full']);
});
