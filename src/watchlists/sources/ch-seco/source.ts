import type { ListEntry } from '../../../domain/list-entry.ts';
import { isoDate, unReference } from '../../entries/values.ts';
import { wholeList } from '../../formats/whole-list.ts';
import { all, first, textOf, type XmlElement, xmlRecords } from '../../formats/xml.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { type Places, placeOf, targetEntry } from './target.ts';

export const source: Source = {
  id: 'ch-seco',
  name: 'Switzerland SECO Sanctions List',
  authority: 'State Secretariat for Economic Affairs (SECO)',
  category: 'sanctions',
  address:
    'https://www.sesam.search.admin.ch/sesam-search-web/pages/downloadXmlGesamtliste.xhtml?lang=en&action=downloadXmlGesamtlisteAction',
  page: 'https://www.seco.admin.ch/seco/en/home/Aussenwirtschaftspolitik_Wirtschaftliche_Zusammenarbeit/Wirtschaftsbeziehungen/exportkontrollen-und-sanktionen/sanktionen-embargos.html',
  format: 'XML (swiss-sanctions-list, the whole list)',
  licence: 'Swiss federal administration: free reuse',
  optIn: true,
  parse: (files, report) => wholeList(files, report, parseFile, ['xml']),
};

const ROOT = 'swiss-sanctions-list';

async function* parseFile(file: ListFile, _form: unknown, report: ParseReport): AsyncIterable<ListEntry> {
  const { programmes, places } = await tablesOf(file, report);
  const shape = { roots: [ROOT], records: ['target'], needed: ['identity', 'name-part', 'modification'] };
  for await (const target of xmlRecords(file, shape)) {
    const id = target.attributes.ssid;
    if (!id) {
      report.skip('a target', 'it has no ssid', 'ssid');
      continue;
    }
    if (isDelisted(target)) continue;
    const entry = targetEntry(id, target, places);
    if (entry) yield withListing(entry, target, programmes);
    else report.skip(id, 'it has no name', 'name-part');
  }
}

/** What targets refer to. Where in the file it stands is not fixed, so that it is read before. */
async function tablesOf(file: ListFile, report: ParseReport) {
  const programmes = new Map<string, string>();
  const places: Places = new Map();
  const header = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name !== ROOT) return;
    const published = isoDate(attributes.date);
    if (published) report.published = published;
    const type = attributes['list-type'];
    if (type !== undefined && type !== 'whole-list') {
      report.partial = `The file says that it is a "${type}", not the whole list.`;
    }
  };
  const records = ['sanctions-program', 'place', 'target'];
  for await (const element of xmlRecords(file, { roots: [ROOT], records, header })) {
    if (element.name === 'place') places.set(element.attributes.ssid ?? '', placeOf(element) ?? '');
    if (element.name !== 'sanctions-program') continue;
    const name = inEnglish(element, 'program-name') ?? inEnglish(element, 'program-key');
    for (const set of all(element, 'sanctions-set')) if (name) programmes.set(set.attributes.ssid ?? '', name);
  }
  return { programmes, places };
}

function inEnglish(element: XmlElement, member: string): string | undefined {
  const names = all(element, member);
  return (names.find(({ attributes }) => attributes.lang === 'eng') ?? names[0])?.text || undefined;
}

/**
 * Whether the target was struck off: its latest modification decides. The file writes them from the newest to the
 * oldest, though not always, so that the date counts before the order.
 */
function isDelisted(target: XmlElement): boolean {
  const latest = modificationsOf(target).reduce<XmlElement | undefined>(
    (best, one) => (best && dayOf(best) >= dayOf(one) ? best : one),
    undefined,
  );
  return latest?.attributes['modification-type'] === 'de-listed';
}

function modificationsOf(target: XmlElement): XmlElement[] {
  const holders = [target, ...target.children.filter(({ key }) => key !== 'modification')];
  return holders.flatMap((holder) => all(holder, 'modification'));
}

/** The day from which a modification holds; a text that sorts before every day where it states none. */
function dayOf({ attributes }: XmlElement): string {
  return attributes['effective-date'] ?? attributes['enactment-date'] ?? attributes['publication-date'] ?? '';
}

function withListing(entry: ListEntry, target: XmlElement, programmes: ReadonlyMap<string, string>): ListEntry {
  const sets = all(target, 'sanctions-set-id').map(({ text }) => text);
  const names = [target.attributes['sanctions-set-id'] ?? '', ...sets].flatMap((id) => programmes.get(id) ?? []);
  const listed = modificationsOf(target)
    .filter(({ attributes }) => attributes['modification-type'] === 'listed')
    .map(dayOf)
    .filter((day) => isoDate(day)?.length === 10)
    .sort()[0];
  const found = first(target, 'foreign-identifier') ? textOf(target, 'foreign-identifier') : undefined;
  return {
    ...entry,
    ...(names.length > 0 && { programmes: [...new Set(names)] }),
    ...(listed !== undefined && { listedOn: listed }),
    ...(found !== undefined && referenceOf(found, entry)),
  };
}

/** The UN's own number of an entry joins it to the UN's list; any other number is a remark. */
function referenceOf(text: string, { references = [], remarks }: ListEntry): Partial<ListEntry> {
  const id = unReference(text);
  if (id) return { references: [...references, { to: 'un-sc', id }] };
  return { remarks: [remarks, `Foreign identifier: ${text}`].filter(Boolean).join('\n') };
}
