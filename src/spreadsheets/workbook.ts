import { MAX_SHEET_ROWS } from '../watchlists/formats/xlsx.ts';
import { type ZipPart, zipStream } from './zip-stream.ts';

/** Undefined is an empty cell. A text never becomes a formula, whatever it begins with. */
export type Cell = string | number | undefined;

/** A table that becomes a sheet, or several where it has more rows than a sheet. */
export interface Table {
  readonly name: string;
  readonly header: readonly string[];
  /** Rows in pages. */
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Characters of a cell (ECMA-376; Excel calls a file with more of them damaged). */
const MAX_CELL = 32_767;
/** What XML 1.0 cannot have, and what would be read as such an escape (ECMA-376 part 1, 22.9.2.19). */
const ESCAPED = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

/** An Excel workbook (XLSX, ECMA-376) of the tables, as a stream: a page of rows at a time is held. */
export async function* workbook(tables: readonly Table[]): AsyncGenerator<Uint8Array> {
  yield* zipStream(partsOf(tables));
}

async function* partsOf(tables: readonly Table[]): AsyncGenerator<ZipPart> {
  const types =
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="${CONTENT}.worksheet+xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`;
  yield part('[Content_Types].xml', types);
  yield part('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]));
  const names: string[] = [];
  for (const table of tables) {
    const pages = new Pages(table);
    do {
      const number = pages.sheets === 0 ? '' : ` ${pages.sheets + 1}`;
      names.push(`${table.name}${number}`);
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content: pages.sheet() };
    } while (pages.goesOn);
  }
  const sheets = names.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  yield part(
    'xl/workbook.xml',
    `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`,
  );
  const links = names.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const);
  yield part('xl/_rels/workbook.xml.rels', relations([...links, ['styles', 'styles.xml']]));
  yield part('xl/styles.xml', STYLES);
}

/** The rows of a table, sheet after sheet. */
class Pages {
  readonly #table: Table;
  readonly #rows: AsyncIterator<readonly (readonly Cell[])[]>;
  #rest: readonly (readonly Cell[])[] = [];
  #isOver = false;
  /** Sheets that are written. */
  sheets = 0;

  constructor(table: Table) {
    this.#table = table;
    this.#rows = table.rows[Symbol.asyncIterator]();
  }

  /** Whether there are rows for another sheet. */
  get goesOn(): boolean {
    return this.#rest.length > 0;
  }

  /** The next sheet as XML, its header in bold and always in sight. */
  async *sheet(): AsyncGenerator<string> {
    const { header } = this.#table;
    yield `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
    yield `<cols><col min="1" max="${header.length}" width="18" customWidth="1"/></cols><sheetData>`;
    yield rowXml(header, ' s="1"');
    let room = MAX_SHEET_ROWS - 1;
    for (let page = this.#rest; ; page = await this.#next()) {
      yield page
        .slice(0, room)
        .map((cells) => rowXml(cells))
        .join('');
      this.#rest = page.slice(room);
      room -= Math.min(room, page.length);
      if (this.#rest.length > 0 || this.#isOver) break;
    }
    this.sheets += 1;
    yield '</sheetData></worksheet>';
  }

  async #next(): Promise<readonly (readonly Cell[])[]> {
    const { done, value } = await this.#rows.next();
    if (done) this.#isOver = true;
    return done ? [] : value;
  }
}

function rowXml(cells: readonly Cell[], style = ''): string {
  return `<row>${cells.map((cell) => cellXml(cell, style)).join('')}</row>`;
}

/** Cells without a place follow one another, so an empty one stands there too. */
function cellXml(cell: Cell, style: string): string {
  if (cell === undefined || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c${style}><v>${cell}</v></c>`;
  const text = cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL - 1)}…` : cell;
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text.toWellFormed())}</t></is></c>`;
}

function escaped(text: string): string {
  return text
    .replace(ESCAPED, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function relations(links: readonly (readonly [type: string, target: string])[]): string {
  const all = links.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

const STYLES =
  `<styleSheet ${MAIN}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="2"><xf xfId="0"/><xf fontId="1" applyFont="1" xfId="0"/></cellXfs></styleSheet>';

function part(name: string, text: string): ZipPart {
  const content = async function* () {
    yield XML + text;
  };
  return { name, content: content() };
}
