import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { namesakes, PEOPLE, type UnEntry, unList } from '../../test/support/un-list.ts';
import { readConfig } from '../config.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { Engine } from '../screening/engine.ts';
import { snapshotFiles } from '../screening/index/build.ts';
import { importList } from './import-list.ts';
import { staleSentences } from './list-status.ts';
import { Lists } from './lists.ts';
import { SOURCES } from './registry.ts';
import { recordStuckSync, syncLists } from './sync-lists.ts';

let directory: string;
let records: Records;
let clock: Date;
let notices: string[];
let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let requests: IncomingMessage[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-lists-'));
  clock = new Date('2026-03-01T00:00:00Z');
  notices = [];
  requests = [];
  records = await openRecords(config());
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await records.close();
  await rm(directory, { recursive: true, force: true });
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/consolidated.xml`;

function config(environment: Record<string, string> = {}) {
  return readConfig({ TOUCHSTONE_DATA_DIR: directory, TOUCHSTONE_STARTER_LIST: 'off', ...environment });
}

type Rest<F> = F extends (lists: Lists, ...rest: infer R) => unknown ? R : never;

function lists(environment: Record<string, string> = {}) {
  const mirror = server?.listening ? { TOUCHSTONE_LISTS_URL_UN_SC: address() } : {};
  const of = new Lists(
    config({ TOUCHSTONE_LISTS_SOURCES: 'un-sc', ...mirror, ...environment }),
    records,
    () => (clock = new Date(clock.getTime() + 1000)),
    (text) => void notices.push(text),
  );
  return {
    importFiles: (...rest: Rest<typeof importList>) => importList(of, ...rest),
    sync: (...rest: Rest<typeof syncLists>) => syncLists(of, ...rest),
    recordStuckSync: (...rest: Rest<typeof recordStuckSync>) => recordStuckSync(of, ...rest),
    ensureSnapshot: (...rest: Parameters<Lists['ensureSnapshot']>) => of.ensureSnapshot(...rest),
    status: () => of.status(),
    about: (...rest: Parameters<Lists['about']>) => of.about(...rest),
  };
}

const content = async (entries: readonly UnEntry[], published?: string) => readFile(await unList(entries, published));

/** The names in the snapshot in force that a search for a name finds. */
async function found(name: string): Promise<string[]> {
  const current = (await records.snapshots.current())!;
  const files = snapshotFiles(join(directory, 'snapshots'), current.id);
  const index = await readFile(files.index);
  const shared = new SharedArrayBuffer(index.length);
  new Uint8Array(shared).set(index);
  const engine = Engine.open(shared, files.facts);
  try {
    const query = { name, entityType: 'Individual', minScore: 80, limit: 10 } as const;
    return engine.search(query).matches.map((match) => match.name);
  } finally {
    engine.close();
  }
}

describe('an import', () => {
  it('puts the entries into force, plain or compressed', async () => {
    const file = await unList(PEOPLE);
    const result = await lists().importFiles('un-sc', [file]);
    expect(result.sources).toEqual([{ source: 'un-sc', entries: 8, names: 8, skipped: 0, error: null }]);
    expect(await found('Zorvan Ilmatok')).toEqual(['Zorvan Ilmatok']);
    const compressed = join(directory, 'list.xml.gz');
    await writeFile(compressed, gzipSync(await readFile(file)));
    const again = await lists().importFiles('un-sc', [compressed]);
    expect(again.sources).toEqual(result.sources);
    const [first, second] = [await records.snapshots.get(result.snapshot), await records.snapshots.get(again.snapshot)];
    expect(second!.sources[0]!.sha256).toBe(first!.sources[0]!.sha256);
  });

  it('replaces the earlier list of its source and leaves the others', async () => {
    await lists().importFiles('un-sc', [await unList(PEOPLE)]);
    const wanted = join(directory, 'wanted.json');
    await writeFile(wanted, JSON.stringify(FBI));
    await lists().importFiles('fbi-wanted', [wanted]);
    await lists().importFiles('un-sc', [await unList(namesakes(12))]);
    expect(await found('Ysmelda Krontarvik')).toEqual([]);
    expect(await found('Marvello Quintrask')).toEqual(['MARVELLO QUINTRASK']);
    const { sources } = await lists().status();
    expect(sources.map(({ source, entries }) => [source, entries])).toEqual([
      ['un-sc', 12],
      ['fbi-wanted', 1],
    ]);
  });

  it.each([
    ['a login page', '<!doctype html><html><body>Please log in</body></html>'],
    ['nothing', ''],
    ['another kind of XML', '<?xml version="1.0"?><catalogue><book/></catalogue>'],
  ])('of %s is refused with one sentence, and the list in force stays', async (_, text) => {
    const { snapshot } = await lists().importFiles('un-sc', [await unList(PEOPLE)]);
    const file = join(directory, 'bad.xml');
    await writeFile(file, text);
    await expect(lists().importFiles('un-sc', [file], { force: true })).rejects.toMatchObject({
      code: 'list-unusable',
    });
    expect((await lists().status()).snapshot).toBe(snapshot);
  });

  it('of a file that was cut off is refused, also with force', async () => {
    const whole = await content(PEOPLE);
    const file = join(directory, 'cut.xml');
    await writeFile(file, whole.subarray(0, whole.length - 400));
    await expect(lists().importFiles('un-sc', [file], { force: true })).rejects.toMatchObject({
      code: 'list-unusable',
    });
    const compressed = join(directory, 'cut.xml.gz');
    await writeFile(compressed, gzipSync(whole).subarray(0, -200));
    await expect(lists().importFiles('un-sc', [compressed])).rejects.toMatchObject({ code: 'list-unusable' });
    expect((await lists().status()).snapshot).toBeNull();
  });

  it('of a list that lost more than a fifth needs force', async () => {
    await lists().importFiles('un-sc', [await unList(namesakes(20))]);
    const short = await unList(namesakes(15));
    await expect(lists().importFiles('un-sc', [short])).rejects.toThrow(
      '15 entries, more than a fifth fewer than the 20 in force',
    );
    expect((await lists().status()).sources[0]!.entries).toBe(20);
    await lists().importFiles('un-sc', [short], { force: true });
    expect((await lists().status()).sources[0]!.entries).toBe(15);
    await lists().importFiles('un-sc', [await unList(namesakes(12))]);
  });

  it('of a list that has other ids in place of most needs force, though it lost no entry', async () => {
    await lists().importFiles('un-sc', [await unList(namesakes(20))]);
    const renumbered = namesakes(20).map((entry, place) => ({ ...entry, reference: `QDi.${1 + place}` }));
    const other = await unList(renumbered);
    await expect(lists().importFiles('un-sc', [other])).rejects.toThrow(
      'consolidated.xml: it lacks 20 of the 20 ids in force, more than a fifth; the list in force stays (import with --force takes it anyway).',
    );
    answer = async (_, response) => response.end(await readFile(other));
    expect((await lists().sync()).sources[0]!.error).toContain('lacks 20 of the 20 ids');
    await lists().importFiles('un-sc', [other], { force: true });
    const fifth = renumbered.map((entry, place) => (place < 4 ? { ...entry, reference: `QDi.${50 + place}` } : entry));
    await lists().importFiles('un-sc', [await unList(fifth)]);
  });

  it('of a list whose entries in force are lost is taken, whatever its ids are', async () => {
    await lists().importFiles('un-sc', [await unList(namesakes(20))]);
    const [folder] = await readdir(join(directory, 'lists', 'un-sc'));
    await writeFile(join(directory, 'lists', 'un-sc', folder!, 'entries.jsonl'), '');
    const renumbered = namesakes(20).map((entry, place) => ({ ...entry, reference: `QDi.${1 + place}` }));
    const { sources } = await lists().importFiles('un-sc', [await unList(renumbered)]);
    expect(sources[0]!.entries).toBe(20);
  });

  it('says why it skipped something, and where all reasons are', async () => {
    const { sources } = await lists().importFiles('un-sc', [await unList([...PEOPLE, PEOPLE[0]!])]);
    expect(sources[0]).toMatchObject({ entries: 8, skipped: 1 });
    const [said] = notices;
    expect(said).toMatch(
      /^un-sc: 1 line or entry was skipped, such as QDi\.901: the list has this reference number already/,
    );
    const file = /Reasons: (\S+)$/.exec(said!)![1]!;
    expect(JSON.parse(await readFile(file, 'utf8')).skippedFirst).toMatchObject([{ where: 'QDi.901' }]);
  });

  it('of an older publication is taken, with a warning', async () => {
    await lists().importFiles('un-sc', [await unList(PEOPLE, '2026-02-02T00:00:00Z')]);
    await lists().importFiles('un-sc', [await unList(PEOPLE, '2026-01-01T00:00:00Z')]);
    expect(notices).toEqual([
      expect.stringContaining('published on 2026-01-01, before the list in force (2026-02-02)'),
    ]);
    expect((await lists().status()).sources[0]!.published).toContain('2026-01-01');
  });

  it('of an unknown source, without files or of a missing file says so', async () => {
    await expect(lists().importFiles('un', [])).rejects.toThrow('There is no source "un".');
    await expect(lists().importFiles('un-sc', [])).rejects.toMatchObject({ code: 'usage' });
    await expect(lists().importFiles('un-sc', ['/nowhere/list.xml'])).rejects.toThrow('there is no such file');
    await expect(lists().importFiles('un-sc', [directory])).rejects.toThrow('is not a file');
  });

  it('of an empty file says so, whatever the format', async () => {
    const file = join(directory, 'nothing');
    await writeFile(file, '');
    for (const { id } of SOURCES) {
      await expect(lists().importFiles(id, [file], { force: true })).rejects.toMatchObject({
        code: 'list-unusable',
        message: 'nothing: there is nothing in it.',
      });
    }
  });

  it('tells the terms of a source that restricts use once, and not beside a refusal', async () => {
    const file = join(directory, 'notices.json');
    await writeFile(file, '[]');
    await expect(lists().importFiles('interpol-red', [file])).rejects.toMatchObject({ code: 'list-unusable' });
    expect(notices).toEqual([]);
    await writeFile(file, JSON.stringify([{ entity_id: '2020/1', name: 'FERRABAST', forename: 'QUILLON' }]));
    for (let i = 0; i < 2; i++) await lists().importFiles('interpol-red', [file], { force: true });
    expect(notices).toEqual([expect.stringContaining('INTERPOL')]);
  });

  it('keeps two lists of a source and three snapshots, and no unfinished files', async () => {
    for (let count = 10; count < 15; count++) await lists().importFiles('un-sc', [await unList(namesakes(count))]);
    expect(await readdir(join(directory, 'lists', 'un-sc'))).toHaveLength(2);
    const files = await readdir(join(directory, 'snapshots'));
    const kinds = ['.index', '.facts', '.digests', '.delta'].map(
      (end) => files.filter((file) => file.endsWith(end)).length,
    );
    expect([kinds, files.length]).toEqual([[3, 3, 3, 4], 13]);
  });

  it('is published in the name of whoever imports it', async () => {
    const publish = vi.spyOn(records.snapshots, 'publish');
    await lists().importFiles('un-sc', [await unList(namesakes(2))], { actor: 'user:7' });
    expect(publish).toHaveBeenCalledWith(expect.anything(), 'user:7');
  });

  it('is in the audit log, and five at the same time all come into force one after the other', async () => {
    const files = await Promise.all([10, 11, 12, 13, 14].map((count) => unList(namesakes(count))));
    const results = await Promise.all(files.map((file) => lists().importFiles('un-sc', [file], { force: true })));
    expect(new Set(results.map(({ snapshot }) => snapshot)).size).toBe(5);
    expect(await records.audit.verify()).toMatchObject({ entries: 5, ok: true });
  });
});

describe('a sync', () => {
  const serve = (body: Buffer, headers: Record<string, string> = {}) => {
    answer = (request, response) => {
      const fresh = headers.etag !== undefined && request.headers['if-none-match'] === headers.etag;
      if (fresh) response.writeHead(304).end();
      else response.writeHead(200, headers).end(body);
    };
  };

  it('puts the downloaded list into force and asks only for changes from then on', async () => {
    serve(await content(PEOPLE), { etag: '"one"' });
    const first = await lists().sync();
    expect(first.sources).toEqual([{ source: 'un-sc', entries: 8, names: 8, skipped: 0, error: null }]);
    const second = await lists().sync();
    expect(second).toEqual(first);
    expect(requests.map((request) => request.headers['if-none-match'])).toEqual([undefined, '"one"']);
    expect(requests[0]!.headers['user-agent']).toMatch(/^touchstone\/\d/);
    const [status] = (await lists().status()).sources;
    expect(Date.parse(status!.checked!)).toBeGreaterThan(Date.parse(status!.fetched!));
  });

  it('takes a newer list up and refuses an older one quietly', async () => {
    serve(await content(PEOPLE, '2026-02-01T00:00:00Z'));
    await lists().sync();
    serve(await content(namesakes(9), '2026-02-02T00:00:00Z'));
    const newer = await lists().sync();
    expect(newer.sources[0]!.entries).toBe(9);
    serve(await content(PEOPLE, '2026-01-01T00:00:00Z'));
    const older = await lists().sync();
    expect(older.snapshot).toBe(newer.snapshot);
    expect(older.sources[0]).toMatchObject({ entries: 9, error: expect.stringContaining('before the list in force') });
    expect((await lists().status()).sources[0]!.lastError).toContain('before the list in force');
  });

  it.each<[string, () => Promise<(request: IncomingMessage, response: ServerResponse) => void>, RegExp]>([
    ['a missing file', async () => (_, response) => response.writeHead(404).end(), /answered 404/],
    [
      'a login page',
      async () => (_, response) => response.writeHead(200).end('<!DOCTYPE html><html>Log in</html>'),
      /web page/,
    ],
    [
      'a list that lost more than a fifth',
      async () => {
        const body = await content(namesakes(5));
        return (_, response) => response.end(body);
      },
      /more than a fifth/,
    ],
    ['an empty answer', async () => (_, response) => response.writeHead(200).end(), /nothing in it/],
  ])('that meets %s keeps the list in force and records the error', async (_, behaviour, sentence) => {
    serve(await content(PEOPLE));
    const { snapshot } = await lists().sync();
    answer = await behaviour();
    const result = await lists().sync();
    expect(result.snapshot).toBe(snapshot);
    expect(result.sources[0]!.error).toMatch(sentence);
    expect((await lists().status()).sources[0]).toMatchObject({ entries: 8, lastError: result.sources[0]!.error });
    serve(await content(PEOPLE));
    await lists().sync();
    expect((await lists().status()).sources[0]!.lastError).toBeNull();
  });

  it('that meets a changed layout says what lacks, in its result and beside every all-clear', async () => {
    serve(await content(namesakes(40)));
    await lists().sync();
    const renamed = (await content(namesakes(40), '2026-02-28T00:00:00Z')).toString();
    serve(Buffer.from(renamed.replaceAll('REFERENCE_NUMBER', 'REFERENCE')));
    const problem = 'consolidated.xml: the layout of the list has changed: 40 of 40 records have no REFERENCE_NUMBER.';
    expect((await lists().sync()).sources[0]).toMatchObject({ entries: 40, error: problem });
    expect(lists().about(await lists().status())).toContain(
      `UN Security Council Consolidated List could not be refreshed: ${problem}`,
    );
    serve(await content(namesakes(40), '2026-02-28T00:00:00Z'));
    await lists().sync();
    expect(
      lists()
        .about(await lists().status())
        .join(),
    ).not.toContain('layout');
  });

  it('reads an unchanged list again where an older version of the program read it', async () => {
    const body = await content(PEOPLE);
    answer = (_, response) => response.end(body);
    await lists().sync();
    const { snapshot } = await lists().sync();
    const [folder] = await readdir(join(directory, 'lists', 'un-sc'));
    const metadata = join(directory, 'lists', 'un-sc', folder!, 'list.json');
    await writeFile(metadata, (await readFile(metadata, 'utf8')).replace(/"reader": \d+,/, ''));
    const again = await lists().sync();
    expect(again.snapshot).not.toBe(snapshot);
    expect((await lists().sync()).snapshot).toBe(again.snapshot);
  });

  it('of one source does not stop at the failure of another', async () => {
    answer = async (request, response) => {
      if (request.url!.startsWith('/consolidated')) response.end(await content(PEOPLE));
      else response.writeHead(403).end();
    };
    const other = address().replace('consolidated', 'sema');
    const both = lists({ TOUCHSTONE_LISTS_SOURCES: 'un-sc,ca-sema', TOUCHSTONE_LISTS_URL_CA_SEMA: other });
    const { sources } = await both.sync();
    expect(sources).toMatchObject([
      { source: 'un-sc', entries: 8, error: null },
      { source: 'ca-sema', entries: 0 },
    ]);
    expect(sources[1]!.error).toContain('(status 403)');
  });

  it('that was ended because it hung is the last error of the lists that it did not get to', async () => {
    const body = await content(PEOPLE);
    answer = (_, response) => response.end(body);
    const both = lists({ TOUCHSTONE_LISTS_SOURCES: 'un-sc,eu-fsf' });
    const startedAt = clock;
    await both.sync(['un-sc']);
    await both.recordStuckSync({ startedAt, everyList: true });
    const { sources } = await both.status();
    expect(sources.map(({ source, lastError }) => [source, lastError])).toEqual([
      ['un-sc', null],
      ['eu-fsf', 'The sync did not finish in time and was ended; the list in force stays.'],
    ]);
  });

  it('of what is due leaves out what was checked within the interval', async () => {
    serve(await content(PEOPLE));
    await lists().sync([], { due: true });
    expect((await lists().sync([], { due: true })).sources).toEqual([]);
    clock = new Date(clock.getTime() + 86_400_000);
    expect((await lists().sync([], { due: true })).sources).toHaveLength(1);
  });
});

describe('the snapshot in force', () => {
  it('is made of the starter list where there is no real one, and says so in names and status', async () => {
    const withStarter = lists({ TOUCHSTONE_STARTER_LIST: 'on' });
    const snapshot = await withStarter.ensureSnapshot();
    expect(snapshot.sources.length).toBeGreaterThan(3);
    expect(snapshot.sources.every(({ starter, name }) => starter && name.endsWith('(starter)'))).toBe(true);
    const status = await withStarter.status();
    expect(staleSentences(status, clock)).toEqual([expect.stringContaining('only the small starter list stands in')]);
    await withStarter.importFiles('un-sc', [await unList(PEOPLE)]);
    const now = (await records.snapshots.current())!;
    expect(now.sources.find(({ source }) => source === 'un-sc')).toMatchObject({ starter: false, entries: 8 });
  });

  it('is empty without starter list and real lists', async () => {
    const snapshot = await lists().ensureSnapshot();
    expect(snapshot.sources).toEqual([]);
    expect(await found('Zorvan Ilmatok')).toEqual([]);
  });

  it('stays where it is usable, and is rebuilt from the stored lists where its files are gone', async () => {
    const { snapshot } = await lists().importFiles('un-sc', [await unList(PEOPLE)]);
    expect((await lists().ensureSnapshot()).id).toBe(snapshot);
    await rm(join(directory, 'snapshots'), { recursive: true });
    const rebuilt = await lists().ensureSnapshot();
    expect(rebuilt.id).not.toBe(snapshot);
    expect(await found('Quillon Ferrabast')).toEqual(['Quillon Ferrabast']);
  });

  it.each(['index', 'facts'] as const)(
    'is rebuilt from the stored lists where a byte of its %s changed',
    async (kind) => {
      const { snapshot } = await lists().importFiles('un-sc', [await unList(PEOPLE)]);
      const kept: string[] = [];
      const keep = (id: string) => void kept.push(id);
      await lists().ensureSnapshot(undefined, keep);
      const file = snapshotFiles(join(directory, 'snapshots'), snapshot)[kind];
      const bytes = await readFile(file);
      bytes[bytes.length - 5]! ^= 1;
      await writeFile(file, bytes);
      expect((await lists().ensureSnapshot(undefined, keep)).id).not.toBe(snapshot);
      // What is damaged is handed to nobody.
      expect(kept).toEqual([snapshot]);
      expect(await found('Quillon Ferrabast')).toEqual(['Quillon Ferrabast']);
    },
  );

  it('goes on without a stored list that the disk lost, and says so', async () => {
    await lists().importFiles('un-sc', [await unList(PEOPLE)]);
    await rm(join(directory, 'lists', 'un-sc'), { recursive: true });
    await rm(join(directory, 'snapshots'), { recursive: true });
    expect((await lists().ensureSnapshot()).sources).toEqual([]);
    expect((await lists().status()).sources[0]!.lastError).toContain('is gone');
  });
});

describe('the age of a list', () => {
  const SDN = fileURLToPath(new URL('sources/ofac/fixtures/sdn.csv', import.meta.url));
  const published = async () => (await lists().status()).sources.find(({ entries }) => entries > 0)!.published;
  const aged = async (days: number) => {
    const { sources } = await lists().status();
    return staleSentences({ sources }, new Date(clock.getTime() + days * 86_400_000));
  };

  /** OFAC's flat files do not say when they were published. */
  async function copyOf(name: string): Promise<string> {
    const path = join(directory, name);
    await writeFile(path, await readFile(SDN));
    return path;
  }

  it('counts from its publication, also after a sync found it to be the newest', async () => {
    await lists().importFiles('un-sc', [await unList(PEOPLE, '2026-02-20T00:00:00Z')]);
    expect(await aged(-3)).toEqual([]);
    expect(await aged(0)).toEqual([expect.stringMatching(/older than 7 days.*UN Security Council.*2026-02-20\)/i)]);
    const body = await content(PEOPLE, '2026-02-20T00:00:00Z');
    answer = (_, response) => response.end(body);
    await lists().sync();
    expect(await aged(0)).toEqual([expect.stringContaining('published 2026-02-20, the newest on 2026-03-01')]);
  });

  it('is not known of an old file without a date that is imported today, and that is said', async () => {
    await lists().importFiles('us-ofac-sdn', [SDN]);
    expect(await published()).toBeNull();
    expect(await aged(0)).toContain(
      'OFAC Specially Designated Nationals (SDN) List does not say when it was published; imported on 2026-03-01.',
    );
  });

  it('counts from the day that the operator gives, or that the name of the file has', async () => {
    await lists().importFiles('us-ofac-sdn', [SDN], { published: '2023-12-28' });
    expect(await published()).toBe('2023-12-28');
    expect(await aged(0)).toContainEqual(expect.stringMatching(/Older than 7 days: OFAC .*2023-12-28/));
    await lists().importFiles('us-ofac-sdn', [await copyOf('sdn-20240503.csv')]);
    expect(await published()).toBe('2024-05-03');
    await lists().importFiles('us-ofac-sdn', [await copyOf('SDN_2026-02-28.csv')]);
    expect(await published()).toBe('2026-02-28');
    await lists().importFiles('us-ofac-sdn', [await copyOf('sdn-20991231.csv')]);
    expect(await published()).toBeNull();
  });

  it('counts from what the list itself says, whatever the operator says', async () => {
    const file = await unList(PEOPLE, '2026-02-20T00:00:00Z');
    await lists().importFiles('un-sc', [file], { published: '2026-02-28' });
    expect(await published()).toBe('2026-02-20T00:00:00Z');
    expect(notices).toContainEqual(expect.stringContaining('says itself that it was published on 2026-02-20'));
  });

  it.each(['2026-02-30', 'yesterday', '2026-02', '2026-03-09'])('is not taken from --published %s', async (day) => {
    await expect(lists().importFiles('us-ofac-sdn', [SDN], { published: day })).rejects.toMatchObject({
      code: 'validation',
    });
  });

  it('counts from what the server says where the list does not, also where it says so later', async () => {
    const body = await readFile(SDN);
    const sdn = () => lists({ TOUCHSTONE_LISTS_SOURCES: 'us-ofac-sdn', TOUCHSTONE_LISTS_URL_US_OFAC_SDN: address() });
    answer = (_, response) => response.end(body);
    expect((await sdn().sync()).sources[0]!.error).toBeNull();
    expect(await published()).toBeNull();
    answer = (_, response) => response.setHeader('last-modified', 'Fri, 20 Feb 2026 08:00:00 GMT').end(body);
    await sdn().sync();
    expect(await published()).toBe('2026-02-20T08:00:00.000Z');
  });
});

it('settings that name unknown sources are refused with a sentence', () => {
  expect(() => lists({ TOUCHSTONE_LISTS_SOURCES: 'un-sc,mars' })).toThrow('TOUCHSTONE_LISTS_SOURCES names "mars"');
  expect(() => lists({ TOUCHSTONE_LISTS_URL_MARS: 'https://example.org/' })).toThrow('TOUCHSTONE_LISTS_URL_MARS');
});

const FBI = {
  total: 1,
  page: 1,
  items: [
    {
      uid: '0f0f',
      title: 'MARVELLO QUINTRASK',
      aliases: [],
      person_classification: 'Main',
      subjects: ["Cyber's Most Wanted"],
      poster_classification: 'default',
      status: 'na',
    },
  ],
};
