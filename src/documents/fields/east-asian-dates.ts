/** A date that was read whole: the year of the common era, and where it stands in its text. */
export interface WholeDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

interface Era {
  /** The year of the common era before its first. */
  readonly before: number;
  /** Its last year; an era that goes on has none. */
  readonly last: number;
}

/** Eras of Japan (Era Name Act, 1979, and the imperial orders before it) and of the Republic of China. */
const ERAS: Readonly<Record<string, Era>> = {
  明治: { before: 1867, last: 45 },
  大正: { before: 1911, last: 15 },
  昭和: { before: 1925, last: 64 },
  平成: { before: 1988, last: 31 },
  令和: { before: 2018, last: Infinity },
  民国: { before: 1911, last: Infinity },
};
/** A sign stands behind each number. The year of another calendar may follow in brackets. */
const YEAR = '(?:(?<era>明治|大正|昭和|平成|令和|民[国國])\\s?)?(?<year>元|[0-9]{1,4})\\s?年';
const OTHER_YEAR = '(?:\\s?[(（](?<other>[^()（）]{2,9})年?[)）]\\s?)?';
const DATE = new RegExp(
  `(?<![0-9])${YEAR}${OTHER_YEAR}\\s?(?<month>[0-9]{1,2})\\s?月\\s?(?<day>[0-9]{1,2})(?![0-9])`,
  'gu',
);
const ONE_YEAR = new RegExp(`^${YEAR}$`, 'u');

/** So far behind a digit stands the one of the same value that is as wide as a Han character. */
const FULL_WIDTH = '０'.charCodeAt(0) - '0'.charCodeAt(0);

/** Every date in a text that names its parts in Han characters: `昭和61年5月1日`, `2024年(令和06年)06月01日`. */
export function eastAsianDatesIn(text: string): WholeDate[] {
  if (!text.includes('月')) return [];
  const plain = text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - FULL_WIDTH));
  return [...plain.matchAll(DATE)].flatMap((match) => {
    const { era, year: printed, other, month, day } = match.groups!;
    const year = yearOf(era, printed!);
    const again = other === undefined ? year : yearNamed(other);
    if (year === null || again !== year) return [];
    const from = match.index;
    return [{ year, month: Number(month), day: Number(day), from, to: from + match[0].length }];
  });
}

/** A year in brackets, null where it was misread. */
function yearNamed(text: string): number | null {
  const { era, year } = ONE_YEAR.exec(text.replace(/年?$/, '年'))?.groups ?? {};
  return year === undefined ? null : yearOf(era, year);
}

/** Without an era a year has four digits. An era counts from one, and calls its first year 元. */
function yearOf(era: string | undefined, printed: string): number | null {
  const number = printed === '元' ? 1 : Number(printed);
  if (era === undefined) return /^[0-9]{4}$/.test(printed) ? number : null;
  const { before, last } = ERAS[era.replace('國', '国')]!;
  return number >= 1 && number <= last ? before + number : null;
}
