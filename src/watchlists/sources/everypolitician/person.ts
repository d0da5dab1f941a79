import type { ListEntry, NameParts } from '../../../domain/list-entry.ts';
import type { JsonObject } from '../../../json-object.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { isoDate, oneLine } from '../../entries/values.ts';
import { objectsOf, textAt } from '../../formats/json.ts';

/** Identifier schemes that are another source's ids. */
const REFERENCES: Readonly<Record<string, string>> = { wikidata: 'wikidata', bioguide: 'us-congress' };

/** The number of a footnote that was raised before a table was copied (`Diriye4`). No politician's name ends in one. */
const RAISED_DIGIT = /(?<=\p{Ll}{2})\d{1,2}$/u;

/** A person of a popolo file as an entry, without positions; undefined where there is no id or no name. */
export function readPerson(person: JsonObject): EntryDraft | undefined {
  const id = textAt(person, 'id');
  if (!id || !textAt(person, 'name')) return undefined;
  const draft = new EntryDraft(id, 'person');
  addNames(draft, person);
  const born = isoDate(textAt(person, 'birth_date'));
  if (born) draft.addBirthDate({ date: born });
  draft.deathDate = isoDate(textAt(person, 'death_date'));
  draft.gender = textAt(person, 'gender');
  for (const identifier of objectsOf(person.identifiers)) {
    const source = REFERENCES[textAt(identifier, 'scheme') ?? ''];
    if (source) draft.addReference(source, textAt(identifier, 'identifier'));
  }
  return draft;
}

function addNames(draft: EntryDraft, person: JsonObject): void {
  const given = textAt(person, 'given_name');
  const family = textAt(person, 'family_name');
  const parts = {
    given,
    family,
    patronymic: textAt(person, 'patronymic_name'),
    title: textAt(person, 'honorific_prefix'),
  };
  draft.addName(textAt(person, 'name')?.replace(RAISED_DIGIT, ''), 'primary', {
    parts: given && family ? parts : sortedParts(person),
  });
  if (given && family) draft.addName(`${given} ${family}`, 'spelling');
  for (const other of objectsOf(person.other_names)) {
    const full = naturalOrder(textAt(other, 'name') ?? '');
    const kind = /\p{Script=Latin}/u.test(full) ? 'alias' : 'original';
    draft.addName(full, kind, { language: textAt(other, 'lang') });
  }
}

/** `Family, Given` of the name to sort by. */
function sortedParts(person: JsonObject): NameParts {
  const [, family, given] = /^([^,]+), ([^,]+)$/.exec(textAt(person, 'sort_name') ?? '') ?? [];
  return family && given ? { given, family } : {};
}

/**
 * Other names are titles of encyclopedia articles: what stands in brackets at the end tells namesakes apart, and
 * those in Cyrillic write `Family, Given Patronymic`.
 */
function naturalOrder(title: string): string {
  const name = title.replace(/\s*\([^)]*\)$/, '');
  const turned = /^(\p{Script=Cyrillic}[^,]*), ([^,]+)$/u.exec(name);
  return turned ? `${turned[2]} ${turned[1]}` : name;
}

/** The positions that a file's memberships tell, by person id. */
export function positionsOf(popolo: JsonObject, country: string | undefined, legislature: string | undefined) {
  const organizations = new Map(objectsOf(popolo.organizations).map((item) => [textAt(item, 'id'), item]));
  const periods = new Map(objectsOf(popolo.events).map((item) => [textAt(item, 'id'), item]));
  const positions = new Map<string, string[]>();
  for (const membership of objectsOf(popolo.memberships)) {
    const person = textAt(membership, 'person_id');
    const organization = organizations.get(textAt(membership, 'organization_id')) ?? {};
    const body = textAt(organization, 'classification');
    if (!person || (body !== 'legislature' && body !== 'executive')) continue;
    const name = (body === 'legislature' && legislature) || textAt(organization, 'name');
    const period = periods.get(textAt(membership, 'legislative_period_id')) ?? {};
    const position = oneLine(
      `${roleOf(membership)} ${name ?? ''}`,
      country,
      textAt(period, 'name'),
      yearsOf(membership, period),
    );
    if (position) positions.set(person, [...(positions.get(person) ?? []), position]);
  }
  return positions;
}

function roleOf(membership: JsonObject): string {
  const role = textAt(membership, 'role') ?? 'member';
  return role === 'member' ? 'Member of' : `${role},`;
}

function yearsOf(membership: JsonObject, period: JsonObject): string | undefined {
  const start = textAt(membership, 'start_date') ?? textAt(period, 'start_date');
  const end = textAt(membership, 'end_date') ?? textAt(period, 'end_date');
  if (start && end) return `${start} to ${end}`;
  return start ? `since ${start}` : end && `until ${end}`;
}

/** The entry with its positions, and with the legislature as programme. */
export function withPositions(
  draft: EntryDraft,
  positions: readonly string[],
  programme: string | undefined,
): ListEntry | undefined {
  for (const position of positions) draft.addPosition(position);
  draft.addProgramme(programme);
  return draft.entry();
}
