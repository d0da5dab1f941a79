import { countryNamed } from './tables/organisation-words.ts';
import type { NameToken } from './types.ts';

const RUSSIA = countryNamed('russia')!.number;

/** The Federation beside Russia adds nothing: `Russische Föderation`, `Federación de Rusia`. */
export function withoutFederation(tokens: NameToken[]): NameToken[] {
  const russia = tokens.findIndex(({ country }) => country === RUSSIA);
  if (russia < 0) return tokens;
  return tokens.map((token, at) => {
    if (token.meaning !== 'federation') return token;
    const isBeside =
      at + 1 === russia || at - 1 === russia || (at + 2 === russia && tokens[at + 1]!.role === 'particle');
    return isBeside ? { ...token, role: 'particle' } : token;
  });
}
