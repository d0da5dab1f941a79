import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bench, type Served } from '../support/service.ts';

const SOURCES = fileURLToPath(new URL('../../src/watchlists/sources/', import.meta.url));

/** Source, its official files, somebody who is on it, and how the source is named in an answer. */
const LISTS: readonly [string, readonly string[], string, RegExp][] = [
  [
    'us-ofac-sdn',
    ['ofac/fixtures/sdn.csv', 'ofac/fixtures/alt.csv', 'ofac/fixtures/add.csv'],
    'Ivan Petrovich Sampleov',
    /^OFAC/,
  ],
  ['un-sc', ['un-sc/fixtures/consolidated.xml'], 'Sample Bin Fiction Al-Mithal', /^UN /],
  ['eu-fsf', ['eu-fsf/fixtures/list-1-1.xml'], 'Abdulla Ibn Vydumanov', /^EU /],
  ['uk-sanctions', ['uk-sanctions/fixtures/list.xml'], 'Pyotr Ivanovich Vydumanov', /^UK /],
  ['ca-sema', ['ca-sema/fixtures/present.xml'], 'Pyotr Ivanovich Vydumanov', /^Canada/],
  ['interpol-red', ['interpol-red/fixtures/notices.json'], 'Ana Vymyslova', /INTERPOL/i],
  ['fbi-wanted', ['fbi-wanted/fixtures/page.json'], 'John Example', /^FBI/],
  ['us-congress', ['us-congress/fixtures/legislators.json'], 'Jane Q. Proba', /Congress/],
  ['everypolitician', ['everypolitician/fixtures/ep-popolo-v1.0.json'], 'Jana Novakova', /EveryPolitician/i],
];

let bench: Bench;
let served: Served;
let key: string;

beforeAll(async () => {
  bench = await Bench.create({ TOUCHSTONE_STARTER_LIST: 'on' });
  key = (await bench.key(await bench.account())).key;
  served = await bench.serve();
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

test.each(LISTS)(
  '%s in its official format is screened against while the service runs',
  async (source, files, name, list) => {
    const paths = files.map((file) => `${SOURCES}${file}`);
    const { sources } = await bench.json<{ sources: { entries: number; error: null }[] }>(
      'lists',
      'import',
      source,
      ...paths,
      '--force',
    );
    expect(sources[0]).toMatchObject({ error: null });
    const finds = async (): Promise<string[]> => {
      const { body } = await served.screen(key, { name, entityType: 'Individual' });
      return body.data.matches.flatMap((match: { sources: string[] }) => match.sources);
    };
    await expect.poll(finds, { interval: 100 }).toContainEqual(expect.stringMatching(list));
    const real = (await finds()).filter((found) => list.test(found));
    expect(real.some((found) => !found.includes('(starter)'))).toBe(true);
  },
);

test('a politician who died, as the list says, is not returned', async () => {
  const { body } = await served.screen(key, { name: 'Пётр Вымыслов', entityType: 'Individual' });
  const lists = body.data.matches.flatMap((match: { sources: string[] }) => match.sources);
  expect(lists.filter((list: string) => /EveryPolitician/i.test(list))).toEqual([]);
});

test('nothing of the starter list is left of a source that has a real list', async () => {
  const { sources } = await bench.json<{ sources: { source: string; starter: boolean }[] }>('lists', 'status');
  for (const [source] of LISTS) expect(sources.find((status) => status.source === source)?.starter).toBe(false);
});
