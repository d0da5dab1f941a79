import type { SnapshotInUse } from '../screening/beside/overlay-source.ts';
import { Engine } from '../screening/engine.ts';
import { serveFromWorker } from '../threads/serve.ts';
import { MediaIndex } from './index/media-index.ts';
import type { MediaFound, MediaQuery } from './index/media-query.ts';
import { MediaSearch } from './index/media-search.ts';
import { barredNumbers } from './index/name-keys.ts';
import { NewsFolder } from './news-folder.ts';
import { type MediaStatus, mediaStatus } from './status.ts';

export type MediaOperations = typeof operations;

/** What the thread searches with. */
export interface MediaInUse {
  readonly snapshot: SnapshotInUse;
  readonly folder: Pick<NewsFolder, 'root' | 'sources'>;
  /** Names that nobody is to find, as they are compared. */
  readonly barred: readonly string[];
}

/** How far an index goes. */
export interface NewestRow {
  readonly index: string;
  readonly row: number;
}

const NOTHING: MediaFound = { events: [], eventCount: 0 };
let wanted: MediaInUse | undefined;
let engine: { readonly of: SnapshotInUse; readonly opened: Engine } | undefined;
let index: MediaIndex | undefined;
let barred: ReadonlySet<number> | undefined;

const operations = {
  /** Throws `validation` and `damaged`. */
  search: (query: MediaQuery): MediaFound => {
    const open = opened();
    barred ??= barredNumbers(wanted!.barred);
    return open ? new MediaSearch(world(), open, barred).search(query) : NOTHING;
  },
  /** Which index there is, and its newest row. */
  newest: (): NewestRow | undefined => {
    const open = opened();
    return open && { index: String(open.identity), row: open.newestRow };
  },
  /** The last row before the events of a day, `YYYY-MM-DD`; 0 where there is no news. */
  rowBefore: (day: string): number => opened()?.rowBefore(day) ?? 0,
  status: (now: Date): Promise<MediaStatus> => mediaStatus(NewsFolder.at(wanted!.folder), now),
};

/** Undefined until the first sync has made it. */
function opened(): MediaIndex | undefined {
  // A sync of another version of the program may have made it again.
  if (index && !index.isCurrent) {
    index.close();
    index = undefined;
  }
  index ??= MediaIndex.reading(NewsFolder.at(wanted!.folder).indexFile);
  return index;
}

function world(): Engine {
  const { snapshot } = wanted!;
  if (engine?.of.id !== snapshot.id) {
    engine?.opened.close();
    engine = { of: snapshot, opened: Engine.open(snapshot.index, snapshot.factsFile) };
  }
  return engine.opened;
}

serveFromWorker(Promise.resolve(operations), {
  adopt: (state) => {
    wanted = state as MediaInUse;
    barred = undefined;
  },
});
