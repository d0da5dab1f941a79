import type { ListEntry } from '../../../domain/list-entry.ts';
import { entriesOfRows } from '../../entries/row-groups.ts';
import { dayMonthYear, isoDate, tidy } from '../../entries/values.ts';
import { tableRows } from '../../formats/table.ts';
import { wholeList } from '../../formats/whole-list.ts';
import { xmlRecords } from '../../formats/xml.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { ukKind } from '../uk/uk-entry.ts';
import { addRow, type OfsiRow } from './row.ts';

/**
 * The list closed on 28 January 2026, when the UK Sanctions List became the only British one. It stays importable, for
 * archives and for records that name its group ids. Its former address answers 409.
 */
export const source: Source = {
  id: 'uk-ofsi',
  name: 'UK OFSI Consolidated List',
  authority: 'HM Treasury, Office of Financial Sanctions Implementation',
  category: 'sanctions',
  address: 'https://ofsistorage.blob.core.windows.net/publishlive/2022format/ConList.csv',
  format: 'ConList.csv of 2022 to 2026 (36 columns), sanctionsconlist.csv before it (29 columns), ConList.xml',
  licence: 'Open Government Licence v3.0',
  restriction: 'Closed on 28 January 2026: what it holds is the state of that day, never screen against it alone.',
  page: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
  closed: 'it is published no more since 28 January 2026. The list in force is that of uk-sanctions.',
  optIn: true,
  parse,
};

/** Reads the OFSI consolidated list as CSV (both layouts) or XML: one row for each name and further fact of a group. */
function parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  return wholeList(files, report, (file, form) =>
    groups(form === 'xml' ? xmlRows(file) : csvRowsOf(file, report), report),
  );
}

function groups(rows: AsyncIterable<OfsiRow>, report: ParseReport): AsyncIterable<ListEntry> {
  return entriesOfRows(rows, report, {
    where: (row) => row.where,
    id: (row) => row.cell('Group ID'),
    withoutId: 'the row has no Group ID',
    columns: ['Group ID', 'Name 6'],
    kind: (row) => ukKind(row.cell('Group Type', 'GroupTypeDescription')),
    add: addRow,
  });
}

async function* csvRowsOf(file: ListFile, report: ParseReport): AsyncIterable<OfsiRow> {
  const rows = tableRows(file, {
    required: ['Group ID', 'Name 6', 'Alias Type'],
    preambleLines: 3,
    preamble: ([label, date]) => {
      const published = /last updated/i.test(label ?? '') ? (dayMonthYear(date) ?? isoDate(date)) : undefined;
      if (published) report.published = published;
    },
  });
  for await (const row of rows) {
    yield { where: `line ${row.line}`, cell: (...columns) => firstOf(columns, (column) => row.cell(column)) };
  }
}

/** The XML has the columns as elements, some with a prefix of the group's type (`Individual_Position`). */
async function* xmlRows(file: ListFile): AsyncIterable<OfsiRow> {
  const shape = {
    roots: ['ArrayOfFinancialSanctionsTarget'],
    records: ['FinancialSanctionsTarget'],
    needed: ['GroupID', 'name6'],
  };
  let position = 0;
  for await (const element of xmlRecords(file, shape)) {
    position++;
    const values = new Map(element.children.map((child) => [key(child.name), tidy(child.text)]));
    yield {
      where: `FinancialSanctionsTarget ${position}`,
      cell: (...columns) => firstOf(columns, (column) => values.get(key(column))),
    };
  }
}

const key = (name: string): string => name.replace(/\s+/g, '').toLowerCase();

function firstOf(columns: readonly string[], read: (column: string) => string | undefined): string | undefined {
  for (const column of columns) {
    const value = read(column);
    if (value !== undefined) return value;
  }
  return undefined;
}
