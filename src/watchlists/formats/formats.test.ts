import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wholeText } from '../../../test/support/list-source.ts';
import { csvRows } from './csv.ts';
import { wholeJson } from './json.ts';
import { localFile, memoryFile } from './list-file.ts';
import { textOf, xmlRecords } from './xml.ts';

const shape = { roots: ['list'], records: ['entry'] };
const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(items);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-readers-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('list files', () => {
  test('a gzip file reads like the plain one, whatever its name', async () => {
    await writeFile(join(folder, 'a.xml.gz'), gzipSync('<list/>'));
    await writeFile(join(folder, 'b.xml'), gzipSync('<list/>'));
    await writeFile(join(folder, 'c.xml'), '<list/>');
    for (const name of ['a.xml.gz', 'b.xml', 'c.xml']) {
      const file = localFile(join(folder, name));
      expect(file.name.endsWith('.xml')).toBe(true);
      expect(await wholeText(file)).toBe('<list/>');
      expect(await wholeText(file)).toBe('<list/>');
    }
  });

  test('a truncated gzip file and a missing file are sentences, not crashes', async () => {
    await writeFile(join(folder, 'cut.gz'), gzipSync('x'.repeat(100_000)).subarray(0, 60));
    await expect(wholeText(localFile(join(folder, 'cut.gz')))).rejects.toMatchObject({ code: 'list-unusable' });
    await expect(wholeText(localFile(join(folder, 'none')))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test('a byte order mark is not part of the content', async () => {
    expect(await wholeText(memoryFile('f', '\uFEFFabc'))).toBe('abc');
  });

  test('a login page in place of JSON is unusable', async () => {
    await expect(wholeJson(memoryFile('f.json', '<html>Sign in</html>'))).rejects.toMatchObject({
      code: 'list-unusable',
    });
  });
});

describe('XML', () => {
  test('records come whole, with prefixes taken off and white space folded', async () => {
    const file = memoryFile(
      'f.xml',
      '<list date="2026"><x:entry xmlns:x="u" id="1"><n> A \n B </n><n><![CDATA[<C>]]></n></x:entry></list>',
    );
    const header: unknown[] = [];
    const records = await collect(
      xmlRecords(file, { ...shape, header: (name, attributes) => header.push([name, attributes.date]) }),
    );
    expect(header).toEqual([['list', '2026']]);
    expect(records).toHaveLength(1);
    expect(records[0]?.attributes.id).toBe('1');
    expect(textOf(records[0], 'n')).toBe('A B');
    expect(records[0]?.children[1]?.text).toBe('<C>');
  });

  test.each([
    ['another root', '<html><body/></html>', /another kind/],
    ['nothing', '', /not complete XML/],
    ['a cut-off file', '<list><entry>', /not complete XML/],
    ['an entity of its own', '<!DOCTYPE list [<!ENTITY a "aaaa">]><list><entry>&a;</entry></list>', /not complete XML/],
  ])('%s is unusable', async (_, text, message) => {
    const reading = collect(xmlRecords(memoryFile('f.xml', text), shape));
    await expect(reading).rejects.toMatchObject({ code: 'list-unusable', message: expect.stringMatching(message) });
  });

  test.each([
    ['Windows-1252 by its declaration', '<?xml version="1.0" encoding="windows-1252"?>', 'latin1'],
    ['ISO-8859-1 by its declaration', '<?xml version="1.0" encoding="ISO-8859-1"?>', 'latin1'],
    ['Windows-1252 without one', '', 'latin1'],
    ['Windows-1252 that says UTF-8', '<?xml version="1.0" encoding="UTF-8"?>', 'latin1'],
    ['UTF-16', '\ufeff<?xml version="1.0" encoding="UTF-16"?>', 'utf16le'],
  ] as const)('in %s keeps its letters', async (_, head, encoding) => {
    const bytes = Buffer.from(`${head}<list><entry>José Muñoz Gößling</entry></list>`, encoding);
    expect((await collect(xmlRecords(memoryFile('f.xml', bytes), shape))).map(({ text }) => text)).toEqual([
      'José Muñoz Gößling',
    ]);
  });

  test('in UTF-8 that was damaged is unusable: no letter is replaced', async () => {
    const bytes = Buffer.concat([Buffer.from('<list><entry>Żółć '), Buffer.of(0xff), Buffer.from('</entry></list>')]);
    await expect(collect(xmlRecords(memoryFile('f.xml', bytes), shape))).rejects.toMatchObject({
      code: 'list-unusable',
      message: 'f.xml is not text in utf-8: it is damaged, declares the wrong encoding, or one that is not known.',
    });
  });

  test('names are found in any case and namespace', async () => {
    const file = memoryFile('f.xml', '<L:LIST xmlns:L="u"><L:Entry L:ID="1"><L:N>A</L:N><more/></L:Entry></L:LIST>');
    const [record] = await collect(xmlRecords(file, shape));
    expect([record?.name, record?.attributes.id, textOf(record, 'n')]).toEqual(['entry', '1', 'A']);
  });

  test('many records without what every list has are a changed layout', async () => {
    const needed = { ...shape, needed: ['n', ['o', 'p']] };
    const list = (entry: string, count = 20) => memoryFile('f.xml', `<list>${entry.repeat(count)}</list>`);
    expect(await collect(xmlRecords(list('<entry p=""><n/></entry>'), needed))).toHaveLength(20);
    expect(await collect(xmlRecords(list('<entry/>', 19), needed))).toHaveLength(19);
    const refusal = (file: ReturnType<typeof list>) => expect(collect(xmlRecords(file, needed))).rejects;
    await refusal(list('<entry p=""><m/></entry>')).toThrow('layout of the list has changed: there is no n in it');
    await refusal(list('<entry><n/></entry>')).toThrow('there is no o or p in it');
    await refusal(list('<item><n/></item>')).toThrow('there is no entry in it');
  });

  test('any text survives escaping, however the bytes are cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 })),
        fc.integer({ min: 1, max: 7 }),
        async (texts, size) => {
          const clean = texts
            .map((text) =>
              text
                .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
                .replace(/\s+/g, ' ')
                .trim(),
            )
            .filter(Boolean);
          const escaped = (text: string) =>
            text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
          const bytes = Buffer.from(`<list>${clean.map((text) => `<entry>${escaped(text)}</entry>`).join('')}</list>`);
          const file = {
            name: 'f.xml',
            async *bytes() {
              for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
            },
          };
          expect((await collect(xmlRecords(file, shape))).map(({ text }) => text)).toEqual(clean);
        },
      ),
    );
  });
});

describe('CSV', () => {
  test('quotes, blank lines and lines of different length are read, with their line numbers', async () => {
    const rows = await collect(csvRows(memoryFile('f.csv', 'a,"b, ""c""",d\r\n\r\n e ,f\r\n')));
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b, "c"', 'd'] },
      { line: 3, cells: ['e', 'f'] },
    ]);
  });

  test('a quote that is never closed is unusable', async () => {
    await expect(collect(csvRows(memoryFile('f.csv', 'a,"b\nc,d\n')))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test('Windows-1252 is decoded where it is named', async () => {
    const file = memoryFile('f.csv', Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72));
    expect(await collect(csvRows(file, { encoding: 'windows-1252' }))).toEqual([{ line: 1, cells: ['Müller'] }]);
  });

  test('a reader may stop early', async () => {
    const file = memoryFile('f.csv', 'a,b\n'.repeat(50_000));
    for await (const row of csvRows(file)) {
      expect(row.cells).toEqual(['a', 'b']);
      break;
    }
  });
});
