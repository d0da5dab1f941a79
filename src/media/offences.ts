import { readTable } from '../tables.ts';

/** An offence that news is kept for. Its code is one of `tables/media/offences.tsv`. */
export interface Offence {
  readonly code: string;
  /** The category of the FATF, in its words. */
  readonly offence: string;
}

/** All of them, in the order of the table. */
export const OFFENCES: readonly Offence[] = readTable('media/offences.tsv', ['code', 'offence']).map(
  ([code, offence]) => ({ code, offence }),
);

const OF_THEME = new Map(readTable('media/themes.tsv', ['theme', 'offence']));

/** A theme of the Global Knowledge Graph and where in the text it is, in characters. */
export type ThemePlace = readonly [theme: string, place: number];

/** What a piece of news is about stands in its title and first paragraph: news writes so. Characters. */
const LEAD = 400;
/** An offence that stands further down is told of where it is named so often. */
const MIN_PLACES = 2;

/** Codes of the offences that themes name, each once, sorted; empty for ordinary news. */
export function offencesOf(themes: readonly string[]): string[] {
  return [...new Set(themes.flatMap((theme) => OF_THEME.get(theme) ?? []))].sort();
}

/** The same of an article of which places are known. What it names once in passing, it does not tell of. */
export function offencesTold(places: readonly ThemePlace[]): string[] {
  const found = new Map<string, Set<number>>();
  for (const [theme, place] of places) {
    const offence = OF_THEME.get(theme);
    if (offence !== undefined) found.set(offence, (found.get(offence) ?? new Set()).add(place));
  }
  const told = [...found].filter(([, at]) => at.size >= MIN_PLACES || [...at].some((place) => place < LEAD));
  return told.map(([offence]) => offence).sort();
}
