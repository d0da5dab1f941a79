import { expect, test } from 'vitest';
import { type DecidedAlerts, usageOf, workloadOf } from './usage.ts';

const decided = (decision: DecidedAlerts['decision'], hours: number, ...sources: string[]): DecidedAlerts => ({
  day: '2026-01-01',
  decision,
  by: 'user:1',
  hours: [hours],
  sources,
});

test('an alert of two lists counts for both, a median of an even number is between the middle ones', () => {
  const decisions = [
    decided('dismissed', 1, 'un-sc', 'eu-fsf'),
    decided('confirmed', 2, 'un-sc'),
    decided('dismissed', 5, 'un-sc'),
    decided('dismissed', 100),
  ];
  const { dismissedByList, medianHoursToDecision, alerts } = usageOf({ days: [], decisions });
  expect(dismissedByList).toEqual([
    { source: 'eu-fsf', decided: 1, dismissed: 1, share: 1 },
    { source: 'un-sc', decided: 3, dismissed: 2, share: 0.67 },
  ]);
  expect(medianHoursToDecision).toBe(3.5);
  expect(alerts).toEqual({ opened: 0, confirmed: 1, dismissed: 3 });
  expect(usageOf({ days: [], decisions: decisions.slice(0, 3) }).medianHoursToDecision).toBe(2);
  expect(usageOf({ days: [], decisions: [] }).medianHoursToDecision).toBeNull();
});

test('decisions are counted by who took them, the busiest first', () => {
  const by = (name: string, decision: DecidedAlerts['decision']) => ({ ...decided(decision, 1), by: name });
  expect(workloadOf([by('user:1', 'confirmed'), by('user:2', 'dismissed'), by('user:2', 'confirmed')])).toEqual([
    { by: 'user:2', confirmed: 1, dismissed: 1 },
    { by: 'user:1', confirmed: 1, dismissed: 0 },
  ]);
});
