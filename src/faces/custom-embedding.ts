import type { Pixels } from '../imaging/pixels.ts';
import { resize } from '../imaging/resample.ts';
import { batch, checkModels, openModels } from '../inference/custom-models.ts';
import type { ModelEntry, ModelManifest } from '../inference/manifest-schema.ts';
import type { Model } from '../inference/model.ts';
import { cut, regionAround, regionShowing } from './align.ts';
import { type Embedding, unit } from './embed.ts';
import { landmarksOf, type Mesh } from './mesh.ts';

interface OpenNetwork {
  readonly model: Model;
  readonly entry: ModelEntry;
}

/** Face embedding networks that a user brings, in place of the bundled ones. */
export class CustomEmbedding {
  readonly #models: readonly OpenNetwork[];

  private constructor(models: readonly OpenNetwork[]) {
    this.#models = models;
  }

  /** `cache` is where models with an address are kept. Throws `usage` with a sentence. */
  static async open(manifest: ModelManifest, cache: string): Promise<CustomEmbedding> {
    const models = await openModels(manifest, cache);
    for (const opened of models) {
      const { width, height } = opened.entry;
      const grey = { width, height, data: new Uint8Array(width * height * 3).fill(128) };
      await checkModels(manifest, async () => (await outputOf(opened, grey)).every(Number.isFinite));
    }
    return new CustomEmbedding(models);
  }

  async describe(pixels: Pixels, mesh: Mesh): Promise<Embedding> {
    const parts: { weight: number; values: Float32Array }[] = [];
    for (const opened of this.#models) {
      const values = await outputOf(opened, cropOf(pixels, mesh, opened.entry));
      parts.push({ weight: 1 / this.#models.length, values: unit(values) });
    }
    return parts;
  }

  async close(): Promise<void> {
    await Promise.all(this.#models.map(({ model }) => model.close()));
  }
}

async function outputOf({ model, entry }: OpenNetwork, crop: Pixels): Promise<Float32Array> {
  return (await model.firstOutput(batch([crop], entry))).data;
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
