import { expect, test } from 'vitest';
import { Recent } from './recent.ts';

test('what was asked for last is remembered, and the oldest is made again', () => {
  const made: number[] = [];
  const recent = new Recent<number, string>(2);
  const get = (key: number) =>
    recent.get(key, (one) => {
      made.push(one);
      return `value ${one}`;
    });
  expect([1, 2, 1, 3, 1, 2].map(get)).toEqual([1, 2, 1, 3, 1, 2].map((key) => `value ${key}`));
  expect(made).toEqual([1, 2, 3, 2]);
});
