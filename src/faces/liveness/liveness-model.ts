import type { Pixels } from '../../imaging/pixels.ts';
import { batch, checkModels, openModels } from '../../inference/custom-models.ts';
import { calibrated, readManifest } from '../../inference/manifest.ts';
import type { ModelEntry, ModelManifest } from '../../inference/manifest-schema.ts';
import type { Model, Values } from '../../inference/model.ts';
import { cropsOf, type FaceBox, hasRoom } from './crops.ts';
import { type Acquaintance, UNTRIED } from './posterior.ts';

/** What one model says of a face. */
export interface Opinion {
  /** Name of the model. */
  readonly model: string;
  /** What its networks say on average, before calibration. */
  readonly value: number;
  /** The same as a score from 0 to 100, as if nothing else were known. */
  readonly score: number;
}

interface OpenNetwork {
  readonly entry: ModelEntry;
  readonly model: Model;
}

/** A liveness model as its manifest describes it: one network or the mean of several. */
export class LivenessModel {
  readonly #manifest: ModelManifest;
  readonly #networks: readonly OpenNetwork[];

  private constructor(manifest: ModelManifest, networks: readonly OpenNetwork[]) {
    this.#manifest = manifest;
    this.#networks = networks;
  }

  /**
   * Files are named from `directory`, by default that of the manifest. Throws `usage` with a sentence where the
   * manifest or a network is wrong or cannot be had.
   */
  static async open(path: string, cache: string, directory?: string): Promise<LivenessModel> {
    const read = await readManifest(path, 'liveness');
    const manifest = directory === undefined ? read : { ...read, directory };
    const model = new LivenessModel(manifest, await openModels(manifest, cache));
    await checkModels(manifest, () => model.#works());
    return model;
  }

  get mode(): ModelManifest['mode'] {
    return this.#manifest.mode;
  }

  /** The score, 0 to 100, of what the networks say, as if nothing else were known. */
  scoreOf(value: number): number {
    return calibrated(value, this.#manifest.calibration);
  }

  /** How likely the model is to say nothing about a face, 0-1. */
  untried(acquaintance: Acquaintance): number {
    return this.#manifest.untried ?? UNTRIED[acquaintance];
  }

  /**
   * `box` is the upright box of the face in pixels of the picture. Undefined where the picture shows too little around
   * the face for this model.
   */
  async opinion(pixels: Pixels, box: FaceBox): Promise<Opinion | undefined> {
    if (!this.#networks.every(({ entry }) => hasRoom(pixels, box, entry))) return undefined;
    const value = await this.#value(pixels, box);
    return { model: this.#manifest.name, value, score: this.scoreOf(value) };
  }

  async #value(pixels: Pixels, box: FaceBox): Promise<number> {
    let sum = 0;
    for (const { entry, model } of this.#networks) {
      const crops = cropsOf(pixels, box, entry);
      sum += meanOutput(await model.firstOutput(batch(crops, entry)), crops.length, entry);
    }
    return sum / this.#networks.length;
  }

  async #works(): Promise<boolean> {
    const grey = { width: 160, height: 200, data: new Uint8Array(160 * 200 * 3).fill(128) };
    return Number.isFinite(await this.#value(grey, { x: 0, y: 0, width: 160, height: 200 }));
  }

  /** Frees the networks. */
  async close(): Promise<void> {
    for (const { model } of this.#networks) await model.close();
  }
}

/** The number that means live, averaged over the crops of one batch. */
function meanOutput({ data }: Values, crops: number, { outputIndex, activation }: ModelEntry): number {
  const each = data.length / crops;
  let sum = 0;
  for (let number = 0; number < crops; number++) {
    const row = data.subarray(number * each, (number + 1) * each);
    sum += activation === 'softmax' ? softmax(row, outputIndex!) : row[outputIndex!]!;
  }
  return sum / crops;
}

function softmax(row: Float32Array, index: number): number {
  const most = Math.max(...row);
  let sum = 0;
  for (const value of row) sum += Math.exp(value - most);
  return Math.exp(row[index]! - most) / sum;
}
