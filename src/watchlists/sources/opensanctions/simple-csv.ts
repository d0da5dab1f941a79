import type { ListEntry } from '../../../domain/list-entry.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { isoDate } from '../../entries/values.ts';
import { type TableRow, tableRows } from '../../formats/table.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { addReferents, furtherKind, kindOf, pageOf } from './schemata.ts';

/** targets.simple.csv: one target a row; newer files have `program_ids` besides. */
export async function* parseSimpleCsv(file: ListFile, report: ParseReport): AsyncIterable<ListEntry> {
  const required = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'sanctions'];
  for await (const row of tableRows(file, { required })) {
    const seen = row.cell('last_seen');
    if (seen && isoDate(seen)?.length === 10 && seen > (report.published ?? '')) report.published = seen;
    const entry = readEntry(row);
    if (entry) yield entry;
    else skip(report, row, `${file.name}, line ${row.line}`);
  }
}

function readEntry(row: TableRow): ListEntry | undefined {
  const [id, kind] = [row.cell('id'), kindOf(row.cell('schema'))];
  return kind && id ? readRow(row, new EntryDraft(id, kind)).entry() : undefined;
}

function skip(report: ParseReport, row: TableRow, line: string): void {
  const [id, schema] = [row.cell('id'), row.cell('schema')];
  if (kindOf(schema)) report.skip(id ?? line, 'it has no id or no name', id ? 'name' : 'id');
  else report.skip(id ?? line, `the schema ${schema ?? '(none)'} is not screened`);
}

function readRow(row: TableRow, draft: EntryDraft): EntryDraft {
  draft.addName(row.cell('name'), 'primary');
  for (const alias of cellValues(row.cell('aliases'))) draft.addName(alias, furtherKind(alias, 'alias'));
  for (const text of cellValues(row.cell('birth_date'))) {
    const date = isoDate(text);
    if (date) draft.addBirthDate({ date });
  }
  for (const country of cellValues(row.cell('countries'))) draft.addNationality(country);
  for (const address of cellValues(row.cell('addresses'))) draft.addAddress(address);
  for (const number of cellValues(row.cell('identifiers'))) {
    draft.addDocument(/^IMO\d/.test(number) ? 'IMO number' : 'identifier', number);
  }
  for (const programme of cellValues(row.cell('program_ids'))) draft.addProgramme(programme);
  for (const dataset of cellValues(row.cell('dataset'))) draft.addProgramme(dataset);
  for (const sanction of cellValues(row.cell('sanctions'))) draft.addRemark(sanction);
  addReferents(draft, [draft.id]);
  draft.url = pageOf(draft.id);
  return draft;
}

/** The values of a cell: separated by `;`, quoted where they hold one, quotes inside doubled. */
function cellValues(cell: string | undefined): string[] {
  const values: string[] = [];
  for (const match of (cell ?? '').matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"(?=;|$)|([^;]*))/g)) {
    const value = match[1]?.replaceAll('""', '"') ?? match[2] ?? '';
    if (value.trim()) values.push(value.trim());
  }
  return values;
}
