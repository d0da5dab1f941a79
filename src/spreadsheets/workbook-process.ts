// The process that reads workbooks of strangers. It can be killed at any moment, and takes nothing else with it.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { LINE_BREAK_IN_CELL } from '../csv/named-rows.ts';
import { sentence, TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';
import { serveFromChild } from '../threads/serve.ts';
import { localFile } from '../watchlists/formats/list-file.ts';
import { OF_TABLES, openWorkbook, sheetRows } from '../watchlists/formats/xlsx.ts';
import { zipParts } from '../watchlists/formats/zip.ts';
import type { ListFile } from '../watchlists/source.ts';
import { isOds, odsSheets } from './ods.ts';
import { type NamesTable, namesTable, type Sheet } from './sheet.ts';

/** How a workbook is called in sentences, whatever its file is called. */
const NAME = 'The workbook';
/** Parts that hold macros: of Excel (MS-OFFMACRO2), and of LibreOffice, whose lists of modules may name none. */
const MACROS = /^xl\/(vbaProject\.bin|macrosheets\/.+)$|^(Basic\/(?!.*script-l[bc]\.xml$).+\.xml|Scripts\/.+[^/])$/is;

const operations = {
  /**
   * Writes the rows of a workbook (XLSX or ODS) as CSV to the path `out`, each row on the line of its number. What
   * stands above the header is left out. `sheet`: the name of the sheet that counts; without it the first visible one
   * with a header that fits. Answers what is wrong with the workbook, a sentence; undefined where nothing is.
   */
  async convert(path: string, out: string, sheet: string | undefined): Promise<string | undefined> {
    const archive = await open(path);
    try {
      const file = localFile(path, NAME);
      const parts = new Map([...(await zipParts(file, archive.fd))].map(([name, part]) => [name, tidied(part)]));
      if ([...parts.keys()].some((part) => MACROS.test(part))) return say('workbook.macros');
      const sheets = (await isOds(parts)) ? odsSheets(file, parts) : xlsxSheets(file, parts);
      await writeCsv(await namesTable(sheets, sheet), out);
      return undefined;
    } catch (error) {
      if (error instanceof TouchstoneError) return sentence(error);
      throw error;
    } finally {
      await archive.close();
    }
  },
};
export type WorkbookOperations = typeof operations;

/** Bytes of a part that are read between two collections of garbage. */
const BETWEEN_COLLECTIONS = 2 ** 23;

/** Chunks of a part are outside the heap, so that the collector does not see how much of them waits. */
function tidied(part: ListFile): ListFile {
  const bytes = async function* () {
    let since = 0;
    for await (const chunk of part.bytes()) {
      yield chunk;
      since += chunk.length;
      if (since < BETWEEN_COLLECTIONS) continue;
      since = 0;
      globalThis.gc?.();
    }
  };
  return { name: part.name, bytes };
}

async function* xlsxSheets(file: ListFile, parts: ReadonlyMap<string, ListFile>): AsyncGenerator<Sheet> {
  const workbook = await openWorkbook(file, parts, OF_TABLES);
  for (const { name, isHidden, part } of workbook.sheets) {
    yield { name, isHidden, rows: () => sheetRows(workbook, part) };
  }
}

async function writeCsv({ sheet, header }: NamesTable, out: string): Promise<void> {
  const file = createWriteStream(out);
  const ended = finished(file);
  ended.catch(() => {});
  let written = 0;
  let width = 0;
  for await (const { line, cells } of sheet.rows()) {
    if (line < header) continue;
    width ||= cells.length;
    // Rows that are not there are blank lines, so that a line number is the one of the sheet.
    const blank = '\n'.repeat(line - written - 1);
    written = line;
    // A sheet leaves out the empty cells at the end of a row, which are there all the same.
    const missing = ','.repeat(Math.max(0, width - cells.length));
    if (!file.write(`${blank}${cells.map(quoted).join(',')}${missing}\n`)) await once(file, 'drain');
  }
  file.end();
  await ended;
}

function quoted(cell: string): string {
  if (cell === '') return '';
  return `"${cell.replace(/\r\n?|\n/g, LINE_BREAK_IN_CELL).replaceAll('"', '""')}"`;
}

serveFromChild(Promise.resolve(operations));
