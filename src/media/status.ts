import { FILES_A_DAY, type NewsState } from '../domain/adverse-media.ts';
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
    source: folder.sources.length > 1 ? 'both' : folder.sources[0]!,
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
    warnings: [
      ...(known.length > 0 ? [] : ['Nothing was fetched yet. Run: touchstone media sync']),
      ...(newest !== undefined && now.getTime() - timeOf(newest) > LATE_MS
        ? [`The newest news is of ${isoOf(timeOf(newest)).slice(0, 16).replace('T', ' ')} UTC.`]
        : []),
      ...(missing > 0 ? [`${missing} files are missing${missing > FILES_A_DAY ? ', more than a day' : ''}.`] : []),
    ],
  };
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
