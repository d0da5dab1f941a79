import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GkgServer, gkgArchive, gkgLine } from '../../test/support/gkg.ts';
import { BarredNames } from './barring.ts';
import { indexNews } from './index/indexing.ts';
import { MediaStore } from './media-store.ts';
import { NewsFolder } from './news-folder.ts';
import { stampOf, timeOf } from './quarter-hours.ts';
import { mediaStatus } from './status.ts';
import { syncMedia } from './sync.ts';

const NOBODY = new BarredNames([]);
const FIRST = timeOf('20260301001500');
const stampAt = (quarter: number) => stampOf(FIRST + quarter * 15 * 60_000);

let server: GkgServer;
let root: string;
let store: MediaStore;

beforeEach(async () => {
  server = await new GkgServer().start();
  root = await mkdtemp(join(tmpdir(), 'touchstone-media-'));
  store = new MediaStore(join(root, 'media', 'gdelt'));
});

afterEach(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

/** Publishes quarters of an hour, each with an article of its own and one that all tell. */
function publish(from: number, to: number): void {
  for (let quarter = from; quarter < to; quarter += 1) {
    const stamp = stampAt(quarter);
    const own = { url: `https://own.example/${stamp}`, themes: 'CORRUPTION', persons: `Person ${stamp},5` };
    const shared = { url: `https://all.example/${stamp}`, themes: 'TERROR;TRIAL', persons: 'Zorvan Ilmatok,9' };
    server.files.set(stamp, gkgArchive(stamp, [gkgLine(stamp, own), gkgLine(stamp, shared)]));
  }
}

const LATER = new Date('2026-03-02T07:00:00Z');

const sync = (options: { days?: number; keepDays?: number; now?: Date } = {}) =>
  syncMedia({
    store,
    address: server.address,
    userAgent: 'touchstone/test',
    keepDays: options.keepDays ?? 365,
    barred: NOBODY,
    days: options.days,
    now: () => options.now ?? new Date('2026-03-02T00:20:00Z'),
    pause: async () => {},
  });

async function state(now = new Date('2026-03-02T00:20:00Z')) {
  const folder = NewsFolder.of(root, ['gdelt']);
  await indexNews(folder, NOBODY);
  return mediaStatus(folder, now);
}

const fetchedFiles = () => server.asked.filter((name) => name.endsWith('.zip'));

describe('a sync', () => {
  it('fetches a day of 96 files, and nothing twice', async () => {
    publish(0, 96);
    expect(await sync()).toMatchObject({ fetched: 96, articles: 192, failed: [], gaps: [], unreadable: 0 });
    expect(await sync()).toMatchObject({ fetched: 0, articles: 0, gaps: [] });
    expect(fetchedFiles()).toHaveLength(96);
    expect(await state()).toMatchObject({ files: 96, articles: 192, events: 97, gaps: [], warnings: [] });
  });

  it('asks for the list of all files only where more is missing than the newest', async () => {
    publish(0, 4);
    server.served.set(stampAt(1), 404);
    await sync();
    publish(4, 5);
    server.asked.length = 0;
    await sync();
    expect(server.asked).toEqual(['lastupdate.txt', `${stampAt(4)}.gkg.csv.zip`]);
    await sync({ now: LATER });
    expect(server.asked.slice(2)).toEqual(['lastupdate.txt', 'masterfilelist.txt', `${stampAt(1)}.gkg.csv.zip`]);
  });

  it('that was killed after a file goes on behind it and counts nothing twice', async () => {
    publish(0, 8);
    const stop = new Error('killed');
    const kept = store.keepFile.bind(store);
    let files = 0;
    store.keepFile = async (...given) => {
      if (files++ === 5) throw stop;
      await kept(...given);
    };
    await expect(sync()).rejects.toBe(stop);
    store = new MediaStore(store.root);
    expect(await sync({ days: 1 })).toMatchObject({ fetched: 3 });
    expect(await state()).toMatchObject({ files: 8, articles: 16, events: 9 });
  });

  it('that was killed after the events were written does not count their articles again', async () => {
    publish(0, 2);
    await sync();
    // As it is between the two steps: the file is in the events and still beside them.
    await store.keepFile(stampAt(0), []);
    await writeFile(join(store.root, '2026-03-01', `${stampAt(1)}.jsonl.gz`), 'never read');
    await store.gatherEvents(NOBODY);
    expect(await state()).toMatchObject({ files: 2, articles: 4, events: 3 });
    expect(await readdir(join(store.root, '2026-03-01'))).toEqual(['events.jsonl.gz']);
  });

  it('names cut and wrong files, keeps the others, and takes the good ones later', async () => {
    publish(0, 5);
    const whole = server.files.get(stampAt(1))!;
    server.served.set(stampAt(1), whole.subarray(0, whole.length - 30));
    server.served.set(stampAt(2), Buffer.concat([whole.subarray(0, -1), Buffer.from('x')]));
    server.served.set(stampAt(3), 404);
    const { fetched, failed, gaps } = await sync({ days: 1 });
    expect(fetched).toBe(2);
    expect(failed.map(({ why }) => why)).toEqual([
      expect.stringContaining(`and its list says ${whole.length}`),
      expect.stringMatching(/MD5|bytes/),
      expect.stringContaining('404'),
    ]);
    expect(gaps.at(-1)).toEqual({ from: stampAt(1), to: stampAt(3), files: 3 });
    expect((await state()).failed).toHaveLength(3);
    server.served.clear();
    expect(await sync({ now: LATER })).toMatchObject({ fetched: 3, failed: [] });
    expect(await state()).toMatchObject({ files: 5, articles: 10, failed: [] });
  });

  it('tries again where the server breaks off, and refuses a page that stands in place of a file', async () => {
    publish(0, 2);
    server.served.set(stampAt(0), Buffer.from('<html><body>Generating File</body></html>'));
    server.served.set(stampAt(1), 503);
    const { failed } = await sync();
    expect(failed.map(({ why }) => why)).toEqual([
      expect.stringContaining('a web page'),
      expect.stringContaining('503'),
    ]);
    expect(server.asked.filter((name) => name.startsWith(stampAt(1)))).toHaveLength(4);
  });

  it('takes a file that is listed late, and says that it was missing until then', async () => {
    publish(0, 6);
    server.unlisted.add(stampAt(2));
    const first = await sync({ days: 1 });
    expect(first.failed).toEqual([]);
    expect(first.gaps.at(-1)).toEqual({ from: stampAt(2), to: stampAt(2), files: 1 });
    expect((await state()).warnings).toContain('91 files are missing.');
    server.unlisted.clear();
    expect(await sync({ now: LATER })).toMatchObject({ fetched: 1 });
    expect(await state()).toMatchObject({ files: 6, articles: 12 });
  });

  it('asks again at once for a file that was listed before it was there, and calls it no failure', async () => {
    publish(0, 95);
    await sync({ days: 1 });
    publish(95, 96);
    server.served.set(stampAt(95), 404);
    const before = await sync();
    expect(before).toMatchObject({ fetched: 0, failed: [] });
    expect(before.gaps.at(-1)).toEqual({ from: stampAt(95), to: stampAt(95), files: 1 });
    server.served.clear();
    publish(96, 97);
    server.served.set(stampAt(96), 404);
    server.asked.length = 0;
    expect(await sync({ now: new Date('2026-03-02T00:35:00Z') })).toMatchObject({ fetched: 1, failed: [] });
    // The list of all files is large, and not needed for that.
    expect(server.asked).not.toContain('masterfilelist.txt');
    const { failed } = await sync({ now: new Date('2026-03-02T01:40:00Z') });
    expect(failed).toEqual([{ file: `${stampAt(96)}.gkg.csv.zip`, why: expect.stringContaining('404') }]);
  });

  it('does not ask for ever for a file that the source has lost', async () => {
    publish(0, 2);
    server.served.set(stampAt(0), 404);
    await sync();
    publish(9 * 96, 9 * 96 + 2);
    server.asked.length = 0;
    await sync();
    expect(server.asked).not.toContain(`${stampAt(0)}.gkg.csv.zip`);
    expect((await state()).failed).toHaveLength(1);
  });

  it('keeps an event that goes on for days as one', async () => {
    publish(90, 100);
    await sync();
    const { days, events, articles } = await state();
    expect({ days, events, articles }).toEqual({ days: 2, events: 11, articles: 20 });
  });

  it('removes days that are older than they may be', async () => {
    publish(0, 1);
    await sync();
    publish(5 * 96, 5 * 96 + 1);
    const { removedDays, gaps } = await sync({ keepDays: 2 });
    expect(removedDays).toBe(1);
    expect(gaps[0]!.from >= '20260304000000').toBe(true);
    expect(await store.days()).toEqual(['2026-03-06']);
  });

  it('that finds no list says so and changes nothing', async () => {
    await expect(sync()).rejects.toMatchObject({ code: 'list-download' });
    publish(0, 1);
    await sync();
    server.files.clear();
    await expect(sync()).rejects.toMatchObject({ code: 'list-download' });
    expect(await state()).toMatchObject({ files: 1, articles: 2 });
  });

  it('one at a time', async () => {
    publish(0, 3);
    const [one, other] = await Promise.all([sync(), sync()]);
    expect(one.fetched + other.fetched).toBe(3);
    expect(await state()).toMatchObject({ files: 3, articles: 6 });
  });
});

describe('the status', () => {
  it('says that nothing was fetched, and how old the newest is', async () => {
    expect(await state()).toMatchObject({ newest: null, warnings: [expect.stringContaining('media sync')] });
    publish(0, 96);
    await sync();
    expect((await state(new Date('2026-03-03T00:00:00Z'))).warnings).toEqual([
      'The newest news is of 2026-03-02 00:00 UTC.',
    ]);
  });

  it('of a damaged day is a sentence', async () => {
    publish(0, 1);
    await sync();
    await writeFile(join(store.root, '2026-03-01', 'events.jsonl.gz'), 'no gzip');
    await expect(state()).rejects.toMatchObject({ code: 'damaged' });
  });
});
