import type { FrameMeasures, SentFrame } from '../steps.ts';
import { type MovementAttempt, noProgress } from './attempt.ts';

/** Frames of this many milliseconds apart are of a line that was lost. */
const GAP_MS = 4000;
const MAX_RESTARTS = 2;
/** A frame that was under way so much longer than the fastest is too old. */
const STALE_MS = 4000;
/** A page's clock that gains so much on the service's is not a clock. */
const MAX_GAIN_MS = 8000;
const MAX_ODD = 5;
/** What the service takes for a frame where it is not overloaded, and the most that it may add to a step. */
const USUAL_WAIT_MS = 200;
const MAX_WAITED_MS = 60_000;
/** Of the time in which frames come. */
const MAX_ACTIVE_MS = 60_000;

/** Whether a frame counts, by its number, its times and its size. May end the attempt. */
export function arrives(attempt: MovementAttempt, frame: SentFrame, { width, height }: FrameMeasures): boolean {
  const { last } = attempt;
  const offset = frame.receivedAt - frame.at;
  const isOdd =
    !(frame.at >= 0) ||
    (last !== null && (frame.sequence <= last.sequence || frame.at <= last.at)) ||
    (last !== null && offset < last.offset - MAX_GAIN_MS);
  if (isOdd) {
    attempt.odd += 1;
    if (attempt.odd > MAX_ODD) attempt.failure = 'odd-frames';
    return false;
  }
  if (last && offset > last.offset + STALE_MS) return false;
  if (last) passTime(attempt, Math.max(0, frame.at - last.at - last.waited), frame.at);
  // A phone that is turned sends frames of another shape: what was seen before cannot be compared.
  if (last && (last.width !== width || last.height !== height)) restart(attempt, frame.at);
  const waited = Math.max(0, (frame.waitedMs ?? 0) - USUAL_WAIT_MS);
  attempt.last = {
    sequence: frame.sequence,
    at: frame.at,
    offset: Math.min(offset, last?.offset ?? offset),
    waited,
    width,
    height,
  };
  attempt.waited = Math.min(MAX_WAITED_MS, attempt.waited + waited);
  attempt.frames += 1;
  return attempt.failure === null;
}

/** A frame by the clock and the count of the attempt, whichever page sent it. */
export function inOneClock(
  { page }: MovementAttempt,
  { step, sequence, at, receivedAt, waitedMs = 0 }: SentFrame,
): SentFrame {
  return { step, sequence: sequence + page.sequence, at: at + page.at, receivedAt, waitedMs };
}

/**
 * Goes on with an attempt in a page that was loaded again, at `now` of the service's clock. The person looks ahead once
 * more before the present step. It counts like a line that was lost, so that nobody has more tries by it: the third
 * ends the attempt.
 */
export function resume(before: MovementAttempt, now: number): MovementAttempt {
  const attempt = structuredClone(before);
  // Nothing was seen or told so far.
  if (attempt.last === null) return attempt;
  const at = Math.max(attempt.last.at, now - attempt.last.offset);
  attempt.last.at = at;
  attempt.page = { at, sequence: attempt.last.sequence + 1 };
  restart(attempt, at);
  return attempt;
}

function passTime(attempt: MovementAttempt, milliseconds: number, at: number): void {
  attempt.active += Math.min(milliseconds, GAP_MS);
  if (milliseconds > GAP_MS) restart(attempt, at);
  else if (attempt.active > MAX_ACTIVE_MS) attempt.failure = 'too-long';
}

/** Goes back to looking ahead before the present step; the steps that were seen stay. */
function restart(attempt: MovementAttempt, at: number): void {
  attempt.restarts += 1;
  if (attempt.restarts > MAX_RESTARTS) attempt.failure = 'interrupted';
  attempt.stage -= attempt.stage % 2;
  if (attempt.stage === 0) attempt.frontal = [];
  attempt.toldAt = at;
  attempt.waited = 0;
  attempt.ahead = null;
  attempt.face = null;
  attempt.progress = noProgress();
}
