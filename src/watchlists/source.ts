import type { ListCategory, ListEntry } from '../domain/list-entry.ts';

/** One file of a list as it was downloaded or named on the command line. */
export interface ListFile {
  /** File name without folders; `.gz` already taken off. */
  readonly name: string;
  /** The content in chunks, decompressed where it was gzip. Can be called again. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** What a parser tells besides entries. Parsers throw a `list-unusable` TouchstoneError where nothing can be used. */
export interface ParseReport {
  /** Publication date that the list itself states: `YYYY-MM-DD` or an ISO date-time. */
  published?: string;
  /** How many entries the list itself says it has; a shortfall is a truncated list. */
  declared?: number;
  /**
   * A sentence, where the files say themselves that they are a sample or a filtered export. An import then needs
   * --force.
   */
  partial?: string;
  /**
   * A line or entry that cannot be read: where (line number, id), and why. It is counted, named and left out.
   * `lacks`: the member of the format that an entry needs and this one has not.
   */
  skip(where: string, why: string, lacks?: string): void;
  /**
   * Told how many entries a parser holds that it has begun and not given yet. Throws `list-unusable` where they are
   * more than the list may have, so that a parser which holds all of them ends before memory does.
   */
  hold?(entries: number): void;
}

/** Fetches files for a source; conditional requests, limits and hashing are its business. */
export interface Fetcher {
  /** The official address or the operator's mirror (`TOUCHSTONE_LISTS_URL_<SOURCE>`). */
  readonly address: string;
  /** GETs a URL; answers the file under the name given. Throws `list-download`. */
  get(url: string, name: string, headers?: Readonly<Record<string, string>>): Promise<ListFile>;
  /** GETs a web page that is the list or leads to it, or what a mirror has in its place. Throws `list-download`. */
  page(url: string, name: string): Promise<ListFile>;
}

/** One list: who publishes it, where, in which formats, under which terms, and how it is read. */
export interface Source {
  readonly id: string;
  /** As it stands in `sources` of a match. */
  readonly name: string;
  readonly authority: string;
  readonly category: ListCategory;
  /** Official address that a sync reads (the first file where there are several). */
  readonly address: string;
  /** Other official addresses of the same list, asked where the first gives no good one. */
  readonly otherAddresses?: readonly string[];
  /** Web page where a person finds the file. */
  readonly page?: string;
  /** Parameter of the address that takes a token of the operator's own (`TOUCHSTONE_LISTS_EU_TOKEN`). */
  readonly tokenParameter?: string;
  /** A sentence, where the authority publishes the list no more. A sync then needs a mirror. */
  readonly closed?: string;
  /** The official formats that `import` takes, in words. */
  readonly format: string;
  readonly licence: string;
  /** One sentence, printed once, where the terms restrict use. */
  readonly restriction?: string;
  /** The list comes as an Excel workbook. Every other source refuses archives, so that no spreadsheet is misread. */
  readonly xlsx?: true;
  /** The list has hundreds of thousands of entries or may have: `sizeLimits` allows more. */
  readonly large?: true;
  /** Off unless the operator names it in `TOUCHSTONE_LISTS_SOURCES`. */
  readonly optIn?: true;
  /** The files of one sync. Without it: the one file at the address. */
  download?(fetcher: Fetcher): Promise<readonly ListFile[]>;
  /** Reads the files, which are the whole list together. It recognises each official format by the content. */
  parse(files: readonly ListFile[], report: ParseReport): AsyncIterable<ListEntry>;
}
