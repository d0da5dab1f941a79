import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A constant of a model in TensorFlow's order (filters: height, width, in, out), as 32 bit floats or whole numbers. */
export interface Weight {
  readonly data: Float32Array | Int32Array;
  readonly dims: readonly number[];
}

export type Weights = ReadonlyMap<string, Weight>;

/** One entry of a weights manifest (TensorFlow.js, tfjs-core/src/io/types.ts), as far as it is used. */
interface ManifestEntry {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly quantization?: { readonly dtype: string };
}

export interface ManifestGroup {
  readonly paths: readonly string[];
  readonly weights: readonly ManifestEntry[];
}

/** Reads what a manifest lists from files beside `file`, the manifest's own; throws where they do not fit it. */
export async function readWeights(file: string, manifest: readonly ManifestGroup[]): Promise<Weights> {
  const weights = new Map<string, Weight>();
  for (const group of manifest) {
    const shards = await Promise.all(group.paths.map((path) => readFile(join(dirname(file), path))));
    const bytes = shards.length === 1 ? shards[0]! : Buffer.concat(shards);
    let at = 0;
    for (const entry of group.weights) {
      const count = entry.shape.reduce((product, dim) => product * dim, 1);
      const size = count * bytesEach(entry);
      if (at + size > bytes.length) throw new Error(`${file}: the weights end within ${entry.name}.`);
      weights.set(entry.name, { data: values(entry, bytes.subarray(at, at + size)), dims: entry.shape });
      at += size;
    }
    if (at !== bytes.length) throw new Error(`${file}: ${bytes.length - at} bytes of weights belong to no entry.`);
  }
  return weights;
}

function bytesEach({ dtype, quantization }: ManifestEntry): number {
  const stored = quantization?.dtype ?? dtype;
  if (stored === 'float16') return 2;
  if (stored === 'float32' || stored === 'int32') return 4;
  throw new Error(`Weights of type ${stored} cannot be read.`);
}

function values(entry: ManifestEntry, bytes: Uint8Array): Float32Array | Int32Array {
  // A copy starts at an address that arrays of wider numbers accept.
  const { buffer } = new Uint8Array(bytes);
  if (entry.quantization) return halves(new Uint16Array(buffer));
  return entry.dtype === 'int32' ? new Int32Array(buffer) : new Float32Array(buffer);
}

/** IEEE 754 half precision, widened in the bits: exponent bias 15 becomes 127, and 10 bits of fraction 23. */
function halves(stored: Uint16Array): Float32Array {
  const floats = new Float32Array(stored.length);
  const bits = new Uint32Array(floats.buffer);
  for (let at = 0; at < stored.length; at++) {
    const half = stored[at]!;
    const exponent = (half >> 10) & 31;
    const fraction = half & 1023;
    const sign = (half & 0x8000) << 16;
    if (exponent === 0) floats[at] = (half & 0x8000 ? -fraction : fraction) * 2 ** -24;
    else bits[at] = sign | ((exponent === 31 ? 255 : exponent + 112) << 23) | (fraction << 13);
  }
  return floats;
}
