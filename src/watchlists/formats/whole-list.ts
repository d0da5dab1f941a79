import type { ListEntry } from '../../domain/list-entry.ts';
import { TouchstoneError } from '../../errors.ts';
import type { ListFile, ParseReport } from '../source.ts';
import { beginning } from './list-file.ts';

/** Reads one file of a list, whose format `form` tells. */
export type FileParser = (file: ListFile, form: 'xml' | 'text', report: ParseReport) => AsyncIterable<ListEntry>;

/** The entries of all files. An id that stands there twice is skipped the second time; no entries at all is `list-unusable`. */
export async function* wholeList(
  files: readonly ListFile[],
  report: ParseReport,
  parseFile: FileParser,
): AsyncIterable<ListEntry> {
  const ids = new Set<string>();
  for (const file of files) {
    for await (const entry of parseFile(file, await formOf(file), report)) {
      if (ids.has(entry.id)) {
        report.skip(entry.id, `the list has this id already (${file.name})`);
        continue;
      }
      ids.add(entry.id);
      yield entry;
    }
  }
  if (ids.size > 0) return;
  throw new TouchstoneError('list-unusable', `${files.map((file) => file.name).join(', ')}: no entries in it.`);
}

/** XML or text, by the first characters. Spreadsheets, archives and other binary files are `list-unusable`. */
async function formOf(file: ListFile): Promise<'xml' | 'text'> {
  const start = (await beginning(file)).trimStart();
  if (start === '') throw new TouchstoneError('list-unusable', `${file.name} is empty.`);
  if (/^(PK\x03\x04|%PDF|\xd0\xcf)/.test(start) || start.includes('\0')) {
    throw new TouchstoneError(
      'list-unusable',
      `${file.name} is of another kind: a spreadsheet, an archive or another binary file.`,
    );
  }
  return start.startsWith('<') ? 'xml' : 'text';
}
