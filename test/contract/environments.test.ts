import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { withRecords } from '../../src/open-records.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';

const PICTURES = new URL('../../src/sandbox/pictures/', import.meta.url);
const SENTENCE = 'This is the sandbox: everything that it knows is invented.';

let bench: Bench;
let served: Served;
let account: number;
let key: string;

beforeAll(async () => {
  bench = await Bench.create({ TOUCHSTONE_ENVIRONMENT: 'sandbox' });
  account = await bench.account();
  key = (await bench.key(account)).key;
  served = await bench.serve();
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const screen = (name: string, entityType = 'Individual', by = key) => served.screen(by, { name, entityType });

async function verify(document: string, selfie: string): Promise<Answer> {
  const form = new FormData();
  for (const [field, name] of Object.entries({ IdCardImage: document, SelfieImage: selfie })) {
    form.append(field, new Blob([await readFile(new URL(`${name}.jpg`, PICTURES))]), `${name}.jpg`);
  }
  const request = new Request('https://sandbox.invalid/', { method: 'POST', body: form });
  const headers = { 'content-type': request.headers.get('content-type')! };
  return served.ask('POST', '/api/IdVerification/verify', {
    key,
    headers,
    body: new Uint8Array(await request.arrayBuffer()),
  });
}

describe('settings', () => {
  test('a service beside the real one has a directory, ports and keys of its own', () => {
    const places = (['production', 'staging', 'sandbox'] as const).map((environment) => {
      const { dataDir, port, metrics } = readConfig({ TOUCHSTONE_ENVIRONMENT: environment });
      return [dataDir.split('/').at(-1), port, metrics?.port];
    });
    expect(places).toEqual([
      ['data', 8443, 9464],
      ['data-staging', 10443, 9466],
      ['data-sandbox', 9443, 9465],
    ]);
    const config = readConfig({
      TOUCHSTONE_ENVIRONMENT: 'sandbox',
      TOUCHSTONE_PORT: '7',
      TOUCHSTONE_LISTS_SYNC: 'daily',
    });
    expect([config.port, config.listsSyncMs]).toEqual([7, undefined]);
    expect(() => readConfig({ TOUCHSTONE_ENVIRONMENT: 'test' })).toThrow(/"production", "staging" or "sandbox"/);
  });

  test('every command takes --environment', async () => {
    const other = await Bench.create();
    try {
      const wrong = await other.command('accounts', 'list', '--environment', 'test');
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('must be "production"')]);
      const made = await other.json<{ id: number }>('accounts', 'create', '--name', 'A', '--environment', 'staging');
      const words = ['keys', 'create', '--account', String(made.id), '--name', 'K', '--environment=staging'];
      expect((await other.json<{ key: string }>(...words)).key).toMatch(/^tsk_test_/);
      const mixed = await other.command('accounts', 'list');
      expect([mixed.code, mixed.stderr]).toEqual([2, expect.stringContaining('is of the staging environment')]);
      expect((await other.command('keys', '--help')).stdout).toContain('keys create');
    } finally {
      await other.remove();
    }
  });

  test('a directory of real records is opened by no other environment, and the other way round', async () => {
    const real = await Bench.create();
    try {
      await real.account();
      const open = (environment: string) =>
        withRecords(readConfig({ ...real.settings, TOUCHSTONE_ENVIRONMENT: environment }), async () => {});
      await expect(open('sandbox')).rejects.toThrow(/is of the production environment, not of sandbox/);
      await open('production');
      const sandbox = readConfig({ ...bench.settings, TOUCHSTONE_ENVIRONMENT: 'production' });
      await expect(withRecords(sandbox, async () => {})).rejects.toThrow(/is of the sandbox environment/);
    } finally {
      await real.remove();
    }
  });
});

describe('the sandbox', () => {
  test('takes no list and fetches none', async () => {
    await expect(bench.run('lists', 'import', 'un-sc', 'x.xml')).rejects.toThrow(/fixed list of invented entries/);
    await expect(bench.run('lists', 'sync')).rejects.toThrow(/fixed list of invented entries/);
    const { body } = await served.ask('GET', '/api/Lists', { key });
    expect(body.items.filter(({ state }: { state: string }) => state === 'starter').length).toBeGreaterThan(5);
  });

  test('its keys say what they are', () => {
    expect(key).toMatch(/^tsk_test_[0-9A-Za-z]{12}_[0-9A-Za-z]{30}$/);
  });

  test.each([
    ['Quillon Ferrabast', 'Individual', ['Quillon Ferrabast'], 2],
    ['Tessaly Vornak', 'Individual', ['Thessaly Vornak'], 1],
    ['Zorbek Mining Trust', 'Organization', ['Zorbek Mining Trust Limited'], 1],
    ['Odalys Whitmarrow', 'Individual', ['Odalys Whitmarrow'], 1],
    ['Ludo Krantzbein', 'Individual', ['Ludo Krantzbein'], 1],
    ['Margaret Thistlewood', 'Individual', [], 0],
  ])('%s: the same answer each time', async (name, entityType, found, lists) => {
    const { status, body } = await screen(name, entityType);
    expect([status, body.message.endsWith(SENTENCE)]).toEqual([200, true]);
    expect(body.data.matches.map((match: { name: string }) => match.name)).toEqual(found);
    const { matches } = (await screen(name, entityType)).body.data;
    expect(matches).toEqual(body.data.matches);
    if (found.length > 0) expect(matches[0].sources).toHaveLength(lists);
  });

  test('every error of a screening can be asked for, and its message says where it comes from', async () => {
    const { key: elsewhere } = await bench.key(account, '--allow', '203.0.113.7');
    const answers = [
      await screen('Sandbox Quota'),
      await screen('Sandbox failure'),
      await screen('sandbox OVERLOAD'),
      await screen(''),
      await screen('A B', 'Individual', 'tsk_test_x'),
      await screen('A B', 'Individual', elsewhere),
    ];
    expect(answers.map(({ status }) => status)).toEqual([429, 500, 503, 400, 401, 403]);
    for (const { body } of answers) expect(body.message).toContain(SENTENCE);
    expect(answers[0]!.headers['retry-after']).toMatch(/^\d+$/);
  });

  test.each([
    ['passport', 'selfie-holder', 'Verified', true],
    ['driver-license', 'selfie-holder', 'Verified', true],
    ['national-id', 'selfie-holder', 'Verified', true],
    ['residence-permit', 'selfie-holder', 'Verified', true],
    ['passport-expired', 'selfie-holder', 'Manual Review Required', true],
    ['passport-wrong-check-digit', 'selfie-holder', 'Manual Review Required', true],
    ['passport', 'selfie-uncertain', 'Manual Review Required', true],
    ['passport', 'selfie-liveness-uncertain', 'Manual Review Required', true],
    ['passport', 'selfie-somebody-else', 'Not Verified', false],
    ['passport', 'selfie-spoof', 'Not Verified', true],
  ])('%s with %s: %s', async (document, selfie, result, faceMatch) => {
    const { status, body } = await verify(document, selfie);
    expect([status, body.data.status, body.data.faceMatch]).toEqual([200, result, faceMatch]);
    expect(body.message).toContain(SENTENCE);
    const explained = await served.ask('GET', `/api/IdVerification/${body.data.id}/explanation`, { key });
    expect([explained.status, explained.body.status]).toEqual([200, result]);
  });

  test.each([
    ['document-blurry', 'selfie-holder', 400],
    ['document-without-portrait', 'selfie-holder', 400],
    ['passport', 'selfie-without-face', 400],
    ['passport', 'selfie-several-faces', 400],
    ['document-quota', 'selfie-holder', 429],
    ['document-failure', 'selfie-holder', 500],
    ['document-overload', 'selfie-holder', 503],
  ])('%s with %s: %i', async (document, selfie, expected) => {
    const { status, body } = await verify(document, selfie);
    expect([status, body.success]).toEqual([expected, false]);
    expect(body.message).toContain(SENTENCE);
  });

  test('its page shows the names and the pictures', async () => {
    const { status, text, headers } = await served.ask('GET', '/sandbox');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const shown of ['Quillon Ferrabast', 'Zorbek Mining Trust Limited', '/sandbox/passport.jpg']) {
      expect(text).toContain(shown);
    }
    for (const [, file] of text.matchAll(/href="\/sandbox\/([\w-]+\.jpg)"/g)) {
      const { body, statusCode } = await served.agent.request({
        origin: served.service.url,
        path: `/sandbox/${file}`,
        method: 'GET',
      });
      const bytes = Buffer.from(await body.arrayBuffer());
      expect([file, statusCode, bytes.equals(await readFile(new URL(file!, PICTURES)))]).toEqual([file, 200, true]);
    }
  });

  test('the command line screens the same list and says so', async () => {
    const { stdout } = await bench.command(
      'screen',
      'Quillon Ferrabast',
      '--type',
      'Individual',
      '--environment',
      'sandbox',
    );
    expect(stdout).toContain('Quillon Ferrabast');
    expect(stdout).toContain(SENTENCE);
    expect(bench.printed).toContain('environment  sandbox');
    expect(await readFile(join(bench.dataDir, 'environment'), 'utf8')).toBe('sandbox\n');
  });
});

test('no other environment shows specimens or knows the names that ask for an error', async () => {
  const real = await Bench.create({ TOUCHSTONE_STARTER_LIST: 'on' });
  const service = await real.serve();
  try {
    const { key: own } = await real.key(await real.account());
    expect((await service.ask('GET', '/sandbox')).status).toBe(404);
    const { status, body } = await service.screen(own, { name: 'Sandbox Failure', entityType: 'Individual' });
    expect([status, body.message.includes(SENTENCE)]).toEqual([200, false]);
    expect((await service.ask('GET', '/api/Lists', { key })).status).toBe(401);
  } finally {
    await service.stop();
    await real.remove();
  }
});
