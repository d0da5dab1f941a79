import anyAscii from 'any-ascii';
import { type Romanised, romanised } from './romanised.ts';

/** Any other script, letter by letter: enough to find a name that was romanised letter by letter. */
export function romaniseFallback(word: string): Romanised | undefined {
  return romanised([
    [
      anyAscii(word)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, ''),
      'letter-by-letter',
    ],
  ]);
}
