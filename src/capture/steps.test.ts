import { expect, test } from 'vitest';
import { drawSteps, MOVEMENT_STEPS } from './steps.ts';

test('an attempt has three movements, none twice, and begins with a turn to a side; every such row is drawn', () => {
  const rows = new Set<string>();
  for (let at = 0; at < 4096; at++) {
    const digits = [at & 15, (at >> 4) & 15, at >> 8].map((digit) => digit / 16);
    const steps = drawSteps(() => digits.shift()!);
    expect(new Set(steps).size).toBe(3);
    expect(['left', 'right']).toContain(steps[0]);
    rows.add(steps.join());
  }
  expect(rows.size).toBe(2 * 3 * 2);
  expect(MOVEMENT_STEPS.every((step) => [...rows].some((row) => row.includes(step)))).toBe(true);
});
