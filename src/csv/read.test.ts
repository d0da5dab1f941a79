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

  test('that is not text is refused, or keeps a mark in place of what was not', async () => {
    const bytes = Buffer.from('name\nJos\u00e9\n', 'latin1');
    await expect(read(bytes)).rejects.toThrow('not UTF-8 text');
    expect(await read(bytes, false)).toEqual([['name'], ['Jos\ufffd']]);
  });

  test('may have its columns in any order and by other names', () => {
    const places = columnPlaces(['DOB', 'Full name', 'TYPE', 'Reference', 'more']);
    expect(Object.fromEntries(places)).toEqual({ id: 3, name: 1, entityType: 2, dateOfBirth: 0 });
  });
});
