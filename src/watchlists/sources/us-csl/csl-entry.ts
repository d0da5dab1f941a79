import type { EntryKind, ListEntry, NameKind } from '../../../domain/list-entry.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { tidy } from '../../entries/values.ts';
import { wordedDate } from '../ofac/dates.ts';
import type { CslRecord } from './records.ts';

const KINDS: Readonly<Record<string, EntryKind>> = {
  individual: 'person',
  entity: 'organization',
  vessel: 'vessel',
  aircraft: 'aircraft',
};
/** What State's list puts behind every name: those who come after it are meant as well. */
const TAIL = /[;,]?\s*\(?\b(?:and|or|including)\s+(?:any|its|their|all)\s+success?ors?\b.*$/i;
/** Words before another name in the same cell, and what that name is. */
const OTHER_NAME =
  /[,;(]?\s*\b(a[./]?k[./]?a\.?|also known as|d[./]?b[./]?a\.?|doing business as|f[./]?k[./]?a\.?|formerly known as|n[./]?k[./]?a\.?|now known as)(?![a-z])[\s,:;]*(?:the following \w+ alias(?:es)?:?)?[\s,:;—–-]*/i;
/** `Harbour Aerospace Institute (HAI)`, also with a number (`(HAI 13)`): a short name in parentheses at the end. */
const ACRONYM = /^(.+?)\s*\(([A-Z][A-Z0-9&.-]{1,14}(?: \d{1,4})?)\)$/;

/** The entry of a record; undefined where it has no name. */
export function entryOf(id: string, record: CslRecord): ListEntry | undefined {
  const draft = new EntryDraft(id, KINDS[record.type?.toLowerCase() ?? ''] ?? 'unknown');
  addNames(draft, record.name ?? '', 'primary');
  for (const name of record.altNames) addNames(draft, name, 'alias');
  for (const date of record.birthDates) draft.addBirthDate(wordedDate(date) ?? dateOf(date));
  for (const place of record.birthPlaces) draft.addBirthPlace(place);
  for (const nationality of record.nationalities) draft.addNationality(nationality);
  for (const address of record.addresses) draft.addAddress(address);
  for (const { type, number, country } of record.ids) draft.addDocument(type, number, country);
  draft.addPosition(record.title);
  draft.addProgramme(record.source);
  for (const program of record.programs) draft.addProgramme(program);
  draft.listedOn = record.startDate?.length === 10 ? record.startDate : undefined;
  for (const remark of record.remarks) draft.addRemark(remark);
  draft.url = record.url;
  return draft.entry();
}

/** Adds a name, and those that stand in the same cell behind it. */
function addNames(draft: EntryDraft, cell: string, kind: NameKind): void {
  const tail = TAIL.exec(cell)?.[0];
  if (tail) draft.addRemark(tail.replace(/^[;,\s(]+/, ''));
  let rest = cell.replace(TAIL, '');
  let now = kind;
  for (let other = OTHER_NAME.exec(rest); other; other = OTHER_NAME.exec(rest)) {
    addName(draft, rest.slice(0, other.index), now);
    now = /^f|^formerly/i.test(other[1]!) ? 'former' : 'alias';
    rest = rest.slice(other.index + other[0].length);
  }
  addName(draft, rest, now);
}

function addName(draft: EntryDraft, text: string, kind: NameKind): void {
  // Where a cell has a list of names in it, semicolons divide them; a parenthesis may be left open by the cut.
  for (const [place, part] of text.split(/;\s+(?:and\s+)?/).entries()) {
    const open = part.includes('(') ? part : part.replace(/\)\s*$/, '');
    const name = tidy(open.replace(/\(\s*$/, '').replace(/^[\s,;:—–-]+|[\s,;:—–-]+$/g, ''));
    const [, whole, short] = ACRONYM.exec(name ?? '') ?? [];
    draft.addName(whole ?? name, place > 0 && kind === 'primary' ? 'alias' : kind);
    draft.addName(short, 'acronym');
  }
}

const dateOf = (text: string) => (/^\d{4}(-\d\d){0,2}$/.test(text) ? { date: text } : undefined);
