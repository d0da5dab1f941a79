import { expect, test } from 'vitest';
import type { EntryFacts } from '../domain/list-entry.ts';
import { canDecide, canReopen, changesMemory, memoryChange, newAlert, OPEN_ALERT } from './alert-rules.ts';

const ENTRY: EntryFacts = {
  id: '7',
  source: 'un-sc',
  sourceName: 'UN',
  kind: 'person',
  names: [{ full: 'Ivo Example', kind: 'primary' }],
};
const NEVER = () => {
  throw new Error('nothing is read');
};
const DISMISSAL = memoryChange(3, [ENTRY], 'dismissed', []).keep!;

test('a match that nobody dismissed before is open', () => {
  expect(newAlert([ENTRY], [], NEVER)).toEqual(OPEN_ALERT);
});

test('a remembered dismissal settles a match until a list says something else of its entry', () => {
  expect(newAlert([ENTRY], [DISMISSAL], NEVER)).toMatchObject({ state: 'dismissed', remembered: true });
  const changed = newAlert([{ ...ENTRY, gender: 'male' }], [DISMISSAL], () => [ENTRY]);
  expect(changed).toEqual({ state: 'open', remembered: false, changed: ['Gender added on UN: male.'] });
});

test('nobody decides or reopens an alert that somebody else changed meanwhile', () => {
  const [open, decided] = [{ state: 'open', revision: 2 } as const, { state: 'confirmed', revision: 3 } as const];
  expect([canDecide(open, 2), canDecide(open, undefined), canDecide(open, 1), canDecide(decided, 3)]).toEqual([
    ...[true, true, false, false],
  ]);
  expect([canReopen(decided, 3), canReopen(decided, 2), canReopen(open, 2)]).toEqual([true, false, false]);
});

test('a confirmation forgets earlier dismissals of the same entry, and a new dismissal takes their place', () => {
  expect(memoryChange(9, [ENTRY], 'confirmed', [DISMISSAL])).toEqual({ forget: [3], keep: undefined });
  const again = memoryChange(9, [ENTRY], 'dismissed', [DISMISSAL]);
  expect([again.forget, again.keep?.alertId]).toEqual([[3], 9]);
  expect(changesMemory({ decision: 'dismissed', remember: false })).toBe(false);
});
