import { analyseName } from '../../screening/names/analyse.ts';
import { readGroups } from '../../tables.ts';

/** Whom a text names, by capital letters. */
export interface NamesInText {
  readonly persons: readonly string[];
  readonly organisations: readonly string[];
}

const MAX_NAMES = 20;
const MAX_WORDS = 6;
/** A title with so large a share of capitals is set in capitals, which then say nothing. */
const HEADLINE = 0.7;
/** Words that stand inside a name without a capital. */
const INSIDE = new Set([
  'de',
  'del',
  'der',
  'van',
  'von',
  'al',
  'el',
  'bin',
  'ibn',
  'da',
  'di',
  'du',
  'la',
  'le',
  'y',
  'e',
  'of',
  'and',
  '&',
]);
/** What begins a sentence and is no name. */
const BEGINNINGS = new Set(
  'the a an in on at for from after before when while as but and or two three four five former ex he she it they his her their this that these those police court judge prosecutors der die das ein eine im am bei nach vor als wegen le la les un une des dans el los las en una'.split(
    ' ',
  ),
);
const WORD = /[\p{L}\p{M}\p{N}&'’.-]+/gu;
const CAPITAL = /^\p{Lu}/u;
const OF = / (?:of|and|&) /;
const ORGANISATION = ['legal-form', 'generic', 'body'];

/** Words stand in a pattern as they are written. */
const literally = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const BY_OFFENCE = readGroups('media/words.tsv', ['offence', 'word']);
const PATTERNS = [...BY_OFFENCE].map(([offence, words]) => ({
  offence,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(literally).join('|')})`, 'iu'),
}));

/** Codes of the offences that a text names, sorted. */
export function offencesIn(text: string): string[] {
  return PATTERNS.filter(({ pattern }) => pattern.test(text))
    .map(({ offence }) => offence)
    .sort();
}

/** Names in the sentences of a text: two words or more that begin with capitals. */
export function namesIn(texts: readonly string[]): NamesInText {
  const [persons, organisations] = [new Map<string, string>(), new Map<string, string>()];
  for (const text of texts.filter((one) => !isHeadline(one))) {
    for (const run of runsOf(text)) {
      const kept = isOrganisation(run) ? organisations : persons;
      // Of a person, what stands behind it is a place or an employer.
      const name = kept === persons ? run.split(OF)[0]! : run;
      if (name.includes(' ') && kept.size < MAX_NAMES) kept.set(name.toLowerCase(), name);
    }
  }
  return { persons: [...persons.values()], organisations: [...organisations.values()] };
}

function isHeadline(text: string): boolean {
  const words = text.match(WORD) ?? [];
  const long = words.filter((word) => word.length > 3);
  return long.length > 3 && long.filter((word) => CAPITAL.test(word)).length / long.length > HEADLINE;
}

/** A comma, a bracket or the end of a sentence: no name goes on behind it. An initial has a full stop, too. */
const END = /[,;:()"“”„»«!?|–—]|(?<=\p{L}{2})\.(?=\s|$)/u;

/** Rows of capital words. */
function* runsOf(text: string): Generator<string> {
  for (const phrase of text.split(END)) {
    const words = (phrase.match(WORD) ?? []).map((word) => word.replace(/['’]s$/u, ''));
    let run: string[] = [];
    for (const [at, word] of [...words, ''].entries()) {
      if (isOfName(word, at, words[at + 1] ?? '', run.length > 0)) run.push(word);
      else {
        if (run.length >= 2 && run.length <= MAX_WORDS) yield run.join(' ');
        run = [];
      }
    }
  }
}

function isOfName(word: string, at: number, next: string, isInside: boolean): boolean {
  if (at === 0 && BEGINNINGS.has(word.toLowerCase())) return false;
  return CAPITAL.test(word) || (isInside && INSIDE.has(word) && CAPITAL.test(next));
}

/**
 * By a legal form, or a word for what organisations are or do. A word behind two names and "of" is a place or an
 * employer: Anna Quist of Harbourside.
 */
function isOrganisation(name: string): boolean {
  const head = name.split(OF)[0]!;
  const tokens = analyseName(head.includes(' ') ? head : name, 'organization').readings[0]?.tokens ?? [];
  return tokens.some(({ role }) => ORGANISATION.includes(role));
}
