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

/** Codes of the offences that themes of the Global Knowledge Graph name, each once; empty for ordinary news. */
export function offencesOf(themes: readonly string[]): string[] {
  const found = new Set<string>();
  for (const theme of themes) {
    const offence = OF_THEME.get(theme);
    if (offence !== undefined) found.add(offence);
  }
  return [...found].sort();
}
