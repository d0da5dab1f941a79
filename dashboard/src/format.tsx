import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ListDate } from '../../src/domain/list-entry.ts';
import { locale, t } from './language.ts';

const made = new Map<string, Intl.DateTimeFormat>();

/** One formatter for each set of options: making them is what costs time. */
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = locale() + JSON.stringify(options);
  const existing = made.get(name);
  if (existing) return existing;
  const fresh = new Intl.DateTimeFormat(locale(), options);
  made.set(name, fresh);
  return fresh;
}

/** The user's own, as the server takes it: `Europe/Berlin`. */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale(), options).format(value);
}

/** A score of 0 to 100 with the decimals it has, two at most. */
export function score(value: number): string {
  return number(value, { maximumFractionDigits: 2 });
}

/** Day and time in the user's zone. */
function moment(iso: string): readonly [day: string, time: string] {
  const at = new Date(iso);
  return [formatter({ dateStyle: 'medium' }).format(at), formatter({ timeStyle: 'short' }).format(at)];
}

/** To the second, as on paper. */
export function utc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A date of no zone: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, or a date-time of which only the day counts. */
export function calendarDate(text: string): string {
  const parts = /^(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?/.exec(text);
  if (!parts) return text;
  const [, year, month, day] = parts;
  const date = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)));
  if (!month) return year!;
  const shown = { year: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return formatter(day ? { ...shown, day: 'numeric' } : shown).format(date);
}

/** A date as exactly as a list gives it: "about 1961", "1960 to Mar 1962". */
export function listDateWords({ date, to, circa }: ListDate): string {
  const first = calendarDate(date);
  const words = to ? t('date.range', { from: first, to: calendarDate(to) }) : first;
  return circa ? t('date.about', { date: words }) : words;
}

/** A day and a month, for the axis of a chart. */
export function shortDay(day: string): string {
  return formatter({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** How long ago, in words: "3 days ago". */
export function ago(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 90) return words.format(0, 'minute');
  if (size < 5400) return words.format(Math.round(seconds / 60), 'minute');
  if (size < 129_600) return words.format(Math.round(seconds / 3600), 'hour');
  return words.format(Math.round(seconds / 86_400), 'day');
}

/** Text of any script inside a sentence of another: its direction stays its own. */
export function Name({ children }: { children: string }) {
  return <bdi>{children}</bdi>;
}

/** A name in one line, cut at its own end: a name that is read from the right loses its left. */
export function ClippedName({ children, strong = false }: { children: ComponentChildren; strong?: boolean }) {
  return <bdi class={strong ? 'strong clip' : 'clip'}>{children}</bdi>;
}

/** Whether what is shown goes on paper, where nobody knows the zone of whoever printed it: times are in UTC. */
export const OnPaper = createContext(false);

export function Moment({ at, relative = false }: { at: string; relative?: boolean }) {
  if (useContext(OnPaper)) return <time dateTime={at}>{utc(at)}</time>;
  const [day, time] = moment(at);
  if (relative) {
    return (
      <time dateTime={at} title={`${day}, ${time} · ${utc(at)}`}>
        {ago(at)}
      </time>
    );
  }
  // Where a column is narrow, the time goes under the day.
  return (
    <time dateTime={at} title={utc(at)}>
      <span class="unbroken">{day},</span> <span class="unbroken">{time}</span>
    </time>
  );
}

export function CalendarDate({ date }: { date: string }) {
  return <time dateTime={date.slice(0, 10)}>{calendarDate(date)}</time>;
}
