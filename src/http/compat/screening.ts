import type { FastifyRequest } from 'fastify';
import { readDateOfBirth, readPastDateOfBirth } from '../../domain/date-of-birth.ts';
import type { EntityType } from '../../domain/entity-type.ts';
import type { Identifier } from '../../domain/identifier.ts';
import { bestOfEach, type EvidencedMatch, wholeMatches } from '../../domain/match.ts';
import { secondsLeft } from '../../domain/quota.ts';
import type { SnapshotSource } from '../../domain/snapshot.ts';
import { TouchstoneError } from '../../errors.ts';
import { type CraftKind, MAX_MATCHES } from '../../screening/query.ts';
import type { SearchAnswer } from '../../screening/search-result.ts';
import { say } from '../../sentences.ts';
import { narrowedSearch, searchFrom } from '../../use-cases/narrowed-search.ts';
import { type FoundScreening, findMatches, type StoredScreening, storeScreenings } from '../../use-cases/screenings.ts';
import { noteRemaining } from '../rate-limit-headers.ts';
import type { Services } from '../services.ts';
import { Refusal } from '../wire/failure.ts';
import { badRequest } from './input.ts';

/** Somebody to be screened. */
export interface AskedName {
  /** Each is a screening of its own: a record, and a unit of the quota. */
  readonly types: readonly EntityType[];
  readonly name: string;
  readonly otherNames: readonly string[];
  /** ISO 8601, also a year or month; undefined where nothing is to be compared. */
  readonly dateOfBirth: string | undefined;
  readonly identifiers: readonly Identifier[];
  /** What is searched in place of people and organisations. */
  readonly craft?: CraftKind | undefined;
  /** Sentences about the request, for its record and its answer. */
  readonly about: readonly string[];
}

/** Which matches are wanted. */
export interface Filters {
  readonly wanted: ((match: Pick<EvidencedMatch, 'facts' | 'entries'>) => boolean) | undefined;
  /** As the record tells them; empty where all matches are wanted. */
  readonly words: string;
}

/** What was found, and the records that keep it. */
export interface ScreenedName {
  /** Ids of the records. */
  readonly screenings: readonly number[];
  /** Best first; an entity that is searched as a person and as an organisation counts with its better score. */
  readonly matches: readonly EvidencedMatch[];
  /** True where more reached the score than a record keeps. */
  readonly cut: boolean;
  /** Sentences that keep an all-clear from being taken as clean. */
  readonly notes: readonly string[];
}

/** So many examples of one request are screened at once: enough to be fast, few enough to leave room for others. */
const AT_ONCE = 4;

/** Scores, 0 to 100. */
interface Scores {
  /** What a record keeps, and alerts tell of. */
  readonly matches: number;
  /** What the answer shows; never above `matches`. */
  readonly results: number;
}

/**
 * Screens each as the use case does, and stores all in one step. Refuses all with 429 where the quota is not enough for
 * all of them. One that leaves nothing to compare is answered by its error, alone.
 */
export async function screenAll(
  services: Services,
  request: FastifyRequest,
  asked: readonly AskedName[],
  { from, filters }: { readonly from: Scores; readonly filters: Filters },
): Promise<(ScreenedName | TouchstoneError)[]> {
  const units = asked.reduce((sum, { types }) => sum + types.length, 0);
  const left = Math.max(0, request.allowance?.remaining ?? 0);
  if (units > left) throw tooFewUnits(services, units, left);
  const searched: (SearchedName | TouchstoneError)[] = [];
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const some = asked
      .slice(at, at + AT_ONCE)
      .map((one) => search(services, request, one, from, filters).catch(incomparable));
    searched.push(...(await Promise.all(some)));
  }
  const found = searched.flatMap((one) => (one instanceof TouchstoneError ? [] : one.found));
  const stored = await storeScreenings(services, request.caller!.accountId, found);
  // Somebody else spent them since the request came.
  if ('left' in stored) throw tooFewUnits(services, units, stored.left);
  noteRemaining(request, Math.min(...stored.map(({ remaining }) => remaining), left));
  let first = 0;
  return searched.map((one, place) => {
    if (one instanceof TouchstoneError) return one;
    const own = stored.slice(first, first + one.found.length);
    first += one.found.length;
    return screened(one, own, asked[place]!.about);
  });
}

function incomparable(error: unknown): TouchstoneError {
  if (error instanceof TouchstoneError && error.code === 'validation') return error;
  throw error;
}

function tooFewUnits({ now }: Services, units: number, left: number): Refusal {
  const sentence = `This request needs ${units} units of the quota, and the account has ${left} left.`;
  const headers = { 'retry-after': String(secondsLeft(now())) };
  return new Refusal(429, 'envelope', 'Quota exhausted.', [sentence], headers, 'quota-exhausted');
}

/** What was found of one example, before it is stored. */
interface SearchedName {
  /** What its records will hold, one for each type. */
  readonly found: readonly FoundScreening[];
  /** The same with what scores lower than a record keeps. */
  readonly whole: readonly SearchAnswer[];
  /** What the records say about the request itself. */
  readonly asked: readonly string[];
}

async function search(
  services: Services,
  request: FastifyRequest,
  { types, name, otherNames, dateOfBirth, identifiers, craft, about }: AskedName,
  from: Scores,
  { wanted, words }: Filters,
): Promise<SearchedName> {
  listsInForce(services);
  const born = dateOfBirth === undefined ? undefined : readDateOfBirth(dateOfBirth);
  const asked = [
    ...about,
    ...(otherNames.length > 0 ? [say('note.other-names', { names: otherNames.join(', ') })] : []),
    ...(words === '' ? [] : [say('note.narrowed', { filters: words })]),
  ];
  const whole: SearchAnswer[] = [];
  const narrowed = narrowedSearch(services.search, { otherNames, wanted });
  const lower = searchFrom(narrowed, from.results, (answer) => whole.push(answer));
  const { accountId } = request.caller!;
  const found: FoundScreening[] = [];
  for (const entityType of types) {
    const query = {
      name,
      entityType,
      identifiers,
      craft,
      minScore: from.matches,
      limit: MAX_MATCHES,
      ...(born && { dateOfBirth: born.day }),
    };
    const toScreen = { query, dateOfBirth: born?.echo ?? null, asked };
    found.push(await findMatches(services, request.caller!, toScreen, (one) => lower.search(one, accountId)));
  }
  return { found, whole, asked };
}

/** Throws 400 for a date of birth that is to come. */
export function checkBirth({ dateOfBirth }: AskedName, now: Date): void {
  if (dateOfBirth === undefined || readPastDateOfBirth(dateOfBirth, now)) return;
  throw badRequest(say('query.birth-date-invalid', { given: dateOfBirth }));
}

function screened(
  { whole, asked }: SearchedName,
  stored: readonly StoredScreening[],
  about: readonly string[],
): ScreenedName {
  const notes = new Set(stored.flatMap((one) => one.notes).filter((note) => !asked.includes(note)));
  return {
    screenings: stored.map(({ id }) => id),
    matches: bestOfEach(whole.flatMap(wholeMatches).sort((a, b) => b.score - a.score)),
    cut: whole.some(({ qualifying, matches }) => qualifying > matches.length),
    notes: [...about, ...notes],
  };
}

/** The lists that are searched. Throws `busy` (503) until they are loaded. */
export function listsInForce({ search, entities }: Pick<Services, 'search' | 'entities'>): readonly SnapshotSource[] {
  if (!search.snapshot) throw new TouchstoneError('busy', say('refusal.lists-loading'));
  return entities.sources;
}
