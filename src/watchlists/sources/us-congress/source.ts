import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { EntryCollection } from '../../entries/entry-collection.ts';
import { beginning } from '../../formats/list-file.ts';
import type { Fetcher, ListFile, ParseReport, Source } from '../../source.ts';
import { parseCsv } from './csv.ts';
import { parseJson } from './json.ts';

export const source: Source = {
  id: 'us-congress',
  name: 'US Congress and Executive (PEP)',
  authority: 'unitedstates/congress-legislators project',
  category: 'pep',
  address: 'https://unitedstates.github.io/congress-legislators/legislators-current.json',
  format: 'legislators-current and legislators-historical (JSON or CSV), executive.json',
  licence: 'CC0 1.0',
  download,
  parse,
};

/**
 * Reads the files of congress-legislators together. A person in several, such as a senator and president, is one entry.
 */
async function* parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  const entries = new EntryCollection();
  for (const file of files) {
    const start = (await beginning(file)).trimStart();
    const read = /^[[{]/.test(start) ? parseJson : parseCsv;
    for await (const entry of read(file, report)) entries.add(entry);
  }
  if (entries.size === 0) {
    throw new TouchstoneError('list-unusable', `${files.map((file) => file.name).join(', ')}: no persons in it.`);
  }
  yield* entries.values();
}

const FILES = ['legislators-current.json', 'legislators-historical.json', 'executive.json'];

/** The three files that are the whole list; those beside the first are looked for at the same place. */
async function download(fetcher: Fetcher): Promise<ListFile[]> {
  const files: ListFile[] = [];
  for (const name of FILES) {
    files.push(await fetcher.get(name === FILES[0] ? fetcher.address : new URL(name, fetcher.address).href, name));
  }
  return files;
}
