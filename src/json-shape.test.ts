import { expect, test } from 'vitest';
import { MAX_DEPTH, shapeProblem } from './json-shape.ts';

const shape = (text: string, most = 1_000) => shapeProblem(new TextEncoder().encode(text), most);
const deep = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

test('as many levels as are allowed are read, and one more is refused', () => {
  expect(shape(deep(MAX_DEPTH))).toBeUndefined();
  expect(shape(deep(MAX_DEPTH + 2))).toBe('too-deep');
  expect(shape(`{"wide":[${'[],'.repeat(200)}[]]}`)).toBeUndefined();
});

test('signs inside texts count for nothing', () => {
  expect(shape(JSON.stringify({ a: `${'['.repeat(500)}"\\"${','.repeat(5_000)}\\` }))).toBeUndefined();
  expect(shape(`"\\\\",${'['.repeat(100)}`)).toBe('too-deep');
});

test('more values than are allowed are refused, and an open text ends', () => {
  expect(shape(`[${'1,'.repeat(1_000)}1]`)).toBe('too-many-values');
  expect(shape(`[${'1,'.repeat(998)}1]`)).toBeUndefined();
  expect(shape(`{"a":"${'\\'.repeat(2_001)}`)).toBeUndefined();
});
