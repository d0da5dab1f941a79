import { TouchstoneError } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../../json-object.ts';
import { isoDate, oneLine } from '../../entries/values.ts';
import { objectsOf, textAt, textsOf, wholeJson } from '../../formats/json.ts';
import { type TableRow, tableRows } from '../../formats/table.ts';
import type { ListFile, ParseReport } from '../../source.ts';

/** One record of the list, whichever file it comes from. */
export interface CslRecord {
  /** Where it stands in its file. */
  readonly where: string;
  readonly id: string | undefined;
  /** `Entity List (EL) - Bureau of Industry and Security`. */
  readonly source: string | undefined;
  readonly type: string | undefined;
  readonly name: string | undefined;
  readonly altNames: readonly string[];
  readonly programs: readonly string[];
  readonly title: string | undefined;
  readonly addresses: readonly string[];
  readonly birthDates: readonly string[];
  readonly birthPlaces: readonly string[];
  readonly nationalities: readonly string[];
  readonly ids: readonly CslNumber[];
  /** `YYYY-MM-DD`. */
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
  readonly url: string | undefined;
  readonly remarks: readonly string[];
}

interface CslNumber {
  readonly type: string;
  readonly number: string;
  readonly country: string | undefined;
}

/** Members that are kept as remarks, with what they are called there. */
const REMARKS = {
  remarks: '',
  federal_register_notice: 'Federal Register: ',
  license_requirement: 'Licence requirement: ',
  license_policy: 'Licence policy: ',
} as const;

/** Reads the records of either file. */
export function cslRecords(file: ListFile, isJson: boolean, report: ParseReport): AsyncIterable<CslRecord> {
  return isJson ? jsonRecords(file, report) : csvRecords(file);
}

async function* csvRecords(file: ListFile): AsyncIterable<CslRecord> {
  for await (const row of tableRows(file, { required: ['_id', 'source', 'name'] })) yield recordOfRow(row);
}

function recordOfRow(row: TableRow): CslRecord {
  const texts = (column: string) => severalIn(row.cell(column));
  return {
    where: `line ${row.line}`,
    id: row.cell('_id'),
    source: row.cell('source'),
    type: row.cell('type'),
    name: row.cell('name'),
    altNames: texts('alt_names'),
    programs: texts('programs'),
    title: row.cell('title'),
    addresses: texts('addresses'),
    birthDates: texts('dates_of_birth'),
    birthPlaces: texts('places_of_birth'),
    nationalities: [...texts('nationalities'), ...texts('citizenships')],
    ids: texts('ids').flatMap(numberIn),
    startDate: isoDate(row.cell('start_date')),
    endDate: isoDate(row.cell('end_date')),
    url: row.cell('source_information_url') ?? row.cell('source_list_url'),
    remarks: remarksOf((member) => row.cell(member)),
  };
}

async function* jsonRecords(file: ListFile, report: ParseReport): AsyncIterable<CslRecord> {
  const whole = await wholeJson(file);
  if (!isObject(whole) || !Array.isArray(whole.results)) {
    throw new TouchstoneError('list-unusable', `${file.name} is of another kind: it has no results.`);
  }
  const results = objectsOf(whole.results);
  if (typeof whole.total === 'number' && results.length < whole.total) {
    report.partial = `The file holds ${results.length} of ${whole.total} records.`;
  }
  for (const [place, object] of results.entries()) yield recordOfObject(object, place);
}

function recordOfObject(object: JsonObject, place: number): CslRecord {
  const text = (member: string) => textAt(object, member);
  const texts = (member: string) => textsOf(object[member]).flatMap(severalIn);
  return {
    where: `record ${place + 1}`,
    id: text('id'),
    source: text('source'),
    type: text('type'),
    name: text('name'),
    altNames: texts('alt_names'),
    programs: textsOf(object.programs),
    title: text('title'),
    addresses: objectsOf(object.addresses).flatMap(
      (address) => oneLine(...ADDRESS.map((member) => textAt(address, member))) ?? [],
    ),
    birthDates: texts('dates_of_birth'),
    birthPlaces: texts('places_of_birth'),
    nationalities: [...texts('nationalities'), ...texts('citizenships')],
    ids: objectsOf(object.ids).flatMap((one) => {
      const [type, number] = [textAt(one, 'type'), textAt(one, 'number')];
      return type && number ? [{ type, number, country: textAt(one, 'country') }] : [];
    }),
    startDate: isoDate(text('start_date')),
    endDate: isoDate(text('end_date')),
    url: text('source_information_url') ?? text('source_list_url'),
    remarks: remarksOf(text),
  };
}

const ADDRESS = ['address', 'city', 'state', 'postal_code', 'country'];

/** Several values of a cell. Commerce puts `and` before the last of its aliases, and before further addresses. */
function severalIn(text: string | undefined): string[] {
  return (text ?? '')
    .split(/;\s+(?:and\s+)?|;$/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** `Passport, AB123456, IR`; what has another form stands for itself. */
function numberIn(text: string): CslNumber[] {
  const [type, number, country] = text.split(',').map((part) => part.trim());
  return type && number ? [{ type, number, country }] : [];
}

function remarksOf(member: (name: string) => string | undefined): string[] {
  return Object.entries(REMARKS).flatMap(([name, label]) => {
    const text = member(name);
    return text ? [`${label}${text}`] : [];
  });
}
