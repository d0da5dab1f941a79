import { dayOf, readPastDateOfBirth } from '../domain/date-of-birth.ts';
import type { EntityType } from '../domain/entity-type.ts';
import type { Identifier } from '../domain/identifier.ts';
import { hasLostLetters, isStorable } from '../domain/storable.ts';
import { TouchstoneError } from '../errors.ts';
import { type SentenceCode, say, type Values } from '../sentences.ts';
import { isPlaceholder } from './names/tables/placeholders.ts';

/** In code points, after trimming. */
export const MAX_NAME_LENGTH = 200;
/** The score that a match needs where nobody asks for another, 0 to 100. */
export const DEFAULT_MIN_SCORE = 70;
/** The most matches that a search gives and a record holds. */
export const MAX_MATCHES = 200;

/**
 * A name needs one of these to be compared. The engine refuses a name that has one and still leaves nothing to compare.
 */
export const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** `any`: both. */
export type CraftKind = 'vessel' | 'aircraft' | 'any';

/** What a search asks for. */
export interface Query {
  /** Trimmed, 1 to 200 code points. */
  readonly name: string;
  readonly entityType: EntityType;
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly dateOfBirth?: string;
  /** At most `MAX_IDENTIFIERS`. */
  readonly identifiers?: readonly Identifier[] | undefined;
  /** Vessels or aircraft are searched, under the names of an organisation, in place of organisations. */
  readonly craft?: CraftKind | undefined;
  /** The day in UTC on which it is asked, `YYYY-MM-DD`. Without it any date may be a date of birth. */
  readonly today?: string;
  /** 0 to 100, inclusive. */
  readonly minScore: number;
  /** At most so many matches, 1 to `MAX_MATCHES`. */
  readonly limit: number;
}

/** A query out of what a person wrote `now`. Throws `validation` with the first thing that is wrong. */
export function readQuery(
  given: { name: string; entityType: string | undefined; dateOfBirth?: string | undefined },
  minScore: number,
  limit: number,
  now: Date,
): Query {
  const name = readName(given.name);
  const entityType = readEntityType(given.entityType);
  const today = dayOf(now);
  if (!given.dateOfBirth) return { name, entityType, minScore, limit, today };
  const born = readPastDateOfBirth(given.dateOfBirth, now);
  if (!born) throw refused('query.birth-date-invalid', { given: given.dateOfBirth });
  return { name, entityType, minScore, limit, today, dateOfBirth: born.day };
}

/**
 * Trimmed. Throws `validation` for 0 or over 200 code points, and where it has no letter or digit. NUL, half a
 * character and U+FFFD are refused, too.
 */
export function readName(text: string): string {
  const name = text.trim();
  const length = [...name].length;
  if (length === 0) throw refused('query.name-missing');
  if (length > MAX_NAME_LENGTH) throw refused('query.name-too-long', { most: MAX_NAME_LENGTH, length });
  if (!isStorable(name)) throw refused('query.name-no-text');
  if (hasLostLetters(name)) throw refused('body.name-lost-letters');
  if (!LETTER_OR_DIGIT.test(name)) throw refused('query.name-without-letters', { name });
  return name;
}

/** Throws `validation` for a name that says no more than that it is not known: an all-clear for it would be a lie. */
export function refusePlaceholder(name: string, entityType: EntityType): void {
  if (isPlaceholder(name, entityType === 'Individual')) throw refused('body.name-placeholder');
}

/** A name that somebody is kept and compared by. Throws `validation` as `readName` and `refusePlaceholder` do. */
export function readSubjectName(text: string, entityType: EntityType): string {
  const name = readName(text);
  refusePlaceholder(name, entityType);
  return name;
}

/** Throws `validation` for anything but the two types. */
export function readEntityType(text: string | undefined): EntityType {
  if (text === 'Individual' || text === 'Organization') return text;
  throw text ? refused('query.type-unknown', { given: text }) : refused('query.type-missing');
}

function refused(code: SentenceCode, values?: Values): TouchstoneError {
  return new TouchstoneError('validation', say(code, values));
}
