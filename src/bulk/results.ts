import { csvLine } from '../csv-line.ts';
import type { ScreeningRecords } from '../records/port.ts';
import type { BulkJob } from './job.ts';

const SLICE_ROWS = 1_000;
const HEADER = [
  ...['row', 'id', 'name', 'entityType', 'dateOfBirth', 'result'],
  ...['matches', 'highestScore', 'bestMatch', 'screening', 'message'],
];

type Row = readonly (string | number)[];
type Read = Pick<ScreeningRecords, 'some'>;

/**
 * The results of a file as CSV in the order of its rows, in slices. Names are read from the records, so that one that
 * was deleted on request is not in it.
 */
export async function* resultsCsv(job: BulkJob, screenings: Read): AsyncGenerator<string> {
  // Spreadsheets take a file without this mark for their own country's code page.
  yield `\ufeff${csvLine(HEADER)}`;
  for (let start = 0; start < job.total; start += SLICE_ROWS) yield await slice(job, screenings, start);
}

async function slice(job: BulkJob, screenings: Read, start: number): Promise<string> {
  const outcomes = job.outcomes.slice(start, start + SLICE_ROWS);
  const ids = outcomes.flatMap((outcome) => (outcome && 'id' in outcome ? [outcome.id] : []));
  const found = new Map((await screenings.some(job.accountId, ids)).map((record) => [record.id, record]));
  const rows = outcomes.map((outcome, index): Row => {
    const place = start + index;
    const number = job.lines[place]!;
    const reference = job.references[place]!;
    if (!outcome || 'refused' in outcome) {
      const { name, type, dateOfBirth } = job.row(place)!;
      const [result, message] = outcome ? ['refused', outcome.refused] : ['not screened', ''];
      return [number, reference, name, type, dateOfBirth, result, '', '', '', '', message];
    }
    const record = found.get(outcome.id);
    if (!record) return [number, reference, '', '', '', 'deleted', '', '', '', outcome.id, ''];
    const { id, name, entityType, dateOfBirth, matchCount, highestScore, best } = record;
    const result = matchCount > 0 ? 'matched' : 'clear';
    const born = dateOfBirth?.slice(0, 10) ?? '';
    return [number, reference, name, entityType, born, result, matchCount, highestScore, best, id, ''];
  });
  return rows.map(csvLine).join('');
}
