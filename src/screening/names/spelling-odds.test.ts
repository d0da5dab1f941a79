import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countEdits, editOf, spellingOdds } from './spelling-odds.ts';

const spelling = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz019'), minLength: 1, maxLength: 60 });

function edits(one: string, other: string): string[] {
  const found: string[] = [];
  countEdits(one, other, (key, value) => found.push([...editOf(key), value].join(' ')));
  return found;
}

test('which of two spellings comes first makes no difference', () => {
  fc.assert(
    fc.property(spelling, spelling, (a, b) => {
      expect(edits(a, b)).toEqual(edits(b, a));
      expect(spellingOdds(a, b)).toBe(spellingOdds(b, a));
      expect(Number.isFinite(spellingOdds(a, b))).toBe(true);
    }),
  );
});

test('counts letters that are exchanged, one more, and groups of both', () => {
  expect(edits('kvistok', 'kvistog')).toEqual([
    'exchange g k 1',
    'at-last - - 1',
    'edits - - 1',
    `edits-a-letter - - ${1 / 7}`,
    'letters - - 7',
  ]);
  expect(edits('zumbrok', 'zumbrokh')).toContain('more-before - h. 1');
  expect(edits('zumbroc', 'zumbrokh')).toContain('groups c kh 1');
  expect(edits('hasan', 'hassan')).toContain('doubled - - 1');
});

test('edits that transliterations make say that two spellings are one name, and others that they are two', () => {
  const oneName = ['pachnits pakhnits', 'zumbroukov zumbrukov', 'qannadi ghannadi', 'ilja ilya', 'kvistmann kvistman'];
  const twoNames = ['reich rettich', 'erdem erdogan', 'asaridis sergidis', 'pinto punti', 'zumbrin zumbask'];
  const odds = (pair: string) => spellingOdds(...(pair.split(' ') as [string, string]));
  for (const one of oneName) for (const two of twoNames) expect(odds(one), `${one}, ${two}`).toBeGreaterThan(odds(two));
});
