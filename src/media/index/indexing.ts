import type { BarredNames } from '../barring.ts';
import type { MediaEvent } from '../events.ts';
import type { NewsFolder } from '../news-folder.ts';
import { MediaIndex } from './media-index.ts';

/** What an update of the index did. */
export interface Indexed {
  /** Days that were put in or removed. */
  readonly days: number;
  /** Events that are new, otherwise or gone. */
  readonly events: number;
}

/**
 * Brings the index to what the day files hold, a day at a time. Searches go on meanwhile. Without changes it reads no
 * day file. Barred names go from both. Throws `damaged` where a day file cannot be read.
 */
export async function indexNews(folder: NewsFolder, barred: BarredNames): Promise<Indexed> {
  const index = MediaIndex.open(folder.indexFile);
  try {
    await removeNames(folder, index, barred);
    const known = new Map(index.days().map(({ day, state }) => [day, state]));
    let [days, events] = [0, 0];
    for (const { source, store } of folder.stores) {
      for (const date of await store.days()) {
        const day = `${date} ${source}`;
        const state = await store.eventsState(date);
        const before = known.get(day);
        known.delete(day);
        if (state === undefined || state === before) continue;
        const { files, articles, bytes } = await store.countsOf(date);
        const told: MediaEvent[] = [];
        for await (const event of store.events(date)) told.push(event);
        events += index.putDay({ day, state, files: files.length, articles, bytes }, told);
        days += 1;
      }
    }
    for (const day of known.keys()) index.removeDay(day);
    return { days: days + known.size, events };
  } finally {
    index.close();
  }
}

/** The files go first: a stop between the two leaves what the next sync finds again. */
async function removeNames(folder: NewsFolder, index: MediaIndex, barred: BarredNames): Promise<void> {
  const days = new Set(index.daysNaming(barred.numbers));
  for (const { source, store } of folder.stores) {
    for (const date of await store.days()) if (days.has(`${date} ${source}`)) await store.removeNames(date, barred);
  }
  index.removeNames(barred.numbers, (event) => barred.without(event));
}
