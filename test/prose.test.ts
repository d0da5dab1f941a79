import { expect, test } from 'vitest';
import { commentPassages, wideCommentLines } from '../scripts/prose/comments.ts';
import { markdownPassages } from '../scripts/prose/markdown.ts';
import { isPassive, sentencesOf, wordCount } from '../scripts/prose/sentences.ts';
import { unwantedWords } from '../scripts/prose/words.ts';

test('a sentence ends at a stop before a capital letter, not behind an abbreviation or inside a number', () => {
  expect(sentencesOf('It takes 0.5 s, e.g. ICAO Doc. 9303. Then it stops! "Why?" Nobody knows.')).toEqual([
    'It takes 0.5 s, e.g. ICAO Doc. 9303.',
    'Then it stops!',
    '"Why?"',
    'Nobody knows.',
  ]);
});

test('dashes and signs are no words, a number is one', () => {
  expect(wordCount('One line — two & 3 → four')).toBe(5);
});

test('Markdown: code blocks are left out, list items and cells stand alone, code is one word', () => {
  const source =
    '# Title\nA `long piece of code` and\na [link](x).\n\n```\nnot read\n```\n- one\n- two\n\n| a | b |\n|---|---|\n| c | d |\n';
  expect(markdownPassages('a.md', source).map(({ line, text }) => [line, text])).toEqual([
    [2, 'A CODE and a link.'],
    [8, 'one'],
    [9, 'two'],
    [11, 'a'],
    [11, 'b'],
    [13, 'c'],
    [13, 'd'],
  ]);
});

test('comments: lines that follow each other are one text, and instructions to tools are none', () => {
  const source = '// One\n// text.\nconst a = 1;\n/** Another\n * one. */\n// biome-ignore lint: because\n';
  expect(commentPassages('a.ts', source).map(({ text }) => text)).toEqual(['One text.', 'Another one.']);
});

test('a comment line of more than 120 columns is found, a long line of code is not', () => {
  expect(wideCommentLines('a.ts', `// ${'x'.repeat(120)}\nf('${'x'.repeat(120)}');`).map(({ line }) => line)).toEqual([
    1,
  ]);
});

test('words that we do not use are named with the usual one', () => {
  expect(unwantedWords('The service starts anew. Renew it.')).toEqual([{ word: 'anew', instead: '"again"' }]);
});

test('the passive voice is guessed', () => {
  expect(['The file is kept.', 'It was quickly mended.', 'The service keeps it.'].map(isPassive)).toEqual([
    true,
    true,
    false,
  ]);
});
