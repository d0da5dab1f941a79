import type { ListEntry } from '../../../domain/list-entry.ts';
import { wholeList } from '../../formats/whole-list.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { csvEntries } from './csv.ts';
import { xmlEntries } from './xml.ts';

/** Reads the EU Financial Sanctions Files in any of their official formats. */
export function parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  return wholeList(files, report, (file, form) =>
    form === 'xml' ? xmlEntries(file, report) : csvEntries(file, report),
  );
}
