import type { MovementAttempt } from '../../src/capture/movement/attempt.ts';
import { LIMITS } from '../../src/capture/movement/limits.ts';
import { frameEffort, takeFrame } from '../../src/capture/movement/take-frame.ts';
import type { FrameHint, FrameMeasures, FrameStep } from '../../src/capture/steps.ts';

/** What is held before the camera: a head, a flat sheet, or a sheet bent round a cylinder. */
type Shape = 'head' | 'flat' | 'bent';

/** How the head or the sheet is held: degrees to the person's own left and upwards, and how near. */
export interface Held {
  readonly yaw?: number;
  readonly pitch?: number;
  readonly zoom?: number;
  /** Whose embedding the face has. */
  readonly person?: number;
  readonly shape?: Shape;
}

/** Rows of points of a face, from and to, in widths between the eyes; the arc is how far the middle lies below. */
const ROWS: readonly (readonly [count: number, x0: number, y0: number, x1: number, y1: number, arc: number])[] = [
  [17, -1.2, 0, 1.2, 0, 2],
  [5, -0.95, -0.35, -0.25, -0.35, -0.15],
  [5, 0.25, -0.35, 0.95, -0.35, -0.15],
  [4, 0, 0, 0, 0.75, 0],
  [5, -0.28, 0.9, 0.28, 0.9, 0.05],
  [6, -0.72, 0, -0.28, 0, 0],
  [6, 0.28, 0, 0.72, 0, 0],
  [12, -0.45, 1.35, 0.45, 1.35, 0.2],
  [8, -0.35, 1.35, 0.35, 1.35, 0.05],
];
const FLAT_POINTS = ROWS.flatMap(([count, x0, y0, x1, y1, arc]) =>
  Array.from({ length: count }, (_, at) => {
    const t = at / (count - 1);
    return [x0 + (x1 - x0) * t, y0 + (y1 - y0) * t + arc * Math.sin(Math.PI * t)] as const;
  }),
);
const UNIT = 60;

/** What the networks would measure, computed from geometry alone: no picture is drawn. */
export function measuresOf({ yaw = 0, pitch = 0, zoom = 1, person = 0, shape = 'head' }: Held): FrameMeasures {
  const [turn, nod] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  const points = FLAT_POINTS.flatMap(([x, y], at) => {
    const z = shape === 'head' ? LIMITS.depths[at]! * 2 : shape === 'bent' ? -x * x * 0.5 : 0;
    const deep = z * Math.cos(turn) - x * Math.sin(turn);
    return [
      (x * Math.cos(turn) + z * Math.sin(turn)) * UNIT * zoom,
      (y * Math.cos(nod) - deep * Math.sin(nod)) * UNIT * zoom,
    ];
  });
  const width = 200 * zoom;
  const embedding = Int8Array.from({ length: 512 }, (_, at) => 100 * Math.sin(at * (person + 1) + person));
  return {
    width: 480,
    height: 640,
    faces: 1,
    face: {
      box: [240 - width / 2, 200, width, width * 1.3],
      score: 1,
      yaw,
      pitch,
      roll: 0,
      points,
      sharpness: 0.05,
      brightness: 120,
      burnt: 0,
      embedding: Buffer.from(embedding.buffer).toString('base64'),
      alive: 0.99,
    },
  };
}

/** How somebody holds their head, `ms` after a step was told. */
export type Actor = (step: FrameStep, ms: number) => Held;

/** Looks ahead, and does what is told after half a second, within another half. */
export function willing(extra: Held = {}, reach = 32): Actor {
  return (step, ms) => {
    const done = Math.min(1, Math.max(0, (ms - 500) / 500)) * (step === 'look' ? 0 : 1);
    const held: Record<FrameStep, Held> = {
      look: {},
      left: { yaw: reach * done },
      right: { yaw: -reach * done },
      up: { pitch: 22 * done },
      closer: { zoom: 1 + 0.4 * done },
    };
    return Object.assign({}, extra, held[step]);
  };
}

/** Sends frames of an actor until the attempt is over, a minute at most. */
export function played(
  begun: MovementAttempt,
  actor: Actor,
  { everyMs = 150, change = (measures: FrameMeasures) => measures } = {},
): { attempt: MovementAttempt; step: FrameStep | 'done' | 'failed'; kept: FrameStep[]; hints: FrameHint[] } {
  let attempt = begun;
  let step: FrameStep = 'look';
  let told = 0;
  const [kept, hints]: [FrameStep[], FrameHint[]] = [[], []];
  for (let sequence = 0, at = 0; at < 70_000; sequence++, at += everyMs) {
    const effort = frameEffort(attempt);
    const measures = change(measuresOf(actor(step, at - told)));
    const face =
      measures.face && effort === 'quick'
        ? Object.assign({}, measures.face, { embedding: null, alive: null })
        : measures.face;
    const taken = takeFrame(
      attempt,
      { step, sequence, at, receivedAt: 1e12 + at + 40 },
      Object.assign({}, measures, { face }),
    );
    attempt = JSON.parse(JSON.stringify(taken.attempt));
    if (taken.keep) kept.push(step);
    if (taken.hint) hints.push(taken.hint);
    if (taken.step === 'done' || taken.step === 'failed') return { attempt, step: taken.step, kept, hints };
    if (taken.step !== step) told = at;
    step = taken.step;
  }
  return { attempt, step, kept, hints };
}
