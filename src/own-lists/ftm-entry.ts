import type { Identifier } from '../domain/identifier.ts';
import { MAX_REASON } from '../domain/own-list.ts';
import { say } from '../sentences.ts';
import { NUMBERS } from '../watchlists/sources/opensanctions/ftm.ts';
import { kindOf } from '../watchlists/sources/opensanctions/schemata.ts';
import type { GivenOwnEntry } from './entry-content.ts';

const OTHER_NAMES = ['alias', 'previousName', 'weakAlias', 'abbreviation'];
const COUNTRIES = ['nationality', 'citizenship', 'country', 'jurisdiction'];
/** Notes that are too long are cut: they are no evidence. */
const NOTES = ['notes', 'topics'];

/** A FollowTheMoney entity as an entry. Dates with a time count by their day. */
export function entryOfFtm(entity: Readonly<Record<string, unknown>>): {
  id: string;
  given: GivenOwnEntry;
  problem?: string;
} {
  const id = typeof entity.id === 'string' ? entity.id : '';
  const kind = typeof entity.schema === 'string' ? kindOf(entity.schema) : undefined;
  const entityType = kind === 'person' ? 'Individual' : 'Organization';
  const properties = (entity.properties ?? {}) as Readonly<Record<string, unknown>>;
  const textsOf = (names: readonly string[]) => [...new Set(names.flatMap((name) => texts(properties[name])))];
  const names = textsOf(['name']);
  const caption = typeof entity.caption === 'string' && names.includes(entity.caption) ? entity.caption : names[0];
  const given: GivenOwnEntry = {
    name: caption ?? '',
    entityType,
    otherNames: [...names.filter((name) => name !== caption), ...textsOf(OTHER_NAMES)],
    dateOfBirth: textsOf(['birthDate'])[0]?.slice(0, 10),
    countries: textsOf(COUNTRIES),
    identifiers: numbersOf(properties),
    reason: [...textsOf(NOTES).join('; ')].slice(0, MAX_REASON).join(''),
  };
  if (kind === 'person' || kind === 'organization') return { id, given };
  return { id, given, problem: say('row.other-schema', { schema: String(entity.schema).slice(0, 64) }) };
}

function numbersOf(properties: Readonly<Record<string, unknown>>): Identifier[] {
  return Object.entries(NUMBERS).flatMap(([property, type]) =>
    texts(properties[property]).map((value) => ({ value, type })),
  );
}

function texts(values: unknown): string[] {
  return [values].flat().filter((value) => typeof value === 'string' && value.trim() !== '') as string[];
}
