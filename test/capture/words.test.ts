import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { en, type Key, type Words } from '../../capture/src/words/en.ts';

const FOLDER = new URL('../../capture/src/words/', import.meta.url);
const CODES = readdirSync(FOLDER).map((file) => file.replace('.ts', ''));
/** Brands and what is the same in both languages. */
const SAME_IN = /^(visa|passport|region|wait|sex|\{.*)$/i;

const valuesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
const load = async (code: string): Promise<Words> => (await import(new URL(`${code}.ts`, FOLDER).href))[code];

test('there are ten languages', () => {
  expect(CODES.sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'it', 'pl', 'pt', 'tr', 'uk']);
});

describe.each(CODES.filter((code) => code !== 'en'))('in %s', (code) => {
  test('every sentence is there, with the same values and in its own words', async () => {
    const words = await load(code);
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en) as Key[]) {
      expect(words[key].trim(), key).not.toBe('');
      expect(valuesOf(words[key]), key).toEqual(valuesOf(en[key]));
      if (en[key].includes(' ')) expect(words[key], key).not.toBe(en[key]);
      expect(SAME_IN.test(en[key]) || words[key] !== en[key] || en[key].length < 12, key).toBe(true);
    }
  });

  test('what is told in front of the camera is short', async () => {
    const words = await load(code);
    for (const [key, text] of Object.entries(words)) {
      if (/^(hint|step|face\.[a-z-]+$|frame)/.test(key) && !/^face\.(text|title|movement)$/.test(key)) {
        expect(text.length, `${key}: ${text}`).toBeLessThanOrEqual(52);
      }
    }
  });
});
