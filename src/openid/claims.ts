import { MAX_GROUP_LENGTH, type ProviderPerson } from '../domain/provider-person.ts';
import { isEmail } from '../domain/user.ts';
import { ProviderRefusal } from './refusal.ts';

/** What a token or an answer says of somebody. Members may have any form. */
export type Claims = Readonly<Record<string, unknown>>;

/** OpenID Connect Core §2 for a subject: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
/** Groups of a person that are looked at. */
const MAX_GROUPS = 2_000;

/**
 * Who it is, by what the provider says in one place or another, the one that counts first. An address and whether it is
 * verified are taken from one place, never mixed. Throws `answer` for a subject that is none.
 */
export function readPerson(issuer: string, places: readonly Claims[], groupsClaim: string): ProviderPerson {
  const subject = subjectOf(places[0]);
  const email = places.find(saysAddress) ?? places.find(({ email }) => typeof email === 'string') ?? {};
  const address = typeof email.email === 'string' ? email.email.trim() : '';
  return {
    issuer,
    subject,
    email: isEmail(address) ? address : null,
    emailVerified: asBoolean(email.email_verified),
    groups: groupsOf(places, groupsClaim),
  };
}

/** Throws `answer`. */
export function subjectOf(claims: Claims | undefined): string {
  const subject = claims?.sub;
  if (typeof subject === 'string' && SUBJECT.test(subject)) return subject;
  throw new ProviderRefusal('answer', 'its subject is no text of 1 to 255 ASCII characters');
}

/** The provider's own id of the session, where it says one in a form that databases take. */
export function sessionIdOf({ sid }: Claims): string | null {
  return typeof sid === 'string' && SUBJECT.test(sid) ? sid : null;
}

/**
 * Whether the provider says that it asked for several factors (`amr`, RFC 8176 §2). What `acr` means each provider
 * decides for itself, so that it is not read.
 */
export function saysMultiFactor({ amr }: Claims): boolean {
  return Array.isArray(amr) && amr.includes('mfa');
}

/** Whether a place says anything of somebody's groups, also that they are too many. */
export function saysGroups(place: Claims, groupsClaim: string): boolean {
  return place[groupsClaim] !== undefined || isOverage(place, groupsClaim);
}

function saysAddress({ email, email_verified }: Claims): boolean {
  return typeof email === 'string' && email_verified !== undefined;
}

/** Some providers send texts (Amazon Cognito). Anything else than a plain yes is none. */
function asBoolean(value: unknown): boolean | null {
  if (value === undefined || value === null) return null;
  return value === true || value === 'true';
}

function groupsOf(places: readonly Claims[], claim: string): ProviderPerson['groups'] {
  const place = places.find((one) => saysGroups(one, claim));
  if (!place) return [];
  if (isOverage(place, claim)) return 'too-many';
  const names = [place[claim]].flat().slice(0, MAX_GROUPS);
  return names.filter((name): name is string => typeof name === 'string' && name.length <= MAX_GROUP_LENGTH);
}

/** Microsoft Entra ID names a place to ask in place of over 200 groups. It is not asked: that takes other rights. */
function isOverage(place: Claims, claim: string): boolean {
  if (place[claim] !== undefined) return false;
  const elsewhere = place._claim_names;
  const named = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim);
  return named || place.hasgroups === true;
}
