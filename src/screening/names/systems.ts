import type { CodeOf } from '../../sentences.ts';
import type { Script } from './tokenise.ts';

/**
 * The standard or habit that a Latin spelling of a word follows. `skeleton…` and `meaning` are no spellings: a skeleton
 * is the consonants alone, equal to `skeletonKey` of a Latin spelling. A meaning is the English word for a word that
 * many organisations share.
 */
export type SpellingSystem = CodeOf<'system'>;

/** How a whole name was read: the script of its first word that is not Latin, or one of several ways to read it. */
export type ReadingSystem =
  | Script
  | 'han-transcription'
  | 'mandarin-pinyin'
  | 'mandarin-by-syllables'
  | 'chinese-by-syllables'
  | 'chinese-foreign'
  | 'japanese'
  | 'korean'
  | 'korean-syllables'
  | 'korean-joined'
  | 'korean-foreign'
  | 'korean-reading-of-han'
  | 'first-letters';

const SYLLABIC: ReadonlySet<ReadingSystem> = new Set([
  'mandarin-pinyin',
  'mandarin-by-syllables',
  'chinese-by-syllables',
  'korean',
  'korean-syllables',
  'korean-joined',
  'korean-reading-of-han',
]);
const CHINESE: ReadonlySet<ReadingSystem> = new Set([
  'mandarin-pinyin',
  'mandarin-by-syllables',
  'chinese-by-syllables',
  'chinese-foreign',
]);
const BY_EAR: ReadonlySet<ReadingSystem> = new Set(['chinese-foreign', 'korean-foreign']);
const SKELETONS: ReadonlySet<SpellingSystem> = new Set([
  'skeleton',
  'skeleton-f',
  'skeleton-foreign',
  'skeleton-fricatives',
  'skeleton-persian',
]);

/**
 * Whether a reading spells Han characters or Hangul syllable by syllable. Its tokens come with every usual spelling.
 * What resembles none of them is another syllable, and so another name.
 */
export function isSyllabic(system: ReadingSystem): boolean {
  return SYLLABIC.has(system);
}

/** Whether a reading takes a name in an East Asian script for a foreign one that is spelt phonetically. */
export function isByEar(system: ReadingSystem): boolean {
  return BY_EAR.has(system);
}

/** Whether a reading takes a name in Han characters for a foreign one: other characters may write the same name. */
export function writesForeignName(system: ReadingSystem): boolean {
  return system === 'chinese-foreign' || system === 'han-transcription';
}

/** Whether a reading takes Han characters for a Chinese name, or for a foreign one spelt in Chinese. */
export function isChinese(system: ReadingSystem): boolean {
  return CHINESE.has(system);
}

export function isSkeleton(system: SpellingSystem | undefined): boolean {
  return system !== undefined && SKELETONS.has(system);
}

/** Whether a spelling writes how a word sounds. */
export function writesSound(system: SpellingSystem): boolean {
  return system !== 'meaning' && !SKELETONS.has(system);
}
