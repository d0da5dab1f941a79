import { expect, test } from 'vitest';
import { FramePace } from './frame-pace.ts';

test('frames come slower where answers take longer, and never slower than one a second', () => {
  const pace = new FramePace();
  expect(pace.everyMs('left')).toBe(150);
  for (let answer = 0; answer < 100; answer++) pace.took(15);
  expect(pace.everyMs('left')).toBe(150);
  for (let answer = 0; answer < 100; answer++) pace.took(40);
  expect(pace.everyMs('left')).toBeGreaterThan(310);
  expect(pace.everyMs('left')).toBeLessThanOrEqual(320);
  for (let answer = 0; answer < 100; answer++) pace.took(5000);
  expect(pace.everyMs('left')).toBe(1000);
  for (let answer = 0; answer < 200; answer++) pace.took(10);
  expect(pace.everyMs('left')).toBe(150);
});

test('who looks ahead sends half as many frames, and never fewer than one a second', () => {
  const pace = new FramePace();
  expect(pace.everyMs('look')).toBe(2 * pace.everyMs('up'));
  for (let answer = 0; answer < 100; answer++) pace.took(5000);
  expect(pace.everyMs('look')).toBe(1000);
});

test('so many people as there are find a rate at which two processors keep up', () => {
  for (const people of [1, 20, 100]) {
    const pace = new FramePace();
    const [costMs, processors] = [18, 2];
    // A queue of which the load is known answers on average as M/D/c does, nearly.
    for (let turn = 0; turn < 2000; turn++) {
      const load = Math.min(0.99, (people * costMs) / pace.everyMs('left') / processors);
      pace.took(costMs * (1 + load ** 2 / (2 * (1 - load))));
    }
    expect((people * costMs) / pace.everyMs('left') / processors, `${people} people`).toBeLessThan(1);
  }
});
