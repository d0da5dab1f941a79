import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_S3, ObjectStoreServer, S3_SERVER } from '../support/object-store.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../support/postgres.ts';
import { promised } from '../support/promised.ts';
import { Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';
import { PEOPLE, unList } from '../support/un-list.ts';

/** What the specification promises of a snapshot. */
const HEARD_MS = 5_000;
/** A list of a snapshot. */
interface Status {
  readonly source: string;
  readonly entries: number;
  readonly sha256: string;
}

const WHY = POSTGRES ? NO_S3 : NO_POSTGRES;

describe.skipIf(!POSTGRES || !S3_SERVER)(`nodes that share a database and a bucket, and no folder (${WHY})`, () => {
  let database: PostgresServer;
  let objects: ObjectStoreServer;
  let settings: ReturnType<ObjectStoreServer['bucket']>;
  let benches: [Bench, Bench];
  let nodes: [Served, Served];
  let key: string;

  beforeAll(async () => {
    [database, objects] = await Promise.all([PostgresServer.start(), ObjectStoreServer.start()]);
    settings = {
      ...objects.bucket(),
      TOUCHSTONE_DATABASE_URL: await database.database(),
      TOUCHSTONE_MASTER_KEY: '0123456789abcdef'.repeat(4),
    };
    benches = [await Bench.create(settings), await Bench.create(settings)];
    key = (await benches[0].key(await benches[0].account())).key;
    await benches[0].run('lists', 'import', 'un-sc', await unList(PEOPLE.slice(0, 2)));
    nodes = [await benches[0].serve(), await benches[1].serve()];
  });
  afterAll(async () => {
    await Promise.all((nodes ?? []).map((node) => node.stop()));
    await Promise.all((benches ?? []).map((bench) => bench.remove()));
    await objects?.remove();
    database?.remove();
  });

  const matches = async (node: Served, name: string) =>
    (await node.screen(key, { name, entityType: 'Individual' })).body.data.hasMatch as boolean;
  const published = async () =>
    (
      (await database.query('SELECT id FROM snapshots ORDER BY sequence', settings.TOUCHSTONE_DATABASE_URL)) as {
        id: string;
      }[]
    ).map(({ id }) => id);
  async function inForce(): Promise<Status[]> {
    const newest = 'SELECT sources FROM snapshots ORDER BY sequence DESC LIMIT 1';
    const [row] = (await database.query(newest, settings.TOUCHSTONE_DATABASE_URL)) as { sources: Status[] }[];
    return row!.sources;
  }

  const compiledAt = (bench: Bench) => readdir(join(bench.dataDir, 'snapshots'));

  async function untilMatches(node: Served, name: string): Promise<void> {
    expect(await promised(HEARD_MS, () => matches(node, name), Boolean)).toBe(true);
  }

  /** Waits until both nodes have what was published last. */
  async function untilFetched(): Promise<string> {
    const id = (await published()).at(-1)!;
    const haveIt = async () => {
      const files = await Promise.all(benches.map(compiledAt));
      return files.every((names) => names.includes(`${id}.index`));
    };
    expect(await promised(HEARD_MS, haveIt, Boolean)).toBe(true);
    return id;
  }

  test('a list imported at one is in force at the other within 5 s, and was compiled once', async () => {
    const before = await published();
    expect(await matches(nodes[1], PEOPLE[2]!.name)).toBe(false);
    const { snapshot } = await benches[0].run<{ snapshot: string }>(
      'lists',
      'import',
      'un-sc',
      await unList(PEOPLE, '2026-02-02T03:04:05Z'),
    );
    for (const node of nodes) await untilMatches(node, PEOPLE[2]!.name);
    expect(await published()).toEqual([...before, snapshot]);
    expect(await compiledAt(benches[1])).toContain(`${snapshot}.index`);
    // The other one fetched what was compiled, and never had the list.
    expect(existsSync(join(benches[1].dataDir, 'lists', 'un-sc'))).toBe(false);
  });

  test('a node with an empty data directory starts from the bucket and compiles nothing', async () => {
    const before = await published();
    const third = await Bench.create(settings);
    const node = await third.serve();
    try {
      expect(await matches(node, PEOPLE[2]!.name)).toBe(true);
      expect(await published()).toEqual(before);
      expect(existsSync(join(third.dataDir, 'lists', 'un-sc'))).toBe(false);
    } finally {
      await node.stop();
      await third.remove();
    }
  });

  test('what the other node imports stands beside the lists of the first, which it fetches by itself', async () => {
    const fixture = 'src/watchlists/sources/us-congress/fixtures/historical.csv';
    await benches[1].run('lists', 'import', 'us-congress', fixture);
    const counts = Object.fromEntries((await inForce()).map(({ source, entries }) => [source, entries]));
    expect(counts['un-sc']).toBe(PEOPLE.length);
    expect(counts['us-congress']).toBeGreaterThan(0);
    expect(await matches(nodes[0], PEOPLE[2]!.name)).toBe(true);
  });

  test('the files of every list stay in the bucket as they came; entries only of those in force', async () => {
    const folder = join(objects.folder(settings), 'lists', 'un-sc');
    const lists = (await readdir(folder)).sort();
    expect(lists).toHaveLength(2);
    const content = await Promise.all(lists.map(async (list) => (await readdir(join(folder, list))).sort()));
    expect(content).toEqual([
      ['list.json', 'raw'],
      ['entries.jsonl.gz', 'list.json', 'raw'],
    ]);
  });

  test('an object that is not what was published is refused, and the snapshot is compiled again', async () => {
    const id = await untilFetched();
    const folder = join(objects.folder(settings), 'snapshots', id);
    const [index] = (await readdir(folder)).filter((name) => name.endsWith('.index'));
    await writeFile(join(folder, index!), 'nonsense');
    const fourth = await Bench.create(settings);
    const node = await fourth.serve();
    try {
      expect((await published()).at(-1)).not.toBe(id);
      expect(await matches(node, PEOPLE[2]!.name)).toBe(true);
    } finally {
      await node.stop();
      await fourth.remove();
    }
  });

  test('two nodes that import at once lose neither list', async () => {
    const fixture = 'src/watchlists/sources/us-congress/fixtures/legislators.json';
    const before = (await published()).length;
    const was = await inForce();
    await Promise.all([
      benches[0].run('lists', 'import', 'un-sc', await unList(PEOPLE.slice(0, 7), '2026-03-03T03:04:05Z')),
      benches[1].run('lists', 'import', 'us-congress', fixture, '--force'),
    ]);
    const after = await inForce();
    expect(after.find(({ source }) => source === 'un-sc')?.entries).toBe(7);
    const hash = (sources: readonly Status[]) => sources.find(({ source }) => source === 'us-congress')!.sha256;
    expect(hash(after)).not.toBe(hash(was));
    expect(await published()).toHaveLength(before + 2);
    await untilFetched();
  });

  test('without the bucket nodes go on with the lists that they have, and a new node says why it cannot start', async () => {
    await untilFetched();
    await objects.stop();
    for (const node of nodes) expect(await matches(node, PEOPLE[2]!.name)).toBe(true);
    const restarted = await benches[0].serve();
    expect(await matches(restarted, PEOPLE[2]!.name)).toBe(true);
    await restarted.stop();
    const fifth = await Bench.create(settings);
    await expect(fifth.serve()).rejects.toThrow(/^The object store cannot be reached/);
    await fifth.remove();
    await objects.start();
  });

  test('a node with another bucket is refused', async () => {
    const other = await Bench.create({ ...settings, ...objects.bucket() });
    await expect(other.serve()).rejects.toThrow(/goes with the bucket s3:\/\/bucket-1\/touchstone/);
    await other.remove();
  });

  test('a list that an owner sends to one node from the dashboard is in force at the other', async () => {
    const account = await benches[0].account();
    await benches[0].records(({ accounts }) => accounts.set(account, { operator: true }, 'operator'));
    const owner = await SignedIn.invited(benches[0], nodes[1], account, 'owner');
    const form = new FormData();
    const entries = [...PEOPLE, { reference: 'QDi.970', name: 'Varnmoor Eskeldine' }];
    const list = await unList(entries, '2026-03-03T03:04:05Z');
    form.append('files', new Blob([await readFile(list)]), 'consolidated.xml');
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type')! };
    const body = new Uint8Array(await encoded.arrayBuffer());
    const { text } = await owner.post('/lists/un-sc/import?force=yes', body, headers);
    expect(JSON.parse(text.trim().split('\n').at(-1)!)).toMatchObject({ kind: 'imported', entries: entries.length });
    for (const node of nodes) await untilMatches(node, 'Varnmoor Eskeldine');
  });
});
