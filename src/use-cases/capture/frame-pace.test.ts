import { expect, test } from 'vitest';
import { FramePace } from './frame-pace.ts';

/** A pace beside a clock that stands until it is moved. */
function paced() {
  let now = 1000;
  const pace = new FramePace(() => now);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { pace, pass, now: () => now };
}

test('one person sends frames ten times as far apart as one takes, and half as many while they look ahead', async () => {
  const { pace, pass, now } = paced();
  for (const step of ['left', 'up', 'closer'] as const) {
    const sentAt = now();
    await pace.measure(async () => pass(25));
    expect(pace.next('a', sentAt, step)).toEqual({ everyMs: 250, lostMs: 0 });
    pass(250);
  }
  expect(pace.next('a', now(), 'look').everyMs).toBe(500);
});

test('of people who come at once two are measured, and the others come one after another', async () => {
  const { pace, pass } = paced();
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const measured = ends.map(({ promise }, at) => {
    expect(pace.waitMs(`first ${at}`)).toBe(0);
    return pace.measure(() => promise);
  });
  // The first place of all is taken at once.
  expect(pace.waitMs('c')).toBe(0);
  const waits = ['d', 'e', 'f', 'g'].map((page) => pace.waitMs(page));
  // Within 30 ms nobody is sent back.
  expect(waits).toEqual([0, 50, 75, 100]);
  // Who asks again keeps the place, and whose turn has come is measured whatever goes on.
  pass(50);
  expect(pace.waitMs('g')).toBe(50);
  pass(50);
  expect(pace.waitMs('g')).toBe(0);
  for (const { resolve } of ends) resolve();
  await Promise.all(measured);
});

test('so many people as there are never have more measured at once than two threads can', async () => {
  for (const [people, costMs] of [
    [1, 25],
    [20, 25],
    [20, 70],
    [60, 25],
  ] as const) {
    const { pace, pass, now } = paced();
    const due = Array.from({ length: people }, (_, at) => ({ page: String(at), at: now() }));
    // Two frames at a time, the first to be sent before the others; the later of the two ends both.
    let [late, frames] = [0, 0];
    for (let turn = 0; turn < 4000; turn++) {
      due.sort((a, b) => a.at - b.at);
      const pair = due.slice(0, 2);
      const first = pair[0]!;
      if (first.at > now()) pass(first.at - now());
      const taken = pair.filter((one) => one.at <= now());
      if (turn > 2000) late = Math.max(late, now() - first.at);
      await Promise.all(taken.map(() => pace.measure(async () => pass(costMs / taken.length))));
      for (const one of taken) one.at = Math.max(now(), one.at + pace.next(one.page, one.at, 'left').everyMs);
      frames += taken.length;
    }
    expect(frames).toBeGreaterThan(2000);
    expect(late, `${people} people, ${costMs} ms`).toBeLessThanOrEqual(2 * costMs);
  }
});

test('frames are never further apart than two seconds, and what is more than one is given back', async () => {
  const { pace, pass, now } = paced();
  for (let frame = 0; frame < 100; frame++) await pace.measure(async () => pass(1000));
  for (const page of ['a', 'b', 'c', 'd']) pace.next(page, now(), 'left');
  expect(pace.next('e', now(), 'left')).toEqual({ everyMs: 2000, lostMs: 1000 });
});
