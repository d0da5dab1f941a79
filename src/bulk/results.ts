import { BYTE_ORDER_MARK, csvLine } from '../csv/line.ts';
import type { BatchResult } from '../domain/batch.ts';
import type { MatchView } from '../domain/match.ts';
import type { BatchRecords } from '../records/port.ts';
import { type Table, workbook } from '../spreadsheets/workbook.ts';

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

/** Columns of the matches, a row each, behind what names the row of the file. */
export const MATCH_HEADER = ['score', 'match', 'entityType', 'sources', 'dateOfBirth', 'nationality'];

/**
 * The results of a file as an Excel workbook: a sheet of the rows, as in the CSV, and a sheet of all their matches.
 * Texts stand there as they are, since no cell of it is a formula.
 */
export function resultsWorkbook(id: string, batches: Pick<BatchRecords, 'results'>): AsyncGenerator<Uint8Array> {
  async function* rows() {
    for await (const page of resultPages(id, batches)) yield page.map(cells);
  }
  async function* matches() {
    for await (const page of resultPages(id, batches)) {
      yield page.flatMap(({ line, reference, screening }) =>
        (screening?.matches ?? []).map((match) => [line, reference, screening!.name, ...matchCells(match)]),
      );
    }
  }
  const tables: Table[] = [
    { name: 'Results', header: HEADER, rows: rows() },
    { name: 'Matches', header: ['row', 'id', 'name', ...MATCH_HEADER], rows: matches() },
  ];
  return workbook(tables);
}

/** One match as the columns of `MATCH_HEADER`. */
export function matchCells({ score, name, entityType, sources, dateOfBirth, nationality }: MatchView) {
  return [score, name, entityType, sources.join('; '), dateOfBirth, nationality];
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

function cells({ line, reference, sent, error, notes, screeningId, screening }: BatchResult): Row {
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
  return [
    line,
    reference,
    name,
    entityType,
    born,
    result,
    matchCount,
    highestScore,
    best,
    screeningId ?? '',
    notes.join(' '),
  ];
}
