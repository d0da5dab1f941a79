import { expect, test } from 'vitest';
import { isPatronymic } from './patronymics.ts';

test('a patronymic is known in every transliteration, between other words or behind them', () => {
  for (const word of ['petrovich', 'petrovych', 'piatrovich', 'petrovitch', 'yauhenavich', 'serhiiovych']) {
    expect(isPatronymic(word, 1, 3), word).toBe(true);
  }
  for (const word of ['petrovna', 'petrivna', 'piatrouna', 'mikalaeuna', 'ilyinichna']) {
    expect(isPatronymic(word, 2, 3), word).toBe(true);
  }
});

test('a family name that ends alike is none', () => {
  expect(isPatronymic('petrovich', 1, 2)).toBe(false);
  expect(isPatronymic('petrovich', 0, 3)).toBe(false);
  for (const word of ['petrovic', 'kuzmich', 'ivanov', 'krishna', 'luna'])
    expect(isPatronymic(word, 1, 3), word).toBe(false);
});
