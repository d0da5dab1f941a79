import type { ListDate, ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { calendarDate, oneLine } from '../../entries/values.ts';
import type { ListFile, ParseReport, Source } from '../../source.ts';
import { download } from './download.ts';
import { readResults, type Solution } from './results.ts';

export const source: Source = {
  id: 'wikidata-pep',
  name: 'Wikidata (PEP)',
  authority: 'Wikidata',
  category: 'pep',
  address: 'https://query.wikidata.org/sparql',
  format: 'SPARQL results in JSON with a person column',
  licence: 'CC0 1.0',
  download,
  large: true,
  parse,
};

/** Reads SPARQL results that have a `person` column; the files of all queries together are the list. */
async function* parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry> {
  const drafts = new Map<string, EntryDraft>();
  for (const file of files) {
    const { variables, solutions } = await readResults(file);
    if (!variables.includes('person')) {
      throw new TouchstoneError('list-unusable', `${file.name} is of another kind: it has no column "person".`);
    }
    for (const [index, solution] of solutions.entries()) {
      const id = solution.item('person');
      if (!id) {
        report.skip(`${file.name}, result ${index + 1}`, 'its person is no Wikidata item', 'person');
        continue;
      }
      const draft = drafts.get(id) ?? new EntryDraft(id, 'person');
      drafts.set(id, draft);
      report.hold?.(drafts.size);
      addSolution(draft, solution);
    }
  }
  yield* entriesOf(drafts, files, report);
}

function* entriesOf(drafts: ReadonlyMap<string, EntryDraft>, files: readonly ListFile[], report: ParseReport) {
  let count = 0;
  for (const draft of drafts.values()) {
    const entry = draft.entry();
    if (entry) yield entry;
    else report.skip(draft.id, 'it has no name in the languages that are read', 'personLabel');
    if (entry) count++;
  }
  if (count > 0) return;
  throw new TouchstoneError('list-unusable', `${files.map((file) => file.name).join(', ')}: no persons in it.`);
}

function addSolution(draft: EntryDraft, solution: Solution): void {
  addName(draft, solution.text('name'), solution.language('name'), solution.text('kind') === 'alias');
  addName(draft, solution.text('personLabel'), solution.language('personLabel'), false);
  draft.addBirthDate(birthDate(solution.text('birth'), solution.text('precision')));
  draft.gender ??= solution.text('gender');
  draft.addNationality(solution.text('citizenship') ?? solution.text('citizenshipLabel'));
  const period = periodOf(dayOf(solution.text('start')), dayOf(solution.text('end')));
  const position = solution.text('positionLabel');
  if (position) draft.addPosition(oneLine(position, period));
  draft.addReference('wikidata', draft.id);
  draft.url = `https://www.wikidata.org/wiki/${draft.id}`;
}

/** The English label, or the one for all languages, is the main name. */
function addName(draft: EntryDraft, name: string | undefined, language: string | undefined, alias: boolean): void {
  // The label service answers with the id where an item has no label.
  if (!name || /^Q\d+$/.test(name)) return;
  const latin = /\p{Script=Latin}/u.test(name);
  const main = !alias && (language === 'en' || language === 'mul');
  const kind = main ? 'primary' : !latin ? 'original' : alias ? 'alias' : 'spelling';
  draft.addName(name, kind, { language: language === 'mul' ? undefined : language });
}

const DAY = 11;
const MONTH = 10;
const YEAR = 9;
const DECADE = 8;

/**
 * A time value at its precision, as Wikibase numbers it: 11 a day, 10 a month, 9 a year, 8 a decade. Undefined for
 * coarser ones.
 */
function birthDate(time: string | undefined, precision: string | undefined): ListDate | undefined {
  const [, year, month, day] = /^\+?(\d{4})-(\d\d)-(\d\d)/.exec(time ?? '') ?? [];
  const digits = precision === undefined ? DAY : Number(precision);
  if (!year) return undefined;
  if (digits === DECADE) return decadeOf(Number(year));
  const date =
    digits >= DAY ? calendarDate(year, month, day) : digits === MONTH ? calendarDate(year, month) : calendarDate(year);
  return date && digits >= YEAR ? { date } : undefined;
}

function decadeOf(year: number): ListDate | undefined {
  const start = calendarDate(String(year - (year % 10)));
  return start ? { date: start, to: String(Number(start) + 9) } : undefined;
}

const dayOf = (time: string | undefined): string | undefined => /^\d{4}-\d\d-\d\d/.exec(time ?? '')?.[0];

function periodOf(start: string | undefined, end: string | undefined): string | undefined {
  if (start && end) return `${start} to ${end}`;
  return start ? `since ${start}` : end && `until ${end}`;
}
