// The process that reads workbooks of strangers. It can be killed at any moment, and takes nothing else with it.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { columnPlaces, haveName } from '../csv/columns.ts';
import type { CsvRow } from '../csv/read.ts';
import { sentence, TouchstoneError } from '../errors.ts';
import { serveFromChild } from '../threads/serve.ts';
import { localFile } from '../watchlists/formats/list-file.ts';
import { openWorkbook, sheetRows, type Workbook } from '../watchlists/formats/xlsx.ts';

/** A header stands below so many rows of titles at most. */
const MAX_TITLES = 20;
/** How a workbook is called in sentences, whatever its file is called. */
const NAME = 'The workbook';

const operations = {
  /**
   * Writes the rows of a workbook as CSV to the path `out`, each row on the line of its number. Of several sheets the
   * first with a header that fits counts, and what stands above the header is left out. Answers what is wrong with the
   * workbook, a sentence; undefined where nothing is.
   */
  async convert(path: string, out: string): Promise<string | undefined> {
    try {
      const workbook = await openWorkbook(localFile(path, NAME));
      const { sheet, header } = await tableOf(workbook);
      await writeCsv(sheetRows(workbook, sheet), header, out);
      return undefined;
    } catch (error) {
      if (error instanceof TouchstoneError) return sentence(error);
      throw error;
    }
  },
};
export type WorkbookOperations = typeof operations;

/** The sheet, and the number of the row of its header; of a workbook without one that fits, the first row. */
async function tableOf(workbook: Workbook): Promise<{ sheet: Workbook['sheets'][number]; header: number }> {
  for (const sheet of workbook.sheets) {
    let read = 0;
    for await (const { line, cells } of sheetRows(workbook, sheet)) {
      if (isHeader(cells)) return { sheet, header: line };
      read += 1;
      if (read > MAX_TITLES) break;
    }
  }
  return { sheet: workbook.sheets[0], header: 1 };
}

function isHeader(cells: readonly string[]): boolean {
  const columns = new Set(columnPlaces(cells).keys());
  return haveName(columns) || (columns.has('a') && columns.has('b'));
}

async function writeCsv(rows: AsyncIterable<CsvRow>, header: number, out: string): Promise<void> {
  const file = createWriteStream(out);
  const ended = finished(file);
  ended.catch(() => {});
  let written = 0;
  for await (const { line, cells } of rows) {
    if (line < header) continue;
    // Rows that are not there are blank lines, so that a line number is the one of the sheet.
    const blank = '\n'.repeat(Math.max(0, line - written - 1));
    written = Math.max(line, written + 1);
    if (!file.write(`${blank}${cells.map(quoted).join(',')}\n`)) await once(file, 'drain');
  }
  file.end();
  await ended;
}

const quoted = (cell: string): string => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`);

serveFromChild(Promise.resolve(operations));
