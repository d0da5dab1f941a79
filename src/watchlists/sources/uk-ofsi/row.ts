import type { EntryDraft } from '../../entries/entry-draft.ts';
import { dayMonthYear, isoDate, oneLine, unReference } from '../../entries/values.ts';
import {
  addBirthDates,
  addBirthPlaces,
  addDocuments,
  addImoNumbers,
  addOriginalName,
  addUkName,
  numbered,
} from '../uk/uk-entry.ts';

/** One row of the list in whichever layout; `cell` answers the first of the columns that has a value. */
export interface OfsiRow {
  readonly where: string;
  cell(...columns: string[]): string | undefined;
}

export function addRow(draft: EntryDraft, { cell }: OfsiRow): void {
  addUkName(draft, {
    fields: [1, 2, 3, 4, 5, 6].map((number) => cell(`Name ${number}`)),
    type: cell('Alias Type'),
    strength: cell('Alias Quality'),
    title: cell('Title', 'NameTitle'),
  });
  addOriginalName(
    draft,
    cell('Name Non-Latin Script', 'NameNonLatinScript'),
    cell('Non-Latin Script Language', 'NonLatinScriptLanguage'),
  );
  addIndividual(draft, cell);
  const lines = [1, 2, 3, 4, 5, 6].map((number) => cell(`Address ${number}`));
  draft.addAddress(oneLine(...lines, cell('Post/Zip Code', 'PostCode'), cell('Country')));
  draft.addProgramme(cell('Regime', 'RegimeName'));
  draft.listedOn ??= dayMonthYear(cell('Listed On')) ?? isoDate(cell('DateListed'));
  addOtherInformation(draft, cell('Other Information'));
  addXmlColumns(draft, cell);
}

function addIndividual(draft: EntryDraft, cell: OfsiRow['cell']): void {
  const birth = cell('DOB', 'Individual_DateOfBirth');
  addBirthDates(draft, birth?.replace(/T00:00:00$/, ''));
  addBirthPlaces(
    draft,
    cell('Town of Birth', 'Individual_TownOfBirth'),
    cell('Country of Birth', 'Individual_CountryOfBirth'),
  );
  for (const nationality of numbered(cell('Nationality', 'Individual_Nationality'))) draft.addNationality(nationality);
  for (const position of numbered(cell('Position', 'Individual_Position'))) draft.addPosition(position);
  addPapers(
    draft,
    'Passport',
    cell('Passport Number', 'Individual_PassportNumber'),
    cell('Passport Details', 'Individual_PassportDetails'),
  );
  addPapers(
    draft,
    'National identifier',
    cell('National Identification Number', 'Individual_NINumber'),
    cell('National Identification Details', 'NI Number', 'Individual_NIDetails'),
  );
}

/**
 * The layout before 2022 has number and details in one cell of prose. There the first long number of each part counts.
 */
function addPapers(draft: EntryDraft, type: string, numbers: string | undefined, details: string | undefined): void {
  addDocuments(draft, type, numbers, details);
  if (numbers) return;
  for (const part of numbered(details)) {
    draft.addDocument(type, /(?<![\w-])[A-Z]{0,4}[- ]?\d[\dA-Z-]{4,}(?![\w/])/.exec(part)?.[0]);
  }
}

/** `(Label):value (Label):value`, and in older rows plain sentences. */
function addOtherInformation(draft: EntryDraft, text: string | undefined): void {
  if (!text) return;
  draft.addRemark(text);
  const labelled = (label: string) =>
    new RegExp(`\\(${label}\\):\\s*(.*?)\\.?(?=\\s*\\((?:UK|UN|[A-Z][a-z]+)[\\w ]*\\):|$)`).exec(text)?.[1];
  draft.addReference('uk-sanctions', /\(UK Sanctions List Ref\):\s*([A-Z]{3}\d{4})/.exec(text)?.[1]);
  for (const reference of unReferences(text)) draft.addReference('un-sc', reference);
  draft.gender ??= labelled('Gender');
  addDocuments(draft, 'Business registration number', labelled('Business Reg No'));
  addImoNumbers(draft, labelled('IMO number'));
}

/**
 * `(UN Ref):QDi.001`, and in older files `UN Ref QDi.001` or the reference as the first word. "UN Reference Number: UN
 * Ref …" stands at ships and names their owner. References of the form before 2014 (`QI.A.12.01`) are on no list any
 * more and are left in the remarks.
 */
function unReferences(text: string): string[] {
  const stated =
    /(?<!Number:\s*)\bUN\.?\s*Ref(?:erence)?\.?\s*(?:No\.?)?\)?\s*[.:]*\s*([A-Z]{2}[ie]\s?\.?\s?\d{1,3})\b/gi;
  const leading = /^([A-Z]{2}[ie]\.\d{3})\b/.exec(text)?.[1];
  return [leading, ...[...text.matchAll(stated)].map((match) => match[1])].flatMap((found) => unReference(found) ?? []);
}

/** What the CSV has within "Other Information", the XML has in elements. */
function addXmlColumns(draft: EntryDraft, cell: OfsiRow['cell']): void {
  draft.addReference('uk-sanctions', cell('UKSanctionsListRef'));
  draft.addReference('un-sc', unReference(cell('UNRef', 'UNReferenceNumber')));
  draft.gender ??= cell('Individual_Gender');
  draft.addRemark(cell('UKStatementOfReasons'));
  addDocuments(draft, 'Business registration number', cell('Entity_BusinessRegNumber'));
  addImoNumbers(draft, cell('Ship_IMONumber'));
  for (const [column, label] of REMARKS) draft.addRemark(cell(column) && `${label}: ${cell(column)}`);
}

const REMARKS: readonly (readonly [element: string, label: string])[] = [
  ['PhoneNumber', 'Phone'],
  ['Website', 'Website'],
  ['EmailAddress', 'E-mail'],
  ['Entity_Type', 'Type of entity'],
  ['Entity_ParentCompany', 'Parent company'],
  ['Entity_Subsidiaries', 'Subsidiaries'],
  ['Ship_Type', 'Type of ship'],
  ['Ship_Flag', 'Flag of ship'],
];
