import { columnPlaces, haveName } from '../csv/columns.ts';
import type { CsvRow } from '../csv/read.ts';
import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';

/** One sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Its rows that are not blank, each with its number in the sheet from 1; can be called again. */
  rows(): AsyncIterable<CsvRow>;
}

/** A sheet with a table of names, and the number of the row of its header. */
export interface NamesTable {
  readonly sheet: Sheet;
  readonly header: number;
}

/** A header stands below so many rows of titles at most. */
const MAX_TITLES = 20;
/** Sheets that a refusal names. */
const MAX_NAMED = 10;

/**
 * Finds the names in a workbook: the first visible sheet with a header that fits; with `wanted`, the sheet of that name
 * whatever its case. Where no header fits, the first row of the first such sheet is it. Throws `list-unusable` where
 * there is no such sheet.
 */
export async function namesTable(sheets: AsyncIterable<Sheet>, wanted: string | undefined): Promise<NamesTable> {
  let first: NamesTable | undefined;
  const names: string[] = [];
  for await (const sheet of sheets) {
    if (names.length < MAX_NAMED) names.push(sheet.name);
    if (wanted === undefined ? sheet.isHidden : !isCalled(sheet, wanted)) continue;
    const header = await headerOf(sheet);
    if (header !== undefined) return { sheet, header };
    first ??= { sheet, header: 1 };
  }
  if (first) return first;
  const sentence =
    wanted === undefined
      ? say('workbook.all-hidden')
      : say('workbook.no-sheet', { sheet: wanted, sheets: names.join(', ') });
  throw new TouchstoneError('list-unusable', sentence);
}

const isCalled = ({ name }: Sheet, wanted: string): boolean =>
  name.trim().toLowerCase() === wanted.trim().toLowerCase();

async function headerOf(sheet: Sheet): Promise<number | undefined> {
  let read = 0;
  for await (const { line, cells } of sheet.rows()) {
    if (isHeader(cells)) return line;
    read += 1;
    if (read > MAX_TITLES) return undefined;
  }
  return undefined;
}

function isHeader(cells: readonly string[]): boolean {
  const columns = new Set(columnPlaces(cells, 'command').keys());
  return haveName(columns) || (columns.has('a') && columns.has('b'));
}
