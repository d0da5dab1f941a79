import { expect, test } from 'vitest';
import { learnGroups } from '../training/matching/sound/expectation.ts';

const pairs = (text: string) =>
  text.split(' ').map((pair) => {
    const [latin, signs] = pair.split('=') as [string, string];
    return { latin, signs, weight: 1 + Math.log(3), isSure: true };
  });

test('training finds which signs stand for which letters, though nobody aligned the pairs', () => {
  const groups = learnGroups(pairs('shum=шум mash=маш shash=шаш sum=сум mas=мас ham=хам hum=хум'));
  expect(groups.get('sh|ш')).toBeGreaterThan(0.5);
  expect(groups.get('s|с')).toBeGreaterThan(0.5);
  expect(groups.get('s|с')).toBeGreaterThan(groups.get('s|ш') ?? 0);
  expect(groups.get('h|х')).toBeGreaterThan(groups.get('h|ш') ?? 0);
});

test('letters that nothing is written for are learned as silent', () => {
  const groups = learnGroups(pairs('kane=кан lane=лан mane=ман kan=кан ken=кен len=лен'));
  const silent = (groups.get('e|') ?? 0) + (groups.get('ne|н') ?? 0);
  expect(silent).toBeGreaterThan(0.1);
});
