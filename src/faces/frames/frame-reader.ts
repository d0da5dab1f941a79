import type { FrameMeasures, MeasuredFace } from '../../capture/steps.ts';
import type { Pixels, Point } from '../../imaging/pixels.ts';
import type { Model } from '../../inference/model.ts';
import { cut, regionShowing, tensor } from '../align.ts';
import { unit } from '../embed.ts';
import { PLACES } from '../face-measures.ts';
import { lightOf, middleOf, structureOf } from '../liveness/capture-quality.ts';
import type { LivenessModel } from '../liveness/liveness-model.ts';
import { openSurroundings } from '../liveness/liveness-reader.ts';
import { type FrameDetection, facesOf } from './frame-detection.ts';
import { type FrameNetworks, openFrameNetworks } from './frame-networks.ts';
import { FramePicture, type InputShape, type TurnedBox } from './frame-picture.ts';
import { eyesOf, fivePoints, pointsIn, turnOf } from './frame-points.ts';

/**
 * What is measured of a frame. `quick`: neither who it is nor how alive they look, which cost as much as all else
 * together. `who`: the former of the two.
 */
export type FrameEffort = 'whole' | 'who' | 'quick';

/** A second face of at least this part of the first one's width counts. */
const SECOND_SIZE = 0.6;
/** Eyes that stand straighter than this need no second look, in radians: the networks do not notice it. */
const STRAIGHT = 0.05;
/** The box of the pose is so many times as large (lib/fr_pose.js of the package). */
const POSE_MARGIN = 1.5;
/** Deviations and means of ImageNet, as the network of poses was trained with. */
const POSE: InputShape = {
  width: 224,
  height: 224,
  mean: [0.485 * 255, 0.456 * 255, 0.406 * 255],
  deviation: [0.229 * 255, 0.224 * 255, 0.225 * 255],
};
/**
 * Median luma of a face below which the pose is read on a lighter copy. The network knows pictures in usual light. At
 * half of it, poses of a small face jump two to three times as far from frame to frame.
 */
const LIGHT = 100;
/** Classes of three degrees from −99 on. */
const [CLASS_DEGREES, FIRST_CLASS] = [3, -99];
const RECOGNITION_SIDE = 112;
const RECOGNITION_MEAN = [127, 127, 127] as const;
const BYTE = 127;
/** The passive opinion is of faces that look ahead: it was calibrated on such. Degrees. */
const AHEAD = 15;
/** The opinion was calibrated on boxes from the brow down: the detector's begin so much of their height above it. */
const BROW = 0.12;

/** Measures frames of a film. It blocks its thread while it works. */
export class FrameReader {
  readonly #networks: FrameNetworks;
  readonly #surroundings: LivenessModel;

  private constructor(networks: FrameNetworks, surroundings: LivenessModel) {
    this.#networks = networks;
    this.#surroundings = surroundings;
  }

  static async open(): Promise<FrameReader> {
    return new FrameReader(await openFrameNetworks(), await openSurroundings('.'));
  }

  /** Never throws for what a picture shows. */
  async read(pixels: Pixels, effort: FrameEffort): Promise<FrameMeasures> {
    const picture = new FramePicture(pixels);
    const found = await facesOf(this.#networks.detector, picture);
    const [first] = found;
    const { width, height } = pixels;
    if (!first) return { width, height, faces: 0, face: null };
    const faces = found.filter(({ box }) => box.width >= SECOND_SIZE * first.box.width).length;
    return { width, height, faces, face: await this.#face(picture, first, effort) };
  }

  /** Frees the networks. Nothing may run on them then. */
  async close(): Promise<void> {
    await Promise.all([...Object.values(this.#networks), this.#surroundings].map((model) => model.close()));
  }

  async #face(picture: FramePicture, { box, score }: FrameDetection, effort: FrameEffort): Promise<MeasuredFace> {
    const { pose, points: network, recognition } = this.#networks;
    const { pixels } = picture;
    const level = {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      width: box.width,
      height: box.height,
      turn: 0,
    };
    let points = await pointsIn(network, picture, level);
    const upright = { ...level, turn: turnOf(points) };
    if (Math.abs(upright.turn) > STRAIGHT) points = await pointsIn(network, picture, upright);
    const middle = middleOf(pixels, box);
    const { brightness, burnt } = lightOf(middle);
    const turned = await poseOf(pose, picture, upright, gainOf(brightness));
    const { sharpness } = structureOf(middle);
    const isAhead = Math.abs(turned.yaw) <= AHEAD && Math.abs(turned.pitch) <= AHEAD;
    return {
      box: [box.x, box.y, box.width, box.height].map(tenths) as unknown as MeasuredFace['box'],
      score: Math.round(score * 1000) / 1000,
      ...turned,
      roll: tenths((turnOf(points) * 180) / Math.PI),
      points: straightened(points),
      sharpness: Math.round(sharpness * 1e4) / 1e4,
      brightness,
      burnt: Math.round(burnt * 1e3) / 1e3,
      embedding: effort === 'quick' ? null : await embeddingOf(recognition, pixels, points),
      alive: effort === 'whole' && isAhead ? await this.#alive(pixels, box) : null,
    };
  }

  async #alive(pixels: Pixels, box: FrameDetection['box']): Promise<number | null> {
    const opinion = await this.#surroundings.opinion(pixels, {
      x: box.x,
      y: box.y + box.height * BROW,
      width: box.width,
      height: box.height * (1 - BROW),
    });
    return opinion ? Math.round(opinion.value * 1e4) / 1e4 : null;
  }
}

/** By how much a dark face is made lighter before its pose is read. One that is light enough stays as it is. */
function gainOf(brightness: number): number {
  return Math.max(1, LIGHT / Math.max(1, brightness));
}

/** Degrees to the person's own left, and upwards. */
async function poseOf(
  model: Model,
  picture: FramePicture,
  { width, height, ...place }: TurnedBox,
  gain: number,
): Promise<{ yaw: number; pitch: number }> {
  const box = { ...place, width: width * POSE_MARGIN, height: height * POSE_MARGIN };
  const lighter = ([red, green, blue]: InputShape['mean']) => [red / gain, green / gain, blue / gain] as const;
  const input = { ...POSE, mean: lighter(POSE.mean), deviation: lighter(POSE.deviation) };
  const outputs = await model.run({ [model.inputs[0]!]: picture.colours(box, input) });
  const [right, pitch] = ['output', '617'].map((name) => tenths(degreesOf(outputs[name]!.data)));
  return { yaw: -right!, pitch: pitch! };
}

/** The expectation over the classes of an angle. */
function degreesOf(logits: Float32Array): number {
  const most = Math.max(...logits);
  let [sum, weights] = [0, 0];
  for (const [at, logit] of logits.entries()) {
    const weight = Math.exp(logit - most);
    weights += weight;
    sum += weight * at;
  }
  return (sum / weights) * CLASS_DEGREES + FIRST_CLASS;
}

async function embeddingOf(model: Model, pixels: Pixels, points: readonly Point[]): Promise<string> {
  const face = cut(pixels, regionShowing(fivePoints(points), PLACES), RECOGNITION_SIDE);
  const { data } = await model.firstOutput(tensor([face], RECOGNITION_MEAN, 1 / 128));
  const direction = unit(data);
  const most = direction.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) || 1;
  return Buffer.from(Int8Array.from(direction, (value) => Math.round((value / most) * BYTE)).buffer).toString('base64');
}

/** Points in pixels from between the eyes, the line of the eyes level; x and y in turn. */
function straightened(points: readonly Point[]): number[] {
  const [left, right] = eyesOf(points);
  const [x, y] = [(left.x + right.x) / 2, (left.y + right.y) / 2];
  const turn = turnOf(points);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return points.flatMap((point) => {
    const [across, down] = [point.x - x, point.y - y];
    return [tenths(across * cos + down * sin), tenths(down * cos - across * sin)];
  });
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
