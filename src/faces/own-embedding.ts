import type { Pixels } from '../imaging/pixels.ts';
import { resize } from '../imaging/resample.ts';
import { type ModelEntry, type ModelManifest, modelBytes } from '../inference/manifest.ts';
import { Model } from '../inference/model.ts';
import { cut, regionAround, regionShowing } from './align.ts';
import { type Embedding, unit } from './embed.ts';
import { landmarksOf, type Mesh } from './mesh.ts';

/** Face embedding networks that a user brings, in place of the bundled ones. */
export class OwnEmbedding {
  readonly #models: readonly (readonly [Model, ModelEntry])[];

  private constructor(models: readonly (readonly [Model, ModelEntry])[]) {
    this.#models = models;
  }

  /** `cache` is where models with an address are kept. Throws `usage` with a sentence. */
  static async open(manifest: ModelManifest, cache: string): Promise<OwnEmbedding> {
    const models: [Model, ModelEntry][] = [];
    for (const entry of manifest.models) {
      models.push([await Model.open(await modelBytes(entry, manifest, cache)), entry]);
    }
    return new OwnEmbedding(models);
  }

  async describe(pixels: Pixels, mesh: Mesh): Promise<Embedding> {
    const parts: { weight: number; values: Float32Array }[] = [];
    for (const [model, entry] of this.#models) {
      const values = input(cropOf(pixels, mesh, entry), entry);
      const name = model.inputs[0]!;
      const outputs = await model.run({ [name]: { data: values, dims: [1, 3, entry.height, entry.width] } });
      parts.push({ weight: 1 / this.#models.length, values: unit(outputs[model.outputs[0]!]!.data) });
    }
    return parts;
  }

  async close(): Promise<void> {
    await Promise.all(this.#models.map(([model]) => model.close()));
  }
}

function cropOf(pixels: Pixels, mesh: Mesh, { crop, width, height }: ModelEntry): Pixels {
  const size = Math.max(width, height);
  if (crop.kind === 'aligned') {
    // Points are given in pixels of the input, whose left top square of the longer side is cut out of the picture.
    const targets = crop.points.map(([x, y]) => ({ x: x / size, y: y / size }));
    return part(cut(pixels, regionShowing(landmarksOf(mesh), targets), size), width, height);
  }
  if (crop.kind === 'box') return resize(cut(pixels, regionAround(mesh.points, 0, crop.scale), size), width, height);
  throw new RangeError('Tiles are for liveness and are not made for a face embedding.');
}

function part({ width: wide, data }: Pixels, width: number, height: number): Pixels {
  const kept = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) kept.set(data.subarray(y * wide * 3, (y * wide + width) * 3), y * width * 3);
  return { width, height, data: kept };
}

function input({ data, width, height }: Pixels, { channels, mean, scale }: ModelEntry): Float32Array {
  const area = width * height;
  const values = new Float32Array(area * 3);
  for (let channel = 0; channel < 3; channel++) {
    const from = channels === 'RGB' ? channel : 2 - channel;
    for (let at = 0; at < area; at++) {
      values[channel * area + at] = (data[at * 3 + from]! - mean[channel]!) * scale[channel]!;
    }
  }
  return values;
}
