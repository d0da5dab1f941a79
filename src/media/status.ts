import { FILES_A_DAY, type NewsState } from '../domain/adverse-media.ts';
import { say } from '../sentences.ts';
import { MediaIndex } from './index/media-index.ts';
import type { NewsFolder } from './news-folder.ts';
import { fileName, timeOf } from './quarter-hours.ts';

/** What is known of the news that can be searched, and the files that could not be taken. */
export interface MediaStatus extends NewsState {
  readonly failed: readonly { readonly file: string; readonly why: string }[];
}

const HOUR_MS = 3_600_000;
/** The source publishes every 15 minutes; after so long something is wrong, or nobody syncs. */
const LATE_MS = 6 * HOUR_MS;

/** The state of the news on disk, as the index and the last sync know it. Throws `damaged`. */
export async function mediaStatus(folder: NewsFolder, now: Date): Promise<MediaStatus> {
  const states = await Promise.all(folder.stores.map(({ store }) => store.state()));
  const known = states.filter((state) => state !== undefined);
  const { days, events } = indexed(folder.indexFile);
  const sum = (of: (one: (typeof days)[number]) => number) => days.reduce((total, one) => total + of(one), 0);
  const newest = latest(known.map(({ newest }) => newest));
  const gaps = known.flatMap((state) => state.gaps);
  const missing = gaps.reduce((total, { files }) => total + files, 0);
  const since = known.map((state) => state.since).sort()[0];
  return {
    source: folder.source,
    from: since === undefined ? null : isoOf(timeOf(since)),
    newest: newest === undefined ? null : isoOf(timeOf(newest)),
    checkedAt: latest(known.map(({ checkedAt }) => checkedAt)) ?? null,
    days: new Set(days.map(({ day }) => day.slice(0, 10))).size,
    files: sum(({ files }) => files),
    articles: sum(({ articles }) => articles),
    events,
    bytes: sum(({ bytes }) => bytes),
    gaps,
    failed: known.flatMap(({ failed }) =>
      Object.entries(failed).map(([stamp, why]) => ({ file: /^\d{14}$/.test(stamp) ? fileName(stamp) : stamp, why })),
    ),
    warnings: warningsOf({ newest, missing, isEmpty: known.length === 0 }, now),
  };
}

interface Lack {
  /** Stamp. */
  readonly newest: string | undefined;
  /** Files. */
  readonly missing: number;
  readonly isEmpty: boolean;
}

function warningsOf({ newest, missing, isEmpty }: Lack, now: Date): string[] {
  const warnings: string[] = [];
  if (isEmpty) warnings.push(say('note.media-never'));
  if (newest !== undefined && now.getTime() - timeOf(newest) > LATE_MS) {
    warnings.push(say('note.media-late', { time: isoOf(timeOf(newest)).slice(0, 16).replace('T', ' ') }));
  }
  if (missing > 0) {
    warnings.push(say(missing > FILES_A_DAY ? 'note.media-missing-day' : 'note.media-missing', { files: missing }));
  }
  return warnings;
}

function indexed(file: string) {
  const index = MediaIndex.reading(file);
  if (!index) return { days: [], events: 0 };
  try {
    return { days: index.days(), events: index.totals().events };
  } finally {
    index.close();
  }
}

const latest = (times: readonly string[]): string | undefined => [...times].sort().at(-1);
const isoOf = (time: number): string => new Date(time).toISOString();
