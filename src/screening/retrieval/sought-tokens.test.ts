import { expect, test } from 'vitest';
import { askedOf } from '../query-readings.ts';
import { NOT_KEPT, SoughtTokens } from './sought-tokens.ts';

/** Of each the analysis has some words once, though they stand in several readings or places. */
test.each([
  ['a word that stands there twice', 'Quillon Quillon Ferrabast'],
  ['Korean, syllable by syllable and as a foreign name', '로웨나 페라바스트 밀러'],
  ['Chinese and Korean beside each other', '張하나'],
  ['Chinese with a given name of two words', '李 红梅 余'],
  ['initials that may be a word', 'DOE, Ravi Lin'],
])('words run together are kept apart for each reading: %s', (_, name) => {
  const { asked } = askedOf({ name, entityType: 'Individual', minScore: 70, limit: 10 }, () => undefined);
  const kept = new SoughtTokens(true);
  for (const { tokens } of asked.readings) {
    for (let start = 0; start + 1 < tokens.length; start++) {
      for (let count = 2; start + count <= tokens.length; count++) {
        for (const syllabic of [false, true]) {
          const { key } = NOT_KEPT.joined(tokens, start, count, syllabic);
          expect(kept.joined(tokens, start, count, syllabic).key).toBe(key);
        }
      }
    }
  }
});
