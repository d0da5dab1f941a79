import { TouchstoneError } from '../../../errors.ts';
import type { IdentityDocument, ListDate, ListEntry, ListName, NameKind } from '../../model.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { all, first, textOf, type XmlElement, xmlRecords } from '../../xml.ts';
import { calendarDate, isoDay, wordedDate } from '../ofac/dates.ts';
import { acronym, aliasNames, notedKind, notedScript, tidy } from './aliases.ts';

const NAME_ELEMENTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'] as const;
/** Longer titles (`Military leader of …`) are positions. */
const LONGEST_TITLE_WORDS = 3;

/** Reads the UN Security Council consolidated list (`consolidated.xml`). */
export async function* parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  const [file, ...others] = files;
  if (!file || others.length > 0) {
    throw new TouchstoneError('list-unusable', 'The UN list is one file, consolidated.xml.');
  }
  let entries = 0;
  const records = xmlRecords(file, {
    roots: ['CONSOLIDATED_LIST'],
    records: ['INDIVIDUAL', 'ENTITY'],
    header: (_, attributes) => {
      if (attributes.dateGenerated) report.published = attributes.dateGenerated;
    },
  });
  for await (const record of records) {
    const entry = readEntry(record, report);
    if (!entry) continue;
    entries += 1;
    yield entry;
  }
  if (entries === 0) throw new TouchstoneError('list-unusable', `${file.name} holds no entries.`);
}

function readEntry(record: XmlElement, report: ParseReport): ListEntry | undefined {
  const dataId = value(record, 'DATAID');
  const id = value(record, 'REFERENCE_NUMBER');
  const where = id ?? `DATAID ${dataId ?? 'unknown'}`;
  if (!id) return skip(report, where, 'it has no REFERENCE_NUMBER');
  const person = record.name === 'INDIVIDUAL';
  const names = readNames(record, person);
  if (names.length === 0) return skip(report, where, 'it has no name');
  return {
    id,
    kind: person ? 'person' : 'organization',
    names,
    ...filled('birthDates', readBirthDates(record)),
    ...filled('birthPlaces', readBirthPlaces(record)),
    ...given('gender', value(record, 'GENDER')),
    ...filled('nationalities', values(record, 'NATIONALITY')),
    ...filled('addresses', all(record, `${record.name}_ADDRESS`).map(readAddress)),
    ...filled('documents', all(record, 'INDIVIDUAL_DOCUMENT').flatMap(readDocument)),
    ...filled('positions', [...values(record, 'DESIGNATION'), ...values(record, 'TITLE').filter(isPosition)]),
    ...filled('programmes', [value(record, 'UN_LIST_TYPE')]),
    ...given('listedOn', isoDay(value(record, 'LISTED_ON'))),
    ...given('remarks', value(record, 'COMMENTS1')),
    ...(dataId ? { references: [{ to: 'un-sc-dataid', id: dataId }] } : {}),
  };
}

function skip(report: ParseReport, where: string, why: string): undefined {
  report.skip(where, why);
  return undefined;
}

function readNames(record: XmlElement, person: boolean): ListName[] {
  const primary = person ? personName(record) : organisationNames(record);
  const script = value(record, 'NAME_ORIGINAL_SCRIPT');
  const originals = (script ?? '')
    .split(';')
    .map(tidy)
    .filter(Boolean)
    .map((full): ListName => ({ full, kind: 'original' }));
  const aliases = all(record, `${record.name}_ALIAS`).flatMap((alias) => readAlias(alias, person));
  const names = new Map<string, ListName>();
  for (const name of [...primary, ...originals, ...aliases]) {
    const known = names.get(name.full);
    // A name that is listed as strong and as weak is a strong one.
    if (!known || (known.weak && !name.weak)) names.set(name.full, name);
  }
  return [...names.values()];
}

function personName(record: XmlElement): ListName[] {
  const words = NAME_ELEMENTS.map((name) => value(record, name)).filter((word) => word !== undefined);
  if (words.length === 0) return [];
  const titles = values(record, 'TITLE').filter((title) => !isPosition(title));
  // Korean names are listed family name first, without saying so: there the parts are not told apart.
  const told = words.length > 1 && value(record, 'UN_LIST_TYPE') !== 'DPRK';
  const middle = words.slice(1, -1).join(' ');
  const parts = {
    ...(told ? { given: words[0]!, ...given('middle', middle || undefined), family: words.at(-1)! } : {}),
    ...given('title', titles.join(' ') || undefined),
  };
  const name = { full: words.join(' '), kind: 'primary' } as const;
  return [Object.keys(parts).length > 0 ? { ...name, parts } : name];
}

function organisationNames(record: XmlElement): ListName[] {
  const full = NAME_ELEMENTS.map((name) => value(record, name) ?? '')
    .join(' ')
    .trim();
  if (!full) return [];
  const short = acronym(full);
  return [
    { full, kind: 'primary' },
    ...(short
      ? ([
          { full: short.name, kind: 'spelling' },
          { full: short.short, kind: 'acronym' },
        ] as const)
      : []),
  ];
}

function readAlias(alias: XmlElement, person: boolean): ListName[] {
  const text = value(alias, 'ALIAS_NAME');
  if (!text) return [];
  const quality = value(alias, 'QUALITY');
  const note = value(alias, 'NOTE');
  const kind: NameKind = notedKind(note) ?? (quality === 'f.k.a.' ? 'former' : 'alias');
  const weak = quality === 'Low' ? ({ weak: true } as const) : {};
  const script = notedScript(note);
  const names = aliasNames(text, { kind, ...weak }, person);
  return script ? [...names, { full: script, kind: 'original', ...weak }] : names;
}

function readBirthDates(record: XmlElement): ListDate[] {
  const dates = [
    ...all(record, 'INDIVIDUAL_DATE_OF_BIRTH').map(readBirthDate),
    ...all(record, 'INDIVIDUAL_ALIAS').map(readAliasBirthDate),
  ].filter((date) => date !== undefined);
  return [...new Map(dates.map((date) => [JSON.stringify(date), date])).values()];
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
  text && /^\d{4}$/.test(text) ? calendarDate(Number(text)) : undefined;

function readBirthPlaces(record: XmlElement): string[] {
  const places = all(record, 'INDIVIDUAL_PLACE_OF_BIRTH').map((place) =>
    line(place, ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY']),
  );
  const aliasPlaces = all(record, 'INDIVIDUAL_ALIAS').map((alias) =>
    line(alias, ['CITY_OF_BIRTH', 'COUNTRY_OF_BIRTH']),
  );
  return [...new Set([...places, ...aliasPlaces])].filter(Boolean);
}

function readAddress(address: XmlElement): string {
  const note = value(address, 'NOTE');
  const place = line(address, ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY']);
  return note ? `${place} (${note})`.trim() : place;
}

function readDocument(element: XmlElement): IdentityDocument[] {
  const stated = [value(element, 'TYPE_OF_DOCUMENT2'), value(element, 'TYPE_OF_DOCUMENT')]
    .map((type) => type?.replace(/\s*:$/, ''))
    .find((type) => type && !/^number$/i.test(type));
  // Where NUMBER is missing it may stand at the end of the type: `… identification card number 12345`.
  const [, type, inType] = /^(.*\D)\s+(\d[\w/-]*)$/.exec(stated ?? '') ?? [];
  const written = value(element, 'NUMBER') ?? inType;
  if (!written) return [];
  const [, issuer] = /^([A-Z][a-z]+) (?=\w*\d)/.exec(written) ?? [];
  const number = written
    .replace(/^.*\b(?:number|no\.|card)\s*:?\s*(?=\S*\d)/i, '')
    .replace(/^[A-Z][a-z]+ (?=\w*\d)/, '');
  const country = value(element, 'ISSUING_COUNTRY') ?? value(element, 'COUNTRY_OF_ISSUE') ?? issuer;
  return [{ type: (inType ? type : stated) ?? 'document', number, ...given('country', country) }];
}

const isPosition = (title: string): boolean => title.split(' ').length > LONGEST_TITLE_WORDS;

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

function given<K extends string>(key: K, text: string | undefined): { [P in K]?: string } {
  return (text === undefined ? {} : { [key]: text }) as { [P in K]?: string };
}

function filled<K extends string, V>(key: K, list: readonly (V | undefined)[]): { [P in K]?: V[] } {
  const present = list.filter((item) => item !== undefined && item !== '');
  return (present.length === 0 ? {} : { [key]: present }) as { [P in K]?: V[] };
}
