import { expect, test } from 'vitest';
import { measuresOf, willing } from '../../../test/support/drawn-movement.ts';
import type { FrameStep, MovementStep } from '../steps.ts';
import { resume } from './arrival.ts';
import { beginAttempt, type MovementAttempt, stepOf } from './attempt.ts';
import { judgeMovement } from './judge.ts';
import { takeFrame } from './take-frame.ts';

const STEPS: readonly MovementStep[] = ['left', 'right', 'closer'];
const EPOCH = 1.7e12;
const EVERY_MS = 150;

/** A page that sends frames of somebody willing, from its own clock and count on. */
function page(begun: MovementAttempt, openedAt: number, until: (step: FrameStep | 'done' | 'failed') => boolean) {
  let attempt = begun;
  let step = stepOf(attempt);
  let [told, at, endsAt] = [0, 20, null as number | null];
  for (let sequence = 0; !until(step) && step !== 'done' && step !== 'failed'; sequence++, at += EVERY_MS) {
    const measures = measuresOf(willing()(step, at - told));
    const taken = takeFrame(attempt, { step, sequence, at, receivedAt: openedAt + at + 40 }, measures);
    if (taken.step !== step) told = at;
    ({ attempt, step, endsAt } = taken);
  }
  return { attempt: JSON.parse(JSON.stringify(attempt)) as MovementAttempt, step, endsAt, now: openedAt + at };
}

test.each([300, 90_000])(
  'a page that is loaded again %i ms later goes on with the step where the person stood, and passes',
  (laterMs) => {
    const first = page(
      beginAttempt(STEPS, () => 0.5),
      EPOCH,
      (step) => step === 'right',
    );
    const opened = first.now + laterMs;
    const resumed = resume(first.attempt, opened);
    expect([stepOf(resumed), resumed.seen.map(({ step }) => step)]).toEqual(['look', ['left']]);
    const told = page(resumed, opened, (step) => step === 'right');
    // In the clock of the page that is there now.
    expect(told.endsAt).toBeLessThan(20_000);
    expect(told.endsAt! - (told.now - opened)).toBeGreaterThan(5000);
    const { attempt, step } = page(resumed, opened, () => false);
    expect(step).toBe('done');
    const { passed, evidence } = judgeMovement(attempt);
    expect([passed, evidence.steps.map((one) => one.step)]).toEqual([true, STEPS]);
    const times = evidence.steps.flatMap(({ toldAt, seenAt }) => [toldAt, seenAt]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  },
);

test('the third time that a page is loaded again ends the attempt, so that nobody has free tries', () => {
  let { attempt, now } = page(
    beginAttempt(STEPS, () => 0.5),
    EPOCH,
    (step) => step === 'left',
  );
  for (const failure of [null, null, 'interrupted']) {
    attempt = resume(attempt, now + 500);
    expect(attempt.failure).toBe(failure);
    ({ attempt, now } = page(attempt, now + 500, (step) => step === 'left'));
  }
});

test('frames of the page that was there before no longer count once another goes on', () => {
  const first = page(
    beginAttempt(STEPS, () => 0.5),
    EPOCH,
    (step) => step === 'left',
  );
  const resumed = resume(first.attempt, first.now + 500);
  const measures = measuresOf({});
  const old = takeFrame(resumed, { step: 'look', sequence: 0, at: -10, receivedAt: first.now + 600 }, measures);
  expect(old.attempt.frames).toBe(resumed.frames);
});

test('an attempt without a frame is the same after the page was loaded again', () => {
  const begun = beginAttempt(STEPS, () => 0.5);
  expect(resume(begun, EPOCH)).toEqual(begun);
});

test('nobody is late by what an overloaded service takes, and somebody slow still is', () => {
  const attemptOf = (waits: readonly number[], restMs: number) => {
    let attempt = beginAttempt(STEPS, () => 0.5);
    let step = stepOf(attempt);
    let told = 0;
    for (let sequence = 0, at = 10; at < 900_000 && step !== 'done' && step !== 'failed'; sequence++) {
      const waitedMs = waits[sequence % waits.length]!;
      const measures = measuresOf(willing()(step, at - told));
      const taken = takeFrame(attempt, { step, sequence, at, receivedAt: EPOCH + at + 40, waitedMs }, measures);
      at += waitedMs + restMs;
      if (taken.step !== step) told = at;
      ({ attempt, step } = taken);
    }
    return [step, attempt.failure];
  };
  for (const waits of [[4500], [13_000], [28_000], [18_000, 500, 9000], [300, 20_000], [9000, 500, 500, 30_000, 100]]) {
    expect(attemptOf(waits, 300), waits.join()).toEqual(['done', null]);
  }
  expect(attemptOf([50], 4500)).toEqual(['failed', 'interrupted']);
});
