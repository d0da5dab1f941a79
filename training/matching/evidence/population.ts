import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SnapshotEntity } from '../../../src/domain/snapshot.ts';
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
const LATIN_ONLY = /^[\p{Script=Latin}\p{M}\p{P}\p{Zs}]+$/u;

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

/** Ordinary organisations: listed ones of whose words most are exchanged for words of others. */
export function* ordinaryOrganisations(names: readonly string[], count: number, random: Random) {
  const all = names.flatMap((name) => name.split(/\s+/));
  for (let made = 0; made < count; ) {
    const words = random.pick(names).split(/\s+/);
    if (words.length < 2) continue;
    made++;
    for (let time = Math.max(1, Math.round(words.length * 0.6)); time > 0; time--) {
      words[random.below(words.length)] = random.pick(all);
    }
    yield random.share() < ONE_WORD ? random.pick(words) : words.join(' ');
  }
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
    const tokens = gunzipSync(readFileSync(join(folder, `${script}.tsv.gz`)))
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string])
      .filter(([latin, other]) => latin.length > 2 && other.length > 1);
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
