import { describe, expect, test } from 'vitest';
import { type TestCell, xlsxFile, zipFile } from '../../../test/support/xlsx-file.ts';
import { memoryFile } from './list-file.ts';
import { xlsxRows } from './xlsx.ts';

const rowsOf = (content: Buffer) => Array.fromAsync(xlsxRows(memoryFile('list.xlsx', content)));
const cellsOf = async (...rows: TestCell[][]) => (await rowsOf(xlsxFile(rows))).map(({ cells }) => cells);

/** The workbook of one cell with a part replaced or, with undefined, left out. */
const partsWith = (changes: Record<string, string | undefined>): Buffer => {
  const parts: Record<string, string | undefined> = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="a" xmlns:r="r"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Type="x/worksheet" Target="s.xml"/><Relationship Id="b" Type="x/sharedStrings" Target="t.xml"/></Relationships>',
    'xl/s.xml': '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>',
    'xl/t.xml': '<sst><si><t>text</t></si></sst>',
    ...changes,
  };
  const present = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined);
  return zipFile(Object.fromEntries(present));
};

describe('an Excel workbook', () => {
  test('is read row by row: texts, numbers, truth values, days and gaps between cells', async () => {
    const rows = await cellsOf(
      ['Name', 'Number'],
      ['Пётр & <Co>', 7, true, new Date('1957-03-21')],
      [undefined, undefined, false, new Date('2026-08-02')],
    );
    expect(rows).toEqual([
      ['Name', 'Number'],
      ['Пётр & <Co>', '7', 'TRUE', '1957-03-21'],
      ['', '', 'FALSE', '2026-08-02'],
    ]);
  });

  test('keeps the numbers of its rows, also where empty ones stand between them', async () => {
    const rows = await rowsOf(xlsxFile([['a'], [], ['b']]));
    expect(rows.map(({ line }) => line)).toEqual([1, 3]);
  });

  test('joins a text whose parts are formatted apart, and leaves out its pronunciation', async () => {
    const text =
      '<si><r><t>Wlad</t></r><r><t xml:space="preserve">imir _x0041_ </t></r><rPh><t>x</t></rPh><r><t>Z</t></r></si>';
    expect((await rowsOf(partsWith({ 'xl/t.xml': `<sst>${text}</sst>` })))[0]?.cells).toEqual(['Wladimir A Z']);
  });

  test('may keep texts in its cells, and have no place written beside them', async () => {
    const row = '<row><c t="inlineStr"><is><t>a</t></is></c><c t="str"><v>b</v></c><c><v>3</v></c></row>';
    const sheet = `<worksheet><sheetData>${row}</sheetData></worksheet>`;
    expect(await rowsOf(partsWith({ 'xl/s.xml': sheet }))).toEqual([{ line: 1, cells: ['a', 'b', '3'] }]);
  });

  test('gives the first sheet that is not hidden', async () => {
    const workbook =
      '<workbook><sheets xmlns:r="r"><sheet name="H" state="hidden" r:id="h"/><sheet name="A" r:id="a"/></sheets></workbook>';
    expect(await rowsOf(partsWith({ 'xl/workbook.xml': workbook }))).toHaveLength(1);
  });
});

describe('what is refused with a sentence', () => {
  test.each<[string, Buffer]>([
    ['no archive', Buffer.from('PK\x03\x04 and then nothing')],
    ['an archive of something else', zipFile({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' })],
    ['a workbook without its sheet', partsWith({ 'xl/s.xml': undefined })],
    ['a sheet that breaks off', partsWith({ 'xl/s.xml': '<worksheet><sheetData><row>' })],
    [
      'a cell in column XFD',
      partsWith({ 'xl/s.xml': '<worksheet><row r="1"><c r="XFD1"><v>1</v></c></row></worksheet>' }),
    ],
    ['a small archive that unpacks to 65 MiB', partsWith({ 'xl/s.xml': ' '.repeat(65 * 2 ** 20) })],
    [
      'an archive that states smaller sizes than it has',
      zipFile({ 'xl/_rels/workbook.xml.rels': ' '.repeat(5000) }, 10),
    ],
    [
      'an archive of 1,001 parts',
      zipFile(Object.fromEntries(Array.from({ length: 1001 }, (_, part) => [`${part}`, '']))),
    ],
  ])('%s', async (_what, content) => {
    await expect(rowsOf(content)).rejects.toMatchObject({
      code: 'list-unusable',
      message: expect.stringMatching(/^list\.xlsx.*\.$/s),
    });
  });
});
