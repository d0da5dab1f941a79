import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../../json-object.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { isoDate } from '../../entries/values.ts';
import { objectAt, objectsOf, textAt, wholeJson } from '../../formats/json.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { addFormerName, addNames } from './congress-names.ts';
import { positionsOf } from './terms-of-office.ts';

/** legislators-current.json, legislators-historical.json and executive.json: they have one layout. */
export async function* parseJson(file: ListFile, report: ParseReport): AsyncIterable<ListEntry> {
  const people = await wholeJson(file);
  if (!Array.isArray(people) || !people.some((person) => isObject(person) && Array.isArray(person.terms))) {
    throw new TouchstoneError('list-unusable', `${file.name} is of another kind: it has no persons with terms.`);
  }
  for (const [index, person] of people.entries()) {
    const entry = isObject(person) ? readPerson(person) : undefined;
    if (entry) yield entry;
    else report.skip(`${file.name}, person ${index + 1}`, 'it has no id or no name', 'id or name');
  }
}

function readPerson(person: JsonObject): ListEntry | undefined {
  const ids = objectAt(person, 'id');
  const id = idOf(ids);
  if (!id) return undefined;
  const draft = new EntryDraft(id, 'person');
  const name = objectAt(person, 'name');
  addNames(draft, nameOf(name));
  for (const other of objectsOf(person.other_names)) addFormerName(draft, nameOf(name), nameOf(other));
  const bio = objectAt(person, 'bio');
  const born = isoDate(textAt(bio, 'birthday'));
  if (born) draft.addBirthDate({ date: born });
  draft.gender = textAt(bio, 'gender');
  for (const position of positionsOf(objectsOf(person.terms).map(termOf))) draft.addPosition(position);
  draft.addReference('wikidata', textAt(ids, 'wikidata'));
  const bioguide = textAt(ids, 'bioguide');
  if (bioguide) draft.url = `https://bioguide.congress.gov/search/bio/${bioguide}`;
  return draft.entry();
}

/** Presidents and vice presidents who never sat in Congress have no bioguide id; every one has a GovTrack id. */
function idOf(ids: JsonObject): string | undefined {
  const govtrack = textAt(ids, 'govtrack');
  return textAt(ids, 'bioguide') ?? (govtrack && `govtrack-${govtrack}`);
}

const nameOf = (name: JsonObject) => ({
  first: textAt(name, 'first'),
  middle: textAt(name, 'middle'),
  last: textAt(name, 'last'),
  suffix: textAt(name, 'suffix'),
  nickname: textAt(name, 'nickname'),
  official: textAt(name, 'official_full'),
});

const termOf = (term: JsonObject) => ({
  type: textAt(term, 'type'),
  state: textAt(term, 'state'),
  start: textAt(term, 'start'),
  end: textAt(term, 'end'),
});
