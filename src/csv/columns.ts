import type { EntityType } from '../domain/entity-type.ts';

/** Names that a column may have in a header. Case, spaces and other signs between the letters do not matter. */
const NAMES = {
  id: ['id', 'reference', 'ref'],
  name: ['name', 'fullname'],
  entityType: ['entitytype', 'type'],
  dateOfBirth: ['dateofbirth', 'dob', 'birthdate'],
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
};

/** The places of the columns that a header has. */
export function columnPlaces(header: readonly string[]): ReadonlyMap<Column, number> {
  const words = header.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const places = new Map<Column, number>();
  for (const column of Object.keys(NAMES) as Column[]) {
    const names: readonly string[] = NAMES[column];
    const place = words.findIndex((word) => names.includes(word));
    if (place >= 0) places.set(column, place);
  }
  return places;
}

/** The type that a cell means; any other text as it stands, so that whoever checks it can say what is wrong. */
export function entityTypeIn(cell: string): string {
  return ENTITY_TYPES[cell.toLowerCase()] ?? cell;
}
