import { csvLine } from '../csv/line.ts';
import type { BatchResult } from '../domain/batch.ts';
import type { BatchRecords } from '../records/batches-port.ts';

const PAGE_ROWS = 1_000;
const HEADER = [
  ...['row', 'id', 'name', 'entityType', 'dateOfBirth', 'result'],
  ...['matches', 'highestScore', 'bestMatch', 'screening', 'message'],
];

type Row = readonly (string | number)[];

/**
 * The results of a file as CSV in the order of its rows, a page at a time. Names of screened rows are read from their
 * records, so that one that was deleted on request is not in it.
 */
export async function* resultsCsv(id: string, batches: Pick<BatchRecords, 'results'>): AsyncGenerator<string> {
  // Spreadsheets take a file without this mark for their own country's code page.
  yield `\ufeff${csvLine(HEADER)}`;
  for (let after = -1; ; ) {
    const page = await batches.results(id, after, PAGE_ROWS);
    if (page.length > 0) yield page.map((result) => csvLine(cells(result))).join('');
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
  const { name, entityType, dateOfBirth, matchCount, highestScore, best } = screening;
  const result = matchCount > 0 ? 'matched' : 'clear';
  const born = dateOfBirth?.slice(0, 10) ?? '';
  return [line, reference, name, entityType, born, result, matchCount, highestScore, best, screeningId ?? '', ''];
}
