import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { all, first, textOf, type XmlElement, xmlRecords } from '../../formats/xml.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { isoDay } from './dates.ts';
import type { OfacList } from './list-check.ts';
import { OfacDraft } from './ofac-draft.ts';
import { aliasKind, entryKind, type Filing } from './ofac-names.ts';
import { addTypedName, type TypedPart } from './typed-names.ts';

/** Reads SDN_ENHANCED.XML and CONS_ENHANCED.XML (`sanctionsData`). Leaves out entries of other lists than this one. */
export async function* parseEnhanced(file: ListFile, report: ParseReport, list: OfacList): AsyncIterable<ListEntry> {
  const records = ['publicationInfo', 'entity'];
  for await (const record of xmlRecords(file, {
    roots: ['sanctionsData'],
    records,
    needed: ['names', 'translation', 'namePart'],
  })) {
    if (record.name === 'publicationInfo') {
      readPublication(file, record, report, list);
      continue;
    }
    const lists = all(first(record, 'sanctionsLists'), 'sanctionsList');
    if (lists.length > 0 && !lists.some(({ text }) => text === list)) continue;
    const id = record.attributes.id;
    const entry = id && readEntry(record, id);
    if (entry) yield entry;
    else if (id) report.skip(`entity ${id}`, 'it has no name', 'namePart');
    else report.skip('entity unknown', 'it has no id', 'id');
  }
}

/** The file names the filters it was exported with: the list itself must be among them, any other makes it a part. */
function readPublication(file: ListFile, record: XmlElement, report: ParseReport, list: OfacList): void {
  const published = textOf(record, 'dataAsOf');
  if (published) report.published = published;
  const filters = first(record, 'filters');
  const lists = all(first(filters, 'sanctionsLists'), 'sanctionsList');
  if (lists.length > 0 && !lists.some(({ text }) => text === list)) {
    throw new TouchstoneError(
      'list-unusable',
      `${file.name} is an export of ${lists.map(({ text }) => text).join(', ')}, not of the ${list}.`,
    );
  }
  const others = (filters?.children ?? []).filter(({ key }) => key !== 'sanctionslists');
  if (others.length === 0) return;
  const values = others.flatMap(({ text, children }) => (text ? [text] : children.map((child) => child.text)));
  report.partial = `it says that it is an export filtered by ${values.join(', ')}, not the whole list.`;
}

function readEntry(record: XmlElement, id: string): ListEntry | undefined {
  const general = first(record, 'generalInfo');
  const draft = new OfacDraft(id, entryKind(textOf(general, 'entityType')));
  const names = all(first(record, 'names'), 'name');
  for (const name of [...names.filter(isPrimary), ...names.filter((name) => !isPrimary(name))]) addName(draft, name);
  for (const { text } of all(first(record, 'sanctionsPrograms'), 'sanctionsProgram')) draft.addProgramme(text);
  for (const { attributes } of all(first(record, 'sanctionsLists'), 'sanctionsList')) {
    draft.listed(isoDay(attributes.datepublished));
  }
  for (const address of all(first(record, 'addresses'), 'address')) addAddress(draft, address);
  for (const feature of all(first(record, 'features'), 'feature')) {
    draft.fact(textOf(feature, 'type') ?? '', textOf(feature, 'value'));
    draft.remark(textOf(feature, 'comments'));
  }
  for (const document of all(first(record, 'identityDocuments'), 'identityDocument')) {
    const number = textOf(document, 'documentNumber');
    if (number) draft.number(textOf(document, 'type') ?? 'ID', number, textOf(document, 'issuingCountry'));
  }
  draft.positions(textOf(general, 'title'));
  draft.remark(textOf(general, 'remarks'));
  return draft.entry();
}

const isPrimary = (element: XmlElement): boolean => textOf(element, 'isPrimary') === 'true';

function addName(draft: OfacDraft, name: XmlElement): void {
  const weak = textOf(name, 'isLowQuality') === 'true' ? ({ weak: true } as const) : {};
  const filing: Filing = { kind: isPrimary(name) ? 'primary' : aliasKind(textOf(name, 'aliasType')), ...weak };
  for (const translation of all(first(name, 'translations'), 'translation')) {
    const parts = all(first(translation, 'nameParts'), 'namePart').map(
      (part): TypedPart => ({ type: textOf(part, 'type') ?? '', value: textOf(part, 'value') ?? '' }),
    );
    addTypedName(draft, parts, textOf(translation, 'script') ?? 'Latin', filing);
  }
}

function addAddress(draft: OfacDraft, address: XmlElement): void {
  const country = textOf(address, 'country');
  const translations = all(first(address, 'translations'), 'translation');
  if (translations.length === 0) draft.address([country]);
  for (const translation of translations) {
    const parts = all(first(translation, 'addressParts'), 'addressPart').map((part) => textOf(part, 'value'));
    draft.address([...parts, country]);
  }
}
