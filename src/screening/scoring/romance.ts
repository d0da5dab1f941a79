/** What the customs of Spanish, Portuguese, French and Italian names say of two names whose words are paired. */
export interface RomanceNames {
  /** The place of what `de` adds to the query, and to the entry's name; -1 without. */
  readonly queryAddition: number;
  readonly entryAddition: number;
  readonly mothersAlone: boolean;
}

/** A name whose words are paired or not. */
export interface PairedName {
  readonly count: number;
  /** Bits of the words that are paired. */
  readonly mask: number;
  text(place: number): string;
  isGivenName(place: number): boolean;
}

export const NOT_ROMANCE: RomanceNames = { queryAddition: -1, entryAddition: -1, mothersAlone: false };

/** Whether a name with so many words, of which these are paired, may say anything of the kind. */
export const mayBeRomance = (count: number, mask: number): boolean => count > 2 && !(mask & (1 << (count - 2)));

export function romanceNames(query: PairedName, entry: PairedName): RomanceNames {
  return {
    queryAddition: additionOf(query),
    entryAddition: additionOf(entry),
    mothersAlone: isMothersAlone(query) || isMothersAlone(entry),
  };
}

const OF = new Set(['de', 'del', 'da', 'do', 'di', 'du']);

/**
 * The place of an unpaired last word that `de` adds behind a paired word. It is the husband's name
 * (`Rosa Murcia de Lozano`) or where a family comes from (`Ruiz de Aldama`). Many leave it out.
 */
function additionOf({ count, mask, text }: PairedName): number {
  const last = count - 1;
  if (last < 2 || mask & (1 << last) || mask & (1 << (last - 1)) || !OF.has(text(last - 1))) return -1;
  return mask & (1 << (last - 2)) ? last : -1;
}

/**
 * Of two Spanish family names the second is the mother's, and nobody bears it alone: `Iker Zuloaga Gómez` is no `Iker
 * Gómez`. Only names in -ez count, since they are surely Spanish. The word before one is the father's name where it
 * ends so too, or is no given name.
 */
function isMothersAlone({ count, mask, text, isGivenName }: PairedName): boolean {
  const last = count - 1;
  if (last < 2 || !(mask & (1 << last)) || mask & (1 << (last - 1)) || !isSpanish(text(last))) return false;
  return isSpanish(text(last - 1)) || !isGivenName(last - 1);
}

const isSpanish = (text: string): boolean => text.length > 4 && text.endsWith('ez');
