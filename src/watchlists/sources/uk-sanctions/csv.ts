import type { ListEntry } from '../../../domain/list-entry.ts';
import type { EntryDraft } from '../../entries/entry-draft.ts';
import { entriesOfRows } from '../../entries/row-groups.ts';
import { dayMonthYear, monthNumber, oneLine, unReference } from '../../entries/values.ts';
import { type TableRow, tableRows } from '../../formats/table.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import {
  addBirthDates,
  addBirthPlaces,
  addDocuments,
  addImoNumbers,
  addOriginalName,
  addUkName,
  numbered,
  ukKind,
} from '../uk/uk-entry.ts';

/**
 * Reads the CSV: a line with the report's date, a header, and a row for each name and further fact of a designation.
 */
export function csvEntries(file: ListFile, report: ParseReport): AsyncIterable<ListEntry> {
  const rows = tableRows(file, {
    required: ['Unique ID', 'Name 6', 'Name type'],
    preambleLines: 3,
    preamble: (cells) => {
      const published = reportDate(cells.join(' '));
      if (published) report.published = published;
    },
  });
  return entriesOfRows(rows, report, {
    where: (row) => `line ${row.line}`,
    id: (row) => row.cell('Unique ID'),
    withoutId: 'the row has no Unique ID',
    columns: ['Unique ID', 'Name 6'],
    kind: (row) => ukKind(kindCell(row)),
    add: addRow,
  });
}

/** The column was called otherwise before 2026. */
const kindCell = (row: TableRow): string | undefined =>
  row.cell('Designation Type') ?? row.cell('Individual, Entity, Ship');

/** `Report Date: 13-Feb-2026`. */
function reportDate(text: string): string | undefined {
  const match = /(\d{1,2})[-/ ]([a-z]{3,9}|\d{1,2})[-/ ](\d{4})/i.exec(text);
  if (!match) return undefined;
  const month = monthNumber(match[2]!.slice(0, 3)) || match[2]!;
  return dayMonthYear(`${match[1]}/${month}/${match[3]}`);
}

function addRow(draft: EntryDraft, { cell }: TableRow): void {
  addUkName(draft, {
    fields: [1, 2, 3, 4, 5, 6].map((number) => cell(`Name ${number}`)),
    type: cell('Name type'),
    strength: cell('Alias strength'),
    title: /^primary name$/i.test(cell('Name type') ?? '') ? cell('Title') : undefined,
  });
  for (const name of numbered(cell('Name non-latin script'))) {
    addOriginalName(draft, name, cell('Non-latin script language'));
  }
  addListing(draft, cell);
  addIndividual(draft, cell);
  for (const [column, label] of REMARKS) draft.addRemark(cell(column) && `${label}: ${cell(column)}`);
  addDocuments(draft, 'Business registration number', cell('Business registration number (s)'));
  addImoNumbers(draft, cell('IMO number'));
  addDocuments(draft, 'Hull identification number', cell('Hull identification number (HIN)'));
}

function addListing(draft: EntryDraft, cell: TableRow['cell']): void {
  draft.listedOn ??= dayMonthYear(cell('Date Designated'));
  draft.addProgramme(cell('Regime Name'));
  draft.addReference('uk-ofsi', cell('OFSI Group ID'));
  for (const reference of cell('UN Reference Number')?.split(/[,;|/]/) ?? []) {
    draft.addReference('un-sc', unReference(reference));
  }
  const imposed = cell('Sanctions Imposed')?.replaceAll('|', ', ');
  draft.addRemark(imposed && `Sanctions imposed: ${imposed}`);
  draft.addRemark(cell('Other Information'));
  draft.addRemark(cell('UK Statement of Reasons'));
  const lines = [1, 2, 3, 4, 5, 6].map((number) => cell(`Address Line ${number}`));
  draft.addAddress(oneLine(...lines, cell('Address Postal Code'), cell('Address Country')));
}

function addIndividual(draft: EntryDraft, cell: TableRow['cell']): void {
  addBirthDates(draft, cell('D.O.B'));
  addBirthPlaces(draft, cell('Town of birth'), cell('Country of birth'));
  for (const nationality of numbered(cell('Nationality(/ies)'))) draft.addNationality(nationality);
  for (const position of numbered(cell('Position'))) draft.addPosition(position);
  draft.gender ??= cell('Gender');
  addDocuments(draft, 'Passport', cell('Passport number'), cell('Passport additional information'));
  const about = cell('National Identifier additional information');
  addDocuments(draft, 'National identifier', cell('National Identifier number'), about);
}

/** Facts that have no member of their own. */
const REMARKS: readonly (readonly [column: string, label: string])[] = [
  ['Phone number', 'Phone'],
  ['Website', 'Website'],
  ['Email address', 'E-mail'],
  ['Type of entity', 'Type of entity'],
  ['Parent company', 'Parent company'],
  ['Subsidiaries', 'Subsidiaries'],
  ['Current owner/operator (s)', 'Current owner or operator'],
  ['Previous owner/operator (s)', 'Previous owner or operator'],
  ['Current believed flag of ship', 'Current believed flag'],
  ['Previous flags', 'Previous flags'],
  ['Type of ship', 'Type of ship'],
  ['Tonnage of ship', 'Tonnage'],
  ['Length of ship', 'Length'],
  ['Year Built', 'Year built'],
];
