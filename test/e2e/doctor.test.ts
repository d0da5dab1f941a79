import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { examine } from '../../src/doctor/doctor.ts';
import type { Finding } from '../../src/doctor/finding.ts';
import { freePort } from '../support/free-port.ts';
import { NO_S3, ObjectStoreServer, S3_SERVER } from '../support/object-store.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../support/postgres.ts';
import { Bench } from '../support/service.ts';
import { PEOPLE, unList } from '../support/un-list.ts';

const DAY_MS = 86_400_000;
const SETTINGS = { TOUCHSTONE_LISTS_SOURCES: 'un-sc' };
const later = (days: number) => new Date(Date.now() + days * DAY_MS);

/** What the doctor says in one matter, the worst first. */
async function said(
  bench: Bench,
  check: string,
  { now = new Date(), settings = {} }: { now?: Date; settings?: Record<string, string> } = {},
): Promise<Finding> {
  const all = await examine(readConfig({ ...bench.settings, ...settings }), now);
  const order = ['must', 'advice', 'ok'];
  const [worst] = all
    .filter((one) => one.check === check)
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return worst!;
}

async function importYesterday(bench: Bench): Promise<void> {
  await bench.run('lists', 'import', 'un-sc', await unList(PEOPLE, later(-1).toISOString()));
}

describe('the doctor', () => {
  let bench: Bench;
  let key: string;

  beforeAll(async () => {
    bench = await Bench.create({ ...SETTINGS, TOUCHSTONE_PORT: String(await freePort()) });
    key = (await bench.key(await bench.account())).id;
    await importYesterday(bench);
    // Makes the certificate.
    await (await bench.serve()).stop();
  });
  afterAll(() => bench?.remove());

  test('finds nothing that must be mended where all is well, and ends with 0', async () => {
    const { code, stdout } = await bench.command('doctor', '--json');
    const findings = JSON.parse(stdout) as Finding[];
    expect(findings.filter(({ state }) => state === 'must')).toEqual([]);
    expect(code).toBe(0);
    const checks = ['settings', 'disk', 'permissions', 'clock', 'certificate', 'database', 'images', 'lists', 'keys'];
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining([...checks, 'models', 'service']));
  });

  test('ends with 1 and a sentence where something must be mended, and says what to do', async () => {
    await chmod(join(bench.dataDir, 'master.key'), 0o644);
    const { code, stdout, stderr } = await bench.command('doctor');
    await chmod(join(bench.dataDir, 'master.key'), 0o600);
    expect(code).toBe(1);
    expect(stderr).toContain('1 thing must be mended: permissions.');
    expect(stdout).toMatch(/MEND +permissions +Every user of this machine may read the key of all images/);
    expect(stdout).toContain('Run: chmod go-rwx');
  });

  test('makes nothing in a directory that is not there', async () => {
    const dataDir = join(tmpdir(), `touchstone-absent-${process.pid}`);
    const all = await examine(readConfig({ ...bench.settings, TOUCHSTONE_DATA_DIR: dataDir }), new Date());
    expect(all.filter(({ state }) => state === 'must')).toEqual([]);
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  test.each([
    ['certificate', 3 * 365, 'must', 'clients refuse it'],
    ['lists', 30, 'must', 'nobody looked for a newer one'],
    ['keys', 400, 'advice', 'older than a year'],
  ])('%s: sees in %d days what has grown old', async (check, days, state, found) => {
    const finding = await said(bench, check, { now: later(days) });
    expect(finding).toMatchObject({ state, found: expect.stringContaining(found) });
    expect(finding.todo).not.toBeNull();
  });

  test('names a key that is older than a year, and one that ends soon', async () => {
    expect((await said(bench, 'keys', { now: later(400) })).found).toContain(key);
    const ending = await bench.key(1, '--expires', later(5).toISOString());
    expect((await said(bench, 'keys')).found).toContain(`(${ending.id}) ends within 14 days`);
    await bench.run('keys', 'revoke', ending.id);
    expect((await said(bench, 'keys')).state).toBe('ok');
  });

  test('sees a lost master key, damaged compiled lists and a damaged model', async () => {
    const moved = async (name: string, check: string) => {
      const [file, aside] = [join(bench.dataDir, name), join(bench.dataDir, `${name}-aside`)];
      await rename(file, aside);
      try {
        return await said(bench, check);
      } finally {
        await rename(aside, file);
      }
    };
    expect((await moved('master.key', 'images')).found).toContain('The master key is missing');
    expect((await moved('snapshots', 'lists')).found).toContain('The compiled lists of snapshot');
    expect((await said(bench, 'models')).found).toContain('Liveness rests on the two models that come with Touchstone');
    const model = join(bench.dataDir, 'models', 'liveness-minifasnet');
    await mkdir(model, { recursive: true });
    await writeFile(join(model, 'manifest.json'), '{}');
    expect(await said(bench, 'models')).toMatchObject({ state: 'must', found: expect.stringContaining('damaged') });
    await rm(model, { recursive: true });
  });

  test.each([
    ['models', { TOUCHSTONE_FACE_MODEL: '/nowhere/manifest.json' }, 'must', '/nowhere/manifest.json cannot be read'],
    ['models', { TOUCHSTONE_LIVENESS: 'off' }, 'advice', 'Liveness is off'],
    ['settings', { TOUCHSTONE_RATELIMIT: '5:5' }, 'advice', 'Did you mean TOUCHSTONE_RATE_LIMIT?'],
    ['lists', { TOUCHSTONE_LISTS_SOURCES: 'un-sc,eu-fsf' }, 'must', 'EU Financial Sanctions Files'],
    [
      'certificate',
      { TOUCHSTONE_TLS_CERT: '/nowhere/a.pem', TOUCHSTONE_TLS_KEY: '/nowhere/b.pem' },
      'must',
      'there is no such file',
    ],
  ])('%s: sees what a setting does: %j', async (check, settings, state, found) => {
    const seen = await said(bench, check, { settings: settings as Record<string, string> });
    expect(seen).toMatchObject({ state, found: expect.stringContaining(found) });
  });

  test('compares the clock with a server that a list comes from', async () => {
    const at = (ms: number) =>
      createHttpServer((_request, response) => {
        response.setHeader('date', new Date(Date.now() + ms).toUTCString()).end();
      });
    for (const [ms, state] of [[0, 'ok'] as const, [600_000, 'must'] as const]) {
      const server = at(ms).listen(0, '127.0.0.1');
      const url = await new Promise<string>((resolve) => {
        server.once('listening', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/list.xml`));
      });
      const settings = { TOUCHSTONE_LISTS_SYNC: 'daily', TOUCHSTONE_LISTS_URL_UN_SC: url };
      expect((await said(bench, 'clock', { settings })).state).toBe(state);
      server.close();
    }
  });

  test('asks the service that runs, and sees a certificate that it does not use yet', async () => {
    expect((await said(bench, 'service')).found).toContain('No service runs');
    const served = await bench.serve();
    expect((await said(bench, 'service')).found).toContain('It serves at');
    const tls = join(bench.dataDir, 'tls');
    await rename(tls, `${tls}-aside`);
    const other = await Bench.create();
    await (await other.serve()).stop();
    await rename(join(other.dataDir, 'tls'), tls);
    expect(await said(bench, 'service')).toMatchObject({
      found: expect.stringContaining('still uses an earlier certificate'),
      todo: expect.stringContaining('within ten seconds'),
    });
    await rm(tls, { recursive: true });
    await rename(`${tls}-aside`, tls);
    await Promise.all([served.stop(), other.remove()]);
  });

  test('sees another program on the port of the service', async () => {
    const server = createServer((socket) => socket.end('220 mail\r\n'));
    server.listen(Number(bench.settings.TOUCHSTONE_PORT), '127.0.0.1');
    expect(await said(bench, 'service')).toMatchObject({ state: 'must' });
    server.close();
  });

  test('sees a file that is no database, and says so in a sentence', async () => {
    const damaged = await Bench.create(SETTINGS);
    await writeFile(join(damaged.dataDir, 'touchstone.sqlite'), 'x'.repeat(10_000));
    const { code, stderr } = await damaged.command('doctor');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/must be mended: .*database/)]);
    expect((await said(damaged, 'database')).found).toContain('file is not a database');
    await damaged.remove();
  });
});

describe.skipIf(!POSTGRES)(`the doctor at a PostgreSQL (${NO_POSTGRES})`, () => {
  let server: PostgresServer;
  let bench: Bench;

  beforeAll(async () => {
    server = await PostgresServer.start();
    bench = await Bench.create({ ...SETTINGS, TOUCHSTONE_DATABASE_URL: await server.database() });
  });
  afterAll(async () => {
    await bench?.remove();
    server?.remove();
  });

  test('looks at an empty database without making anything in it', async () => {
    const findings = await examine(readConfig(bench.settings), new Date());
    expect(findings.find(({ check }) => check === 'database')).toBeDefined();
    const tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
    expect(await server.query(tables, bench.settings.TOUCHSTONE_DATABASE_URL)).toEqual([]);
  });

  test('names the nodes, and sees a server that forgets what was acknowledged', async () => {
    await importYesterday(bench);
    const served = await bench.serve();
    const findings = await examine(readConfig(bench.settings), new Date());
    const told = findings.filter(({ check }) => check === 'database').map(({ found }) => found);
    // The server of tests is in a hurry.
    expect(told).toEqual([expect.stringContaining('fsync, full_page_writes is off')]);
    expect(findings.find(({ check }) => check === 'clock')).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('the database server'),
    });
    expect(findings.find(({ check }) => check === 'lists')?.state).toBe('ok');
    await served.stop();
  });

  test('counts the connections that the nodes need', async () => {
    const settings = { TOUCHSTONE_DATABASE_URL: `${bench.settings.TOUCHSTONE_DATABASE_URL}?pool=300` };
    const findings = await examine(readConfig({ ...bench.settings, ...settings }), new Date());
    const told = findings.filter(({ check }) => check === 'database').map(({ found }) => found);
    expect(told).toContainEqual(expect.stringMatching(/takes 200 connections, and 1 node may need 311/));
  });

  test('looks at the replica: whether it follows, answers and has the same records', async () => {
    const { TOUCHSTONE_DATABASE_URL: url } = bench.settings;
    const replica = await server.replica();
    const told = async (readUrl: string) => {
      const findings = await examine(
        readConfig({ ...bench.settings, TOUCHSTONE_DATABASE_READ_URL: readUrl }),
        new Date(),
      );
      return findings.filter(({ check }) => check === 'database').map(({ found }) => found);
    };
    const there = new URL(url!);
    there.port = String(replica.port);
    try {
      const [hurried] = await told(there.href);
      expect(await told(there.href)).toEqual([hurried]);
      await replica.promote();
      await replica.query("UPDATE facts SET value = 'another' WHERE name = 'folder'", there.href);
      expect(await told(url!)).toContainEqual('The server for large reads takes writes, and is not read.');
      expect(await told(there.href)).toContainEqual('The server for large reads has other records, and is not read.');
    } finally {
      replica.remove();
    }
    expect(await told(there.href)).toContainEqual(expect.stringContaining('The primary answers all.'));
  });

  test('says that a database is away', async () => {
    server.stop();
    const seen = await said(bench, 'database');
    expect(seen).toMatchObject({ state: 'must', found: expect.stringContaining('cannot be opened') });
    server.start();
  });
});

describe.skipIf(!S3_SERVER)(`the doctor at an object store (${NO_S3})`, () => {
  test('says whether the bucket of the images answers', async () => {
    const store = await ObjectStoreServer.start();
    const bench = await Bench.create({ ...SETTINGS, ...store.bucket() });
    expect((await said(bench, 'images')).state).toBe('ok');
    await store.stop();
    const seen = await said(bench, 'images');
    expect(seen).toMatchObject({ state: 'must', found: expect.stringContaining('The bucket of the images') });
    await Promise.all([store.remove(), bench.remove()]);
  });
});
