import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BarredNames } from '../barring.ts';
import { MediaStore } from '../media-store.ts';
import { syncFeeds } from './feed-sync.ts';
import { namesIn, offencesIn } from './feed-words.ts';

const NOW = new Date('2026-03-02T08:00:00Z');
const RSS = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items}</channel></rss>`;
const item = (at: number, title: string, summary: string) =>
  `<item><title>${title}</title><link>https://a.example/${at}</link><pubDate>Sun, 01 Mar 2026 10:15:00 GMT</pubDate>
   <description><![CDATA[<p>${summary}</p>]]></description></item>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Mira Quellund charged with money laundering</title>
  <link rel="self" href="https://b.example/self"/><link href="https://b.example/1"/><updated>2026-03-01T09:00:00Z</updated>
  <summary type="html">The chairwoman of Brontal Holdings Ltd, Mira Quellund, denies &amp;amp; appeals.</summary></entry></feed>`;

describe('a text', () => {
  test.each([
    ['The former head of Brontal Holdings, Zorvan Ilmatok, was arrested.', ['Zorvan Ilmatok'], ['Brontal Holdings']],
    ['Staatsanwälte ermitteln gegen Zorvan von Ilmatok wegen Betrugs.', ['Zorvan von Ilmatok'], []],
    ['They accuse Zorvan Ilmatok of Harbourside, who denies having done anything.', ['Zorvan Ilmatok'], []],
    ['They accuse the Friends of Glimmer Bank, who deny it.', [], ['Friends of Glimmer Bank']],
    ['Bank Chief Zorvan Ilmatok Charged With Fraud', [], []],
    ['Police arrested nobody. In court, J. Ilmatok was silent.', ['J. Ilmatok'], []],
  ])('%s names whom it names', (text, persons, organisations) => {
    expect(namesIn([text])).toEqual({ persons, organisations });
  });

  test('names an offence by the beginning of a word, and not inside one', () => {
    expect(offencesIn('Bribery and tax evasion at a bank')).toEqual(['corruption', 'tax']);
    expect(offencesIn('Geldwäscheverdacht gegen den Vorstand')).toEqual(['money-laundering']);
    expect(offencesIn('He talked of incorruptible judges, and of a defrauded heart')).toEqual([]);
  });
});

describe('a sync of feeds', () => {
  let root: string;
  let store: MediaStore;
  const pages = new Map<string, string>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['if-none-match'] ?? ''}`.trim());
    const page = pages.get(request.url!);
    if (page === undefined) response.writeHead(404).end();
    else if (request.headers['if-none-match'] === `"${page.length}"`) response.writeHead(304).end();
    else response.writeHead(200, { etag: `"${page.length}"` }).end(page);
  });
  const feed = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const sync = (...paths: string[]) =>
    syncFeeds({
      store,
      feeds: paths.map(feed),
      userAgent: 'test',
      keepDays: 365,
      barred: new BarredNames([]),
      now: () => NOW,
      pause: async () => {},
    });
  const events = async () => {
    const found: unknown[] = [];
    for (const day of await store.days()) for await (const event of store.events(day)) found.push(event);
    return found;
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'touchstone-feeds-'));
    store = new MediaStore(join(root, 'feeds'));
    pages.clear();
    asked.length = 0;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(root, { recursive: true });
  });

  test('keeps what names an offence and somebody, of RSS and Atom, with title and address', async () => {
    const quiet = item(1, 'Flower show opens', 'Otto Brandtner opened it.');
    pages.set('/rss', RSS(quiet + item(2, 'Arrest at the bank', 'Zorvan Ilmatok is accused of fraud.')));
    pages.set('/atom', ATOM);
    expect(await sync('/rss', '/atom')).toEqual({ changed: 2, articles: 2, failed: [], removedDays: 0 });
    expect(await events()).toMatchObject([
      { persons: ['Zorvan Ilmatok'], offences: ['fraud'], first: '2026-03-01T10:15:00.000Z' },
      {
        persons: ['Mira Quellund'],
        organisations: ['Brontal Holdings Ltd'],
        articles: [
          { url: 'https://b.example/1', site: 'b.example', title: 'Mira Quellund charged with money laundering' },
        ],
      },
    ]);
  });

  test.each([
    ['<link rel="self" href="https://a.example/self"/><link href="https://a.example/1"/>', '2026-03-01T16:21:12', 16],
    ['<link></link><guid>https://a.example/1</guid>', '2026-03-01T16:21:12+02:00', 14],
    ['<link>https://a.example/1</link>', 'Sun, 01 Mar 2026 10:00:00', 10],
    ['<link>https://a.example/1</link>', 'Dom, 01 Gen 2026 10:00', 8],
  ])('finds the page in %s, and the time %s in UTC', async (link, date, hour) => {
    const title = '<title>Zorvan Ilmatok is accused of fraud</title>';
    pages.set('/feed', `<feed><entry>${title}${link}<updated>${date}</updated></entry></feed>`);
    await sync('/feed');
    const [event] = (await events()) as { first: string; articles: { url: string }[] }[];
    expect([event!.articles[0]!.url, new Date(event!.first).getUTCHours()]).toEqual(['https://a.example/1', hour]);
  });

  test('asks for changes alone, and keeps an article once', async () => {
    pages.set('/rss', RSS(item(1, 'Arrest', 'Zorvan Ilmatok is accused of fraud.')));
    await sync('/rss');
    expect(await sync('/rss')).toMatchObject({ changed: 0, articles: 0 });
    expect(asked[1]).toMatch(/^\/rss "\d+"$/);
    pages.set(
      '/rss',
      RSS(item(2, 'Trial', 'Mira Quellund admits bribery.') + item(1, 'Arrest', 'Zorvan Ilmatok is accused of fraud.')),
    );
    expect(await sync('/rss')).toMatchObject({ changed: 1, articles: 1 });
    expect(await events()).toHaveLength(2);
  });

  test('a feed that is gone or no feed is named, and holds up no other', async () => {
    pages.set('/page', '<!doctype html><html><body>Hello</body></html>');
    pages.set('/cut', '<rss><channel><item><title>x');
    pages.set('/rss', RSS(item(1, 'Arrest', 'Zorvan Ilmatok is accused of fraud.')));
    const { failed, articles } = await sync('/gone', '/page', '/cut', '/rss');
    expect(failed.map((one) => one.feed)).toEqual([feed('/gone'), feed('/page'), feed('/cut')]);
    expect(articles).toBe(1);
    expect((await store.state())!.failed).toHaveProperty([feed('/gone')]);
  });

  test('takes the names that HTML has for characters, and bare signs, as readers of feeds do', async () => {
    const title = 'Ren&eacute;e D&uuml;rrwald jailed for fraud at R & D';
    const body = `${item(1, title, 'She is 40 &amp; appeals, says&nbsp;Otto Brandtner.')}${item(2, 'Nothing &unknown; here', '')}`;
    pages.set('/rss', RSS(body));
    expect(await sync('/rss')).toMatchObject({ articles: 1, failed: [] });
    expect(await events()).toContainEqual(
      expect.objectContaining({
        persons: expect.arrayContaining(['Renée Dürrwald', 'Otto Brandtner']),
        articles: [expect.objectContaining({ title: 'Renée Dürrwald jailed for fraud at R & D' })],
      }),
    );
  });

  test('keeps when somebody was born whose age a summary gives', async () => {
    pages.set(
      '/rss',
      RSS(item(1, 'Verdict', 'He was accused of fraud against pensioners: Zorvan Ilmatok, 34, of Harbour.')),
    );
    expect(await sync('/rss')).toMatchObject({ articles: 1, failed: [] });
    expect(await events()).toContainEqual(expect.objectContaining({ born: { 'zorvan ilmatok': [1991, 1992] } }));
  });

  test('still refuses a feed that declares entities of its own', async () => {
    pages.set('/rss', `<!DOCTYPE rss [<!ENTITY who "Zorvan Ilmatok">]>${RSS(item(1, '&who; jailed for fraud', ''))}`);
    expect(await sync('/rss')).toMatchObject({ articles: 0, failed: [{ why: expect.any(String) }] });
  });
});
