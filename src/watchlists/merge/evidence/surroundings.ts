import type { EntryFacts } from '../../../domain/list-entry.ts';
import { countriesOf } from '../../../screening/index/countries.ts';
import { readGroups } from '../../../tables.ts';
import { sourceById } from '../../registry.ts';
import { foldedWords } from '../name-agreement.ts';

const TOPICS = readGroups('matching/regimes.tsv', ['word', 'topic']);
const DIGITS_BEHIND = /(?<=\p{L})\d+$/u;
/** Words of places, posts and addresses that are shorter tell nothing. */
const LEAST_LETTERS = 5;

const NONE: ReadonlySet<string> = new Set();
/** Lists name few programmes, each many times. */
const regimes = new Map<string, ReadonlySet<string>>();

/** What a list says around the names of an entry, as evidence compares it. */
export interface Surroundings {
  /** Topics of its sanctions programmes; none for other lists. */
  readonly regimes: ReadonlySet<string>;
  /** Numbers of the countries that stand anywhere beside it (`countriesOf`). */
  readonly countries: ReadonlySet<number>;
  /** Of its nationalities alone. */
  readonly nationalities: ReadonlySet<number>;
  /** Folded words of birth places, positions and addresses, without short ones. */
  readonly words: ReadonlySet<string>;
  /** Days since 1970; undefined where the list gives no listing date. */
  readonly listedOn: number | undefined;
}

export function surroundingsOf(entry: EntryFacts): Surroundings {
  const { nationalities, birthPlaces = [], positions = [], addresses = [], listedOn } = entry;
  const words = [...birthPlaces, ...positions, ...addresses].flatMap(foldedWords);
  const listed = listedOn === undefined ? Number.NaN : Date.parse(listedOn) / 86_400_000;
  const { source, sourceName, id, kind, names } = entry;
  return {
    regimes: regimesOf(entry),
    countries: new Set(countriesOf([entry])),
    nationalities: new Set(nationalities ? countriesOf([{ source, sourceName, id, kind, names, nationalities }]) : []),
    words: new Set(words.filter((word) => word.length >= LEAST_LETTERS)),
    listedOn: Number.isNaN(listed) ? undefined : listed,
  };
}

/** The topics of an entry's sanctions programmes, whatever an authority calls them (`tables/matching/regimes.tsv`). */
export function regimesOf({ source, programmes = [] }: EntryFacts): ReadonlySet<string> {
  if (sourceById(source).category !== 'sanctions') return NONE;
  const key = programmes.join('\n');
  const known = regimes.get(key) ?? new Set(programmes.flatMap(foldedWords).flatMap(topicsOf));
  regimes.set(key, known);
  return known;
}

const topicsOf = (word: string): readonly string[] => TOPICS.get(word.replace(DIGITS_BEHIND, '')) ?? [];
