import type { ListEntry } from '../../../domain/list-entry.ts';
import type { JsonObject } from '../../../json-object.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { isoDate } from '../../entries/values.ts';
import { jsonLines, objectAt, textAt, textsOf } from '../../formats/json.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { type LinkedFacts, readAdjacent } from './linked-entities.ts';
import { addReferents, furtherKind, isLatin, kindOf, pageOf } from './schemata.ts';

/** Properties that are numbers of documents or registers, and what these are called. */
export const NUMBERS: Readonly<Record<string, string>> = {
  passportNumber: 'passport',
  idNumber: 'identification number',
  taxNumber: 'tax number',
  innCode: 'INN',
  socialSecurityNumber: 'social security number',
  registrationNumber: 'registration number',
  ogrnCode: 'OGRN',
  okpoCode: 'OKPO',
  leiCode: 'LEI',
  swiftBic: 'SWIFT/BIC',
  dunsCode: 'D-U-N-S',
  uniqueEntityId: 'unique entity id',
  imoNumber: 'IMO number',
  mmsi: 'MMSI',
  callSign: 'call sign',
  serialNumber: 'serial number',
};

/**
 * Reads entities.ftm.json, one FollowTheMoney entity a line. Entries are the targets, with the facts that they point
 * at.
 */
export async function* parseFtm(file: ListFile, report: ParseReport): AsyncIterable<ListEntry> {
  const adjacent = await readAdjacent(file);
  for await (const { line, object } of jsonLines(file)) {
    const where = `${file.name}, line ${line}`;
    if (!object) report.skip(where, 'it is no JSON object');
    else if (object.target !== false) {
      const seen = latest(report.published, textAt(object, 'last_seen'));
      if (seen) report.published = seen;
      const entry = readEntity(object, adjacent);
      if (entry) yield entry;
      else if (isTarget(object)) report.skip(textAt(object, 'id') ?? where, 'it has no id or no name', 'id or name');
    }
  }
}

/** Newer files may leave the mark out; then what is of a schema that is screened is a target. */
const isTarget = (entity: JsonObject): boolean =>
  entity.target === true || kindOf(textAt(entity, 'schema')) !== undefined;

function latest(known: string | undefined, text: string | undefined): string | undefined {
  return text && isoDate(text)?.length === 10 && text > (known ?? '') ? text : known;
}

function readEntity(entity: JsonObject, adjacent: LinkedFacts): ListEntry | undefined {
  const id = textAt(entity, 'id');
  const kind = kindOf(textAt(entity, 'schema'));
  if (!id || !kind) return undefined;
  const draft = new EntryDraft(id, kind);
  const properties = objectAt(entity, 'properties');
  addNames(draft, properties, textAt(entity, 'caption'));
  addFacts(draft, properties);
  addAdjacent(draft, properties, adjacent);
  addReferents(draft, [id, ...textsOf(entity.referents), ...textsOf(properties.wikidataId)]);
  draft.url = pageOf(id);
  return draft.entry();
}

/** The caption is the one name that OpenSanctions shows. */
function addNames(draft: EntryDraft, properties: JsonObject, caption: string | undefined): void {
  const names = textsOf(properties.name);
  const primary = caption && names.includes(caption) ? caption : (names.find(isLatin) ?? names[0]);
  draft.addName(primary, 'primary', { parts: draft.kind === 'person' ? partsOf(properties, primary) : {} });
  for (const name of names) if (name !== primary) draft.addName(name, furtherKind(name, 'spelling'));
  for (const name of textsOf(properties.alias)) draft.addName(name, furtherKind(name, 'alias'));
  for (const name of textsOf(properties.previousName)) draft.addName(name, 'former');
  for (const name of textsOf(properties.abbreviation)) draft.addName(name, 'acronym');
  for (const name of textsOf(properties.weakAlias)) draft.addName(name, 'alias', { weak: true });
}

/** Name parts have no order among themselves: they are the primary name's where each stands once and inside of it. */
function partsOf(properties: JsonObject, primary: string | undefined) {
  const one = (property: string): string | undefined => {
    const values = textsOf(properties[property]);
    return values.length === 1 && primary?.includes(values[0]!) ? values[0] : undefined;
  };
  const title = textsOf(properties.title)[0];
  const [given, family] = [one('firstName'), one('lastName')];
  return given && family
    ? { given, family, middle: one('middleName') ?? one('secondName'), patronymic: one('fatherName'), title }
    : {};
}

function addFacts(draft: EntryDraft, properties: JsonObject): void {
  for (const text of textsOf(properties.birthDate)) {
    const date = isoDate(text);
    if (date) draft.addBirthDate({ date });
  }
  for (const place of [...textsOf(properties.birthPlace), ...textsOf(properties.birthCountry)])
    draft.addBirthPlace(place);
  draft.deathDate = isoDate(textsOf(properties.deathDate)[0]);
  draft.gender = textsOf(properties.gender)[0];
  for (const code of [...textsOf(properties.nationality), ...textsOf(properties.citizenship)])
    draft.addNationality(code);
  addCountries(draft, [properties.jurisdiction, properties.flag, properties.country].flatMap(textsOf));
  for (const address of textsOf(properties.address)) draft.addAddress(address);
  for (const [property, type] of Object.entries(NUMBERS)) {
    for (const number of textsOf(properties[property])) draft.addDocument(type, number);
  }
  for (const position of textsOf(properties.position)) draft.addPosition(position);
  for (const topic of textsOf(properties.topics)) draft.addProgramme(topic);
  for (const programme of [...textsOf(properties.programId), ...textsOf(properties.program)])
    draft.addProgramme(programme);
  for (const note of textsOf(properties.notes)) draft.addRemark(note);
}

/** The country of an organisation or a vessel is its own. That of a person may be any that they deal with. */
function addCountries(draft: EntryDraft, countries: readonly string[]): void {
  if (draft.kind !== 'person') for (const code of countries) draft.addNationality(code);
  else if (countries.length > 0) draft.addRemark(`Countries: ${countries.join(', ')}`);
}

function addAdjacent(draft: EntryDraft, properties: JsonObject, adjacent: LinkedFacts): void {
  for (const id of textsOf(properties.addressEntity)) draft.addAddress(adjacent.addresses.get(id));
  for (const { type, number, country } of adjacent.documents.get(draft.id) ?? [])
    draft.addDocument(type, number, country);
  for (const sanction of adjacent.sanctions.get(draft.id) ?? []) {
    for (const programme of sanction.programmes) draft.addProgramme(programme);
    for (const reason of sanction.reasons) draft.addRemark(reason);
    draft.listedOn ??= sanction.listedOn;
  }
}
