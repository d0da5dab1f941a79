import type { EntryKind, ListEntry } from '../../../domain/list-entry.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { isoDate, oneLine, tidy, unReference } from '../../entries/values.ts';
import { all, first, textOf, type XmlElement, xmlRecords } from '../../formats/xml.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { addBirth, addDocument, addNames, addRemark, country } from './eu-entry.ts';

/** Reads the XML 1.1: `export` with a `sanctionEntity` for each person or enterprise. */
export async function* xmlEntries(file: ListFile, report: ParseReport): AsyncIterable<ListEntry> {
  const shape = {
    roots: ['export'],
    records: ['sanctionEntity'],
    header: (name: string, attributes: Readonly<Record<string, string>>) => {
      if (name === 'export' && attributes.generationDate) report.published = attributes.generationDate;
    },
  };
  let position = 0;
  for await (const element of xmlRecords(file, shape)) {
    position++;
    const { euReferenceNumber, logicalId } = element.attributes;
    const id = tidy(euReferenceNumber) ?? tidy(logicalId);
    const entry = id && entryOf(id, element);
    if (entry) yield entry;
    else report.skip(id ?? `sanctionEntity ${position}`, id ? 'it has no name' : 'it has no reference number');
  }
}

function entryOf(id: string, element: XmlElement): ListEntry | undefined {
  const draft = new EntryDraft(id, kindOf(element));
  addNames(
    draft,
    all(element, 'nameAlias').map(({ attributes: name }) => ({
      whole: name.wholeName,
      first: tidy(name.firstName),
      middle: tidy(name.middleName),
      last: tidy(name.lastName),
      language: name.nameLanguage,
      title: tidy(name.title),
      strong: name.strong !== 'false',
    })),
  );
  for (const name of all(element, 'nameAlias')) {
    draft.gender ??= tidy(name.attributes.gender);
    draft.addPosition(name.attributes.function);
  }
  addPlacesAndDates(draft, element);
  addDocuments(draft, element);
  addListing(draft, element);
  return draft.entry();
}

function kindOf(element: XmlElement): EntryKind {
  const type = first(element, 'subjectType')?.attributes;
  if (type?.code === 'person' || type?.classificationCode === 'P') return 'person';
  return type?.code === 'enterprise' || type?.classificationCode === 'E' ? 'organization' : 'unknown';
}

function addPlacesAndDates(draft: EntryDraft, element: XmlElement): void {
  for (const { attributes: birth } of all(element, 'birthdate')) {
    addBirth(draft, {
      date: birth.birthdate,
      year: tidy(birth.year),
      month: birth.monthOfYear,
      day: birth.dayOfMonth,
      from: tidy(birth.yearRangeFrom),
      to: tidy(birth.yearRangeTo),
      circa: birth.circa === 'true',
      calendar: birth.calendarType,
      country: birth.countryIso2Code,
    });
    draft.addBirthPlace(oneLine(birth.place, birth.city, birth.region, countryOf(birth)));
  }
  for (const { attributes } of all(element, 'citizenship')) draft.addNationality(countryOf(attributes));
  for (const address of all(element, 'address')) {
    const { street, poBox, zipCode, city, region, place } = address.attributes;
    draft.addAddress(
      oneLine(street, tidy(poBox) && `PO Box ${poBox}`, zipCode, city, region, place, countryOf(address.attributes)),
    );
    for (const contact of all(address, 'contactInfo')) {
      draft.addRemark(oneLine(`${contact.attributes.key ?? 'contact'}: ${contact.attributes.value ?? contact.text}`));
    }
    for (const remark of all(address, 'remark')) draft.addRemark(remark.text);
  }
}

const countryOf = (attributes: Readonly<Record<string, string>>): string | undefined =>
  country(attributes.countryIso2Code, attributes.countryDescription);

/** The flags that the files raise against a document, in words. */
const DOCUMENT_FLAGS: Readonly<Record<string, string>> = {
  diplomatic: 'diplomatic',
  knownExpired: 'known expired',
  knownFalse: 'known false',
  reportedLost: 'reported lost',
  revokedByIssuer: 'revoked by issuer',
};

function addDocuments(draft: EntryDraft, element: XmlElement): void {
  for (const item of all(element, 'identification')) {
    const { attributes } = item;
    addDocument(draft, {
      number: tidy(attributes.number),
      latinNumber: tidy(attributes.latinNumber),
      typeCode: attributes.identificationTypeCode,
      type: attributes.identificationTypeDescription,
      country: countryOf(attributes) ?? tidy(attributes.issuedBy),
      flags: Object.entries(DOCUMENT_FLAGS).flatMap(([flag, words]) => (attributes[flag] === 'true' ? [words] : [])),
      remark: textOf(item, 'remark'),
    });
    draft.addName(attributes.nameOnDocument, 'alias');
  }
}

function addListing(draft: EntryDraft, element: XmlElement): void {
  const { designationDate, designationDetails, unitedNationId } = element.attributes;
  draft.listedOn = isoDate(designationDate);
  draft.addReference('un-sc', unReference(unitedNationId));
  for (const regulation of all(element, 'regulation')) {
    draft.addProgramme(regulation.attributes.programme);
    draft.addRemark(
      oneLine(`Regulation ${regulation.attributes.numberTitle ?? ''}`, regulation.attributes.publicationDate),
    );
    draft.url ??= textOf(regulation, 'publicationUrl');
  }
  addRemark(draft, designationDetails);
  for (const remark of all(element, 'remark')) addRemark(draft, remark.text);
}
