import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { EntryCollection } from '../../entries/entry-collection.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { isoDate } from '../../entries/values.ts';
import { isObject, type JsonObject, objectsOf, textAt, textsOf, wholeJson } from '../../formats/json.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { freeDate } from './dates.ts';
import { plainText } from './html.ts';
import { isWanted, whyNoName } from './wanted.ts';

/** Reads pages of the API together; only persons who are wanted become entries. */
export async function* parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
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
