import type { NameToken, Reading } from './types.ts';

/**
 * The same reading. All its properties are there, always in this order, so that code compiled for one serves all. Else
 * what meets many kinds of tokens is compiled again and again.
 */
export function sameShape({ system, tokens, leastPair, written }: Reading): Reading {
  return { system, tokens: tokens.map(ofSameShape), leastPair, written };
}

function ofSameShape({
  text,
  surface,
  role,
  system,
  variants,
  characters,
  languages,
  sound,
  spoken,
  country,
  legalForm,
}: NameToken): NameToken {
  return { text, surface, role, system, variants, characters, languages, sound, spoken, country, legalForm };
}
