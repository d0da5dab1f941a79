/** An article of the news. Its text is never kept. */
export interface MediaMention {
  readonly url: string;
  readonly site: string;
  /** ISO date-time. */
  readonly date: string;
  /** ISO 639-3; `und` where nobody says. */
  readonly language: string;
  readonly title?: string;
}

/** What the news tells of an event. */
export interface ToldEvent {
  /** Codes of `tables/media/offences.tsv`, sorted. */
  readonly offences: readonly string[];
  /** ISO date-times of the first and the last article. */
  readonly first: string;
  readonly last: string;
  /** Persons and organisations, as written. */
  readonly names: readonly string[];
  /** ISO 3166-1 alpha-2, in lower case. */
  readonly countries: readonly string[];
  /** At most 10. */
  readonly articles: readonly MediaMention[];
  readonly articleCount: number;
  /** Mean; below 0 is negative. */
  readonly tone: number;
}
