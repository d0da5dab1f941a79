import type { BirthYears } from './ages.ts';

/** What is kept of an article: who is named beside which offence, and where it stands. Never its text. */
export interface Article {
  /** Address of the page, `http` or `https`. */
  readonly url: string;
  /** Host or name of the site, as the source gives it. */
  readonly site: string;
  /** When the source saw it, ISO date-time in UTC. */
  readonly date: string;
  /** ISO 639-3 code of the language in which it was written. */
  readonly language: string;
  readonly title?: string;
  /** As written there, each once. Together with `organisations` at least one. */
  readonly persons: readonly string[];
  readonly organisations: readonly string[];
  /** Of persons whose age its title or summary gives. */
  readonly born?: BirthYears;
  /** ISO 3166-1 alpha-2 codes in lower case, of the places that it names. */
  readonly countries: readonly string[];
  /** Codes of `tables/media/offences.tsv`, sorted; at least one. */
  readonly offences: readonly string[];
  /** -100 to 100, mostly -10 to 10; below 0 is negative. */
  readonly tone: number;
}
