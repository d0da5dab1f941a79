import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { odsFile, odsParts, xlsxFile, zipFile } from '../../test/support/xlsx-file.ts';
import { readRows } from '../bulk/rows.ts';
import type { PendingRow } from '../domain/batch.ts';
import { asCsv } from './as-csv.ts';
import { workbook } from './workbook.ts';

const FOLDER = new URL('./fixtures/', import.meta.url);
const files = (await readdir(FOLDER)).filter((name) => /\.(xls[xm]|ods)$/.test(name));

async function rowsOf(content: AsyncIterable<Uint8Array>, sheet?: string): Promise<PendingRow[]> {
  const rows: PendingRow[] = [];
  await readRows(content, async (page) => void rows.push(...page), { kind: 'screenings', sheet });
  return rows;
}

const NAMES = [
  { reference: '00123', name: 'Ada Quillon', type: 'Individual', dateOfBirth: '1980-02-01' },
  { reference: 'c-2', name: 'Zümrüt & Söhne “Nord” GmbH', type: 'Organization', dateOfBirth: '' },
  { reference: '123456', name: '黎德华', type: 'Individual', dateOfBirth: '1923-12-31' },
];

test.each(files)('%s is read as it shows itself', async (file) => {
  const rows = await rowsOf(createReadStream(new URL(file, FOLDER)));
  // This writer keeps no number formats, so that the zeros are in no part of its file.
  const [first, ...others] = NAMES;
  const shown = file === 'openpyxl-write-only.xlsx' ? [{ ...first, reference: '123' }, ...others] : NAMES;
  expect(rows.slice(0, 3)).toMatchObject(shown);
  if (!file.startsWith('libreoffice-features')) expect(rows).toHaveLength(3);
});

test.each(['xlsx', 'ods'])(
  'of a sheet with everything (%s) no row is lost, and lines are those of the sheet',
  async (end) => {
    const rows = await rowsOf(createReadStream(new URL(`libreoffice-features.${end}`, FOLDER)));
    expect(rows.map(({ line }) => line)).toEqual([4, 5, 8, 9, 10]);
    expect(rows[3]).toMatchObject({ problem: 'name is #N/A, an error of the spreadsheet.' });
    expect(rows[4]).toMatchObject({ problem: expect.stringMatching(/line break in name/) });
  },
);

test.each(['xlsx', 'ods'])('the sheet that somebody names counts, a hidden one too (%s)', async (end) => {
  const file = new URL(`libreoffice-features.${end}`, FOLDER);
  expect((await rowsOf(createReadStream(file), ' old '))[0]).toMatchObject({ name: 'Hidden Quillon' });
  await expect(rowsOf(createReadStream(file), 'Notes')).rejects.toThrow('one of them must be "name"');
  await expect(rowsOf(createReadStream(file), 'None')).rejects.toThrow(
    'The workbook has no sheet "None". Its sheets: Notes, Old, Customers.',
  );
  await expect(rowsOf(Readable.from([Buffer.from('name\nAda\n')]), 'Old')).rejects.toThrow('the file is none');
});

const odsOf = (xml: string, parts: Record<string, string> = {}) => zipFile({ ...odsParts(xml), ...parts });
const cell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
const row = (...texts: string[]) => `<table:table-row>${texts.map(cell).join('')}</table:table-row>`;
const table = (rows: string) => `<table:table table:name="A">${rows}</table:table>`;
const refusal = (file: Uint8Array, sheet?: string) =>
  rowsOf(Readable.from([file]), sheet).then(
    () => 'taken',
    (error: Error) => error.message,
  );

test.each<[what: string, file: () => Uint8Array, why: RegExp]>([
  [
    'a spreadsheet with a password',
    () => odsOf('', { 'META-INF/manifest.xml': '<m:file-entry><m:encryption-data/></m:file-entry>' }),
    /^The workbook has a password/,
  ],
  ['a spreadsheet with macros', () => odsOf('', { 'Basic/Standard/Module1.xml': '<x/>' }), /has macros/],
  ['a workbook with macros under a name of two lines', () => zipFile({ 'xl/macrosheets/a\nb.xml': 'x' }), /has macros/],
  ['a spreadsheet with macros under a name of two lines', () => odsOf('', { 'Basic/A/\nB.xml': '<x/>' }), /has macros/],
  ['a workbook with macros', () => zipFile({ 'xl/vbaProject.bin': 'x', 'xl/workbook.xml': '<w/>' }), /has macros/],
  ['a spreadsheet that is cut', () => odsOf(table(row('name') + row('Ada').repeat(500))).subarray(0, 400), /archive/],
  ['one without sheets', () => odsOf(''), /no sheet that is visible/],
  ['one of another content', () => odsOf('', { 'content.xml': '<html/>' }), /another kind/],
  [
    'a row that is repeated for ever',
    () =>
      odsOf(
        table(
          row('name') +
            row('Ada').replace('<table:table-row>', '<table:table-row table:number-rows-repeated="99999999">'),
        ),
      ),
    /cells before it hold/,
  ],
  [
    'a text in every cell of a sheet',
    () =>
      odsOf(
        table(
          row('name') +
            `<table:table-row table:number-rows-repeated="1000000">${cell('x'.repeat(1000))}</table:table-row>`,
        ),
      ),
    /cells before it hold more than 256 MiB/,
  ],
  [
    'columns without end',
    () =>
      odsOf(
        table(
          row('name') +
            row('A').replace('<table:table-cell', '<table:table-cell table:number-columns-repeated="16000"'),
        ),
      ),
    /more than 1000 columns/,
  ],
  [
    'a sheet that unpacks to far more than it is packed to',
    () => odsOf(table(row('name') + row('Ada').repeat(1_200_000))),
    /larger than/,
  ],
])('%s is refused with a sentence', async (_, file, why) => {
  expect(await refusal(file())).toMatch(why);
});

test('a row number that no sheet has makes no blank lines', async () => {
  const sheet = xlsxFile([
    ['name', 'type'],
    ['Ada', 'Individual'],
  ]);
  expect((await rowsOf(Readable.from([sheet])))[0]).toMatchObject({ line: 2 });
  const parts = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="s"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="s" Type="x/worksheet" Target="s.xml"/></Relationships>',
    'xl/s.xml':
      '<worksheet><sheetData><row r="1"><c t="str"><v>name</v></c></row><row r="999999999"><c t="str"><v>Ada</v></c></row></sheetData></worksheet>',
  };
  expect((await rowsOf(Readable.from([zipFile(parts)])))[0]).toMatchObject({ line: 2, name: 'Ada' });
});

test('an empty cell that is formatted to the last column is none', async () => {
  const parts = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="s"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="s" Type="x/worksheet" Target="s.xml"/></Relationships>',
    'xl/s.xml':
      '<worksheet><sheetData><row><c r="A1" t="str"><v>name</v></c><c r="XFD1" s="1"/></row><row><c r="A2" t="str"><v>Ada</v></c></row></sheetData></worksheet>',
  };
  expect(await rowsOf(Readable.from([zipFile(parts)]))).toMatchObject([{ name: 'Ada' }]);
});

/** 10,000 names of all kinds of letters, none of them well-formed CSV by chance. */
const many = Array.from({ length: 10_000 }, (_, at) => [
  `c-${String(at).padStart(6, '0')}`,
  ['Ada “Q” Quillon', 'O’Brien, Jon', '=SUM(A1)', '黎德华', 'عدنان قيلون', 'A & B <GmbH>', ' _x0041_ '][at % 7] +
    String(at),
  at % 3 === 0 ? 'Organization' : 'Individual',
  at % 2 === 0 ? '' : `19${String(10 + (at % 80))}-0${1 + (at % 9)}-1${at % 10}`,
]);
const HEADER = ['id', 'name', 'entityType', 'dateOfBirth'];

test('10,000 names are the same rows as CSV, XLSX and ODS', async () => {
  const csv = [HEADER, ...many]
    .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
    .join('\n');
  const pages = async function* () {
    yield many;
  };
  const xlsx = await Array.fromAsync(workbook([{ name: 'A', header: HEADER, rows: pages() }]));
  const ods = odsFile([HEADER, ...many]);
  const wanted = await rowsOf(Readable.from([Buffer.from(csv)]));
  expect(wanted).toHaveLength(10_000);
  expect(await rowsOf(Readable.from(xlsx))).toEqual(wanted);
  expect(await rowsOf(Readable.from([ods]))).toEqual(wanted);
});

test('a workbook of ours goes on in another sheet, and texts stay as they are', async () => {
  const texts = ['=1+1', '@x', '_x0041_', 'a\u0007b', 'two\nlines', '"quoted"', '\u{1F600}', '\ud800'];
  const pages = async function* () {
    yield [['n', 1, undefined, ...texts]];
  };
  const file = await Array.fromAsync(workbook([{ name: 'A', header: ['name', 'b'], rows: pages() }]));
  const csv = Buffer.concat(await Array.fromAsync(asCsv(Readable.from(file)))).toString();
  const cells = ['=1+1', '@x', '_x0041_', 'a\u0007b', 'two\u2028lines', '""quoted""', '\u{1F600}', '\ufffd'];
  expect(csv).toBe(`"name","b"\n"n","1",,${cells.map((one) => `"${one}"`).join(',')}\n`);
});
