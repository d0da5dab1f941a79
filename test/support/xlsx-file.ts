import { crc32, deflateRawSync } from 'node:zlib';

/** A cell of a test workbook. A `Date` becomes a number with a date format, which is how Excel keeps days. */
export type TestCell = string | number | boolean | Date | undefined;

const DAY_MS = 86_400_000;
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/**
 * Makes an Excel workbook of a fixture that people can read: tab-separated cells, `\n` for a line break. As in Excel, a
 * cell that is a number, a truth value or one date (`21/03/1957`) becomes just that.
 */
export function xlsxOfTable(text: string): Buffer {
  const lines = text.trimEnd().split('\n');
  return xlsxFile(lines.map((line) => line.split('\t').map(typedCell)));
}

function typedCell(text: string): TestCell {
  if (text === 'TRUE' || text === 'FALSE') return text === 'TRUE';
  if (/^\d+$/.test(text)) return Number(text);
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  return year ? new Date(`${year}-${month}-${day}`) : text.replaceAll('\\n', '\r\n');
}

/** An Excel workbook (XLSX) of one sheet, in the parts that Excel itself writes. */
export function xlsxFile(rows: readonly (readonly TestCell[])[]): Buffer {
  const strings = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))];
  const sheet = rows.map((cells, row) => `<row r="${row + 1}">${cells.map(cellAt(row, strings)).join('')}</row>`);
  return zipFile({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATION}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      `<Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/>` +
      `<Relationship Id="rId3" Type="${RELATION}/styles" Target="/xl/styles.xml"/></Relationships>`,
    'xl/styles.xml':
      `<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="[$-C09]dd\\ mmm\\ yyyy"/></numFmts>` +
      '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst ${MAIN}>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  });
}

function cellAt(row: number, strings: readonly string[]): (cell: TestCell, column: number) => string {
  return (cell, column) => {
    const at = `r="${columnName(column)}${row + 1}"`;
    if (cell === undefined || cell === '') return '';
    if (typeof cell === 'string') return `<c ${at} t="s"><v>${strings.indexOf(cell)}</v></c>`;
    if (typeof cell === 'boolean') return `<c ${at} t="b"><v>${cell ? 1 : 0}</v></c>`;
    if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
    // Both kinds of date format are used: a built-in one and one of the workbook's own.
    return `<c ${at} s="${1 + (row % 2)}"><v>${cell.getTime() / DAY_MS + 25_569}</v></c>`;
  };
}

const columnName = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : columnName(Math.floor(column / 26) - 1) + columnName(column % 26);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '_x000D_');

/** A ZIP archive. `statedSize` writes a size into its directory that a part does not have, as an attacker might. */
export function zipFile(parts: Readonly<Record<string, string | Buffer>>, statedSize?: number): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(statedSize ?? data.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name)]));
    files.push(file);
    offset += file.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, entries, end]);
}

/** A spreadsheet of OpenDocument (ODS) of one sheet of texts, in the parts that LibreOffice reads. */
export function odsFile(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${escaped(text)}</text:p></table:table-cell>`;
  const lines = rows.map((cells) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`);
  return zipFile(odsParts(`<table:table table:name="List">${lines.join('')}</table:table>`));
}

/** The parts of one whose `office:spreadsheet` holds this XML. */
export function odsParts(tables: string): Record<string, string> {
  const names = ['office', 'table', 'text'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  return {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content ${names.join(' ')}><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  };
}
