import type { ListEntry } from '../../../domain/list-entry.ts';
import { beginning } from '../../formats/list-file.ts';
import { wholeList } from '../../formats/whole-list.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { entryOf } from './csl-entry.ts';
import { type CslRecord, cslRecords } from './records.ts';

const HEAD_LENGTH = 200;

export const source: Source = {
  id: 'us-csl',
  name: 'US Consolidated Screening List (without OFAC)',
  authority: 'US Department of Commerce, International Trade Administration',
  category: 'sanctions',
  address: 'https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv',
  otherAddresses: ['https://api.trade.gov/static/consolidated_screening_list/consolidated.csv'],
  page: 'https://www.trade.gov/consolidated-screening-list',
  format: 'CSV (consolidated.csv) or JSON (consolidated.json)',
  licence: 'Public domain (work of the US government)',
  optIn: true,
  parse: (files, report) => wholeList(files, report, parseFile, ['text']),
};

async function* parseFile(file: ListFile, _form: unknown, report: ParseReport): AsyncIterable<ListEntry> {
  const isJson = /^\s*[[{]/.test(await beginning(file, HEAD_LENGTH));
  const today = new Date().toISOString().slice(0, 10);
  for await (const record of cslRecords(file, isJson, report)) {
    if (!isOurs(record, today)) continue;
    const { where, id, name } = record;
    const entry = id === undefined ? undefined : entryOf(id, record);
    if (entry) yield entry;
    else report.skip(id ?? name ?? where, id ? 'it has no name' : 'it has no id', id ? 'name' : '_id');
  }
}

/**
 * Whether a record is a party that counts. OFAC's lists have sources of their own. The list keeps denial orders for
 * some time after they have run out.
 */
function isOurs({ source: list = '', name = '', endDate }: CslRecord, today: string): boolean {
  const isOfac = /Treasury Department/i.test(list);
  const isAddress = /^Address \d+/i.test(name);
  return !isOfac && !isAddress && (endDate === undefined || endDate >= today);
}
