import { readDateOfBirth, readPastDateOfBirth } from '../domain/date-of-birth.ts';
import { type Identifier, MAX_IDENTIFIERS } from '../domain/identifier.ts';
import { MAX_COUNTRIES, MAX_OTHER_NAMES, MAX_REASON, type OwnEntryContent } from '../domain/own-list.ts';
import { isStorable } from '../domain/storable.ts';
import { sentence } from '../errors.ts';
import { readEntityType, readSubjectName } from '../screening/query.ts';
import { say } from '../sentences.ts';

const MAX_COUNTRY_LENGTH = 64;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** An entry as somebody sends it; what is absent, null or blank is not said. */
export interface GivenOwnEntry {
  readonly name: string;
  readonly entityType: string;
  readonly otherNames?: readonly string[] | undefined;
  readonly dateOfBirth?: string | null | undefined;
  readonly countries?: readonly string[] | undefined;
  readonly identifiers?: readonly Identifier[] | undefined;
  readonly reason?: string | null | undefined;
  readonly until?: string | null | undefined;
}

/** A member that is wrong, such as `otherNames[2]`, and a sentence. */
export interface WrongMember {
  readonly field: string;
  readonly message: string;
}

/** The content of an entry as it is kept, or everything that is wrong with what was sent `now`. */
export function readOwnEntry(given: GivenOwnEntry, now: Date): OwnEntryContent | readonly WrongMember[] {
  const wrong: WrongMember[] = [];
  const refuse = (field: string, message: string) => void wrong.push({ field, message });
  const attempt = <T>(field: string, read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      refuse(field, sentence(error));
      return undefined;
    }
  };
  const entityType = attempt('entityType', () => readEntityType(given.entityType)) ?? 'Individual';
  const named = (field: string, text: string) => attempt(field, () => readSubjectName(text, entityType));
  const name = named('name', given.name) ?? '';
  const otherNames = (given.otherNames ?? []).map((text, place) => named(`otherNames[${place}]`, text) ?? '');
  if (otherNames.length > MAX_OTHER_NAMES)
    refuse('otherNames', say('row.too-many', { member: 'otherNames', most: MAX_OTHER_NAMES }));
  const countries = (given.countries ?? []).map((country) => country.trim()).filter(Boolean);
  if (countries.length > MAX_COUNTRIES)
    refuse('countries', say('row.too-many', { member: 'countries', most: MAX_COUNTRIES }));
  for (const [place, country] of countries.entries())
    checkText(refuse, `countries[${place}]`, country, MAX_COUNTRY_LENGTH);
  const identifiers = (given.identifiers ?? []).map(({ value, ...rest }) => ({ value: value.trim(), ...rest }));
  if (!areComparable(identifiers)) refuse('identifiers', say('row.identifiers', { most: MAX_IDENTIFIERS }));
  const reason = given.reason?.trim() || null;
  if (reason !== null) checkText(refuse, 'reason', reason, MAX_REASON);
  const content = { name, entityType, otherNames, countries, identifiers, reason };
  const read = { ...content, dateOfBirth: bornOn(given, now, refuse), until: lastDay(given, refuse) };
  return wrong.length > 0 ? wrong : read;
}

type Refuse = (field: string, message: string) => void;

function checkText(refuse: Refuse, member: string, text: string, most: number): void {
  if ([...text].length > most) refuse(member, say('row.text-too-long', { member, most }));
  else if (!isStorable(text)) refuse(member, say('row.no-text', { member }));
}

function areComparable(identifiers: readonly Identifier[]): boolean {
  const isRight = ({ value, type = '', country = '' }: Identifier) =>
    /[\p{L}\p{N}]/u.test(value) && isStorable(value + type + country);
  return identifiers.length <= MAX_IDENTIFIERS && identifiers.every(isRight);
}

function bornOn({ dateOfBirth: given }: GivenOwnEntry, now: Date, refuse: Refuse): string | null {
  if (!given) return null;
  const day = readPastDateOfBirth(given, now)?.day;
  if (day === undefined) refuse('dateOfBirth', say('query.birth-date-invalid', { given: given.slice(0, 100) }));
  return day ?? null;
}

function lastDay({ until: given }: GivenOwnEntry, refuse: Refuse): string | null {
  if (!given) return null;
  const day = DAY.test(given) ? readDateOfBirth(given)?.day : undefined;
  if (day === undefined) refuse('until', say('row.until', { given: given.slice(0, 100) }));
  return day ?? null;
}
