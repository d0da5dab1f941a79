import { useCallback, useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { withQuery } from './api.ts';

const TYPING_MS = 250;

type Filter = Readonly<Record<string, string>>;

/** Filters live in the address, so that a list can be bookmarked, shared and come back to. */
export function useFilter(): readonly [filter: Filter, change: (changes: Filter) => void] {
  const { path, query, route } = useLocation();
  const text = JSON.stringify(query);
  const change = useCallback(
    (changes: Filter) => route(withQuery(path, { ...JSON.parse(text), ...changes }), true),
    [path, text, route],
  );
  return [query, change];
}

/** What is typed, and handed on once the typing has paused. */
export function useTyped(value: string, settle: (text: string) => void): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => settle(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value, settle]);
  return [typed, setTyped];
}

/**
 * The instant at which a day (`YYYY-MM-DD`) of the user's zone begins, or ends; empty for no day. What is no day of the
 * calendar, such as 30 February, stays as it is: the service refuses it.
 */
export function instantOf(day: string | undefined, end = false): string {
  const [year, month, date] = (day ?? '').split('-').map(Number);
  if (!year || !month || !date) return day ?? '';
  if (new Date(Date.UTC(year, month - 1, date)).getUTCDate() !== date) return day!;
  return new Date(year, month - 1, date + (end ? 1 : 0)).toISOString();
}
