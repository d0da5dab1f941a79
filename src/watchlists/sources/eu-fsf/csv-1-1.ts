import { dayMonthYear, isoDate, oneLine, tidy, unReference } from '../../entries/values.ts';
import type { TableRow } from '../../formats/table.ts';
import type { EuDraft } from './eu-entry.ts';
import { addBirth, addDocument, addRemark, country } from './eu-entry.ts';

/** Adds the facts of one row of CSV 1.1, whose columns are the XML's elements and attributes. */
export function addRow11(entity: EuDraft, { cell }: TableRow): void {
  const { draft, names } = entity;
  draft.listedOn ??= isoDate(cell('Entity_DesignationDate')) ?? dayMonthYear(cell('Entity_DesignationDate'));
  draft.addReference('un-sc', unReference(cell('Entity_UnitedNationId')));
  draft.addProgramme(cell('Entity_Regulation_Programme'));
  const regulation = cell('Entity_Regulation_NumberTitle');
  draft.addRemark(regulation && oneLine(`Regulation ${regulation}`, cell('Entity_Regulation_PublicationDate')));
  draft.url ??= cell('Entity_Regulation_PublicationUrl');
  addRemark(draft, cell('Entity_DesignationDetails'));
  addRemark(draft, cell('Entity_Remark'));
  names.push({
    whole: cell('NameAlias_WholeName'),
    first: cell('NameAlias_FirstName'),
    middle: cell('NameAlias_MiddleName'),
    last: cell('NameAlias_LastName'),
    language: cell('NameAlias_NameLanguage'),
    title: cell('NameAlias_Title'),
    strong: !/^false$/i.test(cell('NameAlias_Strong') ?? ''),
  });
  draft.gender ??= cell('NameAlias_Gender');
  draft.addPosition(cell('NameAlias_Function'));
  draft.addNationality(country(cell('Citizenship_CountryIso2Code'), cell('Citizenship_CountryDescription')));
  addBirthAndAddress(entity, cell);
  addIdentification(entity, cell);
}

function addBirthAndAddress({ draft }: EuDraft, cell: TableRow['cell']): void {
  addBirth(draft, {
    date: cell('BirthDate_BirthDate'),
    year: cell('BirthDate_Year'),
    month: cell('BirthDate_Month'),
    day: cell('BirthDate_Day'),
    from: cell('BirthDate_YearRangeFrom'),
    to: cell('BirthDate_YearRangeTo'),
    circa: /^(true|1|y)/i.test(cell('BirthDate_Circa') ?? ''),
    calendar: cell('BirthDate_CalendarType'),
    country: cell('BirthDate_CountryIso2Code'),
  });
  const countryOf = (group: string) => country(cell(`${group}_CountryIso2Code`), cell(`${group}_CountryDescription`));
  draft.addBirthPlace(
    oneLine(cell('BirthDate_Place'), cell('BirthDate_City'), cell('BirthDate_Region'), countryOf('BirthDate')),
  );
  const poBox = cell('Address_PoBox');
  draft.addAddress(
    oneLine(
      cell('Address_Street'),
      poBox && `PO Box ${poBox}`,
      cell('Address_ZipCode'),
      cell('Address_City'),
      cell('Address_Region'),
      cell('Address_Place'),
      countryOf('Address'),
    ),
  );
  draft.addRemark(cell('Address_ContactInfo'));
  draft.addRemark(cell('Address_Remark'));
}

const DOCUMENT_FLAGS: readonly (readonly [column: string, words: string])[] = [
  ['Identification_Diplomatic', 'diplomatic'],
  ['Identification_KnownExpired', 'known expired'],
  ['Identification_KnownFalse', 'known false'],
  ['Identification_ReportedLost', 'reported lost'],
  ['Identification_RevokedByIssuer', 'revoked by issuer'],
];

function addIdentification({ draft }: EuDraft, cell: TableRow['cell']): void {
  addDocument(draft, {
    number: cell('Identification_Number'),
    latinNumber: cell('Identification_LatinNumber'),
    typeCode: cell('Identification_TypeCode'),
    type: cell('Identification_TypeDescription'),
    country:
      country(cell('Identification_CountryIso2Code'), cell('Identification_CountryDescription')) ??
      tidy(cell('Identification_IssuedBy')),
    flags: DOCUMENT_FLAGS.flatMap(([column, words]) => (/^(true|1|y)/i.test(cell(column) ?? '') ? [words] : [])),
    remark: cell('Identification_Remark'),
  });
  draft.addName(cell('Identification_NameOnDocument'), 'alias');
}
