import type { EntryFacts } from '../../domain/list-entry.ts';
import { Recent } from '../../recent.ts';
import { foldText } from '../names/fold-text.ts';
import { countryWritten, shortStateAt } from '../names/tables/organisation-words.ts';

/** ISO 3166-1 alpha-2. */
const CODE = /^[a-z]{2}$/i;
const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const NO_LETTERS = /[^\p{L}\p{M}]+/u;

/**
 * Numbers of the countries (`countryNamed`) that the lists name beside an entity, each once: where it is, is registered
 * or is sanctioned for. A street or a city that is called like a country counts too.
 */
export function countriesOf(entries: readonly EntryFacts[]): number[] {
  const found = new Set<number>();
  for (const { addresses = [], documents = [], nationalities = [], programmes = [] } of entries) {
    for (const { country } of documents) if (country) addCountries(found, country);
    for (const text of [...addresses, ...nationalities, ...programmes]) addCountries(found, text);
  }
  return [...found].sort((a, b) => a - b);
}

function addCountries(to: Set<number>, text: string): void {
  for (const number of inText.get(text, countriesIn)) to.add(number);
}

/** Lists name few nationalities and programmes, each many times. */
const MAX_REMEMBERED = 8_192;
const inText = new Recent<string, readonly number[]>(MAX_REMEMBERED);

function countriesIn(text: string): readonly number[] {
  const name = CODE.test(text) ? (NAMES.of(text.toUpperCase()) ?? '') : text;
  const words = foldText(name.replaceAll("'", '')).split(NO_LETTERS);
  return words.flatMap((word, at) => {
    const country = countryWritten(shortStateAt(words, at)?.short ?? word);
    return country ? [country.number] : [];
  });
}
