import type { ListEntry } from '../../../domain/list-entry.ts';
import { all, first, textOf, type XmlElement, xmlRecords } from '../../formats/xml.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { usDay } from './dates.ts';
import { OfacDraft } from './ofac-draft.ts';
import { aliasKind, clean, entryKind, type Filing, personName } from './ofac-names.ts';

/** Reads SDN.XML and CONSOLIDATED.XML (`sdnList`), in the namespace of 2009 or of the Sanctions List Service. */
export async function* parseSdnList(file: ListFile, report: ParseReport): AsyncIterable<ListEntry> {
  const records = ['publshInformation', 'sdnEntry'];
  for await (const record of xmlRecords(file, { roots: ['sdnList'], records, needed: ['uid', 'lastName'] })) {
    if (record.name === 'publshInformation') {
      readPublication(record, report);
      continue;
    }
    const id = textOf(record, 'uid');
    const entry = id && readEntry(record, id);
    if (entry) yield entry;
    else if (id) report.skip(`uid ${id}`, 'it has no name', 'lastName');
    else report.skip('uid unknown', 'it has no uid', 'uid');
  }
}

function readPublication(record: XmlElement, report: ParseReport): void {
  const published = usDay(textOf(record, 'Publish_Date'));
  const declared = Number(textOf(record, 'Record_Count'));
  if (published) report.published = published;
  if (Number.isInteger(declared) && declared > 0) report.declared = declared;
}

function readEntry(record: XmlElement, id: string): ListEntry | undefined {
  const draft = new OfacDraft(id, entryKind(textOf(record, 'sdnType')));
  addName(draft, record, { kind: 'primary' });
  for (const alias of all(first(record, 'akaList'), 'aka')) {
    const weak = textOf(alias, 'category') === 'weak' ? ({ weak: true } as const) : {};
    addName(draft, alias, { kind: aliasKind(textOf(alias, 'type')), ...weak });
  }
  for (const programme of all(first(record, 'programList'), 'program')) draft.addProgramme(programme.text);
  for (const address of all(first(record, 'addressList'), 'address')) addAddress(draft, address);
  for (const item of all(first(record, 'dateOfBirthList'), 'dateOfBirthItem')) {
    draft.fact('DOB', textOf(item, 'dateOfBirth'));
  }
  for (const item of all(first(record, 'placeOfBirthList'), 'placeOfBirthItem')) {
    draft.fact('POB', textOf(item, 'placeOfBirth'));
  }
  for (const list of ['nationality', 'citizenship']) {
    for (const item of all(first(record, `${list}List`), list)) draft.fact('nationality', textOf(item, 'country'));
  }
  for (const item of all(first(record, 'idList'), 'id')) {
    draft.fact(textOf(item, 'idType') ?? 'ID', textOf(item, 'idNumber'), textOf(item, 'idCountry'));
  }
  addVessel(draft, first(record, 'vesselInfo'));
  draft.positions(textOf(record, 'title'));
  draft.remark(textOf(record, 'remarks'));
  return draft.entry();
}

function addName(draft: OfacDraft, element: XmlElement, filing: Filing): void {
  const last = clean(textOf(element, 'lastName') ?? '');
  const given = clean(textOf(element, 'firstName') ?? '');
  if (draft.kind === 'person') draft.name(personName({ last, first: given }, filing));
  else draft.name({ full: `${given} ${last}`.trim(), ...filing });
}

function addAddress(draft: OfacDraft, address: XmlElement): void {
  draft.address(
    ['address1', 'address2', 'address3', 'city', 'stateOrProvince', 'postalCode', 'country'].map((part) =>
      textOf(address, part),
    ),
  );
}

function addVessel(draft: OfacDraft, vessel: XmlElement | undefined): void {
  for (const { name, key, text } of vessel?.children ?? []) {
    if (text) draft.fact(VESSEL_LABELS[key] ?? name, text);
  }
}

const VESSEL_LABELS: Readonly<Record<string, string>> = {
  callsign: 'Vessel Call Sign',
  vesselflag: 'Vessel Flag',
  vesseltype: 'Vessel Type',
  vesselowner: 'Vessel Owner',
  tonnage: 'Tonnage',
  grossregisteredtonnage: 'Gross Registered Tonnage',
};
