import { expect, test } from 'vitest';
import { zipFile } from '../../test/support/xlsx-file.ts';
import { readRows } from '../bulk/rows.ts';
import type { PendingRow } from '../domain/batch.ts';

// Workbooks in the forms that public bug reports of other readers show. The names in them are invented.

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const PREFIXED = 'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Form {
  /** The inside of the worksheet. */
  readonly sheet: string;
  /** The inside of the shared strings. */
  readonly strings?: string;
  /** Elements are written `x:…`, as the SDK of Microsoft does. */
  readonly isPrefixed?: boolean;
}

async function namesIn({ sheet, strings = '', isPrefixed = false }: Form): Promise<string[]> {
  const [space, prefix] = isPrefixed ? [PREFIXED, 'x:'] : [MAIN, ''];
  const file = zipFile({
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATION}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${RELATION}/worksheet" Target="s1.xml"/><Relationship Id="r2" Type="${RELATION}/sharedStrings" Target="strings.xml"/></Relationships>`,
    'xl/strings.xml': `<sst ${MAIN}>${strings}</sst>`,
    'xl/s1.xml': `<${prefix}worksheet ${space}>${sheet}</${prefix}worksheet>`,
  });
  const rows: PendingRow[] = [];
  const chunks = async function* () {
    yield file;
  };
  await readRows(chunks(), async (page) => void rows.push(...page), { kind: 'screenings' });
  expect(rows.map(({ problem }) => problem)).toEqual(rows.map(() => undefined));
  return rows.map(({ name }) => name);
}

const text = (value: string, at = '') => `<c${at} t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const header = row(text('name'), text('entityType'));
const shared = (...places: number[]) => row(...places.map((place) => `<c t="s"><v>${place}</v></c>`));
const si = (inside: string) => `<si>${inside}</si>`;
const HEADER_STRINGS = si('<t>name</t>') + si('<t>entityType</t>') + si('<t>Individual</t>');
const PREFIXED_ROWS =
  '<x:row r="1"><x:c r="A1" t="str"><x:v>name</x:v></x:c><x:c r="B1" t="str"><x:v>entityType</x:v></x:c></x:row>' +
  '<x:row><x:c t="str"><x:v>Ada Quillon</x:v></x:c><x:c t="str"><x:v>Individual</x:v></x:c></x:row>';

test.each<[report: string, form: Form, names: string[]]>([
  [
    'doy/spreadsheet-parsexlsx#72: the reading of a shared text is none of it',
    {
      strings:
        HEADER_STRINGS + si('<t>灯台守子</t><rPh eb="4" sb="0"><t>トウダイモリコ</t></rPh><phoneticPr fontId="1"/>'),
      sheet: `<sheetData>${shared(0, 1)}${shared(3, 2)}</sheetData>`,
    },
    ['灯台守子'],
  ],
  [
    'use-agent-os/agent-os#2054: nor is that of a text in its cell',
    {
      sheet: `<sheetData>${header}<row><c t="inlineStr"><is><t>灯台守子</t><rPh sb="0" eb="4"><t>とうだい</t></rPh></is></c>${text('Individual')}</row></sheetData>`,
    },
    ['灯台守子'],
  ],
  [
    'jsonkenl/xlsxir#56: a text of several runs is one text, and those behind it keep their places',
    {
      strings:
        si('<r><t>na</t></r><r><rPr><sz val="10"/></rPr><t>me</t></r><phoneticPr fontId="0"/>') +
        si('<t>entityType</t>') +
        si('<r><t>Ada</t></r><r><t xml:space="preserve"> Quillon</t></r>') +
        si('<t>Individual</t>'),
      sheet: `<sheetData>${shared(0, 1)}${shared(2, 3)}</sheetData>`,
    },
    ['Ada Quillon'],
  ],
  [
    'radzenhq/radzen-blazor#2710: a text in its cell has runs',
    {
      sheet: `<sheetData>${header}<row><c t="inlineStr"><is><r><t>Ada </t></r><r><t>Quillon</t></r></is></c>${text('Individual')}</row></sheetData>`,
    },
    ['Ada Quillon'],
  ],
  [
    'tealeg/xlsx#199: the stated range is one cell',
    { sheet: `<dimension ref="A1"/><sheetData>${header}${row(text('Ada Quillon'), text('Individual'))}</sheetData>` },
    ['Ada Quillon'],
  ],
  [
    'tidyverse/readxl#26: no range is stated',
    { sheet: `<sheetData>${header}${row(text('Ada Quillon'), text('Individual'))}</sheetData>` },
    ['Ada Quillon'],
  ],
  [
    'box/spout#267: cells do not say where they are, and an empty one stands before the name',
    {
      sheet: `<sheetData>${row('<c s="1"/>', text('name'), text('entityType'))}${row('<c/>', text('Ada Quillon'), text('Individual'))}</sheetData>`,
    },
    ['Ada Quillon'],
  ],
  [
    'rfischer42/xlsx-reader#10: an empty row ends at once',
    {
      sheet: `<sheetData><row r="1" spans="1:9" thickBot="1"/>${header}<row/>${row(text('Ada Quillon'), text('Individual'))}</sheetData>`,
    },
    ['Ada Quillon'],
  ],
  [
    'ringabout/xlsx#23, cweijan/vscode-office#607: prefixed elements, and only the first row says where it is',
    { isPrefixed: true, sheet: `<x:sheetData>${PREFIXED_ROWS}</x:sheetData>` },
    ['Ada Quillon'],
  ],
  [
    'ExcelDataReader/ExcelDataReader#97: columns are numbers from 0',
    {
      isPrefixed: true,
      sheet: `<x:sheetData>${PREFIXED_ROWS.replaceAll('r="A1"', 'r="0"').replaceAll('r="B1"', 'r="1"')}</x:sheetData>`,
    },
    ['Ada Quillon'],
  ],
])('%s', async (_, form, names) => {
  expect(await namesIn(form)).toEqual(names);
});
