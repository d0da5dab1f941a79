import type { SnapshotEntity } from '../../src/domain/snapshot.ts';
import type { MediaEvent } from '../../src/media/events.ts';
import { generator } from '../speed/grow.ts';

/** Given and family names of a country's people, as often as the lists have them. */
interface People {
  readonly given: readonly string[];
  readonly family: readonly string[];
}

const OFFENCES = ['corruption', 'fraud', 'terrorism', 'sanctions', 'drugs', 'violence', 'cybercrime', 'other-crime'];
const TRADES = [
  'Holdings',
  'Bank',
  'Energy',
  'Group',
  'Trading',
  'Ministry',
  'Police Department',
  'University',
  'Media',
];
const LATIN = /^[\p{Script=Latin}\s'’.-]+$/u;
/** Whoever is in the news is often in it again: so large a share of mentions is of so many names. */
const [KNOWN_SHARE, KNOWN_NAMES] = [0.25, 20_000];

/**
 * Events of invented people by real name frequencies. A name joins a given name and a family name of two listed persons
 * of one country.
 */
export class GeneratedNews {
  readonly #countries: readonly (readonly [string, People])[];
  readonly #random: () => number;
  readonly #known: string[] = [];

  constructor(entities: Iterable<SnapshotEntity>, seed = 29) {
    this.#random = generator(seed);
    this.#countries = peopleOf(entities);
  }

  day(day: string, events: number): MediaEvent[] {
    return Array.from({ length: events }, (_, at) => this.#event(day, at));
  }

  #event(day: string, at: number): MediaEvent {
    const [country] = this.#one(this.#countries);
    const persons = Array.from({ length: 1 + this.#below(5) }, () => this.#person());
    const organisations = Array.from({ length: this.#below(5) }, () => this.#organisation());
    const articleCount = 1 + (this.#random() < 0.4 ? this.#below(8) : 0);
    const offences = [this.#one(OFFENCES)];
    const time = `${day}T${String(this.#below(24)).padStart(2, '0')}:15:00.000Z`;
    return {
      id: `${day}-${at.toString(16).padStart(16, '0')}`,
      offences,
      first: time,
      last: time,
      persons: [...new Set(persons)],
      organisations: [...new Set(organisations)],
      countries: [country],
      articles: Array.from({ length: articleCount }, (_, article) => this.#article(day, time, persons[0]!, article)),
      articleCount,
      tone: -this.#below(800) / 100,
      core: { names: persons.map((name) => name.toLowerCase()), offences },
    };
  }

  #article(day: string, date: string, name: string, at: number) {
    const site = `${this.#one(this.#countries)[1].family[this.#below(30)] ?? 'daily'}-news${at}.example`.toLowerCase();
    const slug = `${name} ${this.#one(OFFENCES)} ${this.#below(1e9)}`.replace(/\s+/g, '-');
    return {
      url: `https://${site}/${day}/${slug}`,
      site,
      date,
      language: 'eng',
      title: `${name} in court over ${slug}`,
    };
  }

  #person(): string {
    if (this.#random() < KNOWN_SHARE && this.#known.length > 0) return this.#one(this.#known);
    const [, { given, family }] = this.#one(this.#countries);
    const name = `${this.#one(given)} ${this.#one(family)}`;
    if (this.#known.length < KNOWN_NAMES) this.#known.push(name);
    return name;
  }

  #organisation(): string {
    const [, { family }] = this.#one(this.#countries);
    return `${this.#one(family)} ${this.#one(TRADES)}`;
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)]!;
  }

  #below(most: number): number {
    return Math.floor(this.#random() * most);
  }
}

/** Countries as often as they have people on the lists. */
function peopleOf(entities: Iterable<SnapshotEntity>): (readonly [string, People])[] {
  const names = new Map<string, { given: string[]; family: string[] }>();
  for (const { entries } of entities) {
    const [{ kind, names: all, nationalities = ['zz'] }] = entries as [(typeof entries)[0]];
    const words = all[0]!.full.split(/\s+/);
    if (kind !== 'person' || words.length < 2 || !LATIN.test(all[0]!.full)) continue;
    const country = nationalities[0]!.slice(0, 20).toLowerCase();
    const of = names.get(country) ?? { given: [], family: [] };
    names.set(country, of);
    of.given.push(words[0]!);
    of.family.push(words.at(-1)!);
  }
  return [...names].flatMap(([country, people]) => people.given.map(() => [country, people] as const));
}
