import { type FoundEvent, MAX_MEDIA_EVENTS } from '../../domain/adverse-media.ts';
import { entryKindOf } from '../../domain/entity-type.ts';
import type { EvidencedMatch, Explanation } from '../../domain/match.ts';
import { PartCompiler } from '../../screening/beside/part-compiler.ts';
import { Engine } from '../../screening/engine.ts';
import { dateNumber } from '../../screening/index/birth-ranges.ts';
import { birthEvidence } from '../../screening/scoring/birth-date.ts';
import { say } from '../../sentences.ts';
import type { MediaEvent } from '../events.ts';
import { type Commonness, commonnessOf, takenBack } from './commonness.ts';
import type { FoundName, MediaIndex } from './media-index.ts';
import type { MediaFound, MediaQuery } from './media-query.ts';
import { foldedName, keysOfQuery, type NamedKind, nameNumber } from './name-keys.ts';
import { joined } from './parts.ts';

/** Names under one key that are read, and names that the engine compares with one of a query's. */
const MAX_UNDER_KEY = 200;
const MAX_COMPARED = 96;
/** A listed name may have so many words more, or less, than are searched for. */
const MORE_WORDS = 3;
const FEWER_WORDS = 2;
/** Events of one name that are read, the newest first. */
const MAX_READ = 400;
/** One in so many of a name's bearers is in a country, and one in so many stands beside a certain name. */
const FEWER_IN_COUNTRY = 30;
const FEWER_BESIDE = 1_000;
/** Ages of grown people are spread over some 60 years, and an age says two of them. */
const FEWER_OF_AGE = 30;

/** A name of the news that is like one of the query's. */
interface LikeName {
  readonly number: number;
  readonly match: EvidencedMatch;
  readonly commonness: Commonness;
}

/**
 * Searches the news. Keys lead to names, the engine of the lists scores them, and how common a name is decides what its
 * score is worth. `barred`: numbers of names (`nameNumber`) that nobody is to find.
 */
export class MediaSearch {
  readonly #world: Engine;
  readonly #index: MediaIndex;
  readonly #barred: ReadonlySet<number>;

  constructor(world: Engine, index: MediaIndex, barred: ReadonlySet<number> = new Set()) {
    this.#world = world;
    this.#index = index;
    this.#barred = barred;
  }

  /** Throws `validation` for a name that leaves nothing to compare. */
  search(query: MediaQuery): MediaFound {
    const kind = entryKindOf(query.entityType);
    const found = new Map<string, FoundEvent>();
    for (const name of [query.name, ...query.otherNames]) {
      for (const like of this.#alike(name, query, kind)) {
        for (const event of this.#eventsOf(like, query, name)) {
          const known = found.get(event.id);
          if (!known || known.score < event.score) found.set(event.id, event);
        }
      }
    }
    const events = [...found.values()].sort(mostRelevant);
    return { events: events.slice(0, MAX_MEDIA_EVENTS), eventCount: events.length };
  }

  /** Whether some keys are among those that a query is found by. */
  keysOf({ name, otherNames, entityType }: MediaQuery): number[] {
    const kind = entryKindOf(entityType);
    return [name, ...otherNames].flatMap((one) => keysOfQuery(this.#readings(one, entityType), kind));
  }

  #readings(name: string, entityType: MediaQuery['entityType']) {
    return this.#world.read({ name, entityType, minScore: 0, limit: 1 }).asked.readings;
  }

  #alike(name: string, { entityType, minScore }: MediaQuery, kind: NamedKind): LikeName[] {
    const candidates = this.#candidates(name, entityType, kind);
    if (candidates.length === 0) return [];
    const compiler = new PartCompiler();
    for (const { number, text: full } of candidates) {
      const id = String(number);
      compiler.add({ id, kind, source: 'adverse-media', sourceName: 'news', names: [{ full, kind: 'primary' }] });
    }
    const part = compiler.part((text) => this.#world.rarity(text));
    const engine = Engine.beside(this.#world, part);
    const asked = { name, entityType, minScore, limit: candidates.length };
    return engine.search(asked).matches.map((match) => {
      const commonness = commonnessOf(match.explanation, kind, this.#index);
      return { number: Number(match.entries[0]!.id), match, commonness };
    });
  }

  /** Names of the news that sound like it, those that share most words first. */
  #candidates(name: string, entityType: MediaQuery['entityType'], kind: NamedKind): FoundName[] {
    const readings = this.#readings(name, entityType);
    const length = Math.max(...readings.map(({ tokens }) => tokens.length), 1);
    const found = new Map<number, FoundName>();
    for (const key of keysOfQuery(readings, kind)) {
      const [least, most] = [Math.max(1, length - FEWER_WORDS), length + MORE_WORDS];
      for (const one of this.#index.namesUnder(key, least, most, MAX_UNDER_KEY)) {
        if (!this.#barred.has(one.number)) found.set(one.number, one);
      }
    }
    if (found.size <= MAX_COMPARED) return [...found.values()];
    const words = new Set(
      readings.flatMap(({ tokens }) =>
        tokens.flatMap(({ text, variants }) => [text, ...variants.map((one) => one.text)]),
      ),
    );
    const shared = ({ text }: FoundName) => {
      const own = foldedName(text).split(' ');
      return own.filter((word) => words.has(word)).length / Math.max(own.length, length);
    };
    return [...found.values()]
      .map((one) => ({ one, share: shared(one) }))
      .sort((a, b) => b.share - a.share)
      .slice(0, MAX_COMPARED)
      .map(({ one }) => one);
  }

  *#eventsOf(like: LikeName, query: MediaQuery, asked: string): Generator<FoundEvent> {
    const { match, commonness } = like;
    const best = match.score + commonness.points + takenBack(commonness, fewerByTies(query));
    if (Math.max(best, 0) < query.minScore) return;
    const seen = new Set<string>();
    for (const { event: one } of this.#index.eventsOf(like.number, query.since ?? 0, MAX_READ)) {
      if (seen.has(one.id)) continue;
      seen.add(one.id);
      const event = joined(this.#index.parts(one.id).map((part) => part.event));
      if (!isWanted(event, query)) continue;
      const explanation = this.#explained(like, event, query, asked);
      const score = scoreOf(explanation);
      if (score < query.minScore) continue;
      const { core: _, persons, organisations, ...told } = event;
      const names = [...persons, ...organisations].filter((name) => !this.#isBarred(name));
      yield { ...told, names, score, explanation };
    }
  }

  #isBarred(name: string): boolean {
    if (this.#barred.size === 0) return false;
    return this.#barred.has(nameNumber(name, 'person')) || this.#barred.has(nameNumber(name, 'organization'));
  }

  /** The engine's explanation with what is known of the name and of the event. It adds up. */
  #explained({ match, commonness }: LikeName, event: MediaEvent, query: MediaQuery, asked: string): Explanation {
    const { explanation } = match;
    const adjustments = [...explanation.adjustments];
    if (commonness.points < 0) adjustments.push({ reason: commonReason(commonness, query), points: commonness.points });
    let left: Commonness = commonness;
    const raise = (reason: string, fewer: number) => {
      const points = rounded(takenBack(left, fewer));
      if (points <= 0) return;
      adjustments.push({ reason, points });
      left = { ...left, points: rounded(left.points + points) };
    };
    const shared = query.countries.filter((country) => event.countries.includes(country));
    if (shared.length > 0) raise(say('score.media-country', { country: shared[0]!.toUpperCase() }), FEWER_IN_COUNTRY);
    const beside = nameBeside(event, explanation.matchedName, query, asked);
    if (beside !== undefined) raise(say('score.media-beside', { name: beside }), FEWER_BESIDE);
    const age = ageOf(event, explanation.matchedName, query);
    if (age?.fits) raise(say('score.media-age', { years: age.years }), FEWER_OF_AGE);
    else if (age) adjustments.push({ reason: say('score.media-other-age', { years: age.years }), points: age.points });
    return { ...explanation, adjustments: within(explanation.nameScore, adjustments) };
  }
}

/** One in how many bearers of a name would have all ties that a query has. */
function fewerByTies({ countries, otherNames, born, ties = [] }: MediaQuery): number {
  const byCountry = countries.length > 0 ? FEWER_IN_COUNTRY : 1;
  const byAge = born === undefined ? 1 : FEWER_OF_AGE;
  return byCountry * byAge * (otherNames.length + ties.length > 0 ? FEWER_BESIDE : 1);
}

/** A name that the query has as well, other than the one that was found. */
function nameBeside(event: MediaEvent, found: string, query: MediaQuery, asked: string): string | undefined {
  const others = [query.name, ...query.otherNames, ...(query.ties ?? [])].filter((name) => name !== asked);
  const wanted = new Set(others.map(foldedName));
  return [...event.persons, ...event.organisations].find((name) => name !== found && wanted.has(foldedName(name)));
}

interface KnownAge {
  /** Of birth, in words. */
  readonly years: string;
  readonly fits: boolean;
  /** Where it does not fit: what the engine takes for such a date of a list. */
  readonly points: number;
}

/** What an article says of the age of whom it names, beside the query's date of birth. */
function ageOf({ born }: MediaEvent, name: string, { born: asked }: MediaQuery): KnownAge | undefined {
  const known = born?.[name.toLowerCase()];
  const date = dateNumber(asked?.slice(0, 10) ?? '');
  if (!known || date === 0) return undefined;
  const [from, to] = known;
  const { points } = birthEvidence(date, dateNumber(String(from)), dateNumber(String(to)));
  return { years: `${from}/${to}`, fits: points > 0, points };
}

function commonReason({ namesakes }: Commonness, { entityType }: MediaQuery): string {
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(namesakes)) - 1);
  const count = Math.round(namesakes / digits) * digits;
  return say(entityType === 'Individual' ? 'score.media-namesakes' : 'score.media-organisations', { count });
}

/** A score is 0 at least: points that would go below it are cut, so that the sum is the score. */
function within(nameScore: number, adjustments: Explanation['adjustments']): Explanation['adjustments'] {
  let score = nameScore;
  return adjustments.map(({ reason, points }) => {
    const next = Math.min(100, Math.max(0, score + points));
    const cut = rounded(next - score);
    score = next;
    return { reason, points: cut };
  });
}

function scoreOf({ nameScore, adjustments }: Explanation): number {
  return rounded(adjustments.reduce((score, { points }) => score + points, nameScore));
}

function isWanted({ first, last, offences }: MediaEvent, { from, to, offences: wanted }: MediaQuery): boolean {
  if (from !== undefined && last.slice(0, 10) < from) return false;
  if (to !== undefined && first.slice(0, 10) > to) return false;
  return wanted.length === 0 || offences.some((one) => wanted.includes(one));
}

/** By score, then the newest. */
function mostRelevant(one: FoundEvent, other: FoundEvent): number {
  return other.score - one.score || (one.last < other.last ? 1 : -1) || (one.id < other.id ? -1 : 1);
}

const rounded = (points: number): number => Math.round(points * 100) / 100;
