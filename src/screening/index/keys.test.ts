import { expect, test } from 'vitest';
import { roughKey } from '../names/phonetic.ts';
import { nearSoundHashes } from './keys.ts';

function hashes(text: string): number[] {
  const found: number[] = [];
  nearSoundHashes(roughKey(text), found);
  return found;
}
const meet = (one: string, other: string) => hashes(one).some((hash) => hashes(other).includes(hash));

test('two names meet where one has a first vowel, or another consonant inside', () => {
  expect(meet('astwart', 'stuart')).toBe(true);
  expect(meet('markuzki', 'murkowski')).toBe(true);
  expect(meet('glielmo', 'guglielmo')).toBe(true);
});

test('names of other consonants do not meet', () => {
  expect(meet('bertold', 'kolmer')).toBe(false);
  expect(meet('kolmer', 'tolmer')).toBe(false);
});
