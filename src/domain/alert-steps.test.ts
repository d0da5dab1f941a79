import { expect, test } from 'vitest';
import { checkSteps, MAX_STEPS } from './alert-steps.ts';

test('remarks end before decisions do, so that a flood of them keeps nobody from deciding', () => {
  expect(() => checkSteps('commented', 499)).not.toThrow();
  expect(() => checkSteps('commented', 500)).toThrow('This alert has 500 steps in its history');
  expect(() => checkSteps('assigned', 500)).toThrow();
  expect(() => checkSteps('dismissed', 500)).not.toThrow();
  expect(() => checkSteps('dismissed', MAX_STEPS)).toThrow(expect.objectContaining({ code: 'full' }));
});
