import type { Pixels } from '../imaging/pixels.ts';
import { resize } from '../imaging/resample.ts';
import type { ModelEntry, ModelManifest } from '../inference/manifest.ts';
import type { Model } from '../inference/model.ts';
import { openModels, tryOut } from '../inference/own.ts';
import { cut, regionAround, regionShowing } from './align.ts';
import { type Embedding, unit } from './embed.ts';
import { landmarksOf, type Mesh } from './mesh.ts';

interface Opened {
  readonly model: Model;
  readonly entry: ModelEntry;
}

/** Face embedding networks that a user brings, in place of the bundled ones. */
export class OwnEmbedding {
  readonly #models: readonly Opened[];

  private constructor(models: readonly Opened[]) {
    this.#models = models;
  }

  /** `cache` is where models with an address are kept. Throws `usage` with a sentence. */
  static async open(manifest: ModelManifest, cache: string): Promise<OwnEmbedding> {
    const models = await openModels(manifest, cache);
    for (const opened of models) {
      const { width, height } = opened.entry;
      const grey = { width, height, data: new Uint8Array(width * height * 3).fill(128) };
      await tryOut(manifest, async () => (await outputOf(opened, grey)).every(Number.isFinite));
    }
    return new OwnEmbedding(models);
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

async function outputOf({ model, entry }: Opened, crop: Pixels): Promise<Float32Array> {
  const dims = [1, 3, entry.height, entry.width];
  return (await model.first({ data: input(crop, entry), dims })).data;
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
