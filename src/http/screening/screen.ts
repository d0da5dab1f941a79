import { secondsLeft } from '../../accounts/quota.ts';
import type { Spent } from '../../records/port.ts';
import type { MatchView, Query, SearchAnswer } from '../../screening/types.ts';
import type { Services } from '../services.ts';
import { quotaExhausted, unavailable } from '../wire/failure.ts';

/** Searches that may wait; at a millisecond each even the last one is answered within a second. */
const MOST_WAITING = 1_000;

/** Who screens: a key, or a user of the dashboard. */
export interface Maker {
  readonly accountId: number;
  readonly keyId: string | null;
  readonly userId: number | null;
}

export interface Asked {
  readonly query: Query;
  /** As the record gives it back. */
  readonly dateOfBirth: string | null;
}

interface Screened {
  readonly matches: readonly MatchView[];
  readonly qualifying: number;
  /** What was said of the lists. */
  readonly notes: readonly string[];
  readonly stored: Spent<{ readonly id: number; readonly createdAt: string }>;
}

/** Resolves only when record and quota unit are on disk. Throws the refusal where it cannot be done now. */
export async function screen(services: Services, maker: Maker, asked: Asked) {
  if (!services.search.snapshot) {
    throw unavailable('The lists are still being loaded; nothing was screened and nothing spent.', {
      'retry-after': '2',
    });
  }
  if (services.search.queueLength >= MOST_WAITING) {
    throw unavailable('The service is overloaded; nothing was screened and nothing spent.', { 'retry-after': '1' });
  }
  const { stored, ...found } = await stores(services, maker, asked, (query) => services.search.search(query));
  if (stored.kind === 'exhausted') throw quotaExhausted(secondsLeft(services.now()));
  return { ...found, name: asked.query.name, record: stored.record, remaining: stored.remaining };
}

/** The same for a row of a file, behind every search that somebody waits for; a spent quota is an outcome here. */
export function screenLater(services: Services, maker: Maker, asked: Asked): Promise<Screened> {
  return stores(services, maker, asked, (query) => services.search.searchLater(query));
}

async function stores(
  services: Services,
  maker: Maker,
  { query, dateOfBirth }: Asked,
  search: (query: Query) => Promise<SearchAnswer>,
): Promise<Screened> {
  const started = performance.now();
  const { matches, evidence, qualifying, snapshot, engine } = await search(query);
  const durationMs = performance.now() - started;
  const notes = services.aboutLists();
  const { name, entityType, minScore } = query;
  const stored = await services.records.screenings.create({
    ...maker,
    ...{ name, entityType, dateOfBirth, minScore },
    ...{ matches, evidence, qualifying, snapshot, engine },
    ...{ durationMs, notes },
  });
  return { matches, qualifying, notes, stored };
}
