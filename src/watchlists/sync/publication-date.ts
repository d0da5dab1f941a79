import { TouchstoneError } from '../../errors.ts';
import { isoDate } from '../entries/values.ts';
import type { StoredFile } from '../store/list-store.ts';
import type { ParsedList } from './list-parser.ts';

/** A whole date in a name: `sdn-20240503.csv`, `20260223-FULL-1_1.xml`, `UK_Sanctions_List_2026-08-22.xml`. */
const DATE_IN_NAME = /(?<!\d)(20\d{2})([-_.]?)(\d{2})\2(\d{2})(?!\d)/g;

type Origin = Pick<StoredFile, 'name' | 'lastModified'>;

/**
 * The list with its publication date. The date in the list counts first, then the operator's, then the server's or that
 * in the names of its files.
 * Of several files the oldest counts, and one of unknown age leaves the date unknown. The day of an import says nothing
 * about a list's age.
 */
export function dated(list: ParsedList, files: readonly Origin[], now: Date, given?: string): ParsedList {
  const published = usable(list.published, now) ?? given ?? oldest(files.map((file) => dateOf(file, now)));
  return { ...list, published };
}

/** The day of `--published`. Throws `validation` for what is no day of the calendar, or one to come. */
export function publicationDay(text: string, now: Date): string {
  const day = isoDate(text);
  if (day?.length === 10 && day === text.trim() && !isToCome(day, now)) return day;
  throw new TouchstoneError(
    'validation',
    `--published must be a day that is not to come, such as 2026-01-31, not "${text}".`,
  );
}

/** What is no date, or a day to come, tells nothing. */
function usable(stated: string | undefined, now: Date): string | undefined {
  if (stated === undefined || Number.isNaN(Date.parse(stated)) || isToCome(stated, now)) return undefined;
  return stated;
}

function dateOf({ name, lastModified }: Origin, now: Date): string | undefined {
  const stated = lastModified === undefined ? Number.NaN : Date.parse(lastModified);
  if (!Number.isNaN(stated)) return new Date(Math.min(stated, now.getTime())).toISOString();
  const days = [...name.matchAll(DATE_IN_NAME)].flatMap(([, year, , month, day]) => {
    const date = isoDate(`${year}-${month}-${day}`);
    return date?.length === 10 && !isToCome(date, now) ? [date] : [];
  });
  // Two dates in one name may be those of a period.
  return days.length === 1 ? days[0] : undefined;
}

function oldest(dates: readonly (string | undefined)[]): string | undefined {
  const known = dates.filter((date) => date !== undefined);
  if (known.length === 0 || known.length < dates.length) return undefined;
  return known.reduce((first, date) => (Date.parse(date) < Date.parse(first) ? date : first));
}

/** A day that has begun anywhere on Earth is not to come. */
const isToCome = (day: string, now: Date): boolean => Date.parse(day) > now.getTime() + 14 * 3_600_000;
