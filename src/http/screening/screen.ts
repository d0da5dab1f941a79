import { secondsLeft } from '../../domain/quota.ts';
import type { NewScreening } from '../../domain/screening.ts';
import { craftNotes } from '../../screening/notes.ts';
import type { Query, SearchAnswer } from '../../screening/types.ts';
import { say } from '../../sentences.ts';
import type { Services } from '../services.ts';
import { quotaExhausted, unavailable } from '../wire/failure.ts';

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

/** What a search needs of the services. */
export type Searching = Pick<Services, 'search' | 'aboutLists'>;

/** Resolves only when record and quota unit are on disk. Throws the refusal where it cannot be done now. */
export async function screen(services: Services, maker: Maker, asked: Asked) {
  if (!services.search.snapshot) {
    throw unavailable(say('refusal.lists-loading'), {
      'retry-after': '2',
    });
  }
  const screening = await searched(services, maker, asked, (query) => services.search.search(query, maker.accountId));
  const stored = await services.records.screenings.create(screening);
  if (stored.kind === 'exhausted') throw quotaExhausted(secondsLeft(services.now()));
  return { ...screening, record: stored.record, remaining: stored.remaining };
}

/** The screening that a search leads to, not stored yet. */
export async function searched(
  services: Searching,
  maker: Maker,
  { query, dateOfBirth }: Asked,
  search: (query: Query) => Promise<SearchAnswer>,
): Promise<NewScreening & Required<Pick<NewScreening, 'notes'>>> {
  const started = performance.now();
  const { matches, evidence, crafts, qualifying, snapshot, engine } = await search(query);
  const durationMs = performance.now() - started;
  const { name, entityType, minScore } = query;
  return {
    ...maker,
    ...{ name, entityType, dateOfBirth, minScore },
    ...{ matches, evidence, qualifying, snapshot, engine },
    ...{ durationMs, notes: [...craftNotes(crafts), ...services.aboutLists()] },
  };
}
