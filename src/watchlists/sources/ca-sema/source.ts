import type { ListEntry } from '../../../domain/list-entry.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { isoDate, oneLine, tidy } from '../../entries/values.ts';
import { wholeList } from '../../formats/whole-list.ts';
import { textOf, type XmlElement, xmlRecords } from '../../formats/xml.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { type PersonName, readAliases } from './aliases.ts';
import { birthDates } from './births.ts';

export const source: Source = {
  id: 'ca-sema',
  name: 'Canada Consolidated Autonomous Sanctions List (SEMA)',
  authority: 'Global Affairs Canada',
  category: 'sanctions',
  address:
    'https://www.international.gc.ca/world-monde/assets/office_docs/international_relations-relations_internationales/sanctions/sema-lmes.xml',
  page: 'https://www.international.gc.ca/world-monde/international_relations-relations_internationales/sanctions/consolidated-consolide.aspx',
  format: 'XML (sema-lmes.xml: data-set/record), in its layouts of 2020, 2025 and August 2026',
  licence: 'Government of Canada terms: non-commercial reproduction without charge, otherwise with permission',
  restriction:
    'Global Affairs Canada allows non-commercial reproduction of its material; commercial redistribution needs its permission.',
  parse,
};

/**
 * Since August 2026 the names of elements are English and French (`LastName-NomDeFamille`), and a bar divides what they
 * hold. The English half is what the element was called before.
 */
const SHAPE = {
  roots: ['data-set'],
  records: ['record'],
  needed: ['Country', 'Item', 'LastName', 'GivenName', ['EntityOrShip', 'Entity']],
  rename: (name: string) => name.split('-')[0]!,
};

/** Reads the consolidated Canadian autonomous sanctions list, in its layouts of 2020, 2025 and August 2026. */
function parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  return wholeList(files, report, (file, _form) => entries(file, report));
}

async function* entries(file: ListFile, report: ParseReport): AsyncIterable<ListEntry> {
  const seen = new Map<string, number>();
  let position = 0;
  for await (const record of xmlRecords(file, SHAPE)) {
    position++;
    const plain = idOf(record);
    if (!plain) {
      report.skip(`record ${position}`, 'it has neither country nor item', 'Country or Item');
      continue;
    }
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    // No file so far has an id twice. If one did, the later records would be numbered in their order.
    const id = count === 1 ? plain : `${plain}#${count}`;
    const entry = entryOf(id, record);
    if (entry) yield entry;
    else report.skip(id, 'it has no name', 'LastName, GivenName or EntityOrShip');
  }
}

/** `Country/Schedule/Item` with the country in English; the schedule is blank where the regulations have none. */
function idOf(record: XmlElement): string | undefined {
  const country = english(textOf(record, 'Country'));
  const [item] = halves(textOf(record, 'Item'));
  const [schedule = ''] = halves(textOf(record, 'Schedule'));
  return country && item ? `${country}/${schedule}/${item}` : undefined;
}

/** The English half of `Belarus / Bélarus`, `General/général` or `Belarus | Bélarus`. */
const english = (text: string | undefined): string | undefined => tidy(halves(text)[0]?.split('/')[0]);

/** What stands on both sides of a bar, English first; both in the same words are one. */
function halves(text: string | undefined): string[] {
  return [
    ...new Set(
      (text ?? '')
        .split('|')
        .map((half) => tidy(half))
        .filter((half) => half !== undefined),
    ),
  ];
}

/** The number of a ship (IMO resolution A.1117(30)). The cell may hold another name instead, of whatever is listed. */
const IMO_NUMBER = /(?<!\d)\d{7}(?!\d)/;

function entryOf(id: string, record: XmlElement): ListEntry | undefined {
  const [person, ...others] = peopleOf(textOf(record, 'GivenName'), textOf(record, 'LastName'));
  const numberCell = textOf(record, 'ShipIMONumber');
  const imo = IMO_NUMBER.exec(numberCell ?? '')?.[0];
  const draft = new EntryDraft(id, person ? 'person' : imo ? 'vessel' : 'organization');
  const title = textOf(record, 'TitleOrShipType') ?? textOf(record, 'TitleOrShip') ?? textOf(record, 'Title');
  if (person) addPerson(draft, person, english(title));
  else addEntity(draft, textOf(record, 'EntityOrShip') ?? textOf(record, 'Entity'));
  for (const { given, family } of others) draft.addName(`${given} ${family}`, 'spelling', { parts: { given, family } });
  addAliases(draft, textOf(record, 'Aliases'), person);
  if (!imo) addAliases(draft, numberCell, person);
  const date = textOf(record, 'DateOfBirthOrShipBuildDate') ?? textOf(record, 'DateOfBirth');
  if (person) addBirth(draft, date);
  else addRemarks(draft, date, title);
  draft.addDocument('IMO number', imo);
  draft.addProgramme(english(textOf(record, 'Country')));
  const [schedule] = halves(textOf(record, 'Schedule'));
  draft.addRemark(oneLine(label('Schedule', schedule), label('item', halves(textOf(record, 'Item'))[0])));
  draft.listedOn = isoDate(textOf(record, 'DateOfListing'));
  return draft.entry();
}

/** A ship's year is that in which it was built. */
function addRemarks(draft: EntryDraft, date: string | undefined, title: string | undefined): void {
  if (date) draft.addRemark(draft.kind === 'vessel' ? `Built: ${date}` : `Date: ${date}`);
  if (title) draft.addRemark(`Type of ship: ${halves(title)[0]}`);
}

const label = (name: string, text: string | undefined): string | undefined => text && `${name} ${text}`;

interface Person extends PersonName {
  readonly otherFamily: string | undefined;
}

/** The person in English, and in French where that is written otherwise. */
function peopleOf(given: string | undefined, family: string | undefined): Person[] {
  const [givens, families] = [halves(given), halves(family)];
  const people = [0, 1].slice(0, Math.max(givens.length, families.length));
  return people.flatMap((half) => personOf(givens[half] ?? givens[0], families[half] ?? families[0]) ?? []);
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
  const names = halves(known ? text!.slice(0, known.index) : text).flatMap(outsideBrackets);
  for (const [index, name] of names.entries()) draft.addName(name, index === 0 ? 'primary' : 'alias');
  const former = /^\(formerly/i.test(known?.[0] ?? '');
  for (const name of known?.[1]?.split(';') ?? []) draft.addName(name, former ? 'former' : 'alias');
}

function outsideBrackets(text: string): string[] {
  const names = text.split(/\/(?![^(]*\))/).map((name) => name.trim());
  return names.every((name) => name.length > 3) ? names : [text];
}

function addAliases(draft: EntryDraft, text: string | undefined, person: PersonName | undefined): void {
  if (!text) return;
  draft.addRemark(`Aliases: ${text}`);
  for (const alias of readAliases(halves(text).join('; '), person)) draft.addName(alias.full, alias.kind, alias);
}

function addBirth(draft: EntryDraft, text: string | undefined): void {
  const dates = birthDates(text);
  for (const date of dates) draft.addBirthDate(date);
  if (text && dates.length === 0) draft.addRemark(`Date of birth: ${text}`);
}
