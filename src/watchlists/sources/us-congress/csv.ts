import type { ListEntry } from '../../../domain/list-entry.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { isoDate } from '../../entries/values.ts';
import { tableRows } from '../../formats/table.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { addNames } from './congress-names.ts';
import { positionsOf } from './terms-of-office.ts';

/**
 * Reads legislators-current.csv and legislators-historical.csv: one row a person, with the last office and no periods.
 */
export async function* parseCsv(file: ListFile, report: ParseReport): AsyncIterable<ListEntry> {
  for await (const { line, cell } of tableRows(file, { required: ['bioguide_id', 'last_name', 'first_name'] })) {
    const id = cell('bioguide_id');
    const draft = new EntryDraft(id ?? '', 'person');
    addNames(draft, {
      first: cell('first_name'),
      middle: cell('middle_name'),
      last: cell('last_name'),
      suffix: cell('suffix'),
      nickname: cell('nickname'),
      official: cell('full_name'),
    });
    const born = isoDate(cell('birthday'));
    if (born) draft.addBirthDate({ date: born });
    draft.gender = cell('gender');
    for (const position of positionsOf([{ type: cell('type'), state: cell('state') }])) draft.addPosition(position);
    draft.url = id && `https://bioguide.congress.gov/search/bio/${id}`;
    const entry = id ? draft.entry() : undefined;
    if (entry) yield entry;
    else
      report.skip(`${file.name}, line ${line}`, 'it has no bioguide id or no name', id ? 'last_name' : 'bioguide_id');
  }
}
