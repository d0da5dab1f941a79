import type { ListDate, ListEntry, NameKind } from '../../../domain/list-entry.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { calendarDate, isoDate, tidy } from '../../entries/values.ts';

/** Titles of the first column, by what the table is of. */
export const SUBJECT = { person: 'Nazwisko i imię', organization: 'Nazwa podmiotu' } as const;
type Kind = keyof typeof SUBJECT;

/** What the title of each column begins with. */
const TITLES = {
  name: /^nazw/i,
  details: /^dane identyfikacyjne|^dane/i,
  reason: /^uzasadnienie/i,
  measures: /^zastosowane|^środki/i,
  listed: /^data umieszczenia/i,
  struck: /^data wykreślenia/i,
} as const;
type Column = keyof typeof TITLES;
/** Without these nobody could tell who is on the list. */
const NEEDED: readonly (readonly [column: Column, title: string])[] = [
  ['details', 'Dane identyfikacyjne'],
  ['struck', 'Data wykreślenia z listy'],
];

export type Cells = (column: Column) => string | undefined;

interface Columns {
  readonly kind: Kind;
  readonly places: Readonly<Partial<Record<Column, number>>>;
  /** Title of a column that the header lacks. */
  readonly lacks: string | undefined;
}

const PROGRAMME = 'Ustawa z dnia 13 kwietnia 2022 r. (Dz.U. 2022 poz. 835)';
const MONTHS =
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'.split(' ');
const DATE = new RegExp(`(?<!\\d)(\\d{1,2})[. ]\\s*(\\d{1,2}|${MONTHS.join('|')})[. ]\\s*(\\d{4})(?!\\d)`, 'i');
const BORN = new RegExp(`\\bur(?:odz\\p{L}*|\\.)\\s*(?:w\\s+)?(?:(${DATE.source})|(\\d{4}))`, 'iu');
const NUMBERS = /\b(PESEL|NIP|KRS|REGON|BIN|INN|OGRN)\b[\s:–-]*(?:nr[\s:]*)?(\d[\d -]{6,16}\d)/gi;
const SEAT = /\b(?:siedziba|adres)\b[\s:]*([^;]+?)(?=,?\s*\b(?:nr|NIP|KRS|REGON|PESEL|numer)\b|;|$)/i;
/** What a name in brackets is. Anything else there is another name. */
const FORMER = /^(?:poprzednio|dawniej|uprzednio|wcześniej)\b[^:]*:?\s*/i;
const OTHERWISE =
  /^(?:obecnie|inaczej|lub|także|również|znan[aye]\s+(?:także |również )?jako|nazwa\s+\p{L}+|w\s+(?:języku|brzmieniu|wersji)\s+\p{L}+|alias|vel)\s*:?\s*/iu;
const STATE = /\s*\bw\s+(?:likwidacji|upadłości|restrukturyzacji)\b\s*/i;

/** The columns of a header row of the list; undefined for another row. */
export function columnsIn(cells: readonly string[]): Columns | undefined {
  const places: Partial<Record<Column, number>> = {};
  for (const [place, cell] of cells.entries()) {
    for (const column of Object.keys(TITLES) as Column[]) if (TITLES[column].test(cell)) places[column] ??= place;
  }
  if (places.name !== 0 || places.listed === undefined) return undefined;
  const kind = /^nazwisko/i.test(cells[0]!) ? 'person' : 'organization';
  return { kind, places, lacks: NEEDED.find(([column]) => places[column] === undefined)?.[1] };
}

/** A row that has left the list keeps its place, with the day. Words that are no day are no reason to leave one out. */
export function isStruckOff(cell: Cells, today: string): boolean {
  const day = dayIn(cell('struck'));
  return day !== undefined && day <= today;
}

/** The entry of a row; undefined where it has no name. `ids`: those that were given, and how often. */
export function entryOf(kind: Kind, cell: Cells, ids: Map<string, number>): ListEntry | undefined {
  const { main, others } = namesIn(cell('name') ?? '');
  const listed = dayIn(cell('listed'));
  const id = numbered([slugOf(main), listed].filter(Boolean).join('-'), ids);
  const draft = new EntryDraft(id, kind);
  for (const [place, name] of main.split(/\s+lub\s+/).entries())
    addName(draft, name, place === 0 ? 'primary' : 'alias');
  for (const { name, kind: otherKind } of others) addName(draft, name, otherKind);
  addDetails(draft, cell('details'));
  draft.addProgramme(PROGRAMME);
  draft.listedOn = listed;
  draft.addRemark(cell('measures'));
  draft.addRemark(cell('reason'));
  const struck = cell('struck');
  draft.addRemark(struck && /\p{L}|\d/u.test(struck) ? `Data wykreślenia z listy: ${struck}` : undefined);
  return draft.entry();
}

/** The name, and those in brackets behind it. */
function namesIn(text: string): { main: string; others: { name: string; kind: NameKind }[] } {
  const others: { name: string; kind: NameKind }[] = [];
  const main = text.replace(/\(([^()]*)\)?/g, (_, inside: string) => {
    for (const part of inside.split(/;|\s+lub\s+/)) {
      const isFormer = FORMER.test(part.trim());
      const name = part.trim().replace(FORMER, '').replace(OTHERWISE, '');
      if (name) others.push({ name, kind: isFormer ? 'former' : 'alias' });
    }
    return ' ';
  });
  return { main: tidy(main) ?? '', others };
}

/** `ILMATOK Zorvan Petrovich` has the family name first, in capitals. */
function addName(draft: EntryDraft, text: string, kind: NameKind): void {
  const plain = tidy(text.replace(/["„”“«»]/g, '').replace(/,\s*$/, ''));
  const [, family, given] = /^((?:[\p{Lu}'’-]{2,}\s)+)(\p{Lu}?[\p{Ll}'’-].*)$/u.exec(plain ?? '') ?? [];
  if (draft.kind === 'person' && family && given) {
    const parts = { family: family.trim(), given };
    draft.addName(`${given} ${parts.family}`, kind, { parts });
    return;
  }
  const state = STATE.exec(plain ?? '')?.[0];
  draft.addRemark(state);
  draft.addName(tidy(plain?.replace(STATE, ' ')), kind);
}

function addDetails(draft: EntryDraft, text: string | undefined): void {
  if (!text) return;
  draft.addBirthDate(birthIn(text));
  for (const [, type, number] of text.matchAll(NUMBERS))
    draft.addDocument(type!.toUpperCase(), number!.replace(/[ -]/g, ''));
  draft.addAddress(SEAT.exec(text)?.[1]);
  draft.addRemark(text);
}

/** `urodzony 1 stycznia 1970 r.`, `ur. 02.03.1971`, `urodzona w 1970 r.`, or a date alone. */
function birthIn(text: string): ListDate | undefined {
  const born = BORN.exec(text);
  const date = born ? (dayIn(born[1]) ?? calendarDate(born.at(-1))) : onlyDate(text);
  return date ? { date } : undefined;
}

const onlyDate = (text: string) => (text.replace(DATE, '').replace(/[\s.r]/g, '') === '' ? dayIn(text) : undefined);

/** `25.04.2022`, `25 kwietnia 2022 r.` or `2022-04-25`. */
function dayIn(text: string | undefined): string | undefined {
  const [, day, month, year] = DATE.exec(text ?? '') ?? [];
  const number = month && /\d/.test(month) ? month : String(MONTHS.indexOf(month?.toLowerCase() ?? '') + 1);
  const date = year ? calendarDate(year, number, day) : isoDate(text);
  return date?.length === 10 ? date : undefined;
}

/** The list gives no numbers: an entry is known by its name and the day of its listing. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'L');
  return plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120);
}

function numbered(id: string, ids: Map<string, number>): string {
  const count = (ids.get(id) ?? 0) + 1;
  ids.set(id, count);
  return count === 1 ? id : `${id}-${count}`;
}
