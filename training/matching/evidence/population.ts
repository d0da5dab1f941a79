import type { SnapshotEntity } from '../../../src/domain/snapshot.ts';
import { analyseName } from '../../../src/screening/names/analyse.ts';
import { readTokens } from '../sound/pairs.ts';
import { COUNTRIES, isCountry } from './countries.ts';
import type { Random } from './random.ts';

const SCRIPTS = ['arabic', 'hebrew', 'russian', 'korean', 'katakana', 'chinese'] as const;
/** These put a dot between the parts of a foreign name. */
const WITH_DOT: ReadonlySet<string> = new Set(['katakana', 'chinese']);
/** A parliament of fewer people shows too few names of its country. */
const LEAST_PEOPLE = 60;
/** As often as in other writings of a name in Latin letters. */
const FAMILY_FIRST = 0.13;
/** Some ask for one of a name's parts alone. */
const ONE_WORD = 0.1;
const TITLES = /^(?:Dr|Mr|Mrs|Ms|Hon|Sir|Sen|Rep|Shri|Smt|Prof|Lord|The)\.? /gi;
export const LATIN_ONLY = /^[\p{Script=Latin}\p{M}\p{P}\p{Zs}]+$/u;

interface Parts {
  readonly given: string;
  readonly family: string;
}

/** Ordinary people of a country: the given name of one politician and the family name of another. */
export function* ordinaryPeople(politicians: readonly SnapshotEntity[], count: number, random: Random) {
  const countries = [...byCountry(politicians).values()].filter((people) => people.length >= LEAST_PEOPLE);
  for (let made = 0; made < count; ) {
    const people = random.pick(countries);
    const [one, other] = [random.pick(people), random.pick(people)];
    if (one === other) continue;
    made++;
    yield random.share() < ONE_WORD ? random.pick([one.given, other.family]) : `${one.given} ${other.family}`;
  }
}

function byCountry(politicians: readonly SnapshotEntity[]): Map<string, Parts[]> {
  const countries = new Map<string, Parts[]>();
  for (const { entries } of politicians) {
    const { names, programmes } = entries[0]!;
    const parts = partsOf(names[0]!);
    const country = programmes?.[0]?.split(', ').at(-1);
    if (!parts || !country) continue;
    countries.set(country, [...(countries.get(country) ?? []), parts]);
  }
  return countries;
}

function partsOf({ full, parts }: { full: string; parts?: { given?: string; family?: string } }): Parts | undefined {
  if (!LATIN_ONLY.test(full)) return undefined;
  if (parts?.given && parts.family) return { given: parts.given, family: parts.family };
  const words = full.replace(TITLES, '').split(/\s+/);
  if (words.length < 2 || words.length > 4) return undefined;
  return { given: words.slice(0, -1).join(' '), family: words.at(-1)! };
}

/**
 * Ordinary organisations: listed ones of whose words most are exchanged for words of others. Of every second one only
 * names, places and numbers are exchanged, and no word for its kind or business.
 */
export function* ordinaryOrganisations(names: readonly string[], count: number, random: Random) {
  const all = names.flatMap((name) => name.split(/\s+/));
  const telling = all.filter(isTelling);
  for (let made = 0; made < count; ) {
    const words = random.pick(names).split(/\s+/);
    if (words.length < 2) continue;
    const ofItsKind = words.map((word) => (isTelling(word) ? otherWord(word, telling, random) : word));
    if (made % 2 === 0) yield mixed(words, all, random);
    else if (ofItsKind.some((word, place) => word !== words[place])) yield ofItsKind.join(' ');
    else continue;
    made++;
  }
}

function mixed(words: string[], all: readonly string[], random: Random): string {
  for (let time = Math.max(1, Math.round(words.length * 0.6)); time > 0; time--) {
    words[random.below(words.length)] = random.pick(all);
  }
  return random.share() < ONE_WORD ? random.pick(words) : words.join(' ');
}

/** Another country for a country, and any other telling word for one. */
function otherWord(word: string, telling: readonly string[], random: Random): string {
  return isCountry(word) ? random.pick(COUNTRIES) : random.pick(telling);
}

/** A word that tells organisations of one kind apart: none for a kind, a business or a legal form. */
function isTelling(word: string): boolean {
  const tokens = analyseName(word, 'organization').readings[0]?.tokens ?? [];
  return isCountry(word) || tokens.some(({ role }) => role === 'word' || role === 'number');
}

export interface TwoScripts {
  readonly latin: string;
  readonly other: string;
}

/**
 * People of two name tokens, in another script and in Latin letters: `count` of each script. Some give the family name
 * first on one side.
 */
export function peopleInTwoScripts(folder: string, count: number, random: Random): TwoScripts[] {
  return SCRIPTS.flatMap((script) => {
    const tokens = readTokens(folder, script).filter(([latin, other]) => latin.length > 2 && other.length > 1);
    return Array.from({ length: count }, () => {
      const pair = [random.pick(tokens), random.pick(tokens)];
      const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
      const said = random.share() < FAMILY_FIRST ? pair.toReversed() : pair;
      return {
        latin: pair.map(([latin]) => capital(latin)).join(' '),
        other: said.map(([, other]) => other).join(WITH_DOT.has(script) ? '・' : ' '),
      };
    });
  });
}

/** Scripts in which many listed people have names. */
const NATIVE_SCRIPTS = ['Cyrillic', 'Arabic'] as const;
const [FEWEST_WORDS, MOST_WORDS] = [2, 4];
/** So many leave out what stands between a first and a last name. */
export const WITHOUT_MIDDLE = 0.5;

/**
 * Ordinary people who write their own script: each listed name there with all words after the first from others of as
 * many words. What the middle one ends with, a patronymic above all, is for men or for women.
 */
export function* nativePeople(listed: readonly SnapshotEntity[], random: Random) {
  for (const script of NATIVE_SCRIPTS) {
    const names = namesIn(script, listed);
    const groups = Map.groupBy(names, (words) => `${words.length} ${words[1]!.at(-1)}`);
    for (const words of names) {
      const others = groups.get(`${words.length} ${words[1]!.at(-1)}`)!;
      const made = words.map((word, place) => (place === 0 ? word : random.pick(others)[place]!)).join(' ');
      yield random.share() < WITHOUT_MIDDLE ? withoutMiddle(made) : made;
    }
  }
}

/** The first and the last word. */
export function withoutMiddle(name: string): string {
  const words = name.split(/\s+/);
  return words.length > 2 ? `${words[0]} ${words.at(-1)}` : name;
}

/** The words of each name of a listed person in a script. Names of politicians there are kept for judging. */
function namesIn(script: (typeof NATIVE_SCRIPTS)[number], listed: readonly SnapshotEntity[]): string[][] {
  const isIn = new RegExp(`^[\\p{Script=${script}}\\p{M}\\p{Zs}-]+$`, 'u');
  const entries = listed.flatMap((entity) => entity.entries);
  const people = entries.filter(({ kind, source }) => kind === 'person' && source !== 'everypolitician');
  const names = new Set(people.flatMap((person) => person.names.map(({ full }) => full.trim())));
  const words = [...names].filter((name) => isIn.test(name)).map((name) => name.split(/\s+/));
  return words.filter(({ length }) => length >= FEWEST_WORDS && length <= MOST_WORDS);
}
