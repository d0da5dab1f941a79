import { once } from 'node:events';
import { readdir, rename } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import RawDatabase from 'better-sqlite3';
import { Agent, request } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { DATABASE_FILE } from '../../src/open-records.ts';
import { openConnection } from '../../src/records/sqlite/connection.ts';
import { migrate, migrations } from '../../src/records/sqlite/migrate.ts';
import { form } from '../support/form.ts';
import { freePort } from '../support/free-port.ts';
import { ServingProcess } from '../support/process.ts';
import { Bench } from '../support/service.ts';

const VERIFY = '/api/IdVerification/verify';
const OLD_VERSION = 18;

let bench: Bench;
let service: ServingProcess | undefined;

afterEach(async () => {
  service?.kill();
  await bench?.remove();
});

interface Line {
  readonly msg: string;
  readonly [member: string]: unknown;
}

const lines = (): Line[] =>
  service!.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

test.skipIf(process.env.TOUCHSTONE_TEST_DATABASE_SERVER)(
  'a service that migrates its database lives, says that it is not ready and how far it is, and logs each step',
  async () => {
    const port = await freePort();
    bench = await Bench.create({ TOUCHSTONE_PORT: String(port) });
    const file = join(bench.dataDir, DATABASE_FILE);
    const old = openConnection(file);
    migrate(old, file, migrations().slice(0, OLD_VERSION), new Date());
    old.close();
    // Whoever writes keeps the migration waiting after its copy is made.
    const writer = new RawDatabase(file);
    writer.exec('BEGIN IMMEDIATE');
    service = new ServingProcess(bench);
    const agent = new Agent({ connect: { rejectUnauthorized: false } });
    const ask = (path: string, method: 'GET' | 'POST' = 'GET') =>
      request(`https://127.0.0.1:${port}${path}`, { dispatcher: agent, method });
    await expect.poll(() => service!.output, { interval: 20 }).toContain('"the database is migrated"');
    const [live, ready] = [await ask('/health/live'), await ask('/health/ready')];
    expect([live.statusCode, ready.statusCode]).toEqual([200, 503]);
    const newest = migrations().length;
    expect(((await ready.body.json()) as { reason: string }).reason).toMatch(
      new RegExp(
        `^The database goes from schema ${OLD_VERSION} to ${newest}: step ${OLD_VERSION + 1} of ${newest}\\. `,
      ),
    );
    const screened = await ask('/api/Screening/screen', 'POST');
    expect(screened.statusCode).toBe(503);
    expect(Number(screened.headers['retry-after'])).toBeGreaterThan(0);
    expect(await screened.body.json()).toMatchObject({ success: false, message: 'Service unavailable.' });
    writer.exec('ROLLBACK');
    writer.close();
    await service.serving();
    expect((await ask('/health/ready')).statusCode).toBe(200);
    await agent.close();
    const [copyFile] = (await readdir(bench.dataDir)).filter((name) => name.includes('.before-'));
    const leapt = new RawDatabase(join(bench.dataDir, copyFile!), { readonly: true });
    const ids = leapt.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'screenings'").pluck().get();
    leapt.close();
    expect(ids).toBe(1_000_000);
    const [copied, ...steps] = lines().filter(({ msg }) => msg.startsWith('the database '));
    const copy = expect.stringContaining(`${DATABASE_FILE}.before-${newest}-`);
    expect(copied).toMatchObject({ schema: OLD_VERSION, newest, rows: 0, copy });
    expect(steps.at(-1)).toMatchObject({ msg: 'the database was migrated', step: newest, copy });
  },
);

test.skipIf(process.env.TOUCHSTONE_TEST_DATABASE_SERVER)(
  'a stop during a migration cuts the start off, and the next start migrates',
  async () => {
    bench = await Bench.create();
    const file = join(bench.dataDir, DATABASE_FILE);
    const old = openConnection(file);
    migrate(old, file, migrations().slice(0, OLD_VERSION), new Date());
    old.close();
    const writer = new RawDatabase(file);
    writer.exec('BEGIN IMMEDIATE');
    service = new ServingProcess(bench);
    await expect.poll(() => service!.output, { interval: 20 }).toContain('"the database is migrated"');
    service.child.kill('SIGTERM');
    // Whoever writes holds the migration up all the while.
    expect(await service.ended()).toBe(0);
    expect(lines().at(-1)!.msg).toBe('stopping: the start is cut off, and the next one begins it again');
    writer.exec('ROLLBACK');
    expect(writer.pragma('user_version', { simple: true })).toBe(OLD_VERSION);
    writer.close();
    service = new ServingProcess(bench);
    await service.serving();
    expect(lines().find(({ msg }) => msg === 'the database was migrated')).toMatchObject({ step: migrations().length });
  },
);

test('a start waits for a database that does not answer yet, says so, and a stop cuts it off', async () => {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  bench = await Bench.create({ TOUCHSTONE_DATABASE_URL: `postgres://somebody@127.0.0.1:${port}/records` });
  service = new ServingProcess(bench);
  await expect.poll(() => service!.output, { interval: 20 }).toContain('"the database does not answer yet"');
  service.child.kill('SIGTERM');
  expect(await service.ended()).toBe(0);
  expect(lines().at(-1)!.msg).toBe('stopping: the start is cut off, and the next one begins it again');
  silent.close();
});

test('a stop gives what runs the time that is set, then answers 503 to what waits, and names each request that it cut', async () => {
  bench = await Bench.create({ TOUCHSTONE_STOP_SECONDS: '2' });
  const { key } = await bench.key(await bench.account());
  service = new ServingProcess(bench);
  const { url, agent } = await service.serving();
  const specimen = await drawSpecimen('stop', { kind: 'passport' });
  const whole = await form({ IdCardImage: photograph(specimen, 'stop').jpeg, SelfieImage: selfie(specimen.holder, 1) });
  const headers = { ...whole.headers, 'x-api-key': key };
  const ask = async () => {
    const asked = request(`${url}${VERIFY}`, { dispatcher: agent, method: 'POST', headers, body: whole.body });
    const { statusCode, headers: answered, body } = await asked;
    await body.dump();
    return { status: statusCode, retryAfter: answered['retry-after'] };
  };
  // Loads the models, so that the others are verified and not refused for that.
  expect((await ask()).status).toBe(200);
  const all = Array.from({ length: 9 }, ask);
  // One client sends the beginning and no more.
  const half = new PassThrough();
  half.write(whole.body.subarray(0, 1000));
  const length = { 'content-length': String(whole.body.length) };
  const slow = request(`${url}${VERIFY}`, {
    dispatcher: agent,
    method: 'POST',
    headers: { ...headers, ...length },
    body: half,
  }).then(
    ({ statusCode }) => statusCode,
    () => 'cut',
  );
  await expect.poll(() => lines().filter(({ status }) => status === 200).length).toBeGreaterThan(1);
  const began = performance.now();
  service.child.kill('SIGTERM');
  const answers = await Promise.all(all);
  expect(await slow).toBe('cut');
  await service.ended();
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(service.child.exitCode).toBe(0);
  for (const { status, retryAfter } of answers) {
    expect([200, 503]).toContain(status);
    if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
  const cut = lines().filter(({ msg }) => msg === 'a request was cut: the service stops');
  expect(cut).toEqual([expect.objectContaining({ method: 'POST', route: VERIFY, received: false })]);
  expect(lines().find(({ msg }) => msg.startsWith('stopping'))).toMatchObject({ seconds: 2 });
});

test.skipIf(process.env.TOUCHSTONE_TEST_DATABASE_SERVER)(
  'audit verify ends with 3 where nothing could be checked, and no service starts without the key of its log',
  async () => {
    bench = await Bench.create();
    const verify = () => bench.command('audit', 'verify', '--json');
    expect(await verify()).toMatchObject({ code: 3, stderr: expect.stringContaining('not checked: no records in') });
    await bench.account();
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining('"ok":true') });
    const key = join(bench.dataDir, 'master.key');
    await rename(key, `${key}-aside`);
    const keyless = await verify();
    expect(keyless).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('touchstone: not checked: no key. 1 of 1'),
    });
    expect(JSON.parse(keyless.stdout)).toMatchObject({ ok: false, unchecked: 1 });
    service = new ServingProcess(bench);
    expect(await service.ended()).toBe(1);
    expect(service.complaints).toContain('put back master.key');
    expect(await readdir(bench.dataDir)).not.toContain('master.key');
    await rename(`${key}-aside`, key);
    expect((await verify()).code).toBe(0);
  },
);
