import { describe, expect, it } from 'vitest';
import { exponentialLoop } from './support/ambiguity.ts';
import { expressionsOf, filesOf } from './support/program-expressions.ts';

describe('no text can make a regular expression run for ever:', () => {
  it.each([
    '(a*)*b',
    '(a+)+$',
    '(?:a|a)*b',
    '(\\w+\\s?)*$',
    '(?:a*b*)*c',
    '(.*,)*x',
    '^(?:x{1,3})*y',
    'a(?=(b+)+c)',
    '^(?:<!--[\\s\\S]*?-->\\s*)*<html',
  ])('%s is found to', (source) => {
    expect(exponentialLoop(source, '')).toBeDefined();
  });

  it.each(['(?:a|b)*c', 'a*a*b', '^(?:\\s*x)*$', '(?:ab?)+c', '\\d+(?:,\\d{3})*$'])('%s is found not to', (source) => {
    expect(exponentialLoop(source, '')).toBeUndefined();
  });

  const expressions = filesOf('{src,dashboard/src}/**/*.{ts,tsx}').flatMap(expressionsOf);

  it('none of the program does', () => {
    expect(expressions.length).toBeGreaterThan(600);
    const found = expressions.flatMap(({ where, source, flags }) => {
      const at = exponentialLoop(source, flags);
      return at ? [`${where}: /${source}/${flags} loops at ${at}`] : [];
    });
    expect(found).toEqual([]);
  });
});
