import { PARTICLES } from '../tables/titles-and-particles.ts';
import { foreignCyrillicNames } from '../tables/transcribed-names.ts';
import type { NameToken, TokenVariant } from '../types.ts';
import { respeller } from './romanised.ts';

const ENDING = /(?:[aiu]?s|ijs)$/;
const MIN_STEM_LENGTH = 3;
/** Letters of Latvian that no other alphabet at hand has, and its way to write an English J. */
const LATVIAN = /[āēīūģķļņ]|dž/iu;
const MARKED = /[āēīūģķļņčšž]/iu;

/**
 * Latvian and Lithuanian add their own ending to every man's name and spell foreign names phonetically, such as `Ralfs
 * Kvistmārs` for Ralph Quistmar. This applies where all parts of a name but particles have the ending, or its letters
 * are Latvian. Each part is then also read without the ending, and as the foreign name that sounds so (`Džons`, John).
 */
export function withBalticReadings(tokens: readonly NameToken[]): readonly NameToken[] {
  if (tokens.length < 2) return tokens;
  const names = tokens.filter(({ text }) => text.length > 1 && !PARTICLES.has(text));
  const every = names.length > 1 && names.every(({ text }) => ENDING.test(text));
  if (!every && !tokens.some(({ surface }) => LATVIAN.test(surface))) return tokens;
  const marked = tokens.some(({ surface }) => MARKED.test(surface));
  return tokens.map((token) => ({
    ...token,
    variants: [...token.variants, ...stems(token.text), ...(marked ? namesByEar(token.surface) : [])],
  }));
}

function stems(text: string): TokenVariant[] {
  if (!ENDING.test(text)) return [];
  return [...new Set([text.slice(0, -1), text.replace(ENDING, '')])]
    .filter((stem) => stem.length >= MIN_STEM_LENGTH)
    .map((stem) => ({ text: stem, system: 'without-baltic-ending' }));
}

function namesByEar(surface: string): TokenVariant[] {
  const written = surface.toLowerCase();
  const heard = new Set([written, written.slice(0, -1), written.replace(ENDING, '')].map(inCyrillic));
  return [...new Set([...heard].flatMap(foreignCyrillicNames))].map((text) => ({ text, system: 'latvian-by-ear' }));
}

/** Letters of the Latin alphabet that sound as one Cyrillic letter each in most languages. */
export const ALIKE = 'a=а b=б d=д e=е f=ф g=г i=и k=к l=л m=м n=н o=о p=п r=р s=с t=т u=у v=в z=з';
const spelt = respeller(`${ALIKE} ā=а c=ц č=ч ē=е ģ=г h=х ī=и j=й ķ=к ļ=л ņ=н š=ш ū=у ž=ж`);

/** Both alphabets write a foreign name by its sound, letter for letter. */
function inCyrillic(word: string): string {
  return spelt(word.normalize('NFC'));
}
