import { expect, test } from 'vitest';
import type { AlertKind, AlertStep, ReasonCode } from '../domain/alert.ts';
import { ALERT_STATES, type AlertStateName } from '../domain/alert-state.ts';
import type { EntryFacts } from '../domain/list-entry.ts';
import {
  alertsOfEntity,
  canStep,
  changesMemory,
  checkReason,
  customerState,
  isCurrent,
  isDelisted,
  memoryChange,
  needsSecond,
  newAlert,
  OPEN_ALERT,
  reopening,
} from './alert-rules.ts';
import { fingerprint } from './entry-facts.ts';

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

test('a step leads on from the right states alone, and from none while a proposal waits', () => {
  const from = (step: AlertStep) => ALERT_STATES.filter((state) => canStep({ state }, step, false));
  expect(from('confirmed')).toEqual(['open', 'escalated']);
  expect(from('dismissed')).toEqual(['open', 'escalated']);
  expect(from('escalated')).toEqual(['open']);
  expect(from('reopened')).toEqual(['confirmed', 'dismissed', 'escalated', 'delisted']);
  expect(canStep({ state: 'open' }, 'dismissed', true)).toBe(false);
});

test('nobody decides on an alert that somebody else changed meanwhile', () => {
  expect([undefined, 2, 1].map((seen) => isCurrent({ revision: 2 }, seen))).toEqual([true, true, false]);
});

test('a second person is needed from 85 on, where the account asks for it, and never to escalate or reopen', () => {
  expect([84.99, 85].map((score) => needsSecond('dismissed', score, true))).toEqual([false, true]);
  expect(needsSecond('confirmed', 100, false)).toBe(false);
  expect(['confirmed', 'escalated', 'reopened'].map((step) => needsSecond(step as AlertStep, 100, true))).toEqual([
    true,
    false,
    false,
  ]);
});

test('where reasons are asked for, every decision needs one of its kind of alert, and to reopen needs none', () => {
  const look = (step: AlertStep, reason: ReasonCode | null, kind: AlertKind = 'match', requireReason = true) =>
    checkReason({ kind, requireReason }, { step, reason });
  for (const step of ['confirmed', 'dismissed', 'escalated'] as const) {
    expect(() => look(step, null)).toThrow(expect.objectContaining({ code: 'reason-required' }));
    look(step, null, 'match', false);
  }
  look('reopened', null);
  look('dismissed', 'other-person');
  look('dismissed', 'accepted-after-call', 'review');
  expect(() => look('dismissed', 'forged', 'match', false)).toThrow(expect.objectContaining({ code: 'validation' }));
  expect(() => look('dismissed', 'other-person', 'review')).toThrow(expect.objectContaining({ code: 'validation' }));
});

test('a confirmation forgets earlier dismissals of the same entry, and a new dismissal takes their place', () => {
  expect(memoryChange(9, [ENTRY], 'confirmed', [DISMISSAL])).toEqual({ forget: [3], keep: undefined });
  const again = memoryChange(9, [ENTRY], 'dismissed', [DISMISSAL]);
  expect([again.forget, again.keep?.alertId]).toEqual([[3], 9]);
  expect(changesMemory({ step: 'dismissed', remember: false })).toBe(false);
});

test('an entity that shares an entry with a known one is the same; of two that became one the decided one stays', () => {
  const alert = (id: number, state: AlertStateName, ...entries: string[]) => ({
    id,
    state,
    entries,
    fingerprint: null,
  });
  const known = [
    alert(1, 'open', 'eu-fsf:1'),
    alert(2, 'confirmed', 'un-sc:2', 'eu-fsf:3'),
    alert(3, 'open', 'un-sc:9'),
  ];
  expect(alertsOfEntity(known, ['un-sc:2']).map(({ id }) => id)).toEqual([2]);
  expect(alertsOfEntity(known, ['un-sc:2', 'eu-fsf:1']).map(({ id }) => id)).toEqual([2, 1]);
  expect(alertsOfEntity(known, ['un-sc:1'])).toEqual([]);
});

test('a dismissed alert opens again where a list says something else, a delisted one always, others never', () => {
  const facts = () => [{ ...ENTRY, gender: 'male' }];
  const before = () => [ENTRY];
  const same = fingerprint([ENTRY]);
  expect(reopening({ state: 'dismissed', fingerprint: same }, before, NEVER)).toBeUndefined();
  expect(reopening({ state: 'dismissed', fingerprint: same }, facts, before)).toEqual({
    kind: 'changed',
    changed: ['Gender added on UN: male.'],
  });
  expect(reopening({ state: 'delisted', fingerprint: null }, before, NEVER)).toEqual({
    kind: 'relisted',
    changed: ['Now also on UN (7).'],
  });
  for (const state of ['open', 'confirmed', 'escalated'] as const) {
    expect(reopening({ state, fingerprint: null }, NEVER, NEVER)).toBeUndefined();
  }
});

test('an alert is delisted once every entry of its entity is gone', () => {
  const alert = { state: 'open', entries: ['un-sc:1', 'eu-fsf:2'] } as const;
  expect(isDelisted(alert, new Set(['un-sc:1']))).toBe(false);
  expect(isDelisted(alert, new Set(['un-sc:1', 'eu-fsf:2']))).toBe(true);
  expect(isDelisted({ ...alert, state: 'delisted' }, new Set(alert.entries))).toBe(false);
});

test('a customer is confirmed once an alert was, and open while one waits', () => {
  expect(customerState(['open', 'confirmed'])).toBe('confirmed');
  expect(customerState(['escalated', 'dismissed'])).toBe('open');
  expect(customerState(['dismissed', 'delisted'])).toBe('clear');
});
