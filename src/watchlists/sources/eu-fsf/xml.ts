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
    needed: [['euReferenceNumber', 'logicalId'], 'nameAlias', 'wholeName'],
    header: (name: string, attributes: Readonly<Record<string, string>>) => {
      if (name === 'export' && attributes.generationdate) report.published = attributes.generationdate;
    },
  };
  let position = 0;
  for await (const element of xmlRecords(file, shape)) {
    position++;
    const { eureferencenumber, logicalid } = element.attributes;
    const id = tidy(eureferencenumber) ?? tidy(logicalid);
    const entry = id && entryOf(id, element);
    if (entry) yield entry;
    else if (id) report.skip(id, 'it has no name', 'nameAlias wholeName');
    else report.skip(`sanctionEntity ${position}`, 'it has no reference number', 'euReferenceNumber');
  }
}

function entryOf(id: string, element: XmlElement): ListEntry | undefined {
  const draft = new EntryDraft(id, kindOf(element));
  addNames(
    draft,
    all(element, 'nameAlias').map(({ attributes: name }) => ({
      whole: name.wholename,
      first: tidy(name.firstname),
      middle: tidy(name.middlename),
      last: tidy(name.lastname),
      language: name.namelanguage,
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
  if (type?.code === 'person' || type?.classificationcode === 'P') return 'person';
  return type?.code === 'enterprise' || type?.classificationcode === 'E' ? 'organization' : 'unknown';
}

function addPlacesAndDates(draft: EntryDraft, element: XmlElement): void {
  for (const { attributes: birth } of all(element, 'birthdate')) {
    addBirth(draft, {
      date: birth.birthdate,
      year: tidy(birth.year),
      month: birth.monthofyear,
      day: birth.dayofmonth,
      from: tidy(birth.yearrangefrom),
      to: tidy(birth.yearrangeto),
      circa: birth.circa === 'true',
      calendar: birth.calendartype,
      country: birth.countryiso2code,
    });
    draft.addBirthPlace(oneLine(birth.place, birth.city, birth.region, countryOf(birth)));
  }
  for (const { attributes } of all(element, 'citizenship')) draft.addNationality(countryOf(attributes));
  for (const address of all(element, 'address')) {
    const { street, pobox, zipcode, city, region, place } = address.attributes;
    draft.addAddress(
      oneLine(street, tidy(pobox) && `PO Box ${pobox}`, zipcode, city, region, place, countryOf(address.attributes)),
    );
    for (const contact of all(address, 'contactInfo')) {
      draft.addRemark(oneLine(`${contact.attributes.key ?? 'contact'}: ${contact.attributes.value ?? contact.text}`));
    }
    for (const remark of all(address, 'remark')) draft.addRemark(remark.text);
  }
}

const countryOf = (attributes: Readonly<Record<string, string>>): string | undefined =>
  country(attributes.countryiso2code, attributes.countrydescription);

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
      latinNumber: tidy(attributes.latinnumber),
      typeCode: attributes.identificationtypecode,
      type: attributes.identificationtypedescription,
      country: countryOf(attributes) ?? tidy(attributes.issuedby),
      flags: Object.entries(DOCUMENT_FLAGS).flatMap(([flag, words]) =>
        attributes[flag.toLowerCase()] === 'true' ? [words] : [],
      ),
      remark: textOf(item, 'remark'),
    });
    draft.addName(attributes.nameondocument, 'alias');
  }
}

function addListing(draft: EntryDraft, element: XmlElement): void {
  const { designationdate, designationdetails, unitednationid } = element.attributes;
  draft.listedOn = isoDate(designationdate);
  draft.addReference('un-sc', unReference(unitednationid));
  for (const regulation of all(element, 'regulation')) {
    draft.addProgramme(regulation.attributes.programme);
    draft.addRemark(
      oneLine(`Regulation ${regulation.attributes.numbertitle ?? ''}`, regulation.attributes.publicationdate),
    );
    draft.url ??= textOf(regulation, 'publicationUrl');
  }
  addRemark(draft, designationdetails);
  for (const remark of all(element, 'remark')) addRemark(draft, remark.text);
}
