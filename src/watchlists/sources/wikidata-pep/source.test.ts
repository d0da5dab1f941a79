import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withServer } from '../../../../test/support/list-server.ts';
import { readAll, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { download } from './download.ts';
import { source } from './source.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

const ask = (url: URL): string => url.searchParams.get('query') ?? '';

describe('Wikidata PEP', () => {
  test('labels and aliases keep their scripts and languages, birth dates their precision', async () => {
    const { entries, skipped } = await readAll(source, localFile(fixture('results.json')));
    expect(entries).toEqual([
      {
        id: 'Q990001',
        kind: 'person',
        names: [
          { full: 'Jana Vymyslova', kind: 'primary', language: 'en' },
          { full: 'Яна Вымыслова', kind: 'original', language: 'ru' },
          { full: 'J. Vymyslova', kind: 'alias', language: 'en' },
        ],
        birthDates: [{ date: '1965' }],
        gender: 'female',
        nationalities: ['XA'],
        positions: ['Minister of Tests, since 2019-02-03'],
        references: [{ to: 'wikidata', id: 'Q990001' }],
        url: 'https://www.wikidata.org/wiki/Q990001',
      },
    ]);
    expect(skipped).toEqual([
      'results.json, result 7: its person is no Wikidata item',
      'Q990002: it has no name in the languages that are read',
    ]);
  });

  test.each(['', '<html>Sign in</html>', '[]', '{"head":{"vars":["x"]},"results":{"bindings":[]}}'])(
    'refuses %j',
    async (content) => {
      await expect(readAll(source, memoryFile('x', content))).rejects.toMatchObject({ code: 'list-unusable' });
    },
  );

  test('damaged files are read or refused, never crash', () => survivesDamage(source, fixture('results.json')));

  test('a download asks in batches for positions, holders, names and facts, and says who asks', async () => {
    const uri = (id: string) => ({ type: 'uri', value: `http://www.wikidata.org/entity/${id}` });
    const result = (vars: string[], bindings: object[]) => JSON.stringify({ head: { vars }, results: { bindings } });
    const asked: { readonly query: string; readonly length: number }[] = [];
    const answer = (url: URL, headers: Readonly<Record<string, unknown>>) => {
      expect(headers.accept).toBe('application/sparql-results+json');
      expect(headers['user-agent']).toMatch(/^Touchstone/);
      const query = ask(url);
      asked.push({ query, length: url.href.length });
      const named = [...query.matchAll(/wd:(Q\d+)/g)].map((match) => match[1]!);
      if (query.includes('?position WHERE'))
        return result(['position'], [{ position: uri(`Q7${named[0]!.slice(1)}`) }]);
      if (query.includes('p:P39 ?statement .\n  ?statement')) {
        const people = Array.from({ length: 200 }, (_, index) => `Q${9000 + index}`);
        return result(
          ['person'],
          people.map((id) => ({ person: uri(id), positionLabel: { value: 'Tester' } })),
        );
      }
      return result(
        ['person'],
        named.map((id) => ({ person: uri(id), name: { value: `Test ${id}`, 'xml:lang': 'en' } })),
      );
    };
    await withServer(answer, '/sparql', async (fetcher) => {
      const files = await download(fetcher, () => Promise.resolve());
      const { entries } = await readAll(source, ...files);
      expect(entries).toHaveLength(200);
      expect(entries[0]).toMatchObject({ names: [{ full: 'Test Q9000' }], positions: ['Tester'] });
      expect(Math.max(...asked.map(({ length }) => length))).toBeLessThan(8000);
    });
  });
});
