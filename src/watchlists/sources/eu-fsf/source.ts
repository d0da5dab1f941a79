import type { ListEntry } from '../../../domain/list-entry.ts';
import { wholeList } from '../../formats/whole-list.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { csvEntries } from './csv.ts';
import { xmlEntries } from './xml.ts';

export const source: Source = {
  id: 'eu-fsf',
  name: 'EU Financial Sanctions Files (consolidated list)',
  authority: 'European Commission',
  category: 'sanctions',
  // The token is the one that the Commission prints in the public link of the file; it belongs to no account.
  address: 'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
  tokenParameter: 'token',
  page: 'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
  format: 'XML 1.1 (export/sanctionEntity), CSV 1.1, CSV 1.0',
  licence: 'Reuse under Commission Decision 2011/833/EU, with attribution',
  parse,
};

/** Reads the EU Financial Sanctions Files in any of their official formats. */
function parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  return wholeList(files, report, (file, form) =>
    form === 'xml' ? xmlEntries(file, report) : csvEntries(file, report),
  );
}
