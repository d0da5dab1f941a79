import type { ListEntry } from '../../../domain/list-entry.ts';
import { say } from '../../../sentences.ts';
import { htmlRows } from '../../formats/html-tables.ts';
import { changedLayout } from '../../formats/layout.ts';
import { otherKind } from '../../formats/list-file.ts';
import { wholeList } from '../../formats/whole-list.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { type Cells, columnsIn, entryOf, isStruckOff, SUBJECT } from './decision.ts';

const PAGE = 'https://www.gov.pl/web/mswia/lista-osob-i-podmiotow-objetych-sankcjami';

export const source: Source = {
  id: 'pl-mswia',
  name: 'Poland MSWiA Sanctions List',
  authority: 'Ministerstwo Spraw Wewnętrznych i Administracji',
  category: 'sanctions',
  address: PAGE,
  page: PAGE,
  format: 'the web page of the list (HTML), with a table of persons and one of entities',
  licence: 'Terms of gov.pl, at the foot of the page',
  optIn: true,
  download: async (fetcher) => [await fetcher.page(fetcher.address, 'lista.html')],
  parse: (files, report) => wholeList(files, report, parseFile, ['xml']),
};

/** Each table under a header of the list is one of persons or of entities; other tables are passed over. */
async function* parseFile(file: ListFile, _form: unknown, report: ParseReport): AsyncIterable<ListEntry> {
  const today = new Date().toISOString().slice(0, 10);
  const ids = new Map<string, number>();
  let columns: ReturnType<typeof columnsIn>;
  let table = 0;
  let isKnown = false;
  for await (const { table: own, row, cells } of htmlRows(file)) {
    const header = columnsIn(cells);
    if (header) {
      if (header.lacks) throw changedLayout(file.name, say('list-file.column', { column: header.lacks }));
      [columns, table, isKnown] = [header, own, true];
      continue;
    }
    if (!columns || own !== table) continue;
    const cell: Cells = (column) => cells[columns!.places[column]!] || undefined;
    if (isStruckOff(cell, today)) continue;
    const entry = entryOf(columns.kind, cell, ids);
    if (entry) yield entry;
    else report.skip(`table ${own}, row ${row}`, 'it has no name', SUBJECT[columns.kind]);
  }
  if (!isKnown) throw otherKind(file, say('list-file.kind-no-column', { column: SUBJECT.person }));
}
