import { readDateOfBirth } from '../../domain/date-of-birth.ts';
import type { EntityType } from '../../domain/entity-type.ts';
import { type Identifier, MAX_IDENTIFIERS, MAX_VALUE_LENGTH } from '../../domain/identifier.ts';
import { isObject } from '../../json-object.ts';
import { countryCode } from '../../screening/country-code.ts';
import { foldText } from '../../screening/names/fold-text.ts';
import { type CraftKind, readName } from '../../screening/query.ts';
import { say } from '../../sentences.ts';
import { badRequest, InvalidInput } from './input.ts';
import type { AskedName } from './screening.ts';

/** An entity by example, as a client of yente sends it. */
export interface Example {
  readonly id: string | null;
  readonly schema: string;
  readonly properties: Readonly<Record<string, readonly string[]>>;
}

/** So many names of one example are searched for. */
const MAX_NAMES = 20;
/** More words, or letters, say nothing more. */
const MAX_WORDS = 60;

const INDIVIDUAL: readonly EntityType[] = ['Individual'];
const ORGANIZATION: readonly EntityType[] = ['Organization'];
const BOTH: readonly EntityType[] = ['Individual', 'Organization'];

interface Searched {
  readonly types: readonly EntityType[];
  readonly craft?: CraftKind;
}

/** What a schema of FollowTheMoney asks for. A wallet is found by its key, under whoever is listed with it. */
const SEARCHED: Readonly<Record<string, Searched>> = {
  Person: { types: INDIVIDUAL },
  Company: { types: ORGANIZATION },
  Organization: { types: ORGANIZATION },
  PublicBody: { types: ORGANIZATION },
  LegalEntity: { types: BOTH },
  Thing: { types: BOTH },
  CryptoWallet: { types: BOTH },
  Vessel: { types: ORGANIZATION, craft: 'vessel' },
  Airplane: { types: ORGANIZATION, craft: 'aircraft' },
  Vehicle: { types: ORGANIZATION, craft: 'any' },
};

export const SCHEMAS = Object.keys(SEARCHED);

/** Properties with whole names, the best first; and the parts of a name, in their order. */
const NAMES = ['name', 'alias', 'previousName', 'weakAlias'];
const PARTS = ['firstName', 'secondName', 'middleName', 'fatherName', 'lastName'];

/** Properties with countries: as yente, what comes back has codes where a word is known. */
const COUNTRIES: ReadonlySet<string> = new Set([
  'country',
  'mainCountry',
  'nationality',
  'citizenship',
  'jurisdiction',
  'birthCountry',
  'flag',
]);

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
  'mmsi',
  'callSign',
];

/** Throws 400 for a schema that is not screened. */
export function searchedAs(schema: string): Searched {
  const searched = Object.hasOwn(SEARCHED, schema) ? SEARCHED[schema] : undefined;
  if (searched) return searched;
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
  const read = Object.entries(properties).map(([name, given]) => {
    const values = textsIn(given);
    return [name, COUNTRIES.has(name) ? values.map(countryCode) : values] as const;
  });
  return { id: id ?? null, schema, properties: Object.fromEntries(read) };
}

/**
 * What is searched for an example. Of many names the most telling are, and a note says so. One without a name is
 * searched by its numbers. Throws 400 where nothing in it can be screened, and `validation` where a name cannot.
 */
export function askedName({ schema, properties }: Example): AskedName {
  const { types, craft } = searchedAs(schema);
  const identifiers = numbersIn(properties);
  const { names, about } = namesIn(properties);
  const name = names[0] ?? identifiers[0]?.value;
  if (name === undefined) throw badRequest('The example has no name, and names are what is screened.');
  const dateOfBirth = birthDate(properties.birthDate ?? []);
  const note = craft === undefined ? [] : [say('note.narrowed', { filters: `schema ${schema}` })];
  return { types, craft, name, otherNames: names.slice(1), dateOfBirth, identifiers, about: [...note, ...about] };
}

/** The names that are searched, the most telling first, and a sentence where some are left out. */
function namesIn(properties: Example['properties']): { names: string[]; about: string[] } {
  const whole = NAMES.flatMap((property) => properties[property] ?? []);
  const parts = PARTS.flatMap((property) => properties[property] ?? []).join(' ');
  const given = (whole.length > 0 ? whole : [parts]).map((name) => name.trim()).filter(Boolean);
  const all = [...new Map(given.map((name) => [foldText(name), name])).values()];
  // One that cannot be read may be the one that matters.
  for (const name of all) readName(name);
  const [first, ...rest] = all;
  const names = first === undefined ? [] : [first, ...rest.sort((a, b) => telling(b) - telling(a))].slice(0, MAX_NAMES);
  const isCut = names.length < all.length;
  return { names, about: isCut ? [say('note.names-cut', { count: all.length, most: names.length })] : [] };
}

/** Several words say more than one, and long ones more than short ones. */
function telling(name: string): number {
  const words = name.split(/\s+/).filter((word) => word.length > 1);
  return Math.min(words.length, MAX_WORDS) * MAX_WORDS + Math.min(name.length, MAX_WORDS);
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
