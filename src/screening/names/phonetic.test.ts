import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyseName } from './analyse.ts';
import { phoneticKeys, skeletonKey } from './phonetic.ts';
import { givenNameClasses } from './tables/given-names.ts';

const share = (a: string, b: string) => phoneticKeys(a).some((key) => phoneticKeys(b).includes(key));

describe('phonetic keys', () => {
  test.each([
    ['mohammed', 'muhammad'],
    ['mohamed', 'muhamad'],
    ['yusuf', 'iosif'],
    ['yousef', 'joseph'],
    ['qaddafi', 'kadhafi'],
    ['gaddafi', 'qadhafi'],
    ['tchaikovsky', 'chaikovskii'],
    ['schmidt', 'shmidt'],
    ['zelenskyy', 'zelensky'],
    ['yevgeny', 'evgeni'],
    ['luigi', 'luiji'],
    ['khrushchev', 'khruschev'],
    ['petrovic', 'petrovich'],
    ['kowalecki', 'kovaletsky'],
    ['ambar', 'anbar'],
  ])('%s and %s share a key', (a, b) => expect(share(a, b)).toBe(true));
  test.each([
    ['ivanov', 'petrov'],
    ['hassan', 'karim'],
    ['martin', 'marlow'],
  ])('%s and %s share none', (a, b) => expect(share(a, b)).toBe(false));
  test('a token has one to three keys', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,30}$/), (token) => {
        const keys = phoneticKeys(token);
        expect(keys.length).toBeGreaterThanOrEqual(1);
        expect(keys.length).toBeLessThanOrEqual(3);
        for (const key of keys) expect(key).toMatch(/^~?[a-z0-9]+$/);
      }),
    );
  });
});

describe('consonant skeletons', () => {
  test.each([
    ['سليمان', 'suleyman'],
    ['دستغیب', 'dastgheib'],
    ['فرزانه', 'farzaneh'],
    ['خدیجه', 'khadija'],
    ['שוורצמן', 'shvartsman'],
    ['נבות', 'navot'],
  ])('%s meets %s', (written, latin) => {
    const token = analyseName(written, 'person').readings[0]!.tokens[0]!;
    const keys = [token.text, ...token.variants.map(({ text }) => text)].map(skeletonKey);
    expect(keys).toContain(skeletonKey(latin));
  });
  test('a skeleton is its own key', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,20}$/), (token) => {
        const key = skeletonKey(token);
        expect(skeletonKey(key)).toBe(key);
      }),
    );
  });
});

describe('given names', () => {
  test.each([
    ['william', 'bill'],
    ['alexander', 'sasha'],
    ['ivan', 'john'],
    ['yusuf', 'joseph'],
    ['mehmet', 'mohammed'],
  ])('%s and %s may be one person', (a, b) => {
    expect(givenNameClasses(a).some((one) => givenNameClasses(b).includes(one))).toBe(true);
  });
  test('a name that is in no class has none', () => expect(givenNameClasses('xqzt')).toEqual([]));
});
