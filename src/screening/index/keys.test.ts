import { expect, test } from 'vitest';
import { roughKey } from '../names/phonetic.ts';
import { EXACT, hashesOfBeginnings, hashText, nearSoundHashes } from './keys.ts';

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

test('the beginnings of a text have the hashes that they have alone', () => {
  const text = 'kolmerbertold';
  const found = [...hashesOfBeginnings(text, EXACT)];
  expect(found).toEqual(Array.from(found, (_, length) => hashText(text.slice(0, length), EXACT)));
});
