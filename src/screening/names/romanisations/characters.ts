import { readTable } from '../../../tables.ts';
import { CHINESE_SURNAMES } from '../characters.ts';
import { koreanReading } from '../scripts/han.ts';
import { KOREAN_SURNAMES } from '../scripts/hangul.ts';
import { JYUTPING, KOREAN, SINO_KOREAN } from '../tables/han-readings.ts';
import { simplified } from '../tables/simplified.ts';

/** Where a character stands in a name. */
export type NamePlace = 'family' | 'given';

/** Simplified characters that names are written with, and how often each stands there. */
export interface NameCharacters {
  readonly characters: readonly string[];
  /** Of each character its share, so that all of them add up to 1. */
  readonly shares: Float64Array;
}

/** What a character counts that was not seen in given names: one in six of those seen once. */
const UNSEEN = 0.15;
/** What a character counts beside what was seen that is usual in Korean names, or is a family name. */
const USUAL = 1;

const usualInKorea = new Set([...KOREAN.keys()].map(simplified));

let made: Readonly<Record<NamePlace, NameCharacters>> | undefined;

/** Counted when they are first asked for. */
export function nameCharacters(): Readonly<Record<NamePlace, NameCharacters>> {
  made ??= countCharacters();
  return made;
}

function countCharacters(): Readonly<Record<NamePlace, NameCharacters>> {
  const counts = { family: new Map<string, number>(), given: new Map<string, number>() };
  for (const [place, count, found] of readTable('names/han-name-counts.tsv', ['place', 'count', 'characters'])) {
    for (const one of found) counts[place as NamePlace].set(one, Number(count));
  }
  const all = new Set([...JYUTPING.keys(), ...SINO_KOREAN.keys(), ...KOREAN.keys(), ...counts.given.keys()]);
  const simple = [...new Set([...all].map(simplified))];
  return {
    given: inShares(simple, (one) => (counts.given.get(one) ?? UNSEEN) + (usualInKorea.has(one) ? USUAL : 0)),
    family: inShares(simple.filter(isFamilyName), (one) => (counts.family.get(one) ?? 0) + USUAL),
  };
}

function isFamilyName(character: string): boolean {
  return (
    CHINESE_SURNAMES.has(character) || (usualInKorea.has(character) && KOREAN_SURNAMES.has(koreanReading(character)!))
  );
}

function inShares(characters: readonly string[], count: (character: string) => number): NameCharacters {
  const shares = Float64Array.from(characters, count);
  const sum = shares.reduce((all, one) => all + one, 0);
  return { characters, shares: shares.map((one) => one / sum) };
}
