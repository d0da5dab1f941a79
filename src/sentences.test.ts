import { expect, test } from 'vitest';
import { recognise, SENTENCES, type SentenceCode, say } from './sentences.ts';

test.each(Object.keys(SENTENCES) as SentenceCode[])('%s is found again in the words that a record keeps', (code) => {
  const names = [...SENTENCES[code].matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const values = Object.fromEntries(names.map((name, index) => [name, `Zorvan ${index}`]));
  expect(recognise(say(code, values))).toEqual({ code, values });
});

test('a list whose name has commas and brackets is found whole', () => {
  const list = 'EU Files, consolidated (all)';
  const sentence = say('list.undated', { list, day: '2026-11-20' });
  expect(recognise(sentence)).toEqual({ code: 'list.undated', values: { list, day: '2026-11-20' } });
});

test.each(['', 'UN list: it answered 503.', 'Not screened', 'The name is missing. And more.'])(
  'other words stay as they are: %j',
  (text) => {
    expect(recognise(text)).toBeUndefined();
  },
);
