import type { EntryKind, ListEntry } from '../../../domain/list-entry.ts';
import { all, first, textOf, type XmlElement, xmlRecords } from '../../formats/xml.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { elementDay, periodDate } from './advanced-dates.ts';
import { type ReferenceValues, readLocation, readReferenceValues } from './advanced-values.ts';
import type { OfacList } from './list-check.ts';
import { OfacDraft } from './ofac-draft.ts';
import { aliasKind, entryKind, type Filing } from './ofac-names.ts';
import { addTypedName, type TypedPart } from './typed-names.ts';

/** What stands apart from the parties in the file, by the ids that join it. */
interface Context {
  readonly values: ReferenceValues;
  /** Location id → address parts, country last. */
  readonly locations: ReadonlyMap<string, readonly string[]>;
  /** Identity id → IDRegDocument elements. */
  readonly documents: ReadonlyMap<string, readonly XmlElement[]>;
}

interface Sanction {
  lists: Set<string>;
  programmes: Set<string>;
  listed: string[];
}

/**
 * Reads SDN_ADVANCED.XML and CONS_ADVANCED.XML (Advanced Sanctions Data). Programmes and listing dates follow the
 * parties in the file, so entries come out once it is read to its end. A party that is on another list only is left out.
 */
export async function* parseAdvanced(file: ListFile, report: ParseReport, list: OfacList): AsyncIterable<ListEntry> {
  const locations = new Map<string, readonly string[]>();
  const documents = new Map<string, XmlElement[]>();
  const drafts = new Map<string, OfacDraft>();
  const sanctions = new Map<string, Sanction>();
  let values: ReferenceValues = { of: () => undefined, attribute: () => undefined };
  for await (const record of xmlRecords(file, { roots: ['Sanctions'], records: RECORDS })) {
    const { ID: id = '' } = record.attributes;
    if (record.name === 'DateOfIssue') {
      const day = elementDay(record);
      if (day) report.published = day;
    } else if (record.name === 'ReferenceValueSets') values = readReferenceValues(record);
    else if (record.name === 'Location') locations.set(id, readLocation(record, values));
    else if (record.name === 'IDRegDocument') push(documents, record.attributes.IdentityID ?? '', record);
    else if (record.name === 'SanctionsEntry') addSanction(sanctions, record, values);
    else {
      const draft = readParty(record, { values, locations, documents });
      if (draft) drafts.set(draft.id, draft);
      else report.skip(`DistinctParty ${record.attributes.FixedRef ?? 'unknown'}`, 'it has no id or no profile');
    }
  }
  for (const [id, draft] of drafts) {
    drafts.delete(id);
    const sanction = sanctions.get(id);
    if (sanction && !sanction.lists.has(list)) continue;
    for (const programme of sanction?.programmes ?? []) draft.addProgramme(programme);
    for (const day of sanction?.listed ?? []) draft.listed(day);
    const entry = draft.entry();
    if (entry) yield entry;
    else report.skip(`DistinctParty ${id}`, 'it has no name');
  }
}

const RECORDS = ['DateOfIssue', 'ReferenceValueSets', 'Location', 'IDRegDocument', 'DistinctParty', 'SanctionsEntry'];

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

function addSanction(sanctions: Map<string, Sanction>, record: XmlElement, values: ReferenceValues): void {
  const { ProfileID: profile = '', ListID: listId } = record.attributes;
  const sanction: Sanction = sanctions.get(profile) ?? { lists: new Set(), programmes: new Set(), listed: [] };
  sanctions.set(profile, sanction);
  const list = values.of('List', listId);
  if (list) sanction.lists.add(list);
  for (const measure of all(record, 'SanctionsMeasure')) {
    const programme = textOf(measure, 'Comment');
    if (programme && values.of('SanctionsType', measure.attributes.SanctionsTypeID) === 'Program') {
      sanction.programmes.add(programme);
    }
  }
  for (const event of all(record, 'EntryEvent')) {
    const day = elementDay(first(event, 'Date'));
    if (day) sanction.listed.push(day);
  }
}

function readParty(party: XmlElement, context: Context): OfacDraft | undefined {
  const profile = first(party, 'Profile');
  const id = profile?.attributes.ID ?? party.attributes.FixedRef;
  if (!profile || !id) return undefined;
  const draft = new OfacDraft(id, partyKind(profile, context.values));
  draft.remark(textOf(party, 'Comment'));
  for (const identity of all(profile, 'Identity')) {
    addNames(draft, identity, context.values);
    for (const document of context.documents.get(identity.attributes.ID ?? '') ?? []) {
      addDocument(draft, document, context.values);
    }
  }
  for (const feature of all(profile, 'Feature')) addFeature(draft, feature, context);
  return draft;
}

function partyKind(profile: XmlElement, values: ReferenceValues): EntryKind {
  const subType = profile.attributes.PartySubTypeID;
  const named = entryKind(values.of('PartySubType', subType));
  if (named !== 'organization') return named;
  return entryKind(values.of('PartyType', values.attribute('PartySubType', subType, 'PartyTypeID')));
}

function addNames(draft: OfacDraft, identity: XmlElement, values: ReferenceValues): void {
  const partTypes = new Map<string, string>();
  for (const master of all(first(identity, 'NamePartGroups'), 'MasterNamePartGroup')) {
    for (const { attributes } of all(master, 'NamePartGroup')) {
      partTypes.set(attributes.ID ?? '', values.of('NamePartType', attributes.NamePartTypeID) ?? '');
    }
  }
  const aliases = all(identity, 'Alias');
  for (const alias of [...aliases.filter(isPrimary), ...aliases.filter((alias) => !isPrimary(alias))]) {
    const weak = alias.attributes.LowQuality === 'true' ? ({ weak: true } as const) : {};
    const kind = isPrimary(alias) ? 'primary' : aliasKind(values.of('AliasType', alias.attributes.AliasTypeID));
    for (const name of all(alias, 'DocumentedName'))
      addDocumentedName(draft, name, partTypes, values, { kind, ...weak });
  }
}

const isPrimary = ({ attributes }: XmlElement): boolean => attributes.Primary === 'true';

function addDocumentedName(
  draft: OfacDraft,
  name: XmlElement,
  partTypes: ReadonlyMap<string, string>,
  values: ReferenceValues,
  filing: Filing,
): void {
  const scripts = new Map<string, TypedPart[]>();
  for (const part of all(name, 'DocumentedNamePart').flatMap((part) => all(part, 'NamePartValue'))) {
    const script = values.of('Script', part.attributes.ScriptID) ?? 'Latin';
    push(scripts, script, { type: partTypes.get(part.attributes.NamePartGroupID ?? '') ?? '', value: part.text });
  }
  for (const [script, parts] of scripts) addTypedName(draft, parts, script, filing);
}

function addDocument(draft: OfacDraft, document: XmlElement, values: ReferenceValues): void {
  const number = textOf(document, 'IDRegistrationNo');
  const type = values.of('IDRegDocType', document.attributes.IDRegDocTypeID) ?? 'ID';
  if (number) draft.number(type, number, values.of('Country', document.attributes['IssuedBy-CountryID']));
}

function addFeature(draft: OfacDraft, feature: XmlElement, { values, locations }: Context): void {
  const type = values.of('FeatureType', feature.attributes.FeatureTypeID) ?? '';
  for (const version of all(feature, 'FeatureVersion')) {
    const comment = textOf(version, 'Comment');
    const period = first(version, 'DatePeriod');
    const places = all(version, 'VersionLocation').map(({ attributes }) => locations.get(attributes.LocationID ?? ''));
    if (type === 'Birthdate') draft.birthDate(periodDate(period), comment ?? '');
    else if (type === 'Location') for (const place of places) draft.address(place ?? []);
    else {
      const details = all(version, 'VersionDetail').map(
        (detail) => detail.text || values.of('DetailReference', detail.attributes.DetailReferenceID),
      );
      const texts = [...details, ...places.map((place) => place?.join(', ')), period && periodDate(period)?.date];
      for (const text of texts.filter((text) => text !== undefined && text !== '')) addText(draft, type, text!);
      if (comment) draft.remark(comment);
    }
  }
}

function addText(draft: OfacDraft, type: string, text: string): void {
  if (/^title$/i.test(type)) draft.positions(text);
  else draft.fact(type, text);
}
