import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Article } from './article.ts';
import { BarredNames } from './barring.ts';
import { indexNews } from './index/indexing.ts';
import { MediaIndex } from './index/media-index.ts';
import { NewsFolder } from './news-folder.ts';

const NOBODY = new BarredNames([]);
const MIRA = new BarredNames(['mira quellund']);

let root: string;
let folder: NewsFolder;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'touchstone-barring-'));
  folder = NewsFolder.of(root, ['gdelt']);
});
afterEach(() => rm(root, { recursive: true }));

function article(at: number, change: Partial<Article>): Article {
  const url = `https://a.example/${at}`;
  const about = { site: 'a.example', date: '2026-03-01T10:15:00.000Z', language: 'eng', countries: [], tone: -2 };
  return { url, persons: [], organisations: [], offences: ['fraud'], ...about, ...change };
}

async function keep(stamp: string, barred: BarredNames, ...articles: Article[]): Promise<void> {
  const store = folder.store('gdelt');
  await store.keepFile(stamp, articles);
  await store.gatherEvents(barred);
  await indexNews(folder, barred);
}

/** All bytes of all files, unpacked where they are packed. */
async function onDisk(): Promise<string> {
  const names = (await readdir(folder.root, { recursive: true })).filter((name) => /\.(gz|db|db-wal)$/.test(name));
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder.root, name))] as const));
  return files.map(([name, bytes]) => (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')).join('\n');
}

const TOLD = [
  article(1, {
    persons: ['Mira Quellund', 'Zorvan Ilmatok'],
    title: 'Mira Quellund, 44, accused',
    born: { 'mira quellund': [1981, 1982] },
  }),
  article(2, { url: 'https://a.example/mira-quellund-accused', persons: ['Mira Quellund'] }),
  article(3, { persons: ['Zorvan Ilmatok', 'Otto Brandtner'], offences: ['drugs'] }),
];

test('a barred name goes from the files and the index, and others stay where they are', async () => {
  await keep('20260301101500', NOBODY, ...TOLD);
  expect((await onDisk()).match(/quellund/gi)!.length).toBeGreaterThan(4);
  const before = MediaIndex.reading(folder.indexFile)!;
  const [row, { persons, events }] = [before.newestRow, before.totals()];
  before.close();
  expect(await indexNews(folder, MIRA)).toMatchObject({ events: 0 });
  expect(await onDisk()).not.toMatch(/quellund/i);
  const after = MediaIndex.reading(folder.indexFile)!;
  expect([after.newestRow, after.totals()]).toEqual([row, expect.objectContaining({ persons: persons - 1, events })]);
  expect(after.eventsAfter(0, 10).map(({ event }) => event.persons)).toContainEqual(['Zorvan Ilmatok']);
  after.close();
});

test('what comes later is kept without the name, and not at all where it names nobody else', async () => {
  await keep('20260301101500', MIRA, ...TOLD);
  expect(await onDisk()).not.toMatch(/quellund/i);
  const index = MediaIndex.reading(folder.indexFile)!;
  expect(index.totals().events).toBe(2);
  index.close();
});

test('another person whose name begins or ends alike stays', () => {
  const other = article(1, { persons: ['Mira Quellundson'], title: 'Mira Quellundson in court' });
  expect(MIRA.articleWithout(other)).toMatchObject({ persons: ['Mira Quellundson'], title: other.title });
});

test('a name of one word goes as a name, and no title or address with the word does', () => {
  const url = 'https://a.example/2026/may/1';
  const told = article(1, { url, persons: ['May', 'Otto Brandtner'], title: 'Otto Brandtner held in May' });
  const kept = new BarredNames(['May']).articleWithout(told);
  expect(kept).toMatchObject({ url, persons: ['Otto Brandtner'], title: told.title });
});
