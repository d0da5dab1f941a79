import { searchedAs } from '../ftm-query.ts';

/** A kind of entity, as OpenRefine shows it. */
export interface ReconcileType {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** A property of a kind of entity: its name in full, `Person:birthDate`, and its label. */
export interface ReconcileProperty {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

interface Schema {
  readonly label: string;
  readonly plural: string;
  readonly of?: string;
  /** By name, those first that say most. */
  readonly properties: Readonly<Record<string, string>>;
}

/** Schemas of FollowTheMoney that are screened, with the properties that the lists have or that are compared. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  Thing: {
    label: 'Thing',
    plural: 'Things',
    properties: {
      name: 'Name',
      country: 'Country',
      alias: 'Alias',
      previousName: 'Previous name',
      weakAlias: 'Weak alias',
      topics: 'Topics',
      address: 'Address',
      notes: 'Notes',
      program: 'Program',
      sourceUrl: 'Source link',
      wikidataId: 'Wikidata ID',
    },
  },
  LegalEntity: {
    label: 'Legal entity',
    plural: 'Legal entities',
    of: 'Thing',
    properties: {
      abbreviation: 'Abbreviation',
      jurisdiction: 'Jurisdiction',
      mainCountry: 'Country of origin',
      registrationNumber: 'Registration number',
      idNumber: 'ID Number',
      taxNumber: 'Tax Number',
      vatCode: 'V.A.T. Identifier',
      innCode: 'INN',
      ogrnCode: 'OGRN',
      leiCode: 'LEI',
      swiftBic: 'SWIFT/BIC',
    },
  },
  Person: {
    label: 'Person',
    plural: 'People',
    of: 'LegalEntity',
    properties: {
      birthDate: 'Birth date',
      nationality: 'Nationality',
      firstName: 'First name',
      secondName: 'Second name',
      middleName: 'Middle name',
      fatherName: 'Patronymic',
      lastName: 'Last name',
      birthPlace: 'Place of birth',
      deathDate: 'Death date',
      gender: 'Gender',
      position: 'Position',
      passportNumber: 'Passport number',
      socialSecurityNumber: 'Social security number',
    },
  },
  Organization: {
    label: 'Organization',
    plural: 'Organizations',
    of: 'LegalEntity',
    properties: { imoNumber: 'IMO Number' },
  },
  Company: { label: 'Company', plural: 'Companies', of: 'Organization', properties: {} },
  PublicBody: { label: 'Public body', plural: 'Public bodies', of: 'Organization', properties: {} },
  CryptoWallet: {
    label: 'Cryptocurrency wallet',
    plural: 'Cryptocurrency wallets',
    of: 'Thing',
    properties: { publicKey: 'Address' },
  },
  Vehicle: {
    label: 'Vehicle',
    plural: 'Vehicles',
    of: 'Thing',
    properties: { registrationNumber: 'Registration number' },
  },
  Vessel: {
    label: 'Vessel',
    plural: 'Vessels',
    of: 'Vehicle',
    properties: { imoNumber: 'IMO Number', mmsi: 'MMSI', callSign: 'Call Sign' },
  },
  Airplane: {
    label: 'Airplane',
    plural: 'Airplanes',
    of: 'Vehicle',
    properties: { serialNumber: 'Serial Number' },
  },
};

/** Properties whose values are codes of countries. */
export const COUNTRIES: ReadonlySet<string> = new Set(['country', 'nationality', 'jurisdiction', 'mainCountry']);

/** Every kind of entity that can be asked for, `Thing` among them. */
export const TYPES: readonly ReconcileType[] = Object.keys(SCHEMAS).map(typeOf);

/** A kind of entity by the name of its schema. */
export function typeOf(schema: string): ReconcileType {
  const { label, plural } = SCHEMAS[schema] ?? { label: schema, plural: schema };
  return { id: schema, name: plural, description: label };
}

/** The kinds whose name or label begins so; none of nothing. */
export function typesBeginning(prefix: string): ReconcileType[] {
  return Object.entries(SCHEMAS)
    .filter(([schema, { label }]) => begins(prefix, schema, label))
    .map(([schema]) => typeOf(schema));
}

/** The properties whose name or label begins so; none of nothing. */
export function propertiesBeginning(prefix: string): ReconcileProperty[] {
  const all = Object.entries(SCHEMAS).flatMap(([schema, { properties }]) =>
    Object.entries(properties).map(([name, label]) => ({ schema, name, label })),
  );
  return all
    .filter(({ name, label }) => begins(prefix, name, label))
    .map(({ schema, name, label }) => ({ id: `${schema}:${name}`, name: label, description: null }));
}

/** Every property of a kind of entity by its name, those first that say most. Throws 400 for an unknown kind. */
export function propertiesOf(schema: string): { readonly id: string; readonly name: string }[] {
  searchedAs(schema);
  const { of, properties } = SCHEMAS[schema]!;
  const general = of === undefined ? [] : propertiesOf(of);
  return [...general, ...Object.entries(properties).map(([id, name]) => ({ id, name }))];
}

/** The label of a property, whatever kind of entity has it; undefined where none has. */
export function labelOf(property: string): string | undefined {
  const schema = Object.values(SCHEMAS).find(({ properties }) => Object.hasOwn(properties, property));
  return schema?.properties[property];
}

function begins(prefix: string, ...texts: readonly string[]): boolean {
  const begun = prefix.trim().toLowerCase();
  return begun !== '' && texts.some((text) => text.toLowerCase().startsWith(begun));
}
