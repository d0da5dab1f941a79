import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { type TestCell, xlsxFile, zipFile } from '../../test/support/xlsx-file.ts';
import { readRows } from '../bulk/rows.ts';
import type { PendingRow } from '../domain/batch.ts';

async function rowsOf(content: Uint8Array, slice = 1000): Promise<PendingRow[]> {
  const rows: PendingRow[] = [];
  const chunks = async function* () {
    for (let at = 0; at < content.length; at += slice) yield content.subarray(at, at + slice);
  };
  await readRows(chunks(), async (page) => void rows.push(...page), { kind: 'screenings' });
  return rows;
}

const workbook = (...rows: TestCell[][]) => rowsOf(xlsxFile(rows));
const HEADER = ['id', 'name', 'entityType', 'dateOfBirth'];
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of these sheets, each the inside of `sheetData`. `styles`: the inside of `styleSheet`. */
function sheets(all: readonly { readonly data: string; readonly state?: string }[], styles = ''): Buffer {
  const names = all.map(({ state = 'visible' }, at) => `<sheet name="S${at}" state="${state}" r:id="s${at}"/>`);
  const links = all.map((_, at) => `<Relationship Id="s${at}" Type="${RELATION}/worksheet" Target="s${at}.xml"/>`);
  const files = all.map(({ data }, at) => [
    `xl/s${at}.xml`,
    `<worksheet ${MAIN}><sheetData>${data}</sheetData></worksheet>`,
  ]);
  return zipFile({
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATION}"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${links.join('')}<Relationship Id="y" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}>${styles}</styleSheet>`,
    ...Object.fromEntries(files),
  });
}

const inline = (...cells: string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
const people = inline(...HEADER) + inline('c1', 'Ada Quillon', 'Individual', '1980-02-01');

test('a workbook gives the rows that the same CSV gives, with their line numbers', async () => {
  const csv = 'id,name,entityType,dateOfBirth\n7,"Quillon, Ada",Individual,1980-02-01\n\nc9,Zürich & Söhne,company,\n';
  const same = await workbook(
    HEADER,
    [7, 'Quillon, Ada', 'Individual', new Date('1980-02-01')],
    [],
    ['c9', 'Zürich & Söhne', 'company'],
  );
  expect(same).toEqual(await rowsOf(Buffer.from(csv)));
  expect(same.map(({ line }) => line)).toEqual([2, 4]);
});

test('is read however its bytes arrive', async () => {
  const content = xlsxFile([HEADER, ['c1', 'Ada Quillon', 'Individual']]);
  expect(await rowsOf(content, 1)).toEqual(await rowsOf(content));
});

test.each<[what: string, cells: TestCell[], member: keyof PendingRow, value: unknown]>([
  ['quotes and commas', ['c1', 'Ada "Q", Quillon', 'Individual'], 'name', 'Ada "Q", Quillon'],
  ['formula-like text', ['=1+1', 'Ada', 'Individual'], 'reference', '=1+1'],
  ['a number as a name', ['c1', 4711, 'Organization'], 'name', '4711'],
  ['a long number as an id', [123_456_789_012_345, 'Ada', 'Individual'], 'reference', '123456789012345'],
  ['a date as text', ['c1', 'Ada', 'Individual', '01.02.1980'], 'dateOfBirth', '1980-02-01'],
  ['a day before March 1900', ['c1', 'Ada', 'Individual', new Date('1923-12-31')], 'dateOfBirth', '1923-12-31'],
  ['right-to-left letters', ['c1', 'عدنان قيلون', 'Individual'], 'name', 'عدنان قيلون'],
  ['Han characters', ['c1', '黎德华', 'Individual'], 'name', '黎德华'],
])('%s stay as they are', async (_, cells, member, value) => {
  expect((await workbook(HEADER, cells))[0]).toMatchObject({ [member]: value });
});

test.each(['#N/A', '#REF!', '#NAME?', '#VALUE!', '#DIV/0!'])(
  'a cell with the error %s refuses its row',
  async (error) => {
    const row = `<row><c t="inlineStr"><is><t>c1</t></is></c><c t="e"><f>X()</f><v>${error}</v></c><c t="inlineStr"><is><t>Individual</t></is></c></row>`;
    const [found] = await rowsOf(sheets([{ data: inline(...HEADER) + row }]));
    expect(found).toMatchObject({ problem: `name is ${error}, an error of the spreadsheet.` });
  },
);

test('formulas count by the value that was kept', async () => {
  const row =
    '<row><c><f>A1</f><v>17</v></c><c t="str"><f>B1</f><v>Ada Quillon</v></c><c t="str"><v>Individual</v></c></row>';
  expect((await rowsOf(sheets([{ data: inline(...HEADER) + row }])))[0]).toMatchObject({
    reference: '17',
    name: 'Ada Quillon',
  });
});

test('a number that a format fills up with zeros keeps them', async () => {
  const styles =
    '<numFmts><numFmt numFmtId="170" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>';
  const row = '<row><c s="1"><v>123</v></c><c t="str"><v>Ada</v></c><c t="str"><v>Individual</v></c></row>';
  expect((await rowsOf(sheets([{ data: inline(...HEADER) + row }], styles)))[0]).toMatchObject({ reference: '00123' });
});

test('titles above the header are left out, and lines keep their numbers', async () => {
  const rows = await workbook(['Customers of the branch'], [], ['as of', new Date('2026-11-01')], HEADER, [
    'c1',
    'Ada',
    'Individual',
  ]);
  expect(rows).toMatchObject([{ line: 5, name: 'Ada' }]);
});

test('of several sheets the first with a header that fits counts, hidden ones never', async () => {
  const notes = inline('Notes', 'of the branch');
  const other = people.replace('Ada Quillon', 'Bo Zumbrock');
  expect(await rowsOf(sheets([{ data: notes }, { data: people }, { data: other }]))).toMatchObject([
    { name: 'Ada Quillon' },
  ]);
  expect(await rowsOf(sheets([{ data: people, state: 'hidden' }, { data: other }]))).toMatchObject([
    { name: 'Bo Zumbrock' },
  ]);
});

test('hidden rows and merged cells lose nothing', async () => {
  const data = `${inline(...HEADER)}<row hidden="1"><c t="inlineStr"><is><t>c1</t></is></c><c t="inlineStr"><is><t>Ada</t></is></c><c t="inlineStr"><is><t>Individual</t></is></c></row>`;
  expect(await rowsOf(sheets([{ data }]))).toMatchObject([{ name: 'Ada' }]);
});

const refusal = (content: Uint8Array) =>
  rowsOf(content).then(
    () => 'taken',
    (error: Error) => error.message,
  );

test.each<[what: string, content: () => Uint8Array, why: RegExp]>([
  [
    'of an old form, or with a password',
    () => Buffer.from('d0cf11e0a1b11ae1'.repeat(100), 'hex'),
    /old form \(\.xls\) or has a password/,
  ],
  [
    'that is cut short',
    () => xlsxFile([HEADER, ['c1', 'Ada', 'Individual']]).subarray(0, 900),
    /^The workbook .* archive/,
  ],
  ['that is another archive', () => zipFile({ 'word/document.xml': '<w/>' }), /^The workbook/],
  [
    'without a name',
    () =>
      xlsxFile([
        ['number', 'what'],
        ['1', 'x'],
      ]),
    /one of them must be "name"/,
  ],
  ['with nothing in it', () => sheets([{ data: '' }]), /no row|name/],
  [
    'of spreadsheet tables (ODS)',
    () => zipFile({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
    /^The workbook/,
  ],
])('a workbook %s is refused with a sentence', async (_, content, why) => {
  expect(await refusal(content())).toMatch(why);
});

test('a bomb is refused', async () => {
  const data = `<row>${'<c t="inlineStr"><is><t>x</t></is></c>'.repeat(1000)}</row>`.repeat(3000);
  expect(await refusal(sheets([{ data: inline(...HEADER) + data }]))).toMatch(/^The workbook .*(larger|more than)/);
});

test('nothing is left behind', async () => {
  await workbook(HEADER, ['c1', 'Ada', 'Individual']);
  await refusal(zipFile({ 'word/document.xml': '<w/>' }));
  expect((await readdir(tmpdir())).filter((name) => name.startsWith('touchstone-workbook-'))).toEqual([]);
});
