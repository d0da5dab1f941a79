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
}

/** Reads the beginning of a file of names, so that a person can look at it. Throws `validation` for what is not CSV. */
export async function previewOf(beginning: AsyncIterable<Uint8Array>): Promise<FilePreview> {
  const read: CsvRow[] = [];
  for await (const page of csvPages(beginning, { strict: false })) {
    read.push(...page);
    if (read.length > SHOWN_ROWS) break;
  }
  const [header, ...rows] = read.slice(0, SHOWN_ROWS + 1).map(({ cells }) => cells);
  if (!header) return { header: [], columns: [], rows: [] };
  const places = columnPlaces(header);
  const columns = header.map((_, place) => [...places].find(([, at]) => at === place)?.[0] ?? null);
  return { header, columns, rows };
}
