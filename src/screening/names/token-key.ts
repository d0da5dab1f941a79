import type { NameToken } from './types.ts';

/** All of a token that tells which words resemble it. Tokens with the same key resemble the same words. */
export function keyOf({ text, system, variants, characters, languages, spoken, country, meaning }: NameToken): string {
  const kind = `${system ?? ''}${country ? '@' : ''}${meaning ? '&' : ''}`;
  const spellings = variants.map((variant) => variant.text).join(' ');
  return `${kind}${languages?.join('') ?? ''}${spoken ?? ''}${characters ?? ''}${text} ${spellings}`;
}
