const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
/** ISO 8601 has an extended format (1984-01-08T10:15) and a basic one (19840108T1015); a text is in one of them. */
const FORMATS = [
  {
    day: /^(\d{4})-(\d{2})-(\d{2})/,
    time: /^T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|[+-](\d{2})(?::?(\d{2}))?)?$/,
  },
  {
    day: /^(\d{4})(\d{2})(\d{2})/,
    time: /^T(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|[+-](\d{2})(?:(\d{2}))?)?$/,
  },
] as const;
/** A year, or a year and a month: ISO 8601 has no basic format for these (ISO 8601-1:2019 §5.2.2.2). */
const REDUCED = /^\d{4}(?:-(\d{2}))?$/;

/** A birth date as a request gives it. */
export interface DateOfBirth {
  /** As the record gives it back: a bare day with `T00:00:00Z`; a date-time, a month and a year as they came. */
  readonly echo: string;
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`: the day as written, never converted to another time zone. */
  readonly day: string;
}

/**
 * Reads an ISO 8601 calendar date or date-time in the extended or the basic format (ISO 8601-1:2019 §5.2.2.1, §5.3,
 * §5.4), with or without offset. A year or a month may stand alone (§5.2.2.2). Undefined for anything else, and for
 * days and times that do not exist. `24:00:00` is the end of the day that is written (ISO 8601:2004 §4.2.3); a leap
 * second is taken at minute 59 (§4.2.1).
 */
export function readDateOfBirth(text: string): DateOfBirth | undefined {
  const reduced = REDUCED.exec(text);
  if (reduced) return MONTH_DAYS[Number(reduced[1] ?? 1) - 1] ? { echo: text, day: text } : undefined;
  for (const format of FORMATS) {
    const [written, year, month, date] = format.day.exec(text) ?? [];
    if (written === undefined || !isCalendarDay(Number(year), Number(month), Number(date))) continue;
    const day = `${year}-${month}-${date}`;
    const time = text.slice(written.length);
    if (time === '') return { echo: `${day}T00:00:00Z`, day };
    if (isTime(format.time.exec(time))) return { echo: text, day };
  }
  return undefined;
}

/**
 * The same, but undefined also for a date after the day of `now` in UTC: nobody is born then. For what is sent; what a
 * record holds stays as it is.
 */
export function readPastDateOfBirth(text: string, now: Date): DateOfBirth | undefined {
  const born = readDateOfBirth(text);
  // Texts of one form compare as dates; a year and a month begin with their first day.
  return born && born.day <= dayOf(now) ? born : undefined;
}

const MS_OF_DAY = 86_400_000;
/** The day that was asked for last, counted from 1970: each query asks for today. */
let lastDay = { number: Number.NaN, text: '' };

/** The day in UTC, `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  const number = Math.floor(moment.getTime() / MS_OF_DAY);
  if (number !== lastDay.number) lastDay = { number, text: moment.toISOString().slice(0, 10) };
  return lastDay.text;
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && leap ? 29 : MONTH_DAYS[month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

function isTime(parts: RegExpExecArray | null): boolean {
  if (!parts) return false;
  const [hour, minute, second, fraction, offsetHour, offsetMinute] = parts.slice(1).map((part) => Number(part ?? 0));
  if (offsetHour! > 23 || offsetMinute! > 59) return false;
  if (hour === 24) return minute === 0 && second === 0 && fraction === 0;
  return hour! < 24 && minute! < 60 && (second! < 60 || (second === 60 && minute === 59));
}
