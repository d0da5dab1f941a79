import { csvLine } from '../../../csv/line.ts';
import type { BatchResult } from '../../../domain/batch.ts';
import { say } from '../../../sentences.ts';
import { rowCode } from '../row-codes.ts';

const MEMBERS = [
  'row',
  'reference',
  'screeningId',
  'hasMatch',
  'matchCount',
  'highestScore',
  'matches',
  'error',
  'code',
  'notes',
] as const;

type Shown = ReturnType<typeof view>;

/** The rows as text: a line of JSON each, or CSV with a header and the same members. */
export async function* resultLines(pages: AsyncIterable<readonly BatchResult[]>, csv: boolean): AsyncGenerator<string> {
  if (csv) yield csvLine(MEMBERS);
  const line = csv ? csvOf : (row: Shown) => `${JSON.stringify(row)}\n`;
  for await (const page of pages) yield page.map((result) => line(view(result))).join('');
}

/** What results come as, the usual one first, and the media types that ask for each. */
const FORMS = {
  lines: /^(application\/(x-ndjson|jsonl|json|\*)|\*\/\*)$/,
  csv: /^text\/(csv|\*)$/,
  workbook: /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet$/,
};
export type ResultForm = keyof typeof FORMS;

/** What a caller with this `Accept` would rather have. */
export function wantedForm(accept: string | undefined): ResultForm {
  const wanted = preferences(accept ?? '*/*');
  let best: { form: ResultForm; weight: number } = { form: 'lines', weight: 0 };
  for (const [form, type] of Object.entries(FORMS)) {
    const weight = Math.max(0, ...wanted.flatMap(([name, one]) => (type.test(name) ? [one] : [])));
    if (weight > best.weight) best = { form: form as ResultForm, weight };
  }
  return best.form;
}

/** The media types of an `Accept` header with their weights (RFC 9110 §12.5.1). */
function preferences(accept: string): [string, number][] {
  return accept.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
  });
}

function view({ row, reference, sent, error, notes, screeningId, screening }: BatchResult) {
  const deleted = !sent && !screening && screeningId !== null;
  const said = deleted ? say('row.deleted') : error;
  return {
    row: row + 1,
    reference,
    screeningId,
    hasMatch: screening ? screening.matchCount > 0 : null,
    matchCount: screening?.matchCount ?? null,
    highestScore: screening?.highestScore ?? null,
    matches: screening?.matches ?? [],
    error: said,
    code: said === null ? null : rowCode(said),
    notes,
  };
}

function csvOf({ matches, notes, ...row }: Shown): string {
  const cells = { ...row, matches: JSON.stringify(matches), notes: notes.join(' ') } as Record<string, unknown>;
  return csvLine(
    MEMBERS.map((member) => (typeof cells[member] === 'number' ? cells[member] : String(cells[member] ?? ''))),
  );
}
