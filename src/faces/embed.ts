import type { Pixels } from '../imaging/pixels.ts';
import { mirror, tensor } from './align.ts';
import { alignedFace } from './face-measures.ts';
import type { Mesh } from './mesh.ts';
import type { Networks } from './networks.ts';

/** What one network says of a face: a direction of length 1, and how much it counts. */
interface EmbeddingPart {
  readonly weight: number;
  readonly values: Float32Array;
}

/** What all networks say of a face; their weights sum to 1. */
export type Embedding = readonly EmbeddingPart[];

/** What the network was trained with (lib/fr_feature.js of its package). */
const MEAN = [127, 127, 127] as const;
const SCALE = 1 / 128;

/** The network sees the face twice, the second time in a mirror. */
export async function embed({ recognition }: Networks, pixels: Pixels, mesh: Mesh): Promise<Embedding> {
  const face = alignedFace(pixels, mesh);
  const seen: Float32Array[] = [];
  for (const picture of [face, mirror(face)]) {
    const { data } = await recognition.firstOutput(tensor([picture], MEAN, SCALE));
    seen.push(unit(data));
  }
  return [{ weight: 1, values: unit(sum(seen)) }];
}

function sum(vectors: readonly Float32Array[]): Float32Array {
  return vectors[0]!.map((_, index) => vectors.reduce((total, vector) => total + vector[index]!, 0));
}

/** How alike two faces are: 1 for the same picture, less the less they are. Both must come from the same networks. */
export function similarity(a: Embedding, b: Embedding): number {
  if (a.length !== b.length) throw new RangeError('These embeddings come from different networks.');
  return a.reduce((total, part, index) => total + part.weight * product(part.values, b[index]!.values), 0);
}

/** The vector scaled to length 1, so that a product of two is their cosine similarity. */
export function unit(values: Float32Array): Float32Array {
  const length = Math.sqrt(product(values, values));
  return values.map((value) => value / (length || 1));
}

function product(a: Float32Array, b: Float32Array): number {
  let total = 0;
  for (let index = 0; index < a.length; index++) total += a[index]! * b[index]!;
  return total;
}
