import type { ListEntry } from '../../../domain/list-entry.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { dayMonthYear, oneLine, tidy, unReference } from '../../entries/values.ts';
import { all, textOf, type XmlElement, xmlRecords } from '../../formats/xml.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import {
  addBirthDates,
  addBirthPlaces,
  addDocuments,
  addImoNumbers,
  addOriginalName,
  addUkName,
  ukKind,
} from '../uk/uk-entry.ts';

/** Reads the XML: `Designations` with a `Designation` for each person, entity or ship. */
export async function* xmlEntries(file: ListFile, report: ParseReport): AsyncIterable<ListEntry> {
  const shape = {
    roots: ['Designations'],
    records: ['Designation', 'DateGenerated'],
    needed: ['UniqueID', 'Name6', 'NameType'],
  };
  let position = 0;
  for await (const element of xmlRecords(file, shape)) {
    if (element.name === 'DateGenerated') {
      const published = dayMonthYear(element.text);
      if (published) report.published = published;
      continue;
    }
    position++;
    const id = textOf(element, 'UniqueID');
    const entry = id && entryOf(id, element);
    if (entry) yield entry;
    else if (id) report.skip(id, 'it has no name', 'Name6');
    else report.skip(`Designation ${position}`, 'it has no UniqueID', 'UniqueID');
  }
}

function entryOf(id: string, element: XmlElement): ListEntry | undefined {
  const draft = new EntryDraft(
    id,
    ukKind(textOf(element, 'IndividualEntityShip') ?? textOf(element, 'DesignationType')),
  );
  addNames(draft, element);
  addListing(draft, element);
  for (const address of deep(element, 'Address')) draft.addAddress(addressLine(address));
  addIndividual(draft, element);
  addEntityAndShip(draft, element);
  return draft.entry();
}

function addNames(draft: EntryDraft, element: XmlElement): void {
  const titles = deep(element, 'Title').map((title) => title.text);
  for (const name of deep(element, 'Name')) {
    addUkName(draft, {
      fields: [1, 2, 3, 4, 5, 6].map((number) => textOf(name, `Name${number}`)),
      type: textOf(name, 'NameType'),
      strength: textOf(name, 'AliasStrength'),
      title: /^primary name$/i.test(textOf(name, 'NameType') ?? '') ? oneLine(...titles) : undefined,
    });
  }
  for (const name of deep(element, 'NonLatinName')) {
    addOriginalName(draft, textOf(name, 'NameNonLatinScript'), textOf(name, 'NonLatinScriptLanguage'));
  }
}

function addListing(draft: EntryDraft, element: XmlElement): void {
  draft.listedOn = dayMonthYear(textOf(element, 'DateDesignated'));
  draft.addProgramme(textOf(element, 'RegimeName'));
  draft.addReference('uk-ofsi', textOf(element, 'OFSIGroupID'));
  for (const reference of textOf(element, 'UNReferenceNumber')?.split(/[,;|/]/) ?? []) {
    draft.addReference('un-sc', unReference(reference));
  }
  draft.addRemark(labelled('Sanctions imposed', textOf(element, 'SanctionsImposed')?.replaceAll('|', ', ')));
  draft.addRemark(textOf(element, 'OtherInformation'));
  draft.addRemark(textOf(element, 'UKStatementofReasons'));
  for (const [name, label] of CONTACTS)
    for (const { text } of deep(element, name)) draft.addRemark(labelled(label, text));
}

const CONTACTS: readonly (readonly [element: string, label: string])[] = [
  ['PhoneNumber', 'Phone'],
  ['Website', 'Website'],
  ['EmailAddress', 'E-mail'],
];

function addressLine(address: XmlElement): string | undefined {
  const lines = [1, 2, 3, 4, 5, 6].map((number) => textOf(address, `AddressLine${number}`));
  return oneLine(...lines, textOf(address, 'AddressPostalCode'), textOf(address, 'AddressCountry'));
}

function addIndividual(draft: EntryDraft, element: XmlElement): void {
  for (const { text } of deep(element, 'DOB')) addBirthDates(draft, text);
  for (const place of deep(element, 'Location')) {
    addBirthPlaces(draft, textOf(place, 'TownOfBirth'), textOf(place, 'CountryOfBirth'));
  }
  for (const { text } of deep(element, 'Nationality')) draft.addNationality(text);
  for (const { text } of deep(element, 'Position')) draft.addPosition(text);
  for (const { text } of deep(element, 'Gender')) draft.gender ??= tidy(text);
  for (const passport of deep(element, 'Passport')) {
    const about = textOf(passport, 'PassportAdditionalInformation');
    addDocuments(draft, 'Passport', textOf(passport, 'PassportNumber'), about);
  }
  for (const identifier of deep(element, 'NationalIdentifier')) {
    const about = textOf(identifier, 'NationalIdentifierAdditionalInformation');
    addDocuments(draft, 'National identifier', textOf(identifier, 'NationalIdentifierNumber'), about);
  }
}

/** Facts of an entity or a ship that have no member of their own. */
const REMARKS: readonly (readonly [element: string, label: string])[] = [
  ['TypeOfEntity', 'Type of entity'],
  ['ParentCompany', 'Parent company'],
  ['Subsidiary', 'Subsidiary'],
  ['CurrentOwnerOperator', 'Current owner or operator'],
  ['PreviousOwnerOperator', 'Previous owner or operator'],
  ['CurrentBelievedFlagOfShip', 'Current believed flag'],
  ['PreviousFlag', 'Previous flag'],
  ['TypeOfShip', 'Type of ship'],
  ['TonnageOfShip', 'Tonnage'],
  ['LengthOfShip', 'Length'],
  ['YearBuilt', 'Year built'],
];

function addEntityAndShip(draft: EntryDraft, element: XmlElement): void {
  for (const { text } of deep(element, 'BusinessRegistrationNumber'))
    addDocuments(draft, 'Business registration number', text);
  for (const { text } of deep(element, 'IMONumber')) addImoNumbers(draft, text);
  for (const { text } of deep(element, 'HullIdentificationNumber'))
    addDocuments(draft, 'Hull identification number', text);
  for (const [name, label] of REMARKS)
    for (const { text } of deep(element, name)) draft.addRemark(labelled(label, text));
}

const labelled = (label: string, text: string | undefined): string | undefined =>
  tidy(text) && `${label}: ${tidy(text)}`;

/** The elements of this name wherever they stand: groups around them have come and gone with the years. */
function deep(element: XmlElement, name: string): XmlElement[] {
  const key = name.toLowerCase();
  return [...all(element, name), ...element.children.flatMap((child) => (child.key === key ? [] : deep(child, name)))];
}
