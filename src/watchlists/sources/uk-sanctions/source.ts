import type { ListEntry } from '../../../domain/list-entry.ts';
import { wholeList } from '../../formats/whole-list.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { csvEntries } from './csv.ts';
import { xmlEntries } from './xml.ts';

export const source: Source = {
  id: 'uk-sanctions',
  name: 'UK Sanctions List',
  authority: 'Foreign, Commonwealth & Development Office',
  category: 'sanctions',
  address: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.xml',
  page: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
  format: 'XML (Designations), CSV',
  licence: 'Open Government Licence v3.0',
  parse,
};

/** Reads the UK Sanctions List in its official XML or CSV. */
function parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  return wholeList(files, report, (file, form) =>
    form === 'xml' ? xmlEntries(file, report) : csvEntries(file, report),
  );
}
