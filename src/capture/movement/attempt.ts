import type { FrameStep, MovementStep, SeenStep } from '../steps.ts';

/** Why an attempt is over. */
export type MovementFailure =
  /** A step was not done in its time. */
  | 'too-late'
  /** Another movement was made than the one that was told. */
  | 'wrong-movement'
  /** A movement was made before it was told. */
  | 'too-early'
  /** Frames came in another order, again, in another size, or at impossible times. */
  | 'odd-frames'
  /** The line was lost too often. */
  | 'interrupted'
  /** The whole attempt took too long. */
  | 'too-long';

/** The face of a frame on which the person looked ahead. */
interface FrontalFrame {
  readonly yaw: number;
  readonly pitch: number;
  /** Of the shorter side of the frame. */
  readonly width: number;
  /** In tenths of a pixel, whole. */
  readonly points: readonly number[];
}

/**
 * One attempt at the movements, as records keep it between frames: JSON of a few kilobytes. Only the functions of this
 * folder change it, each on a copy.
 */
export interface MovementAttempt {
  readonly steps: readonly MovementStep[];
  /** Milliseconds for which the person looks ahead before each step, drawn by lot: no stored film knows them. */
  readonly pauses: readonly number[];
  /** Even: look ahead before the step of half that number. Odd: that step. */
  stage: number;
  failure: MovementFailure | null;
  /** `at` of the frame by whose answer the stage was told. */
  toldAt: number;
  /** How large the face was then, in times its size on the first frames. */
  toldSize: number;
  /** Since when the person looks ahead without a break. */
  ahead: { since: number } | null;
  /** The last frame: number, time, how long it was measured, and the smallest difference of the two clocks so far. */
  last: { sequence: number; at: number; offset: number; waited: number; width: number; height: number } | null;
  /** The face of the last frame that had one: middle, width (pixels), time since the one before, part of the step. */
  face: { x: number; y: number; width: number; at: number; gap: number; extent: number } | null;
  /** `at` and number by which those of the page's frames rise: a page that was loaded again begins at 0. */
  page: { at: number; sequence: number };
  /** Milliseconds that the service took for frames since the stage was told: they come on top of a step's time. */
  waited: number;
  /** Milliseconds in which frames came. */
  active: number;
  /** Frames in a wrong order or repeated; faces that were suddenly elsewhere; movements before they were told. */
  odd: number;
  jumps: number;
  early: number;
  restarts: number;
  frames: number;
  frontal: FrontalFrame[];
  /** The first embedding. */
  person: string | null;
  /** For each stage how often the face was compared with it, and the best similarity. */
  likenesses: { stage: number; isAhead: boolean; times: number; best: number }[];
  alive: number[];
  /**
   * Of the present step: frames on which it was seen, the furthest, the largest relief, what was seen of the way.
   * `wrong`: so many frames in a row show another movement.
   */
  progress: {
    seen: number;
    extent: number;
    relief: number;
    last: number;
    moves: number;
    midway: boolean;
    wrong: number;
  };
  seen: SeenStep[];
  /** Of each turn that was seen. */
  reliefs: number[];
  /** Of the frame that is the selfie so far. */
  sharpest: number;
}

/** Milliseconds of a pause at least and at most. */
const PAUSE = { least: 300, most: 2700 };

/**
 * An attempt at the movements that `drawSteps` drew. Without any the person only looks ahead for a selfie. `random`
 * gives numbers from 0 to below 1.
 */
export function beginAttempt(steps: readonly MovementStep[], random: () => number): MovementAttempt {
  const pauses = (steps.length > 0 ? steps : ['look']).map(() =>
    Math.round(PAUSE.least + random() * (PAUSE.most - PAUSE.least)),
  );
  return {
    steps,
    pauses,
    stage: 0,
    failure: null,
    toldAt: 0,
    toldSize: 1,
    ahead: null,
    last: null,
    face: null,
    page: { at: 0, sequence: 0 },
    waited: 0,
    active: 0,
    odd: 0,
    jumps: 0,
    early: 0,
    restarts: 0,
    frames: 0,
    frontal: [],
    person: null,
    likenesses: [],
    alive: [],
    progress: noProgress(),
    seen: [],
    reliefs: [],
    sharpest: 0,
  };
}

/** Nothing of a step was seen yet. */
export function noProgress(): MovementAttempt['progress'] {
  return { seen: 0, extent: 0, relief: 0, last: 0, moves: 0, midway: false, wrong: 0 };
}

/** What the person is told now. */
export function stepOf({ failure, stage, steps }: MovementAttempt): FrameStep | 'done' | 'failed' {
  if (failure) return 'failed';
  if (stage >= Math.max(1, 2 * steps.length)) return 'done';
  return stage % 2 === 0 ? 'look' : steps[(stage - 1) / 2]!;
}

/** Goes on to the next stage, which is told in the answer to the frame at that time. */
export function advance(attempt: MovementAttempt, at: number): void {
  attempt.stage += 1;
  attempt.toldAt = at;
  // Whoever is told learns it from the answer to this frame, which is as late as the frame was long in measuring.
  attempt.waited = attempt.last?.waited ?? 0;
  attempt.ahead = null;
  attempt.progress = noProgress();
}
