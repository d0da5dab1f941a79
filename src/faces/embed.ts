import type { Pixels, Point } from '../imaging/pixels.ts';
import { cut, mirror, type Region, regionAround, regionShowing, tensor } from './align.ts';
import { type Mesh, POINT, rollOf } from './mesh.ts';
import type { Networks } from './networks.ts';
import { CHIP_SIDE } from './recognition-network.ts';

/** What one network says of a face: a direction of length 1, and how much it counts. */
interface EmbeddingPart {
  readonly weight: number;
  readonly values: Float32Array;
}

/** What all networks say of a face; their weights sum to 1. */
export type Embedding = readonly EmbeddingPart[];

/**
 * Where dlib's chips have the corners of the eyes and the base of the nose, 0-1 of the face without padding
 * (dlib/image_transforms/interpolation.h, get_face_chip_details).
 */
const CHIP_POINTS: readonly (readonly [point: number, x: number, y: number])[] = [
  [POINT.rightEyeOuter, 0.8595674595992, 0.2134981538014],
  [POINT.rightEyeInner, 0.6460604764104, 0.2289674387677],
  [POINT.leftEyeOuter, 0.1205750620789, 0.2137274526848],
  [POINT.leftEyeInner, 0.3340850613712, 0.2290642403242],
  [POINT.noseBase, 0.4901123135679, 0.6277975316475],
];
/** Around the usual 0.25 the network sees more or less of the head; the mean of three is steadier than any of them. */
const PADDINGS = [0.25, 0.15, 0.3];
/** Means that the networks were trained with, R, G, B. */
const CHIP_MEAN = [122.782, 117.001, 104.298] as const;
const SECOND_MEAN = [123.68, 116.779, 103.939] as const;
const SECOND_SIDE = 224;
const SECOND_MARGIN = 1.2;
/** The first network is the better one; the weights are those at which both together were best. */
const WEIGHTS = [5 / 6, 1 / 6] as const;

/** Each network sees every crop of the face twice, the second time in a mirror. */
export async function embed({ recognition, second }: Networks, pixels: Pixels, { points }: Mesh): Promise<Embedding> {
  const firsts: Float32Array[] = [];
  for (const padding of PADDINGS) {
    const chip = cut(pixels, chipRegion(points, padding), CHIP_SIDE);
    const { data } = (await recognition.run({ input: tensor([chip, mirror(chip)], CHIP_MEAN, 1 / 255) })).output0!;
    firsts.push(unit(sum(halves(data))));
  }
  const upright = cut(pixels, regionAround(points, rollOf(points), SECOND_MARGIN), SECOND_SIDE);
  const { data } = (await second.run({ input: tensor([upright, mirror(upright)], SECOND_MEAN, 1) })).output0!;
  // The features are like a histogram: their roots compare as the Hellinger distance does.
  const roots = halves(data).map((part) => unit(part.map((value) => Math.sqrt(Math.max(0, value)))));
  return [
    { weight: WEIGHTS[0], values: unit(sum(firsts)) },
    { weight: WEIGHTS[1], values: unit(sum(roots)) },
  ];
}

function chipRegion(points: readonly Point[], padding: number): Region {
  return regionShowing(
    CHIP_POINTS.map(([point]) => points[point]!),
    CHIP_POINTS.map(([, x, y]) => ({ x: (x + padding) / (1 + 2 * padding), y: (y + padding) / (1 + 2 * padding) })),
  );
}

function halves(data: Float32Array): Float32Array[] {
  return [data.slice(0, data.length / 2), data.slice(data.length / 2)];
}

function sum(vectors: readonly Float32Array[]): Float32Array {
  return vectors[0]!.map((_, index) => vectors.reduce((total, vector) => total + vector[index]!, 0));
}

/** How alike two faces are: 1 for the same picture, less the less they are. Both must come from the same networks. */
export function similarity(a: Embedding, b: Embedding): number {
  if (a.length !== b.length) throw new RangeError('These embeddings come from different networks.');
  return a.reduce((total, part, index) => total + part.weight * product(part.values, b[index]!.values), 0);
}

export function unit(values: Float32Array): Float32Array {
  const length = Math.sqrt(product(values, values));
  return values.map((value) => value / (length || 1));
}

function product(a: Float32Array, b: Float32Array): number {
  let total = 0;
  for (let index = 0; index < a.length; index++) total += a[index]! * b[index]!;
  return total;
}
