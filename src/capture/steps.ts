/** A movement that a person is asked for. `left` and `right` are the person's own. */
export type MovementStep = 'left' | 'right' | 'up' | 'closer';

/** What a frame was taken for. `look`: straight into the camera, before the first movement and between two. */
export type FrameStep = 'look' | MovementStep;

/** Every movement, in the order in which documents name them. */
export const MOVEMENT_STEPS: readonly MovementStep[] = ['left', 'right', 'up', 'closer'];

/** So many movements make an attempt. */
const STEPS_OF_ATTEMPT = 3;

/** A frame as the page sent it, but for its bytes. */
export interface SentFrame {
  /** What the page told the person when the frame was taken. */
  readonly step: FrameStep;
  /** Rises from frame to frame within an attempt. */
  readonly sequence: number;
  /** Milliseconds of the page's clock since the attempt began. */
  readonly at: number;
  /** Milliseconds of the service's clock. */
  readonly receivedAt: number;
  /** Milliseconds that the service itself took to measure it: no person is late by them. None by default. */
  readonly waitedMs?: number;
}

/** What a person can do better at once. */
export type FrameHint =
  | 'too-dark'
  | 'too-bright'
  | 'no-face'
  | 'several-faces'
  | 'closer'
  | 'further'
  | 'turn-further'
  | 'turn-back'
  | 'hold-still'
  | 'look-ahead'
  | 'too-blurred';

/** What the networks measured on one frame: numbers alone, no pixel. */
export interface FrameMeasures {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** How many faces of a size like the largest are seen. */
  readonly faces: number;
  /** The largest face; null where none is seen. */
  readonly face: MeasuredFace | null;
}

/** The largest face of a frame. */
export interface MeasuredFace {
  /** Upper left corner, width and height in pixels of the frame. */
  readonly box: readonly [x: number, y: number, width: number, height: number];
  /** How sure the detector is, 0 to 1. */
  readonly score: number;
  /** Degrees to the person's own left. */
  readonly yaw: number;
  /** Degrees upwards. */
  readonly pitch: number;
  /** Degrees clockwise in the picture by which the line of the eyes is turned. */
  readonly roll: number;
  /** 68 points (order of iBUG 300-W), x and y in turn, in pixels from between the eyes, the line of the eyes level. */
  readonly points: readonly number[];
  /** Deviation of the finest structure over that of the face: near 0 blurred, 0.04 to 0.25 usual. */
  readonly sharpness: number;
  /** Median luma of the middle of the face, 0 to 255. */
  readonly brightness: number;
  /** Part of the middle of the face that is burnt out, 0 to 1. */
  readonly burnt: number;
  /** 512 signed bytes in base64, by which two faces are compared; null where it was not asked for. */
  readonly embedding: string | null;
  /** What the network that sees the surroundings says of a living person, 0 to 1; null where it was not asked. */
  readonly alive: number | null;
}

/** What a movement told of the person, for the decision and for the record. No pixel and no embedding is in it. */
export interface MovementEvidence {
  /** The movements in their order. Times in milliseconds since the attempt began. */
  readonly steps: readonly SeenStep[];
  /** How many frames were judged. */
  readonly frames: number;
  /** The lowest similarity of the face to the person of the first frames, -1 to 1; null where it was not measured. */
  readonly identity: number | null;
  /** How far the nose stands out of a bent sheet, 1 in the mean of living heads, near 0 on a sheet; null: unknown. */
  readonly relief: number | null;
  /** What the network that sees the surroundings says of frames near to frontal, 0 to 1 each. */
  readonly alive: readonly number[];
  /** How likely a living person is by the movement alone, 0 to 1, both being equally likely before. */
  readonly probability: number;
}

/** A movement that was told and seen. */
export interface SeenStep {
  readonly step: MovementStep;
  readonly toldAt: number;
  readonly seenAt: number;
  /** Degrees from the frontal face at most; of `closer` how many times as large. */
  readonly extent: number;
}

/**
 * Draws the movements of an attempt. The first is to the left or to the right, and none comes twice. `random` gives
 * numbers from 0 to below 1.
 */
export function drawSteps(random: () => number): MovementStep[] {
  const pick = (from: readonly MovementStep[]) => from[Math.floor(random() * from.length)]!;
  const steps = [pick(['left', 'right'])];
  while (steps.length < STEPS_OF_ATTEMPT) steps.push(pick(MOVEMENT_STEPS.filter((step) => !steps.includes(step))));
  return steps;
}
