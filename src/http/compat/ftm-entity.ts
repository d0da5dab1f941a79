import type { EntryFacts, EntryKind, IdentityDocument, ListName } from '../../domain/list-entry.ts';
import { countryCode } from '../../screening/country-code.ts';
import { displayName } from '../../screening/entity.ts';
import { SOURCES } from '../../watchlists/registry.ts';
import { datasetOf, entityId, idsOf } from './ids.ts';

/** An entity of FollowTheMoney as yente answers it. */
export interface FtmEntity {
  readonly id: string;
  readonly caption: string;
  readonly schema: string;
  /** Values in the order of the lists; a fact that is an entity of its own is nested. */
  readonly properties: Record<string, (string | FtmEntity)[]>;
  readonly datasets: string[];
  /** Ids of the other entries, which lead to this entity too. */
  readonly referents: string[];
  /** Whether a list names it for what it is or did. */
  readonly target: boolean;
  readonly first_seen: null;
  readonly last_seen: null;
  readonly last_change: null;
}

const SCHEMA: Readonly<Record<EntryKind, string>> = {
  person: 'Person',
  organization: 'Organization',
  unknown: 'LegalEntity',
  vessel: 'Vessel',
  aircraft: 'Airplane',
};

/** Topics of FollowTheMoney by the category of a list. */
const TOPICS: Readonly<Record<string, string>> = { sanctions: 'sanction', pep: 'role.pep', wanted: 'wanted' };

/** Every topic that an entity here can have. */
export const KNOWN_TOPICS: readonly string[] = Object.values(TOPICS);

/** Documents by words of their type, the first that fits. `null`: no number of a document. */
const DOCUMENTS: readonly (readonly [RegExp, { legal: string | null; craft: string | null }])[] = [
  [/digital currency/i, { legal: null, craft: null }],
  [/\bimo\b/i, { legal: 'imoNumber', craft: 'imoNumber' }],
  [/\bmmsi\b/i, { legal: null, craft: 'mmsi' }],
  [/call ?sign/i, { legal: null, craft: 'callSign' }],
  [/passport/i, { legal: 'passportNumber', craft: null }],
  [/social security|\bssn\b/i, { legal: 'socialSecurityNumber', craft: null }],
  [/\blei\b|legal entity identifier/i, { legal: 'leiCode', craft: null }],
  [/swift|\bbic\b/i, { legal: 'swiftBic', craft: null }],
  [/\btax|fiscal|\bvat\b|\binn\b/i, { legal: 'taxNumber', craft: null }],
  [/serial|construction/i, { legal: 'idNumber', craft: 'serialNumber' }],
  [/regist|\bogrn\b|company number|commercial/i, { legal: 'registrationNumber', craft: 'registrationNumber' }],
  [/./, { legal: 'idNumber', craft: 'registrationNumber' }],
];

/** Properties that only some schemas have, and those that have them. */
const ONLY: Readonly<Record<string, readonly string[]>> = {
  passportNumber: ['Person'],
  socialSecurityNumber: ['Person'],
  imoNumber: ['Organization', 'Vessel'],
  mmsi: ['Vessel'],
  callSign: ['Vessel'],
  serialNumber: ['Airplane'],
};

/** Makes one entity of what the lists say of it; the first entry gives its id. `nested`: with its listings. */
export function ftmEntity(facts: readonly EntryFacts[], nested: boolean): FtmEntity {
  const schema = schemaOf(facts);
  const id = entityId(facts[0]!);
  const values = new Values();
  for (const entry of facts) addEntry(values, entry, schema);
  values.closeNames();
  const properties: FtmEntity['properties'] = values.properties();
  const listings = nested ? facts.flatMap((entry) => listingOf(entry, id)) : [];
  if (listings.length > 0) properties.sanctions = listings;
  return {
    id,
    caption: displayName(facts),
    schema,
    properties,
    datasets: [...new Set(facts.map(({ source }) => datasetOf(source)))],
    referents: [...new Set(facts.flatMap(idsOf))].filter((one) => one !== id),
    target: topicsOf(facts).length > 0,
    ...UNKNOWN_TIMES,
  };
}

/** Lists tell neither when an entity first stood on them nor when it changed. */
const UNKNOWN_TIMES = { first_seen: null, last_seen: null, last_change: null } as const;

/** Topics of the lists that an entity stands on, each once. */
export function topicsOf(facts: readonly { readonly source: string }[]): string[] {
  return [...new Set(facts.flatMap(({ source }) => TOPICS[sourceOf(source)?.category ?? ''] ?? []))];
}

/** What all entries agree on; where they do not, a person or an organisation. */
function schemaOf(facts: readonly EntryFacts[]): string {
  const known = new Set(facts.map(({ kind }) => kind).filter((kind) => kind !== 'unknown'));
  return known.size === 1 ? SCHEMA[[...known][0]!] : SCHEMA.unknown;
}

function sourceOf(id: string) {
  return SOURCES.find((source) => source.id === id);
}

function addEntry(values: Values, entry: EntryFacts, schema: string): void {
  const isCraft = schema === 'Vessel' || schema === 'Airplane';
  for (const name of entry.names) values.add(nameProperty(name, isCraft), name.full);
  if (schema === 'Person') addPerson(values, entry);
  const countries = entry.nationalities?.map(countryCode) ?? [];
  values.add(schema === 'Person' ? 'nationality' : 'country', ...countries);
  values.add('address', ...(entry.addresses ?? []));
  for (const document of entry.documents ?? []) addDocument(values, document, schema, isCraft);
  values.add('program', ...(entry.programmes ?? []));
  values.add('wikidataId', ...(entry.references ?? []).filter(({ to }) => to === 'wikidata').map(({ id }) => id));
  values.add('topics', ...topicsOf([entry]));
  values.add('notes', ...given(entry.remarks));
  values.add('sourceUrl', ...given(entry.url));
}

function addPerson(values: Values, { birthDates, birthPlaces, deathDate, gender, positions }: EntryFacts): void {
  values.add('birthDate', ...(birthDates ?? []).flatMap(({ date, to }) => [date, ...given(to)]));
  values.add('birthPlace', ...(birthPlaces ?? []));
  values.add('deathDate', ...given(deathDate));
  values.add('gender', ...given(gender).map(genderOf));
  values.add('position', ...(positions ?? []));
}

function addDocument(values: Values, document: IdentityDocument, schema: string, isCraft: boolean): void {
  const { type, number } = document;
  const property = DOCUMENTS.find(([words]) => words.test(type))![1][isCraft ? 'craft' : 'legal'];
  const fits = property !== null && (ONLY[property]?.includes(schema) ?? true);
  if (fits) values.add(property, number);
  else values.add('notes', `${type}: ${number}`);
}

function nameProperty({ kind, weak }: ListName, isCraft: boolean): string {
  if (kind === 'primary') return 'name';
  if (weak || kind === 'nickname') return 'weakAlias';
  if (kind === 'former' || kind === 'maiden') return 'previousName';
  return kind === 'acronym' && !isCraft ? 'abbreviation' : 'alias';
}

function genderOf(word: string): string {
  if (/^m(ale)?$/i.test(word)) return 'male';
  return /^f(emale)?$/i.test(word) ? 'female' : word;
}

function given(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}

/** The listing of one entry of a sanctions list, an entity of its own. */
function listingOf(entry: EntryFacts, owner: string): FtmEntity[] {
  const source = sourceOf(entry.source);
  if (source?.category !== 'sanctions') return [];
  const values = new Values();
  values.add('entity', owner);
  values.add('authority', source.authority);
  values.add('authorityId', entry.id);
  values.add('program', ...(entry.programmes ?? []));
  values.add('listingDate', ...given(entry.listedOn));
  values.add('sourceUrl', ...given(entry.url));
  const rest = { caption: 'Sanction', schema: 'Sanction', datasets: [datasetOf(entry.source)], referents: [] };
  return [
    { id: `${entityId(entry)}-listing`, ...rest, properties: values.properties(), target: false, ...UNKNOWN_TIMES },
  ];
}

/** Values by property, each once and in the order they came. */
class Values {
  readonly #values = new Map<string, Set<string>>();

  add(property: string, ...added: readonly string[]): void {
    const values = this.#values.get(property) ?? new Set();
    for (const value of added) values.add(value);
    this.#values.set(property, values);
  }

  /** Leaves a name in the strongest of the properties that have it. */
  closeNames(): void {
    const seen = new Set(this.#values.get('name'));
    for (const property of ['alias', 'previousName', 'abbreviation', 'weakAlias']) {
      for (const name of this.#values.get(property) ?? []) {
        if (seen.has(name)) this.#values.get(property)!.delete(name);
        seen.add(name);
      }
    }
  }

  properties(): Record<string, string[]> {
    return Object.fromEntries(
      [...this.#values].filter(([, values]) => values.size > 0).map(([property, values]) => [property, [...values]]),
    );
  }
}
