import type { MediaStore } from './media-store.ts';
import { fileName, type Gap, timeOf } from './quarter-hours.ts';

/** What is known of the news that was fetched. */
export interface MediaStatus {
  readonly source: 'gdelt';
  /** ISO date-times; null before the first sync. */
  readonly from: string | null;
  readonly newest: string | null;
  readonly checkedAt: string | null;
  readonly days: number;
  readonly files: number;
  readonly articles: number;
  readonly events: number;
  readonly bytes: number;
  /** Stamps. */
  readonly gaps: readonly Gap[];
  readonly failed: readonly { readonly file: string; readonly why: string }[];
  /** Sentences about what is missing. */
  readonly warnings: readonly string[];
}

const HOUR_MS = 3_600_000;
/** The source publishes every 15 minutes; after so long something is wrong, or nobody syncs. */
const LATE_MS = 6 * HOUR_MS;
const DAY_FILES = 96;

/** The state of the news on disk. Throws `damaged`. An event that goes on for days counts once. */
export async function mediaStatus(store: MediaStore, now: Date): Promise<MediaStatus> {
  const [state, counts] = [await store.state(), await store.counts()];
  const ids = new Set<string>();
  for (const { day } of counts) for await (const { id } of store.events(day)) ids.add(id);
  const sum = (of: (one: (typeof counts)[number]) => number) => counts.reduce((total, one) => total + of(one), 0);
  const newest = state ? timeOf(state.newest) : undefined;
  const gaps = state?.gaps ?? [];
  const missing = gaps.reduce((total, { files }) => total + files, 0);
  return {
    source: 'gdelt',
    from: state ? isoOf(timeOf(state.since)) : null,
    newest: newest === undefined ? null : isoOf(newest),
    checkedAt: state?.checkedAt ?? null,
    days: counts.length,
    files: sum(({ files }) => files.length),
    articles: sum(({ articles }) => articles),
    events: ids.size,
    bytes: sum(({ bytes }) => bytes),
    gaps,
    failed: Object.entries(state?.failed ?? {}).map(([stamp, why]) => ({ file: fileName(stamp), why })),
    warnings: [
      ...(state ? [] : ['Nothing was fetched yet. Run: touchstone media sync']),
      ...(newest !== undefined && now.getTime() - newest > LATE_MS
        ? [`The newest news is of ${isoOf(newest).slice(0, 16).replace('T', ' ')} UTC.`]
        : []),
      ...(missing > 0 ? [`${missing} files are missing${missing > DAY_FILES ? ', more than a day' : ''}.`] : []),
    ],
  };
}

const isoOf = (time: number): string => new Date(time).toISOString();
