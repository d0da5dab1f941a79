import type { ListEntry } from '../../../domain/list-entry.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { isoDate, oneLine, tidy } from '../../entries/values.ts';
import { wholeList } from '../../formats/whole-list.ts';
import { textOf, type XmlElement, xmlRecords } from '../../formats/xml.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { type PersonName, readAliases } from './aliases.ts';
import { birthDates } from './births.ts';

/** Reads the consolidated Canadian autonomous sanctions list, in its present layout and that of 2020. */
export function parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  return wholeList(files, report, (file, _form) => entries(file, report));
}

async function* entries(file: ListFile, report: ParseReport): AsyncIterable<ListEntry> {
  const seen = new Map<string, number>();
  let position = 0;
  for await (const record of xmlRecords(file, { roots: ['data-set'], records: ['record'] })) {
    position++;
    const plain = idOf(record);
    if (!plain) {
      report.skip(`record ${position}`, 'it has neither country nor item');
      continue;
    }
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    // No file so far has an id twice. If one did, the later records would be numbered in their order.
    const id = count === 1 ? plain : `${plain}#${count}`;
    const entry = entryOf(id, record);
    if (entry) yield entry;
    else report.skip(id, 'it has no name');
  }
}

/** `Country/Schedule/Item` with the country in English; the schedule is blank where the regulations have none. */
function idOf(record: XmlElement): string | undefined {
  const country = english(textOf(record, 'Country'));
  const item = textOf(record, 'Item');
  return country && item ? `${country}/${textOf(record, 'Schedule') ?? ''}/${item}` : undefined;
}

/** The English half of `Belarus / Bélarus` or `General/général`. */
const english = (text: string | undefined): string | undefined => tidy(text?.split('/')[0]);

function entryOf(id: string, record: XmlElement): ListEntry | undefined {
  const person = personOf(textOf(record, 'GivenName'), textOf(record, 'LastName'));
  const imo = textOf(record, 'ShipIMONumber');
  const draft = new EntryDraft(id, person ? 'person' : imo ? 'vessel' : 'organization');
  const title = textOf(record, 'TitleOrShip') ?? textOf(record, 'Title');
  if (person) addPerson(draft, person, english(title));
  else addEntity(draft, textOf(record, 'EntityOrShip') ?? textOf(record, 'Entity'));
  addAliases(draft, textOf(record, 'Aliases'), person);
  const date = textOf(record, 'DateOfBirthOrShipBuildDate') ?? textOf(record, 'DateOfBirth');
  if (person) addBirth(draft, date);
  else if (date) draft.addRemark(imo ? `Built: ${date}` : `Date: ${date}`);
  if (!person && title) draft.addRemark(`Type of ship: ${title}`);
  draft.addDocument('IMO number', imo);
  draft.addProgramme(english(textOf(record, 'Country')));
  draft.addRemark(oneLine(label('Schedule', textOf(record, 'Schedule')), label('item', textOf(record, 'Item'))));
  draft.listedOn = isoDate(textOf(record, 'DateOfListing'));
  return draft.entry();
}

const label = (name: string, text: string | undefined): string | undefined => text && `${name} ${text}`;

interface Person extends PersonName {
  readonly otherFamily: string | undefined;
}

/** A second spelling may stand in brackets behind the family name, and the family name again behind the given names. */
function personOf(given: string | undefined, family: string | undefined): Person | undefined {
  if (!given && !family) return undefined;
  const [, surname = family ?? '', otherFamily] = /^(.+?)\s*\(([^()]+)\)$/.exec(family ?? '') ?? [];
  const repeated = surname && given?.toLowerCase().endsWith(` ${surname.toLowerCase()}`);
  return { given: (repeated ? tidy(given?.slice(0, -surname.length)) : given) ?? '', family: surname, otherFamily };
}

function addPerson(draft: EntryDraft, { given, family, otherFamily }: Person, title: string | undefined): void {
  const add = (last: string, kind: 'primary' | 'spelling') =>
    draft.addName(`${given} ${last}`, kind, { parts: { given, family: last, title } });
  add(family, 'primary');
  if (otherFamily) add(otherFamily, 'spelling');
}

/** English and French name stand on both sides of a slash; other names in brackets behind "also known as". */
function addEntity(draft: EntryDraft, text: string | undefined): void {
  const known = /\((?:also known as|a\.?k\.?a\.?|formerly(?: known as)?)\s+(.*)\)\s*$/i.exec(text ?? '');
  const names = outsideBrackets(known ? text!.slice(0, known.index) : text);
  for (const [index, name] of names.entries()) draft.addName(name, index === 0 ? 'primary' : 'alias');
  const former = /^\(formerly/i.test(known?.[0] ?? '');
  for (const name of known?.[1]?.split(';') ?? []) draft.addName(name, former ? 'former' : 'alias');
}

function outsideBrackets(text: string | undefined): string[] {
  const names = (text ?? '').split(/\/(?![^(]*\))/).map((name) => name.trim());
  return names.every((name) => name.length > 3) ? names : [text ?? ''];
}

function addAliases(draft: EntryDraft, text: string | undefined, person: PersonName | undefined): void {
  if (!text) return;
  draft.addRemark(`Aliases: ${text}`);
  for (const alias of readAliases(text, person)) draft.addName(alias.full, alias.kind, alias);
}

function addBirth(draft: EntryDraft, text: string | undefined): void {
  const dates = birthDates(text);
  for (const date of dates) draft.addBirthDate(date);
  if (text && dates.length === 0) draft.addRemark(`Date of birth: ${text}`);
}
