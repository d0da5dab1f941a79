import { readTable } from '../../../tables.ts';
import { normaliseText } from '../normalise.ts';
import { type Word, words } from '../tokenise.ts';
import { PARTICLES, TITLES } from './titles-and-particles.ts';

interface Phrase {
  /** In small letters. */
  readonly words: readonly string[];
  /** People are called so. */
  readonly isName: boolean;
  /** No organisation is called so. */
  readonly isNoFirm: boolean;
}

const rows = readTable('names/placeholders.tsv', ['use', 'word']);
const small = (text: string): string[] => words(normaliseText(text)).map(({ surface }) => surface.toLowerCase());

/** By the first word, the longest first. */
const PHRASES = Map.groupBy(
  rows
    .filter(([, word]) => !word.includes('/'))
    .map(([use, word]): Phrase => {
      return {
        words: small(word),
        isName: use.startsWith('also'),
        isNoFirm: use === 'not of firms either' || use === 'also a name',
      };
    })
    .toSorted((a, b) => b.words.length - a.words.length),
  (phrase) => phrase.words[0]!,
);
const slashed = rows.filter(([, word]) => word.includes('/')).map(([, word]) => word.replace('/', String.raw`\s?/\s?`));
/** Only a slash makes these something else than initials. */
const WITH_SLASH = new RegExp(String.raw`(?<![\p{L}\p{N}./])(?:${slashed.join('|')})(?![\p{L}\p{N}/])`, 'giu');
/** A placeholder of the table that is one word. */
const WITHOUT_SLASH = ' undefined ';
/** Beside placeholders these stand for nobody. */
const NAMELESS: ReadonlySet<string> = new Set([...TITLES, ...PARTICLES]);
/** The first word of an organisation's name, and what may be none. */
const FIRST = /[\p{L}\p{M}\p{N}]+/u;
const MAY_BE_PLACEHOLDER = /\//;
/** XXX, in Latin or Cyrillic letters. */
const CROSSES = /^(?:x{2,}|х{2,})$/;
const isCrosses = (word: string): boolean => (word[0] === 'x' || word[0] === 'х') && CROSSES.test(word);

/** A normalised text with a placeholder that is one word for each that has a slash, such as `N/A`. */
export const withoutSlashed = (text: string): string =>
  text.includes('/') ? text.replace(WITH_SLASH, WITHOUT_SLASH) : text;

/**
 * The ways to read the words of a person's name. Placeholders are left out: FNU, XXX. Those that people are also called
 * are left out of a second way: Null. Empty where nothing but placeholders is there.
 */
export function withoutPlaceholders(found: readonly Word[]): (readonly Word[])[] {
  const phrases = phrasesIn(found);
  // One letter alone stands for itself: an X is no unknown name.
  if (phrases.length === 0 || (found.length === 1 && found[0]!.surface.length === 1)) return [found];
  const saysNothing = ({ surface }: Word) => NAMELESS.has(surface.toLowerCase());
  const without = (left: readonly PlacedPhrase[]) =>
    found.filter((_, place) => !left.some((one) => isPart(place, one)));
  const none = without(phrases);
  if (none.every(saysNothing)) return [];
  const names = without(phrases.filter(({ phrase }) => !phrase.isName));
  return names.length === none.length ? [none] : [names, none];
}

/** Whether a name is a placeholder and nothing else, of a person or of an organisation. */
export function isPlaceholder(name: string, isPerson: boolean): boolean {
  if (!isPerson && !MAY_BE_PLACEHOLDER.test(name) && !PHRASES.has(FIRST.exec(name)?.[0].toLowerCase() ?? '')) {
    return false;
  }
  const text = withoutSlashed(normaliseText(name));
  const found = words(text);
  if (isPerson) return withoutPlaceholders(found).length === 0;
  const phrases = phrasesIn(found).filter(({ phrase }) => phrase.isNoFirm);
  return phrases.length > 0 && found.every((_, place) => phrases.some((one) => isPart(place, one)));
}

/** A phrase with where it begins. */
interface PlacedPhrase {
  readonly phrase: Phrase;
  readonly start: number;
}

const isPart = (place: number, { phrase, start }: PlacedPhrase): boolean =>
  place >= start && place < start + phrase.words.length;

function phrasesIn(found: readonly Word[]): PlacedPhrase[] {
  const phrases: PlacedPhrase[] = [];
  for (let start = 0; start < found.length; ) {
    const phrase = phraseAt(found, start);
    if (phrase) phrases.push({ phrase, start });
    start += phrase?.words.length ?? 1;
  }
  return phrases;
}

function phraseAt(found: readonly Word[], start: number): Phrase | undefined {
  const first = found[start]!.surface.toLowerCase();
  const phrases = PHRASES.get(first);
  // Nearly every word of a name begins none.
  if (phrases === undefined) return isCrosses(first) ? { words: [first], isName: false, isNoFirm: false } : undefined;
  return phrases.find(({ words }) => words.every((word, at) => found[start + at]?.surface.toLowerCase() === word));
}
