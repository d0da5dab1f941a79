import { BYTE_ORDER_MARK, csvLine } from '../csv/line.ts';
import type { BatchResult } from '../domain/batch.ts';
import type { BatchRecords } from '../records/port.ts';

/** Few enough that sending them holds nothing else up. */
const PAGE_ROWS = 200;
const HEADER = [
  'row',
  'id',
  'name',
  'entityType',
  'dateOfBirth',
  'result',
  'matches',
  'highestScore',
  'bestMatch',
  'screening',
  'message',
];

type Row = readonly (string | number)[];

/**
 * The results of a file as CSV in the order of its rows, a page at a time. Names of screened rows are read from their
 * records, so that one that was deleted on request is not in it.
 */
export async function* resultsCsv(id: string, batches: Pick<BatchRecords, 'results'>): AsyncGenerator<string> {
  // Spreadsheets take a file without this mark for their own country's code page.
  yield BYTE_ORDER_MARK + csvLine(HEADER);
  for await (const page of resultPages(id, batches)) yield page.map((result) => csvLine(cells(result))).join('');
}

/** All rows of a batch in their order, a page at a time. */
export async function* resultPages(
  id: string,
  batches: Pick<BatchRecords, 'results'>,
): AsyncGenerator<readonly BatchResult[]> {
  for (let after = -1; ; ) {
    const page = await batches.results(id, after, PAGE_ROWS);
    if (page.length > 0) yield page;
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)!.row;
  }
}

function cells({ line, reference, sent, error, screeningId, screening }: BatchResult): Row {
  if (sent) {
    const { name, type, dateOfBirth } = sent;
    const result = error === null ? 'not screened' : 'refused';
    return [line, reference, name, type, dateOfBirth, result, '', '', '', '', error ?? ''];
  }
  if (!screening) return [line, reference, '', '', '', 'deleted', '', '', '', screeningId ?? '', ''];
  const { name, entityType, dateOfBirth, matchCount, highestScore, matches } = screening;
  const result = matchCount > 0 ? 'matched' : 'clear';
  const born = dateOfBirth?.slice(0, 10) ?? '';
  const best = matches[0]?.name ?? '';
  return [line, reference, name, entityType, born, result, matchCount, highestScore, best, screeningId ?? '', ''];
}
