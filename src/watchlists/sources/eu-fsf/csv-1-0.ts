import { isoDate, oneLine } from '../../entries/values.ts';
import type { TableRow } from '../../formats/table.ts';
import type { EuDraft } from './eu-entry.ts';
import { addDocument, addRemark } from './eu-entry.ts';

/** Adds one row of CSV 1.0: groups of columns for names (Naal), addresses, births, documents and citizenships. */
export function addRow10({ draft, names }: EuDraft, { cell }: TableRow): void {
  draft.addProgramme(cell('Programme'));
  const regulation = cell('Leba_numtitle');
  draft.addRemark(regulation && oneLine(`Regulation ${regulation}`, cell('Leba_publication_date')));
  draft.url ??= cell('Leba_url');
  for (const line of lines(cell('Entity_remark'))) addRemark(draft, line.replace(/^\((.*)\)$/, '$1'));
  names.push({
    whole: cell('Naal_wholename'),
    first: cell('Naal_firstname'),
    middle: cell('Naal_middlename'),
    last: cell('Naal_lastname'),
    language: cell('Naal_language'),
    title: cell('Naal_title'),
    strong: true,
  });
  draft.gender ??= cell('Naal_gender');
  draft.addPosition(cell('Naal_function'));
  draft.addAddress(
    oneLine(cell('Addr_number'), cell('Addr_street'), cell('Addr_zipcode'), cell('Addr_city'), cell('Addr_country')),
  );
  for (const line of lines(cell('Addr_other'))) draft.addRemark(line);
  const born = isoDate(cell('Birt_date'));
  if (born) draft.addBirthDate({ date: born });
  draft.addBirthPlace(oneLine(cell('Birt_place'), cell('Birt_country')));
  draft.addNationality(cell('Citi_country'));
  addIdentification(draft, cell);
}

/** The version writes line ends inside a cell as a backslash and an n. */
const lines = (text: string | undefined): string[] => text?.split('\\n') ?? [];

/** One cell holds number, type and remark: `AB123456 (passport-National passport) ((expired))`. */
function addIdentification(draft: EuDraft['draft'], cell: TableRow['cell']): void {
  const text = cell('Iden_number');
  if (!text) return;
  const match = /^(.*?)\s*\((\w+)-([^()]*)\)\s*(.*)$/.exec(text);
  addDocument(draft, {
    number: match?.[1] || text,
    latinNumber: undefined,
    typeCode: match?.[2],
    type: match?.[3],
    country: cell('Iden_country'),
    flags: [],
    remark: match?.[4]?.replace(/^\(+(.*?)\)+$/, '$1'),
  });
}
