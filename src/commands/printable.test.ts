import { expect, test } from 'vitest';
import { printable } from './printable.ts';

test('what customers and lists call things cannot steer the terminal that shows it', () => {
  expect(printable('key 1 (\u001b[2J\u009b1A\r\tJörg 李)\nkey 2')).toBe(
    'key 1 (\uFFFD[2J\uFFFD1A\uFFFD\tJörg 李)\nkey 2',
  );
});
