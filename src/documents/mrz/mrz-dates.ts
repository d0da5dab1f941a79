/** Documents run out at most so many years ahead; a year beyond lies in the century before. */
export const MAX_VALIDITY_LENGTH = 50;

/** Whether six signs can be a date: day and month in range, fillers for unknown parts (ICAO Doc 9303 part 3 §4.8). */
export function looksLikeDate(six: string): boolean {
  const match = /^(\d\d|<<)(\d\d|<<)(\d\d|<<)$/.exec(six);
  if (!match) return false;
  const [, , month, day] = match;
  return inRange(month!, 12) && inRange(day!, 31);
}

/**
 * The date of birth as YYYY-MM-DD, not after `today` (same form). Null where a part is unknown or the day does not
 * exist.
 */
export function birthDate(six: string, today: string): string | null {
  const late = calendarDay(`20${six}`);
  if (late !== null && late <= today) return late;
  return calendarDay(`19${six}`);
}

/** The last day of validity as YYYY-MM-DD, at most fifty years ahead of `today`. */
export function expiryDate(six: string, today: string): string | null {
  const latest = Number(today.slice(0, 4)) + MAX_VALIDITY_LENGTH;
  const century = Number(`20${six.slice(0, 2)}`) > latest ? '19' : '20';
  return calendarDay(century + six);
}

function calendarDay(eight: string): string | null {
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(eight);
  if (!match) return null;
  const text = `${match[1]}-${match[2]}-${match[3]}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

function inRange(two: string, most: number): boolean {
  return two === '<<' || (Number(two) >= 1 && Number(two) <= most);
}
