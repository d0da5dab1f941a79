import type { CsvRow } from '../csv/read.ts';
import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';
import { beyond } from '../watchlists/formats/bounds.ts';
import { beginning } from '../watchlists/formats/list-file.ts';
import {
  dayIn,
  MAX_COLUMNS,
  MAX_SHEET_ROWS,
  MAX_TABLE_ITEMS,
  MAX_TABLE_TEXT,
  plainNumber,
  tooWide,
} from '../watchlists/formats/xlsx.ts';
import { all, type XmlElement, xmlRecords } from '../watchlists/formats/xml.ts';
import type { ListFile } from '../watchlists/source.ts';
import type { Sheet } from './sheet.ts';

/** Media type of a spreadsheet in OpenDocument (ODF 1.3 part 2, 2.2.4). */
const SPREADSHEET = /^application\/vnd\.oasis\.opendocument\.spreadsheet/;
/** Characters of the list of parts, which says whether they are encrypted. */
const MANIFEST_LENGTH = 1_000_000;
/** Elements of a paragraph that stand for blanks (ODF 1.3 part 3, 6.1). */
const BLANKS: Readonly<Record<string, string>> = { tab: '\t', 'line-break': '\n' };
const CELLS = new Set(['table-cell', 'covered-table-cell']);
const SHAPE = {
  roots: ['document-content'],
  records: ['table-row'],
  openings: ['table', 'style', 'table-properties'],
  keepSpace: true,
  maxItems: MAX_TABLE_ITEMS,
  inline: (key: string, attributes: Readonly<Record<string, string>>): string | undefined => {
    if (key === 's') return ' '.repeat(Math.min(MAX_COLUMNS, Math.max(1, Number(attributes.c) || 1)));
    if (key === 'span' || key === 'a' || key === 'ruby' || key === 'ruby-base') return '';
    return BLANKS[key];
  },
} as const;

/** Whether the parts of an archive are those of a spreadsheet in OpenDocument. */
export async function isOds(parts: ReadonlyMap<string, ListFile>): Promise<boolean> {
  const type = parts.get('mimetype');
  if (!type || !parts.has('content.xml')) return false;
  return SPREADSHEET.test(await beginning(type));
}

/**
 * The sheets of a spreadsheet (ODS) in their order; a sheet can be read before the next one is asked for. Throws
 * `list-unusable` for one that is damaged or has a password.
 */
export async function* odsSheets(file: ListFile, parts: ReadonlyMap<string, ListFile>): AsyncGenerator<Sheet> {
  const manifest = parts.get('META-INF/manifest.xml');
  if (manifest && (await beginning(manifest, MANIFEST_LENGTH)).includes('encryption-data')) {
    throw new TouchstoneError('list-unusable', say('workbook.password', { file: file.name }));
  }
  const content = parts.get('content.xml')!;
  const hidden = new Set<string>();
  let style = '';
  let number = 0;
  for await (const { name, attributes } of xmlRecords(content, SHAPE)) {
    if (name === 'style') style = attributes.name ?? '';
    if (name === 'table-properties' && attributes.display === 'false') hidden.add(style);
    if (name !== 'table') continue;
    const at = number;
    number += 1;
    const isHidden = hidden.has(attributes['style-name'] ?? '');
    yield { name: attributes.name ?? '', isHidden, rows: () => rowsOf(file, content, at) };
  }
}

async function* rowsOf(file: ListFile, content: ListFile, wanted: number): AsyncGenerator<CsvRow> {
  let table = -1;
  let line = 0;
  let size = 0;
  for await (const row of xmlRecords(content, SHAPE)) {
    if (row.name === 'table') table += 1;
    if (table > wanted) return;
    if (table < wanted || row.name !== 'table-row') continue;
    const cells = cellsOf(row, file);
    const times = timesOf(row, 'number-rows-repeated');
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    // A text may be repeated to the end of the row, and the row to the end of the sheet.
    for (let time = 1; time <= times && length > 0; time++) {
      size += length;
      if (line + time > MAX_SHEET_ROWS || size > MAX_TABLE_TEXT) {
        throw beyond(file, { line: line + time }, 'cells', MAX_TABLE_TEXT);
      }
      yield { line: line + time, cells };
    }
    line += times;
  }
}

/** Without the empty cells at the end. */
function cellsOf(row: XmlElement, file: ListFile): string[] {
  const cells: string[] = [];
  let column = 0;
  for (const cell of row.children.filter(({ key }) => CELLS.has(key))) {
    const times = timesOf(cell, 'number-columns-repeated');
    // What a merged cell covers may still hold what stood there.
    const text = cell.key === 'table-cell' ? cellText(cell) : '';
    if (text !== '') {
      if (column + times > MAX_COLUMNS) throw tooWide(file);
      cells.push(...Array<string>(column - cells.length).fill(''), ...Array<string>(times).fill(text));
    }
    column += times;
  }
  return cells;
}

/** How often a row or a cell stands there. */
function timesOf({ attributes }: XmlElement, member: string): number {
  const times = Number(attributes[member]);
  return Number.isInteger(times) && times > 0 ? times : 1;
}

function cellText(cell: XmlElement): string {
  const { attributes } = cell;
  const shown = all(cell, 'p')
    .map((paragraph) => paragraph.text)
    .join('\n');
  switch (attributes['value-type']) {
    case 'date':
      return dayIn(attributes['date-value'] ?? shown);
    case 'boolean':
      return attributes['boolean-value'] === 'true' ? 'TRUE' : 'FALSE';
    case 'float':
    case 'percentage':
    case 'currency':
      return numberText(attributes.value ?? '', shown);
    case 'error':
      // The words of an error are those of the writer's language.
      return shown.startsWith('#') ? shown : '#VALUE!';
    default:
      return shown === '' ? (attributes['string-value'] ?? '') : shown;
  }
}

/** A number as the sheet shows it where that is all digits, as with zeros before it. */
function numberText(value: string, shown: string): string {
  const isSame = /^\d+$/.test(shown) && Number(shown) === Number(value);
  return isSame ? shown : plainNumber(value);
}
