import type { ListDate, ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../../json-object.ts';
import { EntryCollection } from '../../entries/entry-collection.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { calendarDate, isoDate, tidy } from '../../entries/values.ts';
import { objectsOf, textAt, textsOf, wholeJson } from '../../formats/json.ts';
import type { Fetcher, ListFile, ParseReport, Source } from '../../source.ts';

export const source: Source = {
  id: 'fbi-wanted',
  name: 'FBI Wanted',
  authority: 'US Federal Bureau of Investigation',
  category: 'wanted',
  address: 'https://api.fbi.gov/wanted/v1/list',
  page: 'https://www.fbi.gov/wanted',
  format: 'JSON pages of the wanted API (total, items, page)',
  licence: 'Work of the US government, public domain',
  download,
  parse,
};

/** Reads pages of the API together; only persons who are wanted become entries. */
async function* parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  const entries = new EntryCollection();
  let total = 0;
  let read = 0;
  for (const file of files) {
    const page = await wholeJson(file);
    if (!isObject(page) || !Array.isArray(page.items) || typeof page.total !== 'number') {
      throw new TouchstoneError(
        'list-unusable',
        `${file.name} is of another kind: it is no page of the FBI wanted API.`,
      );
    }
    total = Math.max(total, page.total);
    read += page.items.length;
    for (const item of objectsOf(page.items)) addItem(item, entries, report);
  }
  if (entries.size === 0) {
    throw new TouchstoneError('list-unusable', `${files.map((file) => file.name).join(', ')}: nobody wanted in it.`);
  }
  // The total counts all notices, also those about victims and missing persons.
  if (read < total) report.partial = `The files hold ${read} of ${total} notices.`;
  yield* entries.values();
}

function addItem(item: JsonObject, entries: EntryCollection, report: ParseReport): void {
  if (!isWanted(item)) return;
  const id = textAt(item, 'uid');
  const title = textAt(item, 'title');
  const why = id && title ? whyNoName(title) : 'it has no uid or no title';
  const lacks = id ? (title ? undefined : 'title') : 'uid';
  const entry = id && title && !why ? readItem(id, title, item).entry() : undefined;
  if (entry) entries.add(entry);
  else report.skip(id ?? title ?? 'a notice', why ?? 'its title is blank', lacks);
}

function readItem(id: string, title: string, item: JsonObject): EntryDraft {
  const draft = new EntryDraft(id, 'person');
  draft.addName(naturalOrder(title), 'primary');
  for (const alias of textsOf(item.aliases).flatMap(aliasesOf)) addAlias(draft, alias);
  for (const text of textsOf(item.dates_of_birth_used)) draft.addBirthDate(freeDate(text));
  draft.addBirthPlace(textAt(item, 'place_of_birth'));
  draft.gender = textAt(item, 'sex');
  draft.addNationality(textAt(item, 'nationality'));
  for (const occupation of textsOf(item.occupations)) draft.addPosition(occupation);
  for (const subject of textsOf(item.subjects)) draft.addProgramme(subject);
  draft.listedOn = dayOf(textAt(item, 'publication'));
  for (const member of ['description', 'warning_message', 'caution', 'remarks', 'additional_information']) {
    draft.addRemark(plainText(textAt(item, member)));
  }
  const status = textAt(item, 'status');
  if (status && status !== 'na') draft.addRemark(`Status: ${status}`);
  draft.url = textAt(item, 'url');
  return draft;
}

/** Quotation marks are how the notices write nicknames. */
function addAlias(draft: EntryDraft, alias: string): void {
  const bare = alias.replace(/["“”]/g, '').trim();
  draft.addName(naturalOrder(bare), /^["“”]/.test(alias) ? 'nickname' : 'alias');
}

/** One alias, or several in one text: two commas and more, or a comma behind a quotation mark, separate names. */
function aliasesOf(text: string): string[] {
  const parts = text.split(/,["”]?\s+/).map((part) => part.trim());
  const several = parts.length > 2 || /["”],|,["”]/.test(text);
  return several ? parts.filter(Boolean) : [text];
}

/** `Family, Given`; what follows the comma in `Given Family, Jr.` belongs to the name. */
function naturalOrder(name: string): string {
  const [, family, given] = /^(\S+), +(\S.*)$/.exec(name) ?? [];
  return family && given && !/^(?:jr|sr|i{1,3}|iv|m\.?d)\.?$/i.test(given) ? `${given} ${family}` : name;
}

function dayOf(text: string | undefined): string | undefined {
  const date = isoDate(text);
  return date?.length === 10 ? date : undefined;
}

/** The most notices that the API puts on a page. */
const PAGE_SIZE = 50;

/** All pages, one after the other, until the total that the first states is reached or a page is empty. */
async function download(fetcher: Fetcher): Promise<ListFile[]> {
  const files: ListFile[] = [];
  let read = 0;
  let total = Number.POSITIVE_INFINITY;
  for (let number = 1; read < total; number++) {
    const url = new URL(fetcher.address);
    url.searchParams.set('pageSize', String(PAGE_SIZE));
    url.searchParams.set('page', String(number));
    const file = await fetcher.get(url.href, `wanted-${number}.json`);
    const page = await wholeJson(file);
    files.push(file);
    if (!isObject(page) || !Array.isArray(page.items) || page.items.length === 0) break;
    read += page.items.length;
    total = Number(page.total) || 0;
  }
  return files;
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** `May 29, 1976`, `May 1976`, `Circa 1967 - 1970`, `Approximately 1960`; what stands before or behind is left out. */
function freeDate(text: string): ListDate | undefined {
  const circa = /\b(?:circa|approx|about|around)/i.test(text) ? ({ circa: true } as const) : {};
  const range = /\b([12]\d{3})\s*(?:-|–|to|or)\s*([12]\d{3})\b/.exec(text);
  if (range && range[1]! < range[2]!) return { date: range[1]!, to: range[2]!, ...circa };
  const written = /\b([a-z]{3,9})\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?([12]\d{3})\b/i.exec(text);
  const month = written ? MONTHS.findIndex((name) => name.startsWith(written[1]!.toLowerCase())) + 1 : 0;
  const year = written?.[3] ?? /\b([12]\d{3})\b/.exec(text)?.[1];
  const date = calendarDate(year, month > 0 ? String(month) : undefined, written?.[2]);
  return date ? { date, ...circa } : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The words of an HTML text: tags taken off, the usual entities and numeric ones replaced, white space folded. */
function plainText(html: string | undefined): string | undefined {
  return tidy(
    html
      ?.replace(/<[^<>]*>/g, ' ')
      .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (all, decimal, hex, name) =>
        name ? (ENTITIES[name.toLowerCase()] ?? all) : character(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
      ),
  );
}

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ');

/** Subjects of notices that ask for information. Those about terrorism name suspects. */
const OTHER_SUBJECTS = /missing person|unidentified|victim|^john doe$|^seeking information(?! - terrorism)/i;

/** Where such notices stand on the authority's site, for those without subjects. */
const OTHER_PLACES =
  /^\/wanted\/(?:seeking-info|kidnap|vicap\/(?:missing-persons|unidentified-persons)|parental-kidnappings\/[^/]+\/[^/])/;

/**
 * Whether a notice is about somebody who is wanted: victims, missing and unidentified persons, and calls for
 * information about a case are not. A notice below a parental kidnapper's own is about the child.
 */
function isWanted(item: JsonObject): boolean {
  if (/victim/i.test(textAt(item, 'person_classification') ?? '')) return false;
  if (/victim|missing/i.test(textAt(item, 'poster_classification') ?? '')) return false;
  if (textsOf(item.subjects).some((subject) => OTHER_SUBJECTS.test(subject))) return false;
  return !OTHER_PLACES.test(textAt(item, 'path') ?? '');
}

/** Words of titles that describe a crime, a group or a person without a known name. */
const NO_NAME = new RegExp(
  `\\b(?:${[
    'unknown|unidentified|unsolved|john doe|jane doe|seeking information|victims?|offender|suspects?',
    'burglar(?:y|ies)|robber(?:y|ies)|homicides?|murders?|arsons?|bombings?|shootings?|assaults?|attacks?|kidnapp(?:ers?|ing)',
    'investigation|interference|elections?|hackers?|actors|members|group|activity|intrusions?|conspiracy',
    'bandit|rapist|killer|shooter|stolen|theft|fraud|material support|subjects?|hacking|operation|charges',
  ].join('|')})\\b`,
  'i',
);

/** Why a title is no name of one person; undefined where it is one. */
function whyNoName(title: string): string | undefined {
  if (NO_NAME.test(title)) return 'its title describes a case, a group or an unknown person';
  if (/\S (?:and|&) \S/i.test(title)) return 'its title names several people';
  return undefined;
}
