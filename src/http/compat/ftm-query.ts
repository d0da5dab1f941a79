import { readDateOfBirth } from '../../domain/date-of-birth.ts';
import type { EntityType } from '../../domain/entity-type.ts';
import { type Identifier, MAX_IDENTIFIERS, MAX_VALUE_LENGTH } from '../../domain/identifier.ts';
import { readName } from '../../screening/query.ts';
import { badRequest, InvalidInput } from './input.ts';
import type { AskedName } from './screening.ts';

/** An entity by example, as a client of yente sends it. */
export interface Example {
  readonly id: string | null;
  readonly schema: string;
  readonly properties: Readonly<Record<string, readonly string[]>>;
}

/** So many names of one example are searched for; more are refused. */
const MAX_NAMES = 20;

const INDIVIDUAL: readonly EntityType[] = ['Individual'];
const ORGANIZATION: readonly EntityType[] = ['Organization'];
const BOTH: readonly EntityType[] = ['Individual', 'Organization'];

/** What a schema of FollowTheMoney asks for. */
const SEARCHED: Readonly<Record<string, readonly EntityType[]>> = {
  Person: INDIVIDUAL,
  Company: ORGANIZATION,
  Organization: ORGANIZATION,
  PublicBody: ORGANIZATION,
  LegalEntity: BOTH,
  Thing: BOTH,
};

export const SCHEMAS = Object.keys(SEARCHED);

/** Properties with whole names, the best first; and the parts of a name, in their order. */
const NAMES = ['name', 'alias', 'previousName'];
const PARTS = ['firstName', 'secondName', 'middleName', 'fatherName', 'lastName'];

/** Properties with numbers, the most telling first. */
const NUMBERS = [
  'passportNumber',
  'idNumber',
  'taxNumber',
  'vatCode',
  'innCode',
  'registrationNumber',
  'ogrnCode',
  'imoNumber',
  'leiCode',
  'swiftBic',
  'socialSecurityNumber',
  'publicKey',
];

/** Throws 400 for a schema that is not screened. */
export function searchedTypes(schema: string): readonly EntityType[] {
  const types = Object.hasOwn(SEARCHED, schema) ? SEARCHED[schema] : undefined;
  if (types) return types;
  throw badRequest(`Entities of the schema ${schema} are not screened; these are: ${SCHEMAS.join(', ')}.`);
}

/** Reads one member of `queries`. Throws 422 for another form. */
export function readExample(value: unknown, loc: readonly (string | number)[]): Example {
  if (!isObject(value)) throw new InvalidInput(loc, 'Input should be an object', 'model_type');
  const { id, schema, properties } = value;
  if (id !== undefined && id !== null && typeof id !== 'string') {
    throw new InvalidInput([...loc, 'id'], 'Input should be a valid string', 'string_type');
  }
  if (schema === undefined) throw new InvalidInput([...loc, 'schema'], 'Field required', 'missing');
  if (typeof schema !== 'string') {
    throw new InvalidInput([...loc, 'schema'], 'Input should be a valid string', 'string_type');
  }
  if (properties === undefined) throw new InvalidInput([...loc, 'properties'], 'Field required', 'missing');
  if (!isObject(properties)) {
    throw new InvalidInput([...loc, 'properties'], 'Input should be a valid dictionary', 'dict_type');
  }
  const read = Object.entries(properties).map(([name, given]) => [name, textsIn(given)] as const);
  return { id: id ?? null, schema, properties: Object.fromEntries(read) };
}

/** What is searched for an example. Throws 400 where nothing in it can be screened. */
export function askedName({ schema, properties }: Example): AskedName {
  const types = searchedTypes(schema);
  const whole = NAMES.flatMap((property) => properties[property] ?? []);
  const parts = PARTS.flatMap((property) => properties[property] ?? []).join(' ');
  const names = [...new Set((whole.length > 0 ? whole : [parts]).map((name) => name.trim()).filter(Boolean))];
  if (names.length === 0) throw badRequest('The example has no name, and names are what is screened.');
  if (names.length > MAX_NAMES) throw badRequest(`The example has ${names.length} names; ${MAX_NAMES} are allowed.`);
  for (const name of names) readName(name);
  const dateOfBirth = birthDate(properties.birthDate ?? []);
  return { types, name: names[0]!, otherNames: names.slice(1), dateOfBirth, identifiers: numbersIn(properties) };
}

/** The numbers of an example, at most `MAX_IDENTIFIERS`. */
function numbersIn(properties: Example['properties']): Identifier[] {
  const all = NUMBERS.flatMap((type) => (properties[type] ?? []).map((value) => ({ type, value: value.trim() })));
  return all.filter(({ value }) => value !== '' && value.length <= MAX_VALUE_LENGTH).slice(0, MAX_IDENTIFIERS);
}

/** The date that is compared: a day, month or year, and the only one. Of several nobody knows which is right. */
export function birthDate(dates: readonly string[]): string | undefined {
  const whole = [...new Set(dates.filter((date) => readDateOfBirth(date.trim())).map((date) => date.trim()))];
  return whole.length === 1 && dates.length === 1 ? whole[0] : undefined;
}

/** Texts and numbers of a property; a text alone is a list of one. */
function textsIn(value: unknown): string[] {
  return [value].flat().flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
