import { dayOf } from '../domain/date-of-birth.ts';
import { QuotaExhausted } from '../domain/quota.ts';
import type { NewScreening } from '../domain/screening.ts';
import { TouchstoneError } from '../errors.ts';
import type { Query } from '../screening/query.ts';
import type { SearchAnswer } from '../screening/search-result.ts';
import { notesOf } from '../screening/search-result.ts';
import { say } from '../sentences.ts';
import { type Narrowing, narrowedSearch } from './narrowed-search.ts';
import type { Ports } from './ports.ts';

/** What it takes to screen a name and to keep the result. */
export type ScreeningPorts = Pick<Ports, 'search' | 'records' | 'aboutLists' | 'announce' | 'now'>;

/** Who screens: a key, or a user of the dashboard. */
export interface Requester {
  readonly accountId: number;
  readonly keyId: string | null;
  readonly userId: number | null;
  /** The verification whose document gave the name. */
  readonly verificationId?: number;
  /** The key was recalled, so the record confirms it. */
  readonly confirmKey?: boolean;
}

export interface NameToScreen {
  readonly query: Query;
  /** The date of birth as the record gives it back: ISO 8601. */
  readonly dateOfBirth: string | null;
  /** What the caller calls the record by. */
  readonly reference?: string | null;
  /** What the record says of the request itself, sentences. */
  readonly asked?: readonly string[];
}

/** What was found, as a record keeps it. */
export type FoundScreening = NewScreening & Required<Pick<NewScreening, 'notes'>>;

/** A screening on disk, and what is left of the quota after it. */
export type StoredScreening = FoundScreening & { readonly id: number; readonly remaining: number };

/**
 * Screens a name and stores the result; resolves when record and quota unit are on disk. Throws `busy` where it cannot
 * be done now, `key-refused` and `QuotaExhausted`. Nothing is stored or spent then.
 */
export async function screenName(
  ports: ScreeningPorts,
  requester: Requester,
  name: NameToScreen,
): Promise<StoredScreening> {
  const { search, records, announce } = ports;
  if (!search.snapshot) {
    throw new TouchstoneError('busy', say('refusal.lists-loading'));
  }
  const { accountId } = requester;
  const found = await findMatches(ports, requester, name, (query) => search.search(query, accountId));
  const stored = await records.screenings.create(found);
  if (stored.kind === 'exhausted') throw new QuotaExhausted(ports.now());
  const { id } = stored.record;
  announce({ kind: 'screening-stored', accountId, id, matchCount: found.matches.length });
  return { ...found, id, remaining: stored.remaining };
}

/**
 * Stores what was found for one request, all of it or nothing, with its quota units in one step. Resolves when it is on
 * disk. Throws `key-refused`. `left`: the units are too few for all.
 */
export async function storeScreenings(
  { records, announce }: Pick<ScreeningPorts, 'records' | 'announce'>,
  accountId: number,
  found: readonly FoundScreening[],
): Promise<readonly StoredScreening[] | { readonly left: number }> {
  const stored = await records.screenings.createAll(found);
  if (stored.kind === 'exhausted') return { left: stored.left };
  return found.map((one, place) => {
    const { id, remaining } = stored.records[place]!;
    announce({ kind: 'screening-stored', accountId, id, matchCount: one.matches.length });
    return { ...one, id, remaining };
  });
}

/**
 * Searches a name and the subject's other names without storing anything. The screening has each entity once, at its
 * best score, of the matches that pass `wanted`. Its notes say the other names.
 */
export async function findUnderNames(
  ports: Pick<Ports, 'search' | 'aboutLists' | 'now'>,
  requester: Requester,
  name: NameToScreen,
  narrowing: Narrowing,
): Promise<FoundScreening> {
  const { otherNames } = narrowing;
  const search = narrowedSearch(ports.search, narrowing);
  const found = await findMatches(ports, requester, name, (query) => search.search(query, requester.accountId));
  if (otherNames.length === 0) return found;
  return { ...found, notes: [say('note.other-names', { names: otherNames.join(', ') }), ...found.notes] };
}

/** Searches without storing anything: the screening that a record would hold. */
export async function findMatches(
  { aboutLists, now }: Pick<Ports, 'aboutLists' | 'now'>,
  requester: Requester,
  { query, dateOfBirth, reference = null, asked = [] }: NameToScreen,
  search: (query: Query) => Promise<SearchAnswer>,
): Promise<FoundScreening> {
  const started = performance.now();
  const answer = await search({ ...query, today: dayOf(now()) });
  const { matches, evidence, entries, qualifying, snapshot, engine, own } = answer;
  const durationMs = performance.now() - started;
  const { name, entityType, minScore, identifiers } = query;
  const ofLists = aboutLists();
  return {
    ...requester,
    name,
    entityType,
    dateOfBirth,
    reference,
    identifiers,
    minScore,
    matches,
    evidence,
    entries,
    qualifying,
    snapshot,
    engine,
    own,
    durationMs,
    notes: [...notesOf(answer), ...asked, ...ofLists],
    aboutLists: ofLists.length,
  };
}
