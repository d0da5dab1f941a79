import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { EntryCollection } from '../../entries/entry-collection.ts';
import { beginning } from '../../formats/list-file.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { parseCsv } from './csv.ts';
import { parseJson } from './json.ts';

/**
 * Reads the files of congress-legislators together. A person in several, such as a senator and president, is one entry.
 */
export async function* parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
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
