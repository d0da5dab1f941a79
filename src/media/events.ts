import { createHash } from 'node:crypto';
import type { MediaMention } from '../domain/told-event.ts';
import type { BirthYears } from './ages.ts';
import type { Article } from './article.ts';

/** One event as the articles of one day tell it. */
export interface MediaEvent {
  /** The same on each day on which it is told; the day in it is the first. */
  readonly id: string;
  /** Sorted codes. Those of the first article of the event, and what others of the day add. */
  readonly offences: readonly string[];
  /** ISO date-times of the day's first and last article. */
  readonly first: string;
  readonly last: string;
  readonly persons: readonly string[];
  readonly organisations: readonly string[];
  readonly born?: BirthYears;
  readonly countries: readonly string[];
  /** The first 10 of the day, each page once. */
  readonly articles: readonly MediaMention[];
  readonly articleCount: number;
  /** Mean of the day's articles. */
  readonly tone: number;
  /** Names and offences of the article that the event began with: only what is like it joins. */
  readonly core: { readonly names: readonly string[]; readonly offences: readonly string[] };
}

const MAX_ARTICLES = 10;
const MAX_NAMES = 200;
/** Of so many events a name says no more which one is meant: heads of state, agencies, the papers themselves. */
const TELLING_EVENTS = 200;
/** The same event has this share of the names of whichever names fewer. */
const SHARED_NAMES = 0.5;

/** A growing event. */
interface Draft extends MediaEvent {
  offences: string[];
  first: string;
  last: string;
  persons: string[];
  organisations: string[];
  born?: BirthYears;
  countries: string[];
  articles: MediaMention[];
  articleCount: number;
  tone: number;
}

/**
 * Puts the articles of one day together that tell of one event. They share an offence, and half of the names of
 * whichever names fewer: at least two, unless it names one alone. An article is compared with the one that an event
 * began with, so that no event grows into another one.
 */
export class DayEvents {
  readonly #day: string;
  readonly #drafts = new Map<string, Draft>();
  readonly #cores = new Map<string, MediaEvent['core']>();
  readonly #byName = new Map<string, string[]>();

  /** `day`: `YYYY-MM-DD`. `earlier`: events of the days just before, which may go on. */
  constructor(day: string, earlier: Iterable<Pick<MediaEvent, 'id' | 'core'>>) {
    this.#day = day;
    for (const { id, core } of earlier) this.#know(id, core);
  }

  /** Takes an event of the same day as it was kept before. */
  keep(event: MediaEvent): void {
    const { offences, persons, organisations, countries, articles } = event;
    this.#drafts.set(event.id, {
      ...event,
      offences: [...offences],
      persons: [...persons],
      organisations: [...organisations],
      countries: [...countries],
      articles: [...articles],
    });
    this.#know(event.id, event.core);
  }

  add(article: Article): void {
    const names = keysOf([...article.persons, ...article.organisations]);
    const id = this.#eventOf(names, article.offences);
    const known = id === undefined ? undefined : this.#drafts.get(id);
    if (known) grow(known, article);
    else {
      const core = (id !== undefined && this.#cores.get(id)) || { names, offences: article.offences };
      const draft = beginning(id ?? `${this.#day}-${hashOf(article.url)}`, core, article);
      this.#drafts.set(draft.id, draft);
      this.#know(draft.id, core);
    }
  }

  /** In the order in which they were first told. */
  get events(): readonly MediaEvent[] {
    return [...this.#drafts.values()];
  }

  #know(id: string, core: MediaEvent['core']): void {
    if (this.#cores.has(id)) return;
    this.#cores.set(id, core);
    for (const name of core.names) {
      const events = this.#byName.get(name);
      if (events === undefined) this.#byName.set(name, [id]);
      else if (events.length <= TELLING_EVENTS) events.push(id);
    }
  }

  /** The event that shares most names; the earliest of those that share as many. */
  #eventOf(names: readonly string[], offences: readonly string[]): string | undefined {
    const telling = names.filter((name) => (this.#byName.get(name)?.length ?? 0) <= TELLING_EVENTS);
    const shared = new Map<string, number>();
    for (const name of telling) {
      for (const id of this.#byName.get(name) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
    }
    let [best, most]: [string | undefined, number] = [undefined, 0];
    for (const [id, count] of shared) {
      const core = this.#cores.get(id)!;
      const fewer = Math.min(names.length, core.names.length);
      const isOne = count >= Math.min(2, fewer) && count >= fewer * SHARED_NAMES;
      if (isOne && count > most && core.offences.some((one) => offences.includes(one))) [best, most] = [id, count];
    }
    return best;
  }
}

function beginning(id: string, core: MediaEvent['core'], article: Article): Draft {
  const { date, offences, persons, organisations, born, countries, tone } = article;
  return {
    id,
    offences: [...offences],
    first: date,
    last: date,
    persons: [...persons],
    organisations: [...organisations],
    ...(born && { born }),
    countries: [...countries],
    articles: [mentionOf(article)],
    articleCount: 1,
    tone,
    core,
  };
}

function grow(event: Draft, article: Article): void {
  if (event.articles.some(({ url }) => url === article.url)) return;
  event.tone = Math.round(((event.tone * event.articleCount + article.tone) / (event.articleCount + 1)) * 100) / 100;
  event.articleCount += 1;
  if (article.date < event.first) event.first = article.date;
  if (article.date > event.last) event.last = article.date;
  if (event.articles.length < MAX_ARTICLES) event.articles.push(mentionOf(article));
  event.offences = [...new Set([...event.offences, ...article.offences])].sort();
  event.countries = [...new Set([...event.countries, ...article.countries])].sort();
  addNames(event.persons, article.persons);
  addNames(event.organisations, article.organisations);
  if (article.born) event.born = { ...article.born, ...event.born };
}

function addNames(known: string[], names: readonly string[]): void {
  const keys = new Set(keysOf(known));
  for (const name of names) if (known.length < MAX_NAMES && !keys.has(name.toLowerCase())) known.push(name);
}

function mentionOf({ url, site, date, language, title }: Article): MediaMention {
  return { url, site, date, language, ...(title !== undefined && { title }) };
}

const keysOf = (names: readonly string[]): string[] => [...new Set(names.map((name) => name.toLowerCase()))];

const hashOf = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 16);
