import type { Reading } from '../names/types.ts';

const SYLLABIC = /^(Korean|Mandarin|Chinese|Cantonese|Hokkien)/;
const FOREIGN = /foreign/;

/**
 * Whether a reading spells Han characters or Hangul syllable by syllable. Its tokens come with every spelling that is
 * usual; what resembles none of them is another syllable, and so another name.
 */
export function isSyllabic({ system }: Reading): boolean {
  return SYLLABIC.test(system) && !FOREIGN.test(system);
}

/** Whether a reading takes a name in an East Asian script for a foreign one spelt by ear. */
export function isByEar({ system }: Reading): boolean {
  return FOREIGN.test(system);
}
