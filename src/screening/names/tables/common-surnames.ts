import { readTable } from '../../../tables.ts';

/** What English spells in several ways, and clerks exchange: Reed and Reid, Clark and Clarke, Hansen and Hanson. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/ck|c(?![eiyh])|q/g, 'k'],
  [/[zc]/g, 's'],
  [/ew|ue/g, 'u'],
  [/(?<=.)[ae]y/g, 'i'],
  [/e[aeiy]|ie|y/g, 'i'],
  [/[aeo](?=n$)/g, 'e'],
  [/(?<=[^aeiou]{2})e$/g, ''],
  [/(.)\1/g, '$1'],
];

function asHeard(name: string): string {
  return WAYS.reduce((heard, [ways, letters]) => heard.replace(ways, letters), name);
}

/** Common family names of one country, which are spelt in one way each. */
const COMMON: ReadonlyMap<string, string> = new Map(
  readTable('names/common-surnames.tsv', ['name']).map(([name]) => [name, asHeard(name)]),
);

/** Whether a folded word is a common family name. */
export const isCommonSurname = (text: string): boolean => COMMON.has(text);

/** Tells other common family names from this one; undefined for a word that is none. */
export function otherSurnameTest(text: string): ((other: string) => boolean) | undefined {
  const own = COMMON.get(text);
  if (own === undefined) return undefined;
  return (other) => {
    const heard = COMMON.get(other);
    return heard !== undefined && heard !== own;
  };
}
