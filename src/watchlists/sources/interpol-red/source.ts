import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../../json-object.ts';
import { EntryCollection } from '../../entries/entry-collection.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { calendarDate, oneLine, tidy } from '../../entries/values.ts';
import { objectAt, objectsOf, textAt, textsOf, wholeJson } from '../../formats/json.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { download } from './download.ts';

export const source: Source = {
  id: 'interpol-red',
  name: 'INTERPOL Red Notices',
  authority: 'INTERPOL General Secretariat',
  category: 'wanted',
  address: 'https://ws-public.interpol.int/notices/v1/red',
  page: 'https://www.interpol.int/How-we-work/Notices/Red-Notices/View-Red-Notices',
  format: 'JSON of the notices API: pages, arrays of notices, full notices',
  licence: 'INTERPOL terms of use',
  restriction:
    'INTERPOL allows reuse of its notices only under its own terms of use: do not redistribute them as a product.',
  download,
  parse,
};

/**
 * Reads API pages (`_embedded.notices`), arrays of notices, arrays of such arrays, and full notices, in any mixture.
 * A notice that comes twice, or once in the list and once in full, is one entry.
 */
async function* parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  const entries = new EntryCollection();
  let declared = 0;
  for (const file of files) {
    const json = await wholeJson(file);
    declared = Math.max(declared, unpartitionedTotal(json));
    for (const [index, notice] of noticesOf(json, file).entries()) {
      const entry = readNotice(notice);
      if (entry) entries.add(entry);
      else
        report.skip(
          `${file.name}, notice ${index + 1}`,
          'it has no entity_id or no name',
          textAt(notice, 'entity_id') ? 'name' : 'entity_id',
        );
    }
  }
  if (entries.size === 0) {
    throw new TouchstoneError('list-unusable', `${files.map((file) => file.name).join(', ')}: no notices in it.`);
  }
  // Notices come and go while the parts of the list are read; what is short by a hundredth is no cut.
  const short = declared - entries.size;
  if (declared > 0 && (short <= 0 || short * 100 > declared)) report.declared = declared;
  yield* entries.values();
}

/** What is asked for besides paging narrows a query; a page without that states the size of the whole list. */
function unpartitionedTotal(json: unknown): number {
  if (!isObject(json) || typeof json.total !== 'number') return 0;
  const asked = Object.keys(objectAt(json, 'query')).filter((name) => name !== 'page' && name !== 'resultPerPage');
  return asked.length === 0 ? json.total : 0;
}

function noticesOf(json: unknown, file: ListFile): JsonObject[] {
  if (Array.isArray(json)) return json.flatMap(noticesIn);
  if (isObject(json) && ('entity_id' in json || '_embedded' in json)) return noticesIn(json);
  throw new TouchstoneError('list-unusable', `${file.name} is of another kind: it has no INTERPOL notices.`);
}

/** What an item of an array holds: an array of notices, a page, or one notice (full ones have `_embedded` too). */
function noticesIn(item: unknown): JsonObject[] {
  if (Array.isArray(item)) return objectsOf(item);
  if (!isObject(item)) return [];
  return 'entity_id' in item || !('_embedded' in item) ? [item] : objectsOf(objectAt(item, '_embedded').notices);
}

function readNotice(notice: JsonObject): ListEntry | undefined {
  const id = textAt(notice, 'entity_id');
  if (!id) return undefined;
  const draft = new EntryDraft(id, 'person');
  const given = textAt(notice, 'forename');
  const family = textAt(notice, 'name');
  draft.addName(tidy([given, family].filter(Boolean).join(' ')), 'primary', { parts: { given, family } });
  const born = birthDate(textAt(notice, 'date_of_birth'));
  if (born) draft.addBirthDate({ date: born });
  draft.addBirthPlace(oneLine(textAt(notice, 'place_of_birth'), textAt(notice, 'country_of_birth_id')));
  for (const nationality of textsOf(notice.nationalities)) draft.addNationality(nationality);
  draft.gender = textAt(notice, 'sex_id');
  for (const warrant of objectsOf(notice.arrest_warrants)) {
    draft.addProgramme(oneLine(warrantOf(textAt(warrant, 'issuing_country_id'))));
    draft.addRemark(textAt(warrant, 'charge'));
    draft.addRemark(textAt(warrant, 'charge_translation'));
  }
  draft.addRemark(textAt(notice, 'distinguishing_marks'));
  draft.url = `https://www.interpol.int/How-we-work/Notices/Red-Notices/View-Red-Notices#${id.replace('/', '-')}`;
  return draft.entry();
}

const warrantOf = (country: string | undefined): string | undefined => country && `Arrest warrant of ${country}`;

/** `1976/05/29`, `1976/05` or `1976`. */
function birthDate(text: string | undefined): string | undefined {
  const match = /^(\d{4})(?:\/(\d{1,2})(?:\/(\d{1,2}))?)?$/.exec(text ?? '');
  return match ? calendarDate(match[1], match[2], match[3]) : undefined;
}
