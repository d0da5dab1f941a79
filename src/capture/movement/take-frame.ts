import type { FrameHint, FrameMeasures, FrameStep, MeasuredFace, MovementStep, SentFrame } from '../steps.ts';
import { arrives, inOneClock } from './arrival.ts';
import { advance, type MovementAttempt, stepOf } from './attempt.ts';
import {
  doesOther,
  extentOf,
  isTurn,
  part,
  reliefTowards,
  sizeOf,
  timesNearer,
  turnFrom,
  turnsEarly,
  turnsWrongly,
} from './extent.ts';
import { identify, wantsIdentity } from './identity.ts';
import { LIMITS, type MovementLimits } from './limits.ts';

/** What became of a frame. */
export interface FrameTaken {
  readonly attempt: MovementAttempt;
  /** What the person is told now. */
  readonly step: FrameStep | 'done' | 'failed';
  readonly hint: FrameHint | null;
  /** These bytes are to be kept as the picture of the step that the frame was sent for; of `look` as the selfie. */
  readonly keep: boolean;
  /** `at` of the page when the time of the step is over; null where it has none. */
  readonly endsAt: number | null;
}

/** What of a frame was of use. */
interface Noticed {
  readonly hint: FrameHint | null;
  readonly keep: boolean;
}

const STEP_MS = 6000;
/** Times what is demanded: who is turned so far and was not seen to be solid is told to turn back a little. */
const TOO_FAR = 2;
/** A step is seen on so many frames. */
const SEEN_FRAMES = 2;
/** From this part of what is demanded on, a step is on its way. */
const HALF = 0.5;
/** A face is looking ahead within these degrees: at first by itself, later beside the first frames. */
const AHEAD = { yaw: 18, pitch: 25, roll: 25 };
const AHEAD_AGAIN = 12;
/**
 * Most of the last frames lie within these degrees of their middle. One that does not is noise of a small face or of
 * little light; so many one after another are a head that moves.
 */
const STEADY = 6;
const ODD_FRAMES = 2;
const FIRST_FRAMES = 3;
const MAX_FRONTAL = 6;
/** After so long a selfie without movements is taken as it is, and judged like any other. Milliseconds. */
const LONG_SELFIE_MS = 20_000;
/**
 * Nobody has done so much of what is demanded so soon after the frame by whose answer it was told, in milliseconds. To
 * choose among four takes half a second (W. E. Hick, 1952), and the head has to be moved.
 */
const EARLY = { done: 0.85, withinMs: 400 };
const MAX_EARLY = 1;
/** A movement is seen between these parts of what is demanded, where frames come fast enough. */
const MIDWAY = { from: 0.2, to: 0.95, withinMs: 350 };
/** Parts of what is demanded by which a turned head moves on from frame to frame, so often. */
const MOVING = { least: 0.12, most: 2, times: 1 };
/** One frame may be noise, where they come fast enough. */
const WRONG_FRAMES = 2;
/** Parts of the frame's shorter side that a face fills. */
const SIZE = { least: 0.2, most: 0.7, closest: 0.95 };
const LIGHT = { least: 40, mostBurnt: 0.35 };
const MIN_SHARPNESS = 0.014;
/** A selfie in place of another is so much sharper. */
const SHARPER = 1.05;
/** A face that is elsewhere at once, in widths of it. */
const JUMP = { distance: 0.6, withinMs: 400, most: 3 };

/**
 * Takes a frame into account, in the order in which they came. A frame that was sent for another step than the present
 * one was under way when the step changed, and is ignored. It never throws. Benches bring other `limits`.
 */
export function takeFrame(
  before: MovementAttempt,
  sent: SentFrame,
  measures: FrameMeasures,
  limits: MovementLimits = LIMITS,
): FrameTaken {
  const attempt = structuredClone(before);
  const frame = inOneClock(attempt, sent);
  const told = stepOf(attempt);
  const isOver = told === 'done' || told === 'failed';
  const counts = !isOver && arrives(attempt, frame, measures) && frame.step === told && stepOf(attempt) === told;
  const noticed = counts ? notice(attempt, frame, measures, limits) : { hint: null, keep: false };
  if (!isOver && attempt.failure === null) endLate(attempt, frame);
  return { attempt, ...standing(attempt), hint: noticed.hint, keep: noticed.keep };
}

/** What the person is told, and until when by the page's clock. */
export function standing(attempt: MovementAttempt): Pick<FrameTaken, 'step' | 'endsAt'> {
  const step = stepOf(attempt);
  const isStep = step !== 'look' && step !== 'done' && step !== 'failed';
  return { step, endsAt: isStep ? endOf(attempt) - attempt.page.at : null };
}

/**
 * What the next frame of an attempt is measured for. Who it is and how alive they look cost more than all else, so
 * they are looked at a few times alone. How alive is asked of faces that look ahead.
 */
export function frameEffort(attempt: MovementAttempt): 'whole' | 'who' | 'quick' {
  const step = stepOf(attempt);
  if (step === 'done' || step === 'failed') return 'quick';
  const { extent } = attempt.face ?? { extent: 0 };
  if (!wantsIdentity(attempt, step !== 'look' && part(step, extent) >= HALF)) return 'quick';
  return step === 'look' ? 'whole' : 'who';
}

/** Late is whoever takes longer than a step has, without what the service took to measure the frames before. */
function endLate(attempt: MovementAttempt, { at }: SentFrame): void {
  if (attempt.stage % 2 === 1 && at > endOf(attempt)) attempt.failure = 'too-late';
}

function endOf({ toldAt, waited }: MovementAttempt): number {
  return toldAt + STEP_MS + waited;
}

function notice(attempt: MovementAttempt, frame: SentFrame, measures: FrameMeasures, limits: MovementLimits): Noticed {
  const step = stepOf(attempt) as FrameStep;
  if (measures.face && attempt.steps.length === 0 && attempt.active >= LONG_SELFIE_MS) {
    advance(attempt, frame.at);
    return { hint: null, keep: true };
  }
  const flaw = flawOf(measures, step);
  if (flaw) {
    attempt.ahead = null;
    return { hint: flaw === 'no-face' && isTurnedAway(attempt, step) ? 'turn-back' : flaw, keep: false };
  }
  const face = measures.face!;
  watchPlace(attempt, frame, face);
  const noticed =
    step === 'look' ? look(attempt, frame, measures, face) : follow(attempt, { step, frame, measures, face }, limits);
  return attempt.failure ? { hint: null, keep: false } : noticed;
}

/** What is wrong with a frame, whatever the step. */
function flawOf({ faces, face, width, height }: FrameMeasures, step: FrameStep): FrameHint | null {
  if (!face) return 'no-face';
  if (faces > 1) return 'several-faces';
  if (face.brightness < LIGHT.least) return 'too-dark';
  if (face.burnt > LIGHT.mostBurnt) return 'too-bright';
  const size = face.box[2] / Math.min(width, height);
  if (size < SIZE.least) return 'closer';
  if (size > (step === 'closer' ? SIZE.closest : SIZE.most)) return 'further';
  return null;
}

/** A face that is elsewhere from one frame to the next is another face. */
function watchPlace(attempt: MovementAttempt, { at }: SentFrame, { box }: MeasuredFace): void {
  const [x, y, width] = [box[0] + box[2] / 2, box[1] + box[3] / 2, box[2]];
  const before = attempt.face;
  const gap = before ? at - before.at : 0;
  if (before && gap <= JUMP.withinMs) {
    const isElsewhere = Math.hypot(x - before.x, y - before.y) > JUMP.distance * Math.max(width, before.width);
    if (isElsewhere) attempt.jumps += 1;
    if (attempt.jumps > JUMP.most) attempt.failure = 'odd-frames';
  }
  attempt.face = { x, y, width, at, gap, extent: 0 };
}

function look(attempt: MovementAttempt, frame: SentFrame, measures: FrameMeasures, face: MeasuredFace): Noticed {
  const isFirst = attempt.stage === 0;
  const isAhead = isFirst ? looksAhead(face) : turnFrom(attempt, face) <= AHEAD_AGAIN;
  if (!isAhead) return lookedAway(attempt, face);
  if (face.sharpness < MIN_SHARPNESS) return { hint: 'too-blurred', keep: false };
  attempt.ahead ??= { since: frame.at };
  identify(attempt, face, true);
  if (isFirst) addFrontal(attempt, measures, face);
  const keep = face.sharpness > attempt.sharpest * SHARPER;
  if (keep) attempt.sharpest = face.sharpness;
  const pause = attempt.pauses[attempt.stage / 2]!;
  const isReady = !isFirst || isSettled(attempt);
  const isEnough = isReady && frame.at - attempt.ahead.since >= pause;
  if (isEnough && isFirst) attempt.frontal = steadyOf(attempt);
  if (isEnough) attempt.toldSize = timesNearer(attempt, measures, face);
  if (isEnough) advance(attempt, frame.at);
  return { hint: isEnough || !isFirst ? null : 'hold-still', keep };
}

function lookedAway(attempt: MovementAttempt, face: MeasuredFace): Noticed {
  const isFirst = attempt.stage === 0;
  if (!isFirst && turnsEarly(attempt, face)) countEarly(attempt);
  attempt.ahead = null;
  if (isFirst) attempt.frontal = [];
  return { hint: 'look-ahead', keep: false };
}

/** Whether the last frames are alike but for a few. Who moves begins to look ahead again. */
function isSettled(attempt: MovementAttempt): boolean {
  const { frontal } = attempt;
  const steady = steadyOf(attempt);
  if (frontal.slice(-ODD_FRAMES).every((one) => !steady.includes(one))) {
    attempt.ahead = null;
    attempt.frontal = [];
    return false;
  }
  return steady.length >= FIRST_FRAMES && steady.length * 2 > frontal.length;
}

/** Frontal by itself. */
function looksAhead({ yaw, pitch, roll }: MeasuredFace): boolean {
  return Math.abs(yaw) <= AHEAD.yaw && Math.abs(pitch) <= AHEAD.pitch && Math.abs(roll) <= AHEAD.roll;
}

/** Those of the last frames that are like most of them. */
function steadyOf({ frontal }: MovementAttempt): MovementAttempt['frontal'] {
  const middle = (what: 'yaw' | 'pitch') => frontal.map((one) => one[what]).sort((a, b) => a - b)[frontal.length >> 1]!;
  const [yaw, pitch] = [middle('yaw'), middle('pitch')];
  return frontal.filter((one) => Math.hypot(one.yaw - yaw, one.pitch - pitch) <= STEADY);
}

function addFrontal({ frontal }: MovementAttempt, measures: FrameMeasures, face: MeasuredFace): void {
  const { yaw, pitch, points } = face;
  if (frontal.length === MAX_FRONTAL) frontal.shift();
  frontal.push({ yaw, pitch, width: sizeOf(measures, face), points: points.map((value) => Math.round(value * 10)) });
}

function countEarly(attempt: MovementAttempt): void {
  attempt.early += 1;
  if (attempt.early > MAX_EARLY) attempt.failure = 'too-early';
}

/** A frame of a step, with the face on it. */
interface StepFrame {
  readonly step: MovementStep;
  readonly frame: SentFrame;
  readonly measures: FrameMeasures;
  readonly face: MeasuredFace;
}

function follow(attempt: MovementAttempt, { step, frame, measures, face }: StepFrame, limits: MovementLimits): Noticed {
  const { progress } = attempt;
  const extent = extentOf(attempt, step, measures, face);
  attempt.face!.extent = extent;
  const done = part(step, extent);
  const isOther = done < HALF && doesOther(attempt, step, measures, face);
  watchWrong(attempt, isOther || turnsWrongly(attempt, step, face));
  if (done >= EARLY.done && frame.at - attempt.toldAt <= EARLY.withinMs) countEarly(attempt);
  const relief = done >= HALF ? onTheWay(attempt, step, face) : 0;
  progress.relief = Math.max(progress.relief, relief);
  progress.extent = Math.max(progress.extent, extent);
  watchWay(attempt, done);
  const isReached = done >= 1 && (!isTurn(step) || progress.relief >= limits.relief);
  if (!isReached) return { hint: hintTowards(step, done), keep: false };
  progress.seen += 1;
  const isHeld = progress.seen >= SEEN_FRAMES;
  const keep = isHeld && progress.midway;
  if (keep) finish(attempt, step, frame.at);
  // Nobody saw them come: on the way back they are seen.
  return { hint: isHeld && !keep ? hintBack(step) : null, keep };
}

function watchWrong(attempt: MovementAttempt, isWrong: boolean): void {
  const { progress, face } = attempt;
  progress.wrong = isWrong ? progress.wrong + 1 : 0;
  const isSlow = face!.gap > MIDWAY.withinMs;
  if (progress.wrong >= (isSlow ? 1 : WRONG_FRAMES)) attempt.failure = 'wrong-movement';
}

/** The relief of a turn, 0 of other steps. */
function onTheWay(attempt: MovementAttempt, step: MovementStep, face: MeasuredFace): number {
  identify(attempt, face, false);
  return isTurn(step) ? reliefTowards(attempt, step, face) : 0;
}

/** Whoever has hardly begun knows what to do. Far to the side the nose hides the face, and no relief is seen. */
function hintTowards(step: MovementStep, done: number): FrameHint | null {
  if (done < 0.4) return null;
  if (step === 'closer') return 'closer';
  return done >= TOO_FAR ? hintBack(step) : 'turn-further';
}

function hintBack(step: MovementStep): FrameHint {
  return step === 'closer' ? 'further' : 'turn-back';
}

/** Whether a face that is not seen any more was turned out of sight. */
function isTurnedAway({ progress }: MovementAttempt, step: FrameStep): boolean {
  return step !== 'look' && step !== 'closer' && part(step, progress.extent) >= 1;
}

/** A head is seen midway, or at least moving; stills that are exchanged show neither. */
function watchWay({ progress, face }: MovementAttempt, done: number): void {
  const moved = Math.abs(done - progress.last);
  const isMoving = progress.last >= MIDWAY.from && moved >= MOVING.least && moved <= MOVING.most;
  if (isMoving) progress.moves += 1;
  progress.last = done;
  const isMidway = done >= MIDWAY.from && done <= MIDWAY.to;
  if (isMidway || progress.moves >= MOVING.times || face!.gap > MIDWAY.withinMs) progress.midway = true;
}

function finish(attempt: MovementAttempt, step: MovementStep, seenAt: number): void {
  const { progress, toldAt } = attempt;
  attempt.seen.push({ step, toldAt, seenAt, extent: Math.round(progress.extent * 100) / 100 });
  if (isTurn(step)) attempt.reliefs.push(Math.round(progress.relief * 1000) / 1000);
  advance(attempt, seenAt);
}
