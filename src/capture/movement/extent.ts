import type { FrameMeasures, MeasuredFace, MovementStep } from '../steps.ts';
import type { MovementAttempt } from './attempt.ts';
import { meanPoints, reliefOf } from './relief.ts';

/** Degrees, or times as large, from the frontal face. */
const DEMANDS: Readonly<Record<MovementStep, number>> = { left: 20, right: 20, up: 15, closer: 1.25 };
/** A turn the other way, or one to a side where another step was told, in degrees. */
const WRONG_TURN = 20;
const WRONG_SIDE = 28;
/** Of what another step demands: people lean a little, and poses of small faces jump. */
const WRONG_OTHER = 1.25;

/** Degrees from the frontal face in the direction of the step, or times its size when the step was told. */
export function extentOf(
  attempt: MovementAttempt,
  step: MovementStep,
  measures: FrameMeasures,
  face: MeasuredFace,
): number {
  if (step === 'left') return yawFrom(attempt, face);
  if (step === 'right') return -yawFrom(attempt, face);
  if (step === 'up') return face.pitch - meanOf(attempt, 'pitch');
  return timesNearer(attempt, measures, face) / Math.max(1, attempt.toldSize);
}

/** How many times as large the face is as on the first frames. */
export function timesNearer(attempt: MovementAttempt, measures: FrameMeasures, face: MeasuredFace): number {
  return sizeOf(measures, face) / meanOf(attempt, 'width');
}

/** How much of what is demanded was done, 0 to 1 and more. */
export function part(step: MovementStep, extent: number): number {
  return step === 'closer' ? (extent - 1) / (DEMANDS.closer - 1) : extent / DEMANDS[step];
}

/**
 * Whether `closer` is done where `up` was told, or the reverse. Who came closer for a step may stay there for the next.
 */
export function doesOther(
  attempt: MovementAttempt,
  step: MovementStep,
  measures: FrameMeasures,
  face: MeasuredFace,
): boolean {
  if (isTurn(step)) return false;
  const other = step === 'up' ? 'closer' : 'up';
  return part(other, extentOf(attempt, other, measures, face)) >= WRONG_OTHER;
}

/** Whether a head is turned that nobody told to turn. One that turns back from the last step is still on its way. */
export function turnsEarly(attempt: MovementAttempt, face: MeasuredFace): boolean {
  const { ahead, seen } = attempt;
  const yaw = yawFrom(attempt, face);
  if (Math.abs(yaw) < WRONG_TURN) return false;
  return ahead !== null || seen.at(-1)?.step !== (yaw > 0 ? 'left' : 'right');
}

/** Whether the head is turned the other way, or far to a side where no turn was told. */
export function turnsWrongly(attempt: MovementAttempt, step: MovementStep, face: MeasuredFace): boolean {
  const yaw = yawFrom(attempt, face);
  if (step === 'left') return yaw <= -WRONG_TURN;
  if (step === 'right') return yaw >= WRONG_TURN;
  return Math.abs(yaw) >= WRONG_SIDE;
}

/** A step to a side. */
export function isTurn(step: MovementStep): boolean {
  return step === 'left' || step === 'right';
}

/** Positive where the nose moved to the side of the step. */
export function reliefTowards({ frontal }: MovementAttempt, step: MovementStep, { points }: MeasuredFace): number {
  const relief = reliefOf(meanPoints(frontal.map((one) => one.points)), points);
  return step === 'left' ? relief : -relief;
}

function yawFrom(attempt: MovementAttempt, { yaw }: MeasuredFace): number {
  return yaw - meanOf(attempt, 'yaw');
}

/** Degrees from the frontal face in any direction. */
export function turnFrom(attempt: MovementAttempt, face: MeasuredFace): number {
  return Math.hypot(yawFrom(attempt, face), face.pitch - meanOf(attempt, 'pitch'));
}

function meanOf({ frontal }: MovementAttempt, what: 'yaw' | 'pitch' | 'width'): number {
  return frontal.reduce((sum, frame) => sum + frame[what], 0) / Math.max(1, frontal.length);
}

/** The width of the face in shorter sides of the frame. */
export function sizeOf({ width, height }: FrameMeasures, { box }: MeasuredFace): number {
  return box[2] / Math.min(width, height);
}
