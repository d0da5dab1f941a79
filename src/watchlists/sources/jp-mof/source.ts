import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { beginning, textChunks } from '../../formats/list-file.ts';
import { tableRows } from '../../formats/table.ts';
import { wholeList } from '../../formats/whole-list.ts';
import type { Fetcher, ListFile, ParseReport, Source } from '../../source.ts';
import { COLUMNS, entryOf } from './frozen-party.ts';

const PAGE = 'https://www.mof.go.jp/policy/international_policy/gaitame_kawase/gaitame/economic_sanctions/list.html';
/** The file's name has the day of its publication: `./shisantouketsu20260828.csv`. */
const LINK = /\bhref\s*=\s*["']([^"']*shisantouketsu(20\d{6})\.csv)["']/gi;

export const source: Source = {
  id: 'jp-mof',
  name: 'Japan MOF List of Asset Freezes',
  authority: 'Ministry of Finance, Japan',
  category: 'sanctions',
  address: PAGE,
  page: PAGE,
  format: 'CSV of 32 columns with Japanese titles (shisantouketsuYYYYMMDD.csv)',
  licence: 'Terms of the Japanese government’s public data: free reuse, with attribution',
  optIn: true,
  download,
  parse: (files, report) => wholeList(files, report, parseFile, ['text']),
};

/** The newest file that the page leads to; a mirror may give the file itself. */
export async function download(fetcher: Fetcher): Promise<ListFile[]> {
  const page = await fetcher.page(fetcher.address, 'shisantouketsu.csv');
  if (!/^\s*</.test(await beginning(page))) return [page];
  const text = (await Array.fromAsync(textChunks(page))).join('');
  const links = [...text.matchAll(LINK)].map(([, address, day]) => ({ address: address!, day: day! }));
  const newest = links.sort((a, b) => b.day.localeCompare(a.day))[0];
  if (!newest) {
    throw new TouchstoneError('list-download', `${source.name}, ${fetcher.address}: the page leads to no CSV file.`);
  }
  const address = new URL(newest.address, fetcher.address);
  return [await fetcher.get(address.href, address.pathname.split('/').at(-1)!)];
}

async function* parseFile(file: ListFile, _form: unknown, report: ParseReport): AsyncIterable<ListEntry> {
  for await (const row of tableRows(file, {
    required: [COLUMNS.id, COLUMNS.type, COLUMNS.japanese, COLUMNS.english],
  })) {
    const id = row.cell(COLUMNS.id);
    const entry = id === undefined ? undefined : entryOf(id, (column) => row.cell(column));
    if (entry) yield entry;
    else if (id) report.skip(id, 'it has no name', COLUMNS.english);
    else report.skip(`line ${row.line}`, 'it has no number', COLUMNS.id);
  }
}
