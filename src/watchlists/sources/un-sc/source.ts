import type { ListDate, ListEntry, ListName, NameKind } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { calendarDate } from '../../entries/values.ts';
import { all, first, textOf, type XmlElement, xmlRecords } from '../../formats/xml.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { isoDay, wordedDate } from '../ofac/dates.ts';
import { aliasNames, notedKind, notedNames, tidy } from './aliases.ts';
import { withoutWordsBefore } from './document-number.ts';

export const source: Source = {
  id: 'un-sc',
  name: 'UN Security Council Consolidated List',
  authority: 'United Nations Security Council',
  category: 'sanctions',
  address: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  page: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
  format: 'consolidated.xml (CONSOLIDATED_LIST)',
  licence: 'United Nations terms of use; the list is published for implementation by Member States and the public',
  parse,
};

const NAME_ELEMENTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'] as const;
/** Longer titles (`Military leader of …`) are positions. */
const MAX_TITLE_WORDS = 3;
/** The number without what follows it: `R001, Utopia`, `381 (Expired 25 Jan. 2016)`. */
const NUMBER = /^(.+?)(?:\s+\(.*\)|,\s*(\p{Lu}[\p{L} ]+))?$/u;

/** Reads the UN Security Council consolidated list (`consolidated.xml`). */
async function* parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  const [file, ...others] = files;
  if (!file || others.length > 0) {
    throw new TouchstoneError('list-unusable', 'The UN list is one file, consolidated.xml.');
  }
  const ids = new Set<string>();
  const records = xmlRecords(file, {
    roots: ['CONSOLIDATED_LIST'],
    records: ['INDIVIDUAL', 'ENTITY'],
    needed: ['REFERENCE_NUMBER', 'FIRST_NAME'],
    header: (_, attributes) => {
      if (attributes.dategenerated) report.published = attributes.dategenerated;
    },
  });
  for await (const record of records) {
    const entry = readEntry(record, report);
    if (!entry) continue;
    if (ids.has(entry.id)) skip(report, entry.id, 'the list has this reference number already');
    else yield entry;
    ids.add(entry.id);
  }
  if (ids.size === 0) throw new TouchstoneError('list-unusable', `${file.name} holds no entries.`);
}

function readEntry(record: XmlElement, report: ParseReport): ListEntry | undefined {
  const dataId = value(record, 'DATAID');
  const id = value(record, 'REFERENCE_NUMBER');
  const where = id ?? `DATAID ${dataId ?? 'unknown'}`;
  if (!id) return skip(report, where, 'it has no REFERENCE_NUMBER', 'REFERENCE_NUMBER');
  const person = record.name === 'INDIVIDUAL';
  const draft = new EntryDraft(id, person ? 'person' : 'organization');
  addNames(draft, record, person);
  for (const date of readBirthDates(record)) draft.addBirthDate(date);
  for (const place of readBirthPlaces(record)) draft.addBirthPlace(place);
  draft.gender = value(record, 'GENDER');
  for (const nationality of values(record, 'NATIONALITY')) draft.addNationality(nationality);
  for (const address of all(record, `${record.name}_ADDRESS`)) draft.addAddress(readAddress(address));
  for (const document of all(record, 'INDIVIDUAL_DOCUMENT')) addDocument(draft, document);
  for (const position of [...values(record, 'DESIGNATION'), ...values(record, 'TITLE').filter(isPosition)]) {
    draft.addPosition(position);
  }
  draft.addProgramme(value(record, 'UN_LIST_TYPE'));
  draft.listedOn = isoDay(value(record, 'LISTED_ON'));
  draft.addRemark(value(record, 'COMMENTS1'));
  draft.addReference('un-sc-dataid', dataId);
  return draft.entry() ?? skip(report, where, 'it has no name', 'FIRST_NAME');
}

function skip(report: ParseReport, where: string, why: string, lacks?: string): undefined {
  report.skip(where, why, lacks);
  return undefined;
}

function addNames(draft: EntryDraft, record: XmlElement, person: boolean): void {
  const originals = (value(record, 'NAME_ORIGINAL_SCRIPT') ?? '').split(';');
  for (const { full, kind, weak, parts } of [
    ...(person ? personName(record) : organisationNames(record)),
    ...originals.map((text): ListName => ({ full: tidy(text), kind: 'original' })),
    ...all(record, `${record.name}_ALIAS`).flatMap((alias) => readAlias(alias, person)),
  ]) {
    draft.addName(full, kind, { weak: weak ?? false, parts: parts ?? {} });
  }
}

function personName(record: XmlElement): ListName[] {
  const words = NAME_ELEMENTS.map((name) => value(record, name)).filter((word) => word !== undefined);
  if (words.length === 0) return [];
  const titles = values(record, 'TITLE').filter((title) => !isPosition(title));
  // Korean names put the family name first without saying so. Their parts cannot be distinguished.
  const told = words.length > 1 && value(record, 'UN_LIST_TYPE') !== 'DPRK';
  const middle = words.slice(1, -1).join(' ');
  const parts = {
    ...(told ? { given: words[0]!, ...(middle ? { middle } : {}), family: words.at(-1)! } : {}),
    ...(titles.length > 0 ? { title: titles.join(' ') } : {}),
  };
  return [{ full: words.join(' '), kind: 'primary', parts }];
}

function organisationNames(record: XmlElement): ListName[] {
  const full = NAME_ELEMENTS.map((name) => value(record, name) ?? '')
    .join(' ')
    .trim();
  if (!full) return [];
  // Some carry an acronym in brackets or a second name behind a semicolon: each is searchable on its own.
  const within = aliasNames(full, { kind: 'spelling' }, false).filter((name) => name.full !== full);
  return [{ full, kind: 'primary' }, ...within];
}

function readAlias(alias: XmlElement, person: boolean): ListName[] {
  const text = value(alias, 'ALIAS_NAME');
  if (!text) return [];
  const quality = value(alias, 'QUALITY');
  const note = value(alias, 'NOTE');
  const kind: NameKind = notedKind(note) ?? (quality === 'f.k.a.' ? 'former' : 'alias');
  const weak = quality === 'Low' ? ({ weak: true } as const) : {};
  return [...aliasNames(text, { kind, ...weak }, person), ...notedNames(note, { kind: 'alias', ...weak })];
}

function readBirthDates(record: XmlElement): (ListDate | undefined)[] {
  return [
    ...all(record, 'INDIVIDUAL_DATE_OF_BIRTH').map(readBirthDate),
    ...all(record, 'INDIVIDUAL_ALIAS').map(readAliasBirthDate),
  ];
}

function readBirthDate(element: XmlElement): ListDate | undefined {
  const note = value(element, 'NOTE');
  const type = value(element, 'TYPE_OF_DATE');
  const circa = type === 'APPROXIMATELY' || /^approx/i.test(note ?? '') ? ({ circa: true } as const) : {};
  const from = yearOf(value(element, 'FROM_YEAR'));
  const to = yearOf(value(element, 'TO_YEAR'));
  if (from && to && from <= to) return { date: from, to, ...circa };
  const year = yearOf(value(element, 'YEAR'));
  const day = isoDay(value(element, 'DATE'));
  // The precision may stand in the note: YEAR 1958 with NOTE `Sep.`, or `April 1963` alone.
  const noted = note && !circa.circa ? wordedDate(year ? `${note} ${year}` : note) : undefined;
  const date = day ?? noted?.date ?? year ?? from ?? to;
  return date ? { date, ...(day || !noted?.to ? {} : { to: noted.to }), ...circa } : undefined;
}

/** An identity used with an alias may have a birth date of its own; it is an alternative. */
function readAliasBirthDate(alias: XmlElement): ListDate | undefined {
  const text = value(alias, 'DATE_OF_BIRTH');
  if (text) {
    const date = isoDay(text) ?? yearOf(text);
    return date ? { date } : undefined;
  }
  const born = /\bborn (?:in |on )?(\d[^();,]*\d{4}|\d{4}|[A-Z][a-z]+\.? \d{4})/.exec(
    `${value(alias, 'NOTE') ?? ''} ${value(alias, 'ALIAS_NAME') ?? ''}`,
  )?.[1];
  return born ? wordedDate(born) : undefined;
}

const yearOf = (text: string | undefined): string | undefined =>
  text && /^\d{4}$/.test(text) ? calendarDate(text) : undefined;

function readBirthPlaces(record: XmlElement): string[] {
  const places = all(record, 'INDIVIDUAL_PLACE_OF_BIRTH').map((place) =>
    line(place, ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY']),
  );
  const aliasPlaces = all(record, 'INDIVIDUAL_ALIAS').map((alias) =>
    line(alias, ['CITY_OF_BIRTH', 'COUNTRY_OF_BIRTH']),
  );
  return [...places, ...aliasPlaces];
}

function readAddress(address: XmlElement): string {
  const note = value(address, 'NOTE');
  const place = line(address, ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY']);
  return note ? `${place} (${note})`.trim() : place;
}

function addDocument(draft: EntryDraft, element: XmlElement): void {
  const stated = [value(element, 'TYPE_OF_DOCUMENT2'), value(element, 'TYPE_OF_DOCUMENT')]
    .map((type) => type?.replace(/\s*:$/, ''))
    .find((type) => type && !/^number$/i.test(type));
  // Where NUMBER is missing it may stand at the end of the type: `… identification card number 12345`.
  const [, type, inType] = /^(.*\D)\s+(\d[\w/-]*)$/.exec(stated ?? '') ?? [];
  const written = value(element, 'NUMBER') ?? inType;
  if (!written) return;
  const [, issuer] = /^([A-Z][a-z]+) (?=[A-Z/]*\d)/.exec(written) ?? [];
  const [, number, place] = NUMBER.exec(withoutWordsBefore(written)) ?? [];
  const country = value(element, 'ISSUING_COUNTRY') ?? value(element, 'COUNTRY_OF_ISSUE') ?? issuer ?? place;
  draft.addDocument((inType ? type : stated) ?? 'document', number ?? written, country);
}

const isPosition = (title: string): boolean => title.split(' ').length > MAX_TITLE_WORDS;

function line(element: XmlElement, names: readonly string[]): string {
  return names
    .map((name) => value(element, name))
    .filter(Boolean)
    .join(', ');
}

/** Text of a child; the placeholder `na` counts as missing. */
function value(element: XmlElement, name: string): string | undefined {
  const text = textOf(element, name);
  return text && !/^(?:na|n\/a|not available)$/i.test(text) ? text : undefined;
}

/** The VALUE elements inside a child. */
function values(element: XmlElement, name: string): string[] {
  return all(first(element, name), 'VALUE')
    .map((child) => child.text)
    .filter((text) => text && !/^(?:na|n\/a|not available)$/i.test(text));
}
