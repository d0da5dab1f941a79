import type { EntryFacts, EntryKind } from '../../domain/list-entry.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import { countryCode } from '../../screening/country-code.ts';
import { share } from './explanations.ts';
import { datasetOf } from './ids.ts';

/** Names that watchman has for lists; others are named as in the catalogue. */
const LISTS: Readonly<Record<string, string>> = {
  'us-ofac-sdn': 'us_ofac',
  'us-ofac-consolidated': 'us_non_sdn',
  'eu-fsf': 'eu_csl',
  'uk-sanctions': 'uk_csl',
  'un-sc': 'un_csl',
};

const TYPES: Readonly<Record<EntryKind, string>> = {
  person: 'person',
  organization: 'organization',
  unknown: 'organization',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

/** Kinds of numbers by words of a document's type, the first that fits. */
const IDENTIFIERS: readonly (readonly [RegExp, string])[] = [
  [/diplomatic/i, 'diplomatic-passport'],
  [/passport/i, 'passport'],
  [/driv/i, 'drivers-license'],
  [/social security|\bssn\b/i, 'ssn'],
  [/\btax|fiscal|\bvat\b/i, 'tax-id'],
  [/national/i, 'national-id'],
  [/regist|company number/i, 'business-registration'],
  [/./, 'personal-id'],
];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A list as watchman names it. */
export function listName(source: string): string {
  return LISTS[source] ?? datasetOf(source);
}

/** What every entity of watchman has, found or asked for. */
export function emptyEntity() {
  return {
    person: null,
    business: null,
    organization: null,
    aircraft: null,
    vessel: null,
    contact: { emailAddresses: null, phoneNumbers: null, faxNumbers: null, websites: null },
    addresses: null,
    cryptoAddresses: null,
    affiliations: null,
    sanctionsInfo: null,
    historicalInfo: null,
  };
}

/**
 * One result for each entry that a match rests on, since watchman does not merge lists. Each has the score of the
 * entity.
 */
export function watchmanEntities({ facts, score }: EvidencedMatch, entityType: 'person' | 'organization') {
  return facts.map((entry) => {
    const type = entry.kind === 'unknown' ? entityType : TYPES[entry.kind];
    return {
      ...emptyEntity(),
      name: entry.names[0]!.full,
      entityType: type,
      sourceList: listName(entry.source),
      sourceID: entry.id,
      ...(type === 'person' ? { person: person(entry) } : { organization: organization(entry) }),
      addresses: (entry.addresses ?? []).map(address),
      sanctionsInfo: { programs: entry.programmes ?? [], secondary: false, description: entry.remarks ?? '' },
      historicalInfo: entry.names
        .filter(({ kind }) => kind === 'former')
        .map(({ full }) => ({ type: 'Former Name', value: full, date: '0001-01-01T00:00:00Z' })),
      sourceData: entry,
      match: share(score),
    };
  });
}

function person(entry: EntryFacts) {
  const { birthDates = [], birthPlaces = [], deathDate, gender, positions = [] } = entry;
  const born = birthDates.find(({ date, to }) => DAY.test(date) && to === undefined);
  return {
    ...named(entry),
    gender: genderOf(gender),
    birthDate: instant(born?.date),
    placeOfBirth: birthPlaces[0] ?? '',
    deathDate: instant(deathDate),
    titles: positions,
  };
}

function organization(entry: EntryFacts) {
  return { ...named(entry), created: null, dissolved: null };
}

function named({ names, documents = [] }: EntryFacts) {
  const [primary, ...others] = names;
  return {
    name: primary!.full,
    altNames: others.map(({ full }) => full),
    governmentIDs: documents.map(({ type, number, country }) => ({
      name: type,
      type: IDENTIFIERS.find(([words]) => words.test(type))![1],
      country: country === undefined ? '' : countryCode(country).toUpperCase(),
      identifier: number,
    })),
  };
}

/** A list gives an address as one line. */
function address(line: string) {
  const unknown = { line2: '', city: '', postalCode: '', state: '', country: '', latitude: 0, longitude: 0 };
  return { line1: line, ...unknown };
}

function genderOf(word: string | undefined): string {
  if (/^m(ale)?$/i.test(word ?? '')) return 'male';
  return /^f(emale)?$/i.test(word ?? '') ? 'female' : 'unknown';
}

/** A day as Go writes a time; null where the day is not known. */
export function instant(day: string | undefined): string | null {
  return day !== undefined && DAY.test(day) ? `${day}T00:00:00Z` : null;
}
