import { expect, test } from 'vitest';
import { mayHoldLists, type NamedSchemas, oversized, type Shape } from './oversized.ts';

const short: Shape = { items: {}, maxItems: 2 };
const named: NamedSchemas = { Tags: { properties: { tags: short } } };

test.each<[string, Shape, boolean]>([
  ['of texts alone', { properties: { name: {}, born: {} } }, false],
  ['with a list that may have any length', { properties: { names: { items: {} } } }, false],
  ['with a list', { properties: { names: short } }, true],
  ['with a list of lists', { items: short }, true],
  ['with a list behind a name', { properties: { about: { $ref: 'Tags#' } } }, true],
  ['with a name that nobody knows', { $ref: 'Other#' }, false],
])('a schema %s is looked through where it has something to count', (_, schema, holds) => {
  expect(mayHoldLists(schema, named)).toBe(holds);
});

test('a schema within itself is looked through once', () => {
  const parts: Record<string, Shape> = {};
  const whole: Shape = { properties: parts };
  parts.part = whole;
  expect(mayHoldLists(whole, named)).toBe(false);
  parts.tags = short;
  expect(mayHoldLists(whole, named)).toBe(true);
  expect(oversized(whole, { part: { tags: [1, 2, 3] } }, named)).toMatchObject([{ instancePath: '/part/tags' }]);
});
