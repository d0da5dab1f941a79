import type { Random } from '../../specimens/random.ts';
import { beginAttempt, type MovementAttempt } from '../../src/capture/movement/attempt.ts';
import { judgeMovement } from '../../src/capture/movement/judge.ts';
import { LIMITS, type MovementLimits } from '../../src/capture/movement/limits.ts';
import { frameEffort, takeFrame } from '../../src/capture/movement/take-frame.ts';
import type { FrameMeasures, FrameStep, MeasuredFace, MovementStep } from '../../src/capture/steps.ts';
import { timesOf } from '../../src/use-cases/capture/frame-pace.ts';

/** What the camera sees `ms` after a step was told, `at` milliseconds after the attempt began. */
export type Actor = (step: FrameStep, ms: number, at: number) => FrameMeasures;

/** An attempt to its end, and what was sent: for each frame its time and measures. */
export interface Played {
  readonly attempt: MovementAttempt;
  readonly passed: boolean;
  readonly sent: readonly { readonly at: number; readonly measures: FrameMeasures }[];
}

const LONGEST_MS = 61_000;

/** Plays an attempt with frames as the service paces them where it has little to do: three or four a second. */
export function play(
  steps: readonly MovementStep[],
  actor: Actor,
  random: Random,
  limits: MovementLimits = LIMITS,
): Played {
  let attempt = beginAttempt(steps, () => random.between(0, 1));
  let step: FrameStep = 'look';
  let told = 0;
  const everyMs = random.between(240, 340);
  const sent: { at: number; measures: FrameMeasures }[] = [];
  for (let at = 0, sequence = 0; at < LONGEST_MS; sequence++) {
    const measures = actor(step, at - told, at);
    sent.push({ at, measures });
    const seen = frameEffort(attempt) === 'quick' ? quick(measures) : measures;
    const taken = takeFrame(attempt, { step, sequence, at, receivedAt: at + random.between(20, 80) }, seen, limits);
    attempt = taken.attempt;
    if (taken.step === 'done' || taken.step === 'failed') break;
    // The page shows the new step once the answer is there.
    if (taken.step !== step) told = at + 100;
    step = taken.step;
    at += timesOf(step) * everyMs;
  }
  return { attempt, passed: judgeMovement(attempt, limits).passed, sent };
}

function quick(measures: FrameMeasures): FrameMeasures {
  return withFace(measures, { embedding: null, alive: null });
}

export function withFace(measures: FrameMeasures, change: Partial<MeasuredFace>): FrameMeasures {
  return measures.face ? Object.assign({}, measures, { face: Object.assign({}, measures.face, change) }) : measures;
}

/** The same face nearer, as a camera at a distance sees it: all lengths are so many times as large. */
export function nearer(measures: FrameMeasures, zoom: number): FrameMeasures {
  if (!measures.face) return measures;
  const [x, y, width, height] = measures.face.box;
  const box = [x - (width * (zoom - 1)) / 2, y - (height * (zoom - 1)) / 2, width * zoom, height * zoom] as const;
  return withFace(measures, { box, points: measures.face.points.map((value) => value * zoom) });
}

/** How far a movement is done, 0 to 1, some time after it was told: a pause for thought, then a smooth way. */
export function progress(ms: number, thinkingMs: number, movingMs: number): number {
  const part = Math.min(1, Math.max(0, (ms - thinkingMs) / movingMs));
  return part * part * (3 - 2 * part);
}
