import type { EntryFacts, ListDate } from '../../domain/list-entry.ts';

/** A date, or both ends of a range, as numbers YYYYMMDD. Unknown months and days are 00. Without a range, `to` is 0. */
export interface BirthRange {
  readonly from: number;
  readonly to: number;
}

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD` as a number; 0 for anything else. */
export function dateNumber(date: string): number {
  const [, year, month = '00', day = '00'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date) ?? [];
  return year ? Number(year + month + day) : 0;
}

/** Every alternative that the entries give, each once. An approximate year is the year before to the year after. */
export function birthRanges(entries: readonly EntryFacts[]): BirthRange[] {
  const ranges: BirthRange[] = [];
  for (const { birthDates } of entries) {
    for (const date of birthDates ?? []) {
      const range = rangeOf(date);
      if (range === undefined) continue;
      if (!ranges.some((known) => known.from === range.from && known.to === range.to)) ranges.push(range);
    }
  }
  return ranges;
}

/** Undefined where the date cannot be read. */
function rangeOf({ date, to, circa }: ListDate): BirthRange | undefined {
  const from = dateNumber(date);
  if (from === 0) return undefined;
  const end = to ? dateNumber(to) : 0;
  if (!circa || end > 0) return { from, to: end };
  const year = Math.floor(from / 10_000);
  return { from: (year - 1) * 10_000, to: (year + 1) * 10_000 };
}
