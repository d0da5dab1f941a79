import type { Pixels, Point } from '../imaging/pixels.ts';
import { cut, mirror, regionAround, regionShowing, tensor } from './align.ts';
import { type Mesh, POINT, rollOf } from './mesh.ts';
import type { Networks } from './networks.ts';
import { CHIP_SIDE } from './recognition-network.ts';

/** What one network says of a face: a direction of length 1, and how much it counts. */
export interface EmbeddingPart {
  readonly weight: number;
  readonly values: Float32Array;
}

/** What all networks say of a face; their weights sum to 1. */
export type Embedding = readonly EmbeddingPart[];

/**
 * Where dlib's chips have the corners of the eyes and the base of the nose, 0-1 of the face without padding
 * (dlib/image_transforms/interpolation.h, get_face_chip_details), and the padding that its networks are trained with.
 */
const CHIP_POINTS: readonly (readonly [point: number, x: number, y: number])[] = [
  [POINT.rightEyeOuter, 0.8595674595992, 0.2134981538014],
  [POINT.rightEyeInner, 0.6460604764104, 0.2289674387677],
  [POINT.leftEyeOuter, 0.1205750620789, 0.2137274526848],
  [POINT.leftEyeInner, 0.3340850613712, 0.2290642403242],
  [POINT.noseBase, 0.4901123135679, 0.6277975316475],
];
const PADDING = 0.25;
const CHIP_TARGETS: readonly Point[] = CHIP_POINTS.map(([, x, y]) => ({
  x: (x + PADDING) / (1 + 2 * PADDING),
  y: (y + PADDING) / (1 + 2 * PADDING),
}));
/** Means that the networks were trained with, R, G, B. */
const CHIP_MEAN = [122.782, 117.001, 104.298] as const;
const SECOND_MEAN = [123.68, 116.779, 103.939] as const;
const SECOND_SIDE = 224;
const SECOND_MARGIN = 1.2;
/** The first network is the better one; the weights are those at which both together were best. */
const WEIGHTS = [5 / 6, 1 / 6] as const;

export async function embed({ recognition, second }: Networks, pixels: Pixels, mesh: Mesh): Promise<Embedding> {
  const { points } = mesh;
  const chipRegion = regionShowing(
    CHIP_POINTS.map(([point]) => points[point]!),
    CHIP_TARGETS,
  );
  const chip = cut(pixels, chipRegion, CHIP_SIDE);
  const firsts = (await recognition.run({ input: tensor([chip, mirror(chip)], CHIP_MEAN, 1 / 255) })).output0!.data;
  const upright = cut(pixels, regionAround(points, rollOf(points), SECOND_MARGIN), SECOND_SIDE);
  const features = (await second.run({ input: tensor([upright], SECOND_MEAN, 1) })).output0!.data;
  const half = firsts.length / 2;
  const mean = firsts.slice(0, half).map((value, index) => value + firsts[half + index]!);
  return [
    { weight: WEIGHTS[0], values: unit(mean) },
    { weight: WEIGHTS[1], values: unit(features.map((value) => Math.sqrt(Math.max(0, value)))) },
  ];
}

/** How alike two faces are: 1 for the same picture, less the less they are. Both must come from the same networks. */
export function similarity(a: Embedding, b: Embedding): number {
  if (a.length !== b.length) throw new RangeError('These embeddings come from different networks.');
  return a.reduce((sum, part, index) => sum + part.weight * product(part.values, b[index]!.values), 0);
}

export function unit(values: Float32Array): Float32Array {
  const length = Math.sqrt(product(values, values));
  return values.map((value) => value / (length || 1));
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}
