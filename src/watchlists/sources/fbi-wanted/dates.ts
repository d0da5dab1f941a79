import type { ListDate } from '../../../domain/list-entry.ts';
import { calendarDate } from '../../entries/values.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** `May 29, 1976`, `May 1976`, `Circa 1967 - 1970`, `Approximately 1960`; what stands before or behind is left out. */
export function freeDate(text: string): ListDate | undefined {
  const circa = /\b(?:circa|approx|about|around)/i.test(text) ? ({ circa: true } as const) : {};
  const range = /\b([12]\d{3})\s*(?:-|–|to|or)\s*([12]\d{3})\b/.exec(text);
  if (range && range[1]! < range[2]!) return { date: range[1]!, to: range[2]!, ...circa };
  const written = /\b([a-z]{3,9})\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?([12]\d{3})\b/i.exec(text);
  const month = written ? MONTHS.findIndex((name) => name.startsWith(written[1]!.toLowerCase())) + 1 : 0;
  const year = written?.[3] ?? /\b([12]\d{3})\b/.exec(text)?.[1];
  const date = calendarDate(year, month > 0 ? String(month) : undefined, written?.[2]);
  return date ? { date, ...circa } : undefined;
}
