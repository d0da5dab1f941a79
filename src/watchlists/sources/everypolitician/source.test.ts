import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { withServer } from '../../../../test/support/list-server.ts';
import { NO_SHARED_LISTS, readAll, sharedFile, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { source } from './source.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

const popolo = fixture('ep-popolo-v1.0.json');

const countries = JSON.stringify([
  {
    name: 'Ruritania',
    legislatures: [
      { name: 'Diet', popolo: 'data/Ruritania/Diet/ep-popolo-v1.0.json', lastmod: '1448466499' },
      { name: 'Senate', popolo: 'data/Ruritania/Senate/ep-popolo-v1.0.json', lastmod: '1448466400' },
      { name: 'Elsewhere', popolo: '../../etc/ep-popolo-v1.0.json' },
    ],
  },
]);

async function tarOf(members: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(members)) archive.entry({ name }, content);
  archive.finalize();
  return buffer(archive);
}

const wholeTar = async () =>
  tarOf({
    'ep/data/Ruritania/Diet/ep-popolo-v1.0.json': await readFile(popolo),
    'ep/data/Ruritania/Senate/ep-popolo-v1.0.json': await readFile(popolo),
    'ep/countries.json': countries,
  });

describe('EveryPolitician', () => {
  test('a popolo file gives every name with its language, dates, identifiers and terms', async () => {
    const { entries, skipped } = await readAll(source, localFile(popolo));
    expect(entries[0]).toEqual({
      id: '11111111-0000-4000-8000-000000000001',
      kind: 'person',
      names: [
        {
          full: 'Вымыслов Пётр',
          kind: 'primary',
          parts: { given: 'Petr', family: 'Vymyslov', title: 'Dr' },
        },
        { full: 'Petr Vymyslov', kind: 'spelling' },
        { full: 'Пётр Иванович Вымыслов', kind: 'original', language: 'ru' },
        { full: 'Piotr Wymysłow', kind: 'alias', language: 'pl' },
      ],
      birthDates: [{ date: '1960-01-02' }],
      deathDate: '2015-03-04',
      gender: 'male',
      positions: ['Member of Diet, 1st Diet, 2010-01-01 to 2014-01-01'],
      programmes: ['Diet'],
      references: [{ to: 'wikidata', id: 'Q990002' }],
    });
    expect(entries[1]).toMatchObject({
      names: [{ full: 'Jana Novakova', parts: { given: 'Jana', family: 'Novakova' } }],
      birthDates: [{ date: '1970' }],
      positions: ['Member of Diet, 1st Diet, 2010-01-01 to 2012-05-06'],
    });
    expect(skipped).toEqual(['ep-popolo-v1.0.json, person 3: it has no id or no name']);
  });

  test('a tar gives country and legislature, and who sits in two legislatures is one entry', async () => {
    const { entries, published } = await readAll(source, memoryFile('ep.tar', await wholeTar()));
    expect(published).toBe('2015-11-25T15:48:19.000Z');
    expect(entries).toHaveLength(2);
    expect(entries[0]?.programmes).toEqual(['Diet, Ruritania', 'Senate, Ruritania']);
    expect(entries[0]?.positions).toEqual([
      'Member of Diet, Ruritania, 1st Diet, 2010-01-01 to 2014-01-01',
      'Member of Senate, Ruritania, 1st Diet, 2010-01-01 to 2014-01-01',
    ]);
  });

  test('files that lack a legislature of countries.json are a part of the list', async () => {
    const report: { skip(): void; partial?: string } = { skip: () => {} };
    const tar = await tarOf({
      'countries.json': countries,
      'data/Ruritania/Diet/ep-popolo-v1.0.json': await readFile(popolo),
    });
    await Array.fromAsync(source.parse([memoryFile('ep.tar', tar)], report));
    expect(report.partial).toBe('countries.json names 2 legislatures, and 1 of them are not in the files.');
  });

  test('a tar that breaks off is refused', async () => {
    const tar = await wholeTar();
    for (const length of [300, 700, 3000, tar.length >> 1]) {
      const cut = memoryFile('ep.tar', tar.subarray(0, length));
      await expect(readAll(source, cut)).rejects.toMatchObject({ code: 'list-unusable' });
    }
  });

  test.each(['', '<html>Sign in</html>', '[]', '{"persons":[]}'])('refuses %j', async (content) => {
    await expect(readAll(source, memoryFile('x', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test('damaged files are read or refused, never crash', () => survivesDamage(source, popolo));

  test('a download takes every legislature that countries.json names, and nothing from outside', async () => {
    const content = await readFile(popolo, 'utf8');
    const asked: string[] = [];
    const answer = (url: URL) => {
      asked.push(url.pathname);
      return url.pathname.endsWith('countries.json') ? countries : content;
    };
    await withServer(answer, '/mirror/countries.json', async (fetcher) => {
      const files = await source.download!(fetcher);
      expect(asked).toEqual([
        '/mirror/countries.json',
        '/mirror/data/Ruritania/Diet/ep-popolo-v1.0.json',
        '/mirror/data/Ruritania/Senate/ep-popolo-v1.0.json',
      ]);
      const { entries } = await readAll(source, ...files);
      expect(entries[0]?.programmes).toEqual(['Diet, Ruritania', 'Senate, Ruritania']);
    });
  });

  test('the shared tar has 55,117 people', async () => {
    const file = sharedFile('pep-everypolitician/everypolitician-20151130-ep-popolo.tar.gz');
    if (!file) return console.info(NO_SHARED_LISTS);
    const { entries, skipped } = await readAll(source, file);
    expect([entries.length, skipped.length]).toEqual([55_117, 0]);
  });
});
