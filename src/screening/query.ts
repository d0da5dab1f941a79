import { readDateOfBirth } from '../domain/date-of-birth.ts';
import type { EntityType } from '../domain/entity-type.ts';
import { TouchstoneError } from '../errors.ts';
import type { Query } from './types.ts';

const MAX_NAME_LENGTH = 200;

/** What a name needs to be compared at all. Without it every answer would be an all-clear. */
export const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A query out of what a person wrote. Throws `validation` with the first thing that is wrong. */
export function readQuery(
  given: { name: string; entityType: string | undefined; dateOfBirth?: string | undefined },
  minScore: number,
  limit: number,
): Query {
  const name = readName(given.name);
  const entityType = readEntityType(given.entityType);
  if (!given.dateOfBirth) return { name, entityType, minScore, limit };
  const born = readDateOfBirth(given.dateOfBirth);
  if (!born) {
    throw new TouchstoneError(
      'validation',
      `The date of birth must be an ISO 8601 date that exists, such as 1970-01-31, not "${given.dateOfBirth}".`,
    );
  }
  return { name, entityType, minScore, limit, dateOfBirth: born.day };
}

export function readName(text: string): string {
  const name = text.trim();
  const length = [...name].length;
  if (length === 0) throw new TouchstoneError('validation', 'The name is missing.');
  if (length > MAX_NAME_LENGTH) {
    throw new TouchstoneError('validation', `The name must have at most ${MAX_NAME_LENGTH} characters, not ${length}.`);
  }
  if (!LETTER_OR_DIGIT.test(name)) {
    throw new TouchstoneError('validation', `name: has no letter or digit, so "${name}" cannot be screened.`);
  }
  return name;
}

export function readEntityType(text: string | undefined): EntityType {
  if (text === 'Individual' || text === 'Organization') return text;
  throw new TouchstoneError(
    'validation',
    text === undefined || text === ''
      ? 'The type is missing: Individual or Organization.'
      : `The type must be Individual or Organization, not "${text}".`,
  );
}
