import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../../json-object.ts';
import { EntryCollection } from '../../entries/entry-collection.ts';
import { oneLine } from '../../entries/values.ts';
import { objectsOf, textAt, wholeJson } from '../../formats/json.ts';
import type { Fetcher, ListFile, ParseReport, Source } from '../../source.ts';
import { fromPath, isCountries, isFileOf, type Legislature, readCountries, storedName } from './countries.ts';
import { jsonFiles } from './files.ts';
import { positionsOf, readPerson, withPositions } from './person.ts';

export const source: Source = {
  id: 'everypolitician',
  name: 'EveryPolitician (PEP)',
  authority: 'mySociety, EveryPolitician project',
  category: 'pep',
  address: 'https://raw.githubusercontent.com/everypolitician/everypolitician-data/master/countries.json',
  format: 'ep-popolo-v1.0.json files, alone or in a tar, with or without countries.json',
  licence: "Open project; each legislature's own source keeps its terms",
  download,
  large: true,
  parse,
};

/**
 * Reads popolo files, alone or in a tar, with or without `countries.json`. Frees the files of one legislature before
 * the next.
 */
async function* parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  const legislatures = await findCountries(files);
  const missing = new Set(legislatures);
  const entries = new EntryCollection();
  for await (const file of jsonFiles(files)) {
    if (isCountries(file)) continue;
    const legislature = legislatures.find((candidate) => isFileOf(file, candidate));
    if (legislature) missing.delete(legislature);
    await readPopolo(file, legislature, entries, report);
  }
  if (entries.size === 0) throw new TouchstoneError('list-unusable', `${namesOf(files)}: no persons in it.`);
  describe(legislatures, missing, report);
  yield* entries.values();
}

async function findCountries(files: readonly ListFile[]): Promise<Legislature[]> {
  for await (const file of jsonFiles(files)) if (isCountries(file)) return readCountries(file);
  return [];
}

async function readPopolo(
  file: ListFile,
  legislature: Legislature | undefined,
  entries: EntryCollection,
  report: ParseReport,
): Promise<void> {
  const popolo = await wholeJson(file);
  if (!isObject(popolo) || !Array.isArray(popolo.persons) || popolo.persons.length === 0) {
    throw new TouchstoneError('list-unusable', `${file.name} is no popolo file with persons.`);
  }
  const place = legislature ?? fromPath(file.name);
  const name = place?.name ?? legislatureName(popolo);
  const positions = positionsOf(popolo, place?.country, name);
  for (const [index, person] of popolo.persons.entries()) {
    const draft = isObject(person) ? readPerson(person) : undefined;
    const entry = draft && withPositions(draft, positions.get(draft.id) ?? [], oneLine(name, place?.country));
    if (entry) entries.add(entry);
    else report.skip(`${file.name}, person ${index + 1}`, 'it has no id or no name', 'id or name');
  }
}

function legislatureName(popolo: JsonObject): string | undefined {
  const body = objectsOf(popolo.organizations).find((item) => textAt(item, 'classification') === 'legislature');
  return body && textAt(body, 'name');
}

function describe(legislatures: readonly Legislature[], missing: ReadonlySet<Legislature>, report: ParseReport): void {
  const changed = Math.max(0, ...legislatures.map((legislature) => legislature.changed));
  if (changed > 0) report.published = new Date(changed * 1000).toISOString();
  if (missing.size === 0) return;
  report.partial = `countries.json names ${legislatures.length} legislatures, and ${missing.size} of them are not in the files.`;
}

const namesOf = (files: readonly ListFile[]): string => files.map((file) => file.name).join(', ');

/** `countries.json` at the address, then the popolo file of every legislature that it names, relative to it. */
async function download(fetcher: Fetcher): Promise<ListFile[]> {
  const countries = await fetcher.get(fetcher.address, 'countries.json');
  const files = [countries];
  for (const { path } of await readCountries(countries)) {
    files.push(await fetcher.get(new URL(path, fetcher.address).href, storedName(path)));
  }
  return files;
}
