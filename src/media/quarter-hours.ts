import { TouchstoneError } from '../errors.ts';

/** A file of the Global Knowledge Graph as its list names it. */
export interface ListedFile {
  /** `YYYYMMDDHHMMSS` in UTC: the end of its quarter of an hour, and its name. */
  readonly stamp: string;
  readonly bytes: number;
  /** In lower case. */
  readonly md5: string;
}

/** Several quarters of an hour in a row for which there is no file, both ends included. */
export interface Gap {
  readonly from: string;
  readonly to: string;
  readonly files: number;
}

const QUARTER_MS = 15 * 60_000;
/** `SIZE MD5 ADDRESS`, as in `lastupdate.txt` and `masterfilelist.txt`. Only the file's name of the address is used. */
const LINE = /^(\d{1,12}) ([\da-f]{32}) \S*\/(\d{14})\.gkg\.csv\.zip$/i;

/** A file of a line of a list; undefined for a line about another kind of file, or about none. */
export function listedFile(line: string): ListedFile | undefined {
  const [, bytes, md5, stamp] = LINE.exec(line.trim()) ?? [];
  if (stamp === undefined || Number.isNaN(timeOf(stamp))) return undefined;
  return { stamp, bytes: Number(bytes), md5: md5!.toLowerCase() };
}

/** Whether it is the time of a file, and so may be part of a path. */
export function isStamp(text: unknown): text is string {
  return typeof text === 'string' && /^\d{14}$/.test(text) && !Number.isNaN(timeOf(text));
}

/** Milliseconds; NaN for a stamp that is no time. */
export function timeOf(stamp: string): number {
  return Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** The stamp of a time in milliseconds. */
export function stampOf(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace(/\D/g, '');
}

/** Name of the file of a stamp. */
export function fileName(stamp: string): string {
  return `${stamp}.gkg.csv.zip`;
}

/** `YYYY-MM-DD`. */
export function dayOf(stamp: string): string {
  return `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)}`;
}

/**
 * The quarters of an hour from `from` to `to`, both included, that `stored` lacks. Throws `list-unusable` where the two
 * are over 20 years apart, since no list is.
 */
export function gapsBetween(from: string, to: string, stored: ReadonlySet<string>): Gap[] {
  const [start, end] = [timeOf(from), timeOf(to)];
  if (end - start > 20 * 366 * 86_400_000) {
    throw new TouchstoneError('list-unusable', `The list of files goes from ${from} to ${to}, which cannot be.`);
  }
  const gaps: Gap[] = [];
  let open: Gap | undefined;
  for (let time = Math.ceil(start / QUARTER_MS) * QUARTER_MS; time <= end; time += QUARTER_MS) {
    const stamp = stampOf(time);
    if (stored.has(stamp)) {
      if (open) gaps.push(open);
      open = undefined;
    } else open = { from: open?.from ?? stamp, to: stamp, files: (open?.files ?? 0) + 1 };
  }
  if (open) gaps.push(open);
  return gaps;
}

/** Every stamp of a gap. */
export function stampsOf({ from, files }: Gap): string[] {
  return Array.from({ length: files }, (_, at) => stampOf(timeOf(from) + at * QUARTER_MS));
}
