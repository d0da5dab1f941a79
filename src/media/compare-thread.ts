import type { MonitoredCustomer } from '../domain/customer.ts';
import { sentence, TouchstoneError } from '../errors.ts';
import type { PageFound } from '../monitoring/worker.ts';
import type { CustomerFound } from '../records/port.ts';
import { Engine } from '../screening/engine.ts';
import { say } from '../sentences.ts';
import { serveFromWorker } from '../threads/serve.ts';
import { stepBack } from '../threads/step-back.ts';
import type { MediaEvent } from './events.ts';
import { MediaIndex } from './index/media-index.ts';
import type { MediaQuery } from './index/media-query.ts';
import { MediaSearch } from './index/media-search.ts';
import { barredNumbers, keysOfName } from './index/name-keys.ts';
import { matchOfEvent } from './match-of-event.ts';
import { NewsFolder } from './news-folder.ts';
import type { MediaInUse } from './search-thread.ts';

export type MediaCompareOperations = typeof operations;

/** Rows that are read at a time. */
const PAGE_ROWS = 2_000;

let wanted: MediaInUse | undefined;
let engine: Engine | undefined;
let index: MediaIndex | undefined;
let search: MediaSearch | undefined;
/** Keys of the names in events behind a row. */
let news: { readonly since: number; readonly keys: ReadonlySet<number> } | undefined;

const operations = {
  /** The events behind the row `since` that name each customer. */
  compare: (customers: readonly MonitoredCustomer[], since: number): PageFound => {
    const opened = open();
    const found: CustomerFound[] = [];
    const failed: { customerId: number; problem: string }[] = [];
    for (const customer of customers) {
      try {
        const one = opened && eventsFor(opened, customer, since);
        if (one) found.push(one);
      } catch (error) {
        if (error instanceof TouchstoneError && error.code === 'damaged') throw error;
        failed.push({ customerId: customer.id, problem: sentence(error) });
      }
    }
    return { found, failed };
  },
};

function eventsFor(among: MediaSearch, customer: MonitoredCustomer, since: number): CustomerFound | undefined {
  const { id: customerId, name, otherNames, entityType, minScore, dateOfBirth } = customer;
  const born = dateOfBirth ?? undefined;
  const query: MediaQuery = { name, otherNames, entityType, minScore, born, countries: [], offences: [], since };
  const keys = keysBehind(since);
  if (!among.keysOf(query).some((key) => keys.has(key))) return undefined;
  const { events } = among.search(query);
  if (events.length === 0) return undefined;
  const matches = events.map((event) => matchOfEvent(event, entityType));
  return {
    customerId,
    matches,
    news: events.map(({ first }) => [say('change.media-new', { day: first.slice(0, 10) })]),
  };
}

function keysBehind(since: number): ReadonlySet<number> {
  if (news?.since === since) return news.keys;
  const keys = new Set<number>();
  for (let row = since; ; ) {
    const page = index!.eventsAfter(row, PAGE_ROWS);
    for (const { event } of page) for (const key of keysOfEvent(event)) keys.add(key);
    if (page.length < PAGE_ROWS) break;
    row = page.at(-1)!.row;
  }
  news = { since, keys };
  return keys;
}

function keysOfEvent({ persons, organisations }: MediaEvent): number[] {
  const ofPersons = persons.flatMap((name) => keysOfName(name, 'person').keys);
  return [...ofPersons, ...organisations.flatMap((name) => keysOfName(name, 'organization').keys)];
}

function open(): MediaSearch | undefined {
  const { snapshot, folder, barred } = wanted!;
  engine ??= Engine.open(snapshot.index, snapshot.factsFile);
  index ??= MediaIndex.reading(NewsFolder.at(folder).indexFile);
  if (!index) return undefined;
  search ??= new MediaSearch(engine, index, barredNumbers(barred));
  return search;
}

stepBack();
serveFromWorker(Promise.resolve(operations), {
  adopt: (state) => {
    wanted = state as MediaInUse;
  },
});
