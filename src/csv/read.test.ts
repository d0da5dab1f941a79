import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnPlaces } from './columns.ts';
import { csvPages } from './read.ts';

const TEXT = 'name;id\r\nŻółć Зорван 佐爾萬;1\r\n;;\r\n"A; B";2\r\n';

async function read(bytes: Uint8Array, strict = true, slice = 7): Promise<string[][]> {
  const rows: string[][] = [];
  const slices = async function* () {
    for (let at = 0; at < bytes.length; at += slice) yield bytes.subarray(at, at + slice);
  };
  for await (const page of csvPages(slices(), { strict })) rows.push(...page.map(({ cells }) => [...cells]));
  return rows;
}

const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

describe('a CSV file', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16LE', utf16(TEXT, false)],
    ['UTF-16LE with a mark', utf16(`\ufeff${TEXT}`, false)],
    ['UTF-16BE', utf16(TEXT, true)],
    ['UTF-16BE with a mark', utf16(`\ufeff${TEXT}`, true)],
  ])('in %s is read as it was written, wherever its bytes are cut', async (_, bytes) => {
    for (const slice of [2, 3, 7, 4096]) {
      expect(await read(bytes, true, slice)).toEqual([
        ['name', 'id'],
        ['Żółć Зорван 佐爾萬', '1'],
        ['A; B', '2'],
      ]);
    }
  });

  test('has the same rows however CRLF, LF and CR are mixed in it, wherever its bytes are cut', async () => {
    const ends = fc.array(fc.constantFrom('\r\n', '\n', '\r', '\r\n\n', '\n\r'), { minLength: 9, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(
        ends,
        fc.constantFrom(',', ';', '\t'),
        fc.integer({ min: 1, max: 9 }),
        async (ends, sign, slice) => {
          const rows = ends.map((_, row) => [`Ärin ${row}`, `"a${sign}b"`, 'x']);
          const text = rows.map((cells, row) => cells.join(sign) + ends[row]).join('');
          const expected = rows.map(([name]) => [name, `a${sign}b`, 'x']);
          expect(await read(Buffer.from(`n${sign}m${sign}o\n${text}`), true, slice)).toEqual([
            ['n', 'm', 'o'],
            ...expected,
          ]);
        },
      ),
    );
  });

  test.each([
    ['sep=;\r\nname;id\r\n"A, B";1\r\n', ['A, B', '1']],
    ['"sep=,"\nname,id\n"A; B",1\n', ['A; B', '1']],
    ['\ufeffSEP=\t\rname\tid\rA; B, C\t1\r', ['A; B, C', '1']],
    ['sep=|\nname|id\nA;B,C|1', ['A;B,C', '1']],
    ['sep=;;\nname;id\nA;1\n', ['A', '1']],
  ])('that names its delimiter in the first line, as Excel does, is read by it: %j', async (text, row) => {
    expect(await read(Buffer.from(text))).toEqual([['name', 'id'], row]);
  });

  test.each([
    ['in its header', 'name;"city, street, country";type\nx;y;z\n', ['x', 'y', 'z']],
    ['before its header', '\n\r\n\nname;city, street;type\nx;y;z\n', ['x', 'y', 'z']],
  ])('is divided at the sign that divides, whatever stands %s', async (_, text, row) => {
    expect((await read(Buffer.from(text)))[1]).toEqual(row);
  });

  test.each([
    ['id,name\n1,A\n2,"B\n3,C\n', 'a quotation mark in the row of line 3 is not closed'],
    [`id,name\n1,A\n\n2,B\n3,"C\n${'4,D\n'.repeat(40_000)}`, 'the row of line 5 does not end within 64 KiB'],
    ['id,name\n1,"Quillon" Ferrabast\n', 'in the row of line 2 text follows a closing quotation mark'],
    ['id,name\n1,"Ada\n2,Bo\n3,"Cy"\n4,Di\n', 'in the row of line 2 text follows a closing quotation mark'],
  ])('whose quotation mark is not closed names the row (%#)', async (text, sentence) => {
    await expect(read(Buffer.from(text), true, 512)).rejects.toThrow(sentence);
  });

  test('that is not text is refused, or keeps a mark in place of what was not', async () => {
    const bytes = Buffer.from('name\nJos\u00e9\n', 'latin1');
    await expect(read(bytes)).rejects.toThrow('not UTF-8 text');
    expect(await read(bytes, false)).toEqual([['name'], ['Jos\ufffd']]);
  });

  test('may have its columns in any order and by other names', () => {
    const places = columnPlaces(['DOB', 'Full name', 'TYPE', 'Reference', 'more'], 'command');
    expect(Object.fromEntries(places)).toEqual({ id: 3, name: 1, entityType: 2, dateOfBirth: 0 });
  });
});
