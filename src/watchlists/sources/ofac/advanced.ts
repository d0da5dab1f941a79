import type { EntryKind, ListEntry } from '../../../domain/list-entry.ts';
import { changedLayout } from '../../formats/layout.ts';
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

/** What the file has told so far. */
interface Contents extends Context {
  values: ReferenceValues;
  readonly locations: Map<string, readonly string[]>;
  readonly documents: Map<string, XmlElement[]>;
  readonly drafts: Map<string, OfacDraft>;
  readonly sanctions: Map<string, Sanction>;
}

/**
 * Reads SDN_ADVANCED.XML and CONS_ADVANCED.XML (Advanced Sanctions Data). Programmes and listing dates follow the
 * parties in the file, so no entry is complete before its end. Leaves out a party that is only on another list.
 */
export async function* parseAdvanced(file: ListFile, report: ParseReport, list: OfacList): AsyncIterable<ListEntry> {
  const contents: Contents = {
    locations: new Map(),
    documents: new Map(),
    drafts: new Map(),
    sanctions: new Map(),
    values: { of: () => undefined, attribute: () => undefined },
  };
  let valuesCame = false;
  for await (const record of xmlRecords(file, { roots: ['Sanctions'], records: RECORDS, needed: NEEDED })) {
    valuesCame ||= record.name === 'ReferenceValueSets';
    // Values that came later would leave every name before them without its parts.
    if (record.name === 'DistinctParty' && !valuesCame) throw changedLayout(file.name, VALUES_FIRST);
    addRecord(contents, record, report);
  }
  const { drafts, sanctions } = contents;
  for (const [id, draft] of drafts) {
    // A party that is passed on is not needed here any more, and its memory is.
    drafts.delete(id);
    const sanction = sanctions.get(id);
    if (sanction && !sanction.lists.has(list)) continue;
    const entry = sanctioned(draft, sanction).entry();
    if (entry) yield entry;
    else report.skip(`DistinctParty ${id}`, 'it has no name', 'DocumentedName');
  }
}

function addRecord(contents: Contents, record: XmlElement, report: ParseReport): void {
  const { values } = contents;
  switch (record.name) {
    case 'DateOfIssue': {
      const day = elementDay(record);
      if (day) report.published = day;
      break;
    }
    case 'ReferenceValueSets':
      contents.values = readReferenceValues(record);
      break;
    case 'Location':
      contents.locations.set(record.attributes.id ?? '', readLocation(record, values));
      break;
    case 'IDRegDocument':
      push(contents.documents, record.attributes.identityid ?? '', record);
      break;
    case 'SanctionsEntry':
      addSanction(contents.sanctions, record, values);
      break;
    default: {
      const draft = readParty(record, contents);
      if (draft) {
        contents.drafts.set(draft.id, draft);
        report.hold?.(contents.drafts.size);
      } else
        report.skip(
          `DistinctParty ${record.attributes.fixedref ?? 'unknown'}`,
          'it has no id or no profile',
          'Profile',
        );
    }
  }
}

function sanctioned(draft: OfacDraft, sanction: Sanction | undefined): OfacDraft {
  for (const programme of sanction?.programmes ?? []) draft.addProgramme(programme);
  for (const day of sanction?.listed ?? []) draft.listed(day);
  return draft;
}

const RECORDS = ['DateOfIssue', 'ReferenceValueSets', 'Location', 'IDRegDocument', 'DistinctParty', 'SanctionsEntry'];

const VALUES_FIRST = 'ReferenceValueSets before the first DistinctParty';
const NEEDED = ['ReferenceValueSets', 'DistinctParty', 'Profile', 'Alias', 'DocumentedName', 'NamePartValue'];

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

function addSanction(sanctions: Map<string, Sanction>, record: XmlElement, values: ReferenceValues): void {
  const { profileid: profile = '', listid: listId } = record.attributes;
  const sanction: Sanction = sanctions.get(profile) ?? { lists: new Set(), programmes: new Set(), listed: [] };
  sanctions.set(profile, sanction);
  const list = values.of('List', listId);
  if (list) sanction.lists.add(list);
  for (const measure of all(record, 'SanctionsMeasure')) {
    const programme = textOf(measure, 'Comment');
    if (programme && values.of('SanctionsType', measure.attributes.sanctionstypeid) === 'Program') {
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
  const id = profile?.attributes.id ?? party.attributes.fixedref;
  if (!profile || !id) return undefined;
  const draft = new OfacDraft(id, partyKind(profile, context.values));
  draft.remark(textOf(party, 'Comment'));
  for (const identity of all(profile, 'Identity')) {
    addNames(draft, identity, context.values);
    for (const document of context.documents.get(identity.attributes.id ?? '') ?? []) {
      addDocument(draft, document, context.values);
    }
  }
  for (const feature of all(profile, 'Feature')) addFeature(draft, feature, context);
  return draft;
}

function partyKind(profile: XmlElement, values: ReferenceValues): EntryKind {
  const subType = profile.attributes.partysubtypeid;
  const named = entryKind(values.of('PartySubType', subType));
  if (named !== 'organization') return named;
  return entryKind(values.of('PartyType', values.attribute('PartySubType', subType, 'PartyTypeID')));
}

function addNames(draft: OfacDraft, identity: XmlElement, values: ReferenceValues): void {
  const partTypes = new Map<string, string>();
  for (const master of all(first(identity, 'NamePartGroups'), 'MasterNamePartGroup')) {
    for (const { attributes } of all(master, 'NamePartGroup')) {
      partTypes.set(attributes.id ?? '', values.of('NamePartType', attributes.nameparttypeid) ?? '');
    }
  }
  const aliases = all(identity, 'Alias');
  for (const alias of [...aliases.filter(isPrimary), ...aliases.filter((alias) => !isPrimary(alias))]) {
    const weak = alias.attributes.lowquality === 'true' ? ({ weak: true } as const) : {};
    const kind = isPrimary(alias) ? 'primary' : aliasKind(values.of('AliasType', alias.attributes.aliastypeid));
    for (const name of all(alias, 'DocumentedName'))
      addDocumentedName(draft, name, partTypes, values, { kind, ...weak });
  }
}

const isPrimary = ({ attributes }: XmlElement): boolean => attributes.primary === 'true';

function addDocumentedName(
  draft: OfacDraft,
  name: XmlElement,
  partTypes: ReadonlyMap<string, string>,
  values: ReferenceValues,
  filing: Filing,
): void {
  const scripts = new Map<string, TypedPart[]>();
  for (const part of all(name, 'DocumentedNamePart').flatMap((part) => all(part, 'NamePartValue'))) {
    const script = values.of('Script', part.attributes.scriptid) ?? 'Latin';
    push(scripts, script, { type: partTypes.get(part.attributes.namepartgroupid ?? '') ?? '', value: part.text });
  }
  for (const [script, parts] of scripts) addTypedName(draft, parts, script, filing);
}

function addDocument(draft: OfacDraft, document: XmlElement, values: ReferenceValues): void {
  const number = textOf(document, 'IDRegistrationNo');
  const type = values.of('IDRegDocType', document.attributes.idregdoctypeid) ?? 'ID';
  if (number) draft.number(type, number, values.of('Country', document.attributes['issuedby-countryid']));
}

function addFeature(draft: OfacDraft, feature: XmlElement, { values, locations }: Context): void {
  const type = values.of('FeatureType', feature.attributes.featuretypeid) ?? '';
  for (const version of all(feature, 'FeatureVersion')) {
    const comment = textOf(version, 'Comment');
    const period = first(version, 'DatePeriod');
    const places = all(version, 'VersionLocation').map(
      ({ attributes }) => locations.get(attributes.locationid ?? '') ?? [],
    );
    if (type === 'Birthdate') draft.birthDate(periodDate(period), comment ?? '');
    else if (type === 'Location') for (const place of places) draft.address(place);
    else {
      const texts = [...detailsOf(version, values), ...places.map((place) => place.join(', '))];
      addTexts(draft, type, [...texts, period && periodDate(period)?.date]);
      if (comment) draft.remark(comment);
    }
  }
}

function detailsOf(version: XmlElement, values: ReferenceValues): (string | undefined)[] {
  return all(version, 'VersionDetail').map(
    ({ text, attributes }) => text || values.of('DetailReference', attributes.detailreferenceid),
  );
}

function addTexts(draft: OfacDraft, type: string, texts: readonly (string | undefined)[]): void {
  for (const text of texts.filter((item) => item !== undefined && item !== '')) {
    if (/^title$/i.test(type)) draft.positions(text!);
    else draft.fact(type, text!);
  }
}
