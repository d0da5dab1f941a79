import type { EntryKind, ListEntry } from '../../../domain/list-entry.ts';
import type { EntryDraft } from '../../entries/entry-draft.ts';
import { entriesOfRows } from '../../entries/row-groups.ts';
import { unReference } from '../../entries/values.ts';
import { type TableRow, tableRows } from '../../formats/table.ts';
import { wholeList } from '../../formats/whole-list.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { birthDates, dayIn } from './cell-dates.ts';
import { addNames, formerNames } from './dfat-names.ts';

export const source: Source = {
  id: 'au-dfat',
  name: 'Australia DFAT Consolidated List',
  authority: 'Department of Foreign Affairs and Trade, Australian Sanctions Office',
  category: 'sanctions',
  address: 'https://www.dfat.gov.au/sites/default/files/Australian_Sanctions_Consolidated_List.xlsx',
  page: 'https://www.dfat.gov.au/international-relations/security/sanctions/consolidated-list',
  format:
    'Excel workbook (XLSX) of 19 columns, one row for each name (until November 2025: regulation8_consolidated.xlsx)',
  licence: 'Creative Commons Attribution (CC BY)',
  xlsx: true,
  parse,
};

const KINDS: Readonly<Record<string, EntryKind>> = {
  individual: 'person',
  entity: 'organization',
  vessel: 'vessel',
  aircraft: 'aircraft',
};
/** `12` is a listing, `12a` and `12b` are rows with further names of it. */
const REFERENCE = /^(\d+)[a-z]*$/i;
/** The listing's own UN reference begins its remarks. One that stands further on is somebody else's. */
const UN_REFERENCE = /^[A-Z]{2}[ie]\s?\.?\s?\d{3}(?!\d)/;
const LISTED_ON = /(?<!re-|last |formerly )\b(?:listed|designated)\b[^(;[.]{0,120}?\bon:?\s+(\S+(?: \S+ \d{4})?)/i;
const MEASURES = ['Targeted Financial Sanction', 'Travel Ban', 'Arms Embargo', 'Maritime Restriction'];

/** Reads the Australian Consolidated List, an Excel workbook with one row for each name of a listing. */
function parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  return wholeList(files, report, (file) => listings(file, report), ['xlsx']);
}

function listings(file: ListFile, report: ParseReport): AsyncIterable<ListEntry> {
  const required = ['Reference', 'Name of Individual or Entity', 'Type', 'Name Type'];
  return entriesOfRows(tableRows(file, { required }), report, {
    where: (row) => `row ${row.line}`,
    id: (row) => REFERENCE.exec(row.cell('Reference') ?? '')?.[1],
    withoutId: 'the row has no reference such as 12 or 12a',
    columns: ['Reference', 'Name of Individual or Entity'],
    kind: (row) => KINDS[row.cell('Type')?.toLowerCase() ?? ''] ?? 'unknown',
    add: addRow,
  });
}

/** Every row repeats the facts of the listing; where rows differ, each fact counts. */
function addRow(draft: EntryDraft, row: TableRow): void {
  const remarks = row.cell('Additional Information');
  const listing = row.cell('Listing Information');
  addNames(draft, row.cell('Name of Individual or Entity'), row.cell('Name Type'), row.cell('Alias Strength'));
  if (draft.kind === 'vessel') for (const name of formerNames(remarks)) draft.addName(name, 'former');
  addBirthDates(draft, row.cell('Date of Birth'));
  for (const place of lettered(row.cell('Place of Birth'))) draft.addBirthPlace(place);
  for (const state of (row.cell('Citizenship') ?? '').split(';').flatMap(lettered)) draft.addNationality(state);
  for (const address of lettered(row.cell('Address'))) draft.addAddress(address);
  draft.addDocument('IMO number', row.cell('IMO Number'));
  draft.addProgramme(row.cell('Committees'));
  draft.listedOn ??= listedOn(listing);
  draft.addReference('un-sc', unReference(UN_REFERENCE.exec(remarks ?? '')?.[0]));
  draft.addRemark(remarks);
  draft.addRemark(listing);
  draft.addRemark(row.cell('Instrument of Designation'));
  const measures = MEASURES.filter((measure) => row.cell(measure) === 'TRUE');
  if (measures.length > 0) draft.addRemark(`Measures: ${measures.join(', ')}`);
}

function addBirthDates(draft: EntryDraft, text: string | undefined): void {
  const { dates, isWhole } = birthDates(text);
  for (const date of dates) draft.addBirthDate(date);
  if (!isWhole) draft.addRemark(`Date of birth: ${text}`);
}

/** The day of the first listing, where the list says it: `Listed on 12 Apr. 2000 (amended …)`, `22/01/2013`. */
function listedOn(text: string | undefined): string | undefined {
  return dayIn(LISTED_ON.exec(text ?? '')?.[1] ?? text);
}

/** The items of `a) … b) …`, or the one text. */
function lettered(text: string | undefined): string[] {
  return (text ?? '').split(/(?:^|\s)[a-z]\)\s/).filter((item) => item.trim() !== '');
}
