import type { ListEntry } from '../../domain/list-entry.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { ListFile, ParseReport } from '../source.ts';
import { beginning, otherKind } from './list-file.ts';

/** What a file is by its first characters. */
export type Form = 'xml' | 'text' | 'xlsx';

/** Reads one file of a list, whose format `form` tells. */
export type FileParser = (file: ListFile, form: Form, report: ParseReport) => AsyncIterable<ListEntry>;

/**
 * Yields the entries of all files, which may have the forms in `accepts`. An id that stands there twice is skipped the
 * second time. A file of another form, or no entries at all, is `list-unusable`.
 */
export async function* wholeList(
  files: readonly ListFile[],
  report: ParseReport,
  parseFile: FileParser,
  accepts: readonly Form[] = ['xml', 'text'],
): AsyncIterable<ListEntry> {
  const ids = new Set<string>();
  for (const file of files) {
    for await (const entry of parseFile(file, await formOf(file, accepts), report)) {
      if (ids.has(entry.id)) {
        report.skip(entry.id, `the list has this id already (${file.name})`);
        continue;
      }
      ids.add(entry.id);
      yield entry;
    }
  }
  if (ids.size > 0) return;
  throw new TouchstoneError(
    'list-unusable',
    say('list-file.no-entries', { files: files.map((file) => file.name).join(', ') }),
  );
}

/** Archives count as workbooks here; their reader looks further. Other binary files are `list-unusable`. */
async function formOf(file: ListFile, accepts: readonly Form[]): Promise<Form> {
  const start = (await beginning(file)).trimStart();
  if (start === '') throw new TouchstoneError('list-unusable', say('list-file.empty', { file: file.name }));
  const form = formOfText(start);
  if (form && accepts.includes(form)) return form;
  throw otherKind(file, say(accepts.includes('xlsx') ? 'list-file.kind-no-workbook' : 'list-file.kind-binary'));
}

function formOfText(start: string): Form | undefined {
  if (start.startsWith('PK\x03\x04')) return 'xlsx';
  if (/^(%PDF|\xd0\xcf)/.test(start) || start.includes('\0')) return undefined;
  return start.startsWith('<') ? 'xml' : 'text';
}
