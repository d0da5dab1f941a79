import { type Column, columnPlaces } from './columns.ts';
import { type CsvRow, csvPages } from './read.ts';

/** Rows that are shown before a file is taken. */
const SHOWN_ROWS = 10;

export interface FilePreview {
  readonly header: readonly string[];
  /** What each cell of the header means; null for one that nobody reads. */
  readonly columns: readonly (Column | null)[];
  /** The first rows as they stand in the file. */
  readonly rows: readonly (readonly string[])[];
  /** Rows below the header; null where only the beginning is known. */
  readonly total: number | null;
}

/**
 * Reads the beginning of a file of names, so that a person can look at it. Of one that is there whole all rows are
 * counted. Throws `validation` for what is not CSV.
 */
export async function previewOf(content: AsyncIterable<Uint8Array>, isWhole: boolean): Promise<FilePreview> {
  const read: CsvRow[] = [];
  let count = 0;
  for await (const page of csvPages(content, { strict: false })) {
    count += page.length;
    read.push(...page.slice(0, Math.max(0, SHOWN_ROWS + 1 - read.length)));
    if (!isWhole && count > SHOWN_ROWS) break;
  }
  const total = isWhole ? Math.max(0, count - 1) : null;
  const [header, ...rows] = read.map(({ cells }) => cells);
  if (!header) return { header: [], columns: [], rows: [], total };
  const places = columnPlaces(header, 'customers');
  const columns = header.map((_, place) => [...places].find(([, at]) => at === place)?.[0] ?? null);
  return { header, columns, rows, total };
}
