import { csvLine } from '../../csv/line.ts';
import type { AuditRow } from './wire.ts';

const COLUMNS = ['sequence', 'at', 'actor', 'action', 'subject', 'details', 'hash'] as const;

/** The audit log as a file, by format: one piece of text for each batch of rows, and what stands before and behind. */
export const EXPORTS = {
  async *csv(batches: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    for await (const rows of batches) yield rows.map((row) => csvLine(COLUMNS.map((name) => cell(row[name])))).join('');
  },
  async *json(batches: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
    let separator = '[\n  ';
    for await (const rows of batches) {
      yield separator + rows.map((row) => JSON.stringify(row, null, 2).replaceAll('\n', '\n  ')).join(',\n  ');
      separator = ',\n  ';
    }
    yield separator.startsWith('[') ? '[]' : '\n]';
  },
};

function cell(value: AuditRow[keyof AuditRow]): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
