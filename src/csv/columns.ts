import type { EntityType } from '../domain/entity-type.ts';

const OTHER_NAMES =
  'othernames othername aliases alias aliasname aliasnames aka akas alsoknownas alternatename alternatenames ' +
  'alternativename alternativenames altname altnames formername formernames previousname previousnames maidenname ' +
  'tradingname tradingnames weiterenamen weiterername aliasnamen geburtsname';

/** Names that a column may have in a header. Case, spaces and other signs between the letters do not matter. */
const NAMES = {
  id: ['id', 'reference', 'ref', 'customerid', 'customernumber', 'customerno', 'referenz', 'kundennummer', 'kundennr'],
  name: ['name', 'fullname', 'customername', 'companyname', 'firma', 'firmenname', 'vollername'],
  /** In place of `name`, with `surname` behind it. */
  givenNames: ['givennames', 'givenname', 'firstname', 'firstnames', 'forename', 'forenames', 'vorname', 'vornamen'],
  surname: ['surname', 'lastname', 'familyname', 'nachname', 'familienname', 'zuname'],
  entityType: ['entitytype', 'type', 'typ', 'art'],
  dateOfBirth: ['dateofbirth', 'dob', 'birthdate', 'birthday', 'born', 'geburtsdatum', 'gebdatum', 'geboren'],
  identifiers: ['identifiers'],
  otherNames: OTHER_NAMES.split(' '),
  minScore: ['minscore'],
  /** Of a customer, besides. */
  categories: ['categories'],
  monitored: ['monitored'],
  /** Of an own list, besides. */
  countries: ['countries', 'country', 'nationality', 'nationalities'],
  reason: ['reason', 'remarks', 'grund'],
  until: ['until', 'validuntil'],
  /** The two names of a pair to compare. */
  a: ['a'],
  b: ['b'],
} as const;

export type Column = keyof typeof NAMES;

/** What people write for the two types. */
const ENTITY_TYPES: Readonly<Record<string, EntityType>> = {
  individual: 'Individual',
  person: 'Individual',
  organization: 'Organization',
  organisation: 'Organization',
  company: 'Organization',
  'natural person': 'Individual',
  'legal person': 'Organization',
  'legal entity': 'Organization',
  entity: 'Organization',
  corporate: 'Organization',
  corporation: 'Organization',
  business: 'Organization',
  privatperson: 'Individual',
  'natürliche person': 'Individual',
  unternehmen: 'Organization',
  firma: 'Organization',
  'juristische person': 'Organization',
};

/** How a file writes dates with slashes or dashes: the day first, or the month. */
export type DateOrder = 'day' | 'month';

const DAY_FIRST = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/;
const EITHER = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/;

/**
 * A date of a file as ISO 8601: `01.02.1980` has the day first everywhere. `01/02/1980` has it where somebody said so.
 * Any other text as it stands, so that whoever checks it can say what is wrong.
 */
export function isoDateIn(cell: string, order?: DateOrder): string {
  const first = DAY_FIRST.exec(cell) ?? (order === 'day' ? EITHER.exec(cell) : null);
  if (first) return joined(first[3]!, first[2]!, first[1]!);
  const month = order === 'month' ? EITHER.exec(cell) : null;
  if (month) return joined(month[3]!, month[1]!, month[2]!);
  const year = YEAR_FIRST.exec(cell);
  return year ? joined(year[1]!, year[2]!, year[3]!) : cell;
}

const joined = (year: string, month: string, day: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

export const COLUMNS = Object.keys(NAMES) as Column[];

/** What a file is for. `command`: it is read by the command line alone. */
export type FileKind = 'screenings' | 'customers' | 'own-list' | 'command';

/** Which files have these columns: in others they are cells that nobody reads. All others stand in every file. */
const FILES = {
  minScore: ['screenings', 'customers'],
  categories: ['customers'],
  monitored: ['customers'],
  countries: ['own-list'],
  reason: ['own-list'],
  until: ['own-list'],
} satisfies Partial<Record<Column, readonly FileKind[]>>;

/** Columns that the command line does not read. */
export type ServiceColumn = keyof typeof FILES;

/** Whether files of a kind have a column. */
function isOf(kind: FileKind, column: Column): boolean {
  const files: Partial<Record<Column, readonly FileKind[]>> = FILES;
  return files[column]?.includes(kind) ?? true;
}

/** The column that a name in a header means: `Customer No.` is `id`. Undefined for one that nobody reads. */
export function columnNamed(name: string): Column | undefined {
  const word = lettersOf(name);
  return COLUMNS.find((column) => (NAMES[column] as readonly string[]).includes(word));
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/**
 * The members of an object under the names of the columns: `dob` is `dateOfBirth`. What is called by the column's own
 * name counts, whatever else there is.
 */
export function namedAsColumns(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const named = Object.entries(members).flatMap(([name, value]): [string, unknown][] => {
    const column = name in NAMES ? undefined : columnNamed(name);
    return column === undefined || column in members ? [] : [[column, value]];
  });
  return named.length === 0 ? members : { ...members, ...Object.fromEntries(named) };
}

/** Several values of a cell stand between bars. */
export function valuesIn(cell = ''): string[] {
  return cell
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** The places of the columns that a header of a file of this kind has. */
export function columnPlaces(header: readonly string[], kind: FileKind): ReadonlyMap<Column, number> {
  const words = header.map(lettersOf);
  const places = new Map<Column, number>();
  for (const column of COLUMNS) {
    if (!isOf(kind, column)) continue;
    const names: readonly string[] = NAMES[column];
    const place = words.findIndex((word) => names.includes(word));
    if (place >= 0) places.set(column, place);
  }
  return places;
}

/**
 * The further columns of a header that mean the same as one before them, each with its places: `alias 2`, or
 * `company name` behind `name`.
 */
export function furtherPlaces(header: readonly string[], places: ReadonlyMap<Column, number>): FurtherPlaces {
  const further = new Map<Column, number[]>();
  for (const [place, cell] of header.entries()) {
    const column = columnNamed(cell);
    const first = column && places.get(column);
    if (first === undefined || first === place) continue;
    further.set(column!, [...(further.get(column!) ?? []), place]);
  }
  return further;
}

export type FurtherPlaces = ReadonlyMap<Column, readonly number[]>;

/** Whether rows with these columns have a name. A family name alone is none: it would find half of what it should. */
export function haveName(columns: ReadonlySet<string>): boolean {
  return columns.has('name') || (columns.has('surname') && columns.has('givenNames'));
}

/** The type that a cell means; any other text as it stands, so that whoever checks it can say what is wrong. */
export function entityTypeIn(cell: string): string {
  return ENTITY_TYPES[cell.toLowerCase()] ?? cell;
}
