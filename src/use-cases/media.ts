import type { Actor } from '../domain/actor.ts';
import {
  FILES_A_DAY,
  type FoundEvent,
  type MediaCoverage,
  type MediaQuestion,
  type NewMediaSearch,
  type NewsState,
} from '../domain/adverse-media.ts';
import { QuotaExhausted } from '../domain/quota.ts';
import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';
import type { Ports } from './ports.ts';
import type { Requester } from './screenings.ts';

/** What a search in the news gives. */
interface FoundNews {
  readonly events: readonly FoundEvent[];
  readonly eventCount: number;
}

/** The news of this node. */
export interface News {
  readonly source: NewsState['source'];
  /** Throws `busy` and `validation`. */
  search(question: MediaQuestion, account: number): Promise<FoundNews>;
  /** As it was within the last seconds. Throws `busy`. */
  status(): Promise<NewsState>;
}

/** A search on disk, and what is left of the quota after it. */
export type StoredMediaSearch = NewMediaSearch & {
  readonly id: number;
  readonly createdAt: string;
  readonly remaining: number;
};

export type MediaPorts = Pick<Ports, 'records' | 'now'> & { readonly news: News };

/**
 * Searches the news and stores the result; resolves when record and quota unit are on disk. Throws `busy`, `validation`
 * and `QuotaExhausted`. Nothing is stored or spent then.
 */
export async function searchMedia(
  { records, news, now }: MediaPorts,
  { accountId, keyId, userId }: Requester,
  question: MediaQuestion,
): Promise<StoredMediaSearch> {
  const state = await news.status();
  const { events, eventCount } = await news.search(question, accountId);
  const search = {
    ...question,
    accountId,
    keyId,
    userId,
    events,
    eventCount,
    coverage: coverageOf(state),
    notes: notesOf(state),
  };
  const stored = await records.media.create(search);
  if (stored.kind === 'exhausted') throw new QuotaExhausted(now());
  return { ...search, ...stored.record, remaining: stored.remaining };
}

/** What a search looks through. */
function coverageOf({ source, from, newest: to, articles }: NewsState): MediaCoverage {
  return { from, to, articles, sources: source === 'both' ? ['gdelt', 'feeds'] : [source] };
}

/** What keeps an answer from being taken for more than it is. */
function notesOf({ newest, gaps }: NewsState): string[] {
  if (newest === null) return [say('note.media-empty')];
  const files = gaps.reduce((sum, gap) => sum + gap.files, 0);
  return files > FILES_A_DAY ? [say('note.media-gap', { files })] : [];
}

/** A name to take out of the news. */
export interface NameToBar {
  readonly name: string;
  readonly reason: string;
}

const MAX_REASON = 1_000;

/**
 * Bars a name: no search finds it from now on, also in files that come later. False where it is barred already. Throws
 * `validation` for a name or a reason without text.
 */
export async function barName(
  { records }: Pick<Ports, 'records'>,
  { name, reason }: NameToBar,
  by: Actor,
): Promise<boolean> {
  const folded = name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  if (!/\p{L}/u.test(folded)) throw new TouchstoneError('validation', 'The name has no letter.');
  const why = reason.trim();
  if (why === '' || why.length > MAX_REASON) {
    throw new TouchstoneError('validation', `The reason must have 1 to ${MAX_REASON} characters.`);
  }
  return records.media.bar({ name: name.trim(), folded, reason: why }, by);
}
