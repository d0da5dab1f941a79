const DAY_MS = 86_400_000;
/** There are some 450 zones (IANA Time Zone Database). */
const MAX_CLOCKS = 500;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** One day of a calendar: `YYYY-MM-DD` and the instant at which it begins in a zone, ISO 8601 in UTC. */
export interface DayBound {
  readonly day: string;
  readonly from: string;
}

export function isZone(zone: string): boolean {
  try {
    return Boolean(clockOf(zone));
  } catch {
    return false;
  }
}

/** The last so many days in a zone, today the last of them, `YYYY-MM-DD`. */
export function lastDays(now: Date, count: number, zone: string): string[] {
  const today = Date.parse(`${localTime(now, zone).slice(0, 10)}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Where each day begins. Where clocks skip midnight, the day begins at the first instant it has. */
export function dayBounds(days: readonly string[], zone: string): DayBound[] {
  return days.map((day) => ({ day, from: beginning(day, zone).toISOString() }));
}

function beginning(day: string, zone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`);
  // The offset at about that time, then once more: it may change between the two.
  let at = wall;
  for (let round = 0; round < 2; round++) at = wall - offset(new Date(at), zone);
  while (localTime(new Date(at), zone).slice(0, 10) < day) at += DAY_MS / 48;
  return new Date(at);
}

/** Milliseconds that a zone's clocks are ahead of UTC. */
function offset(at: Date, zone: string): number {
  return Date.parse(`${localTime(at, zone)}Z`) - Math.floor(at.getTime() / 1000) * 1000;
}

/** `YYYY-MM-DDTHH:MM:SS` as the clocks of a zone show it. */
function localTime(at: Date, zone: string): string {
  return clockOf(zone).format(at).replace(' ', 'T');
}

/**
 * A formatter holds native memory that the garbage collector does not see, so each zone has one. Throws a RangeError
 * where there is no such zone.
 */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  // Swedish writes dates as ISO 8601 does.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  // Names may be written in any case, so that callers could make up more of them than there are zones.
  if (clocks.size >= MAX_CLOCKS) clocks.clear();
  clocks.set(zone, clock);
  return clock;
}
