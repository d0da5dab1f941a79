import { fileURLToPath } from 'node:url';
import type { Pixels } from '../../imaging/pixels.ts';
import { batch, checkModels, openModels } from '../../inference/custom-models.ts';
import { calibrated, readManifest } from '../../inference/manifest.ts';
import type { ModelEntry, ModelManifest } from '../../inference/manifest-schema.ts';
import type { Model, Values } from '../../inference/model.ts';
import type { Sentence } from '../../sentences.ts';
import { doubtOf, type FaceMeasures, measureFace, refusalOf } from './capture-quality.ts';
import { cropsOf, type FaceBox } from './crops.ts';

/** What one frame says of whether a living person stands before the camera. */
export interface Liveness {
  /** 0 to 100, at most two decimals; null where the picture is refused. */
  readonly livenessScore: number | null;
  /** Why no score can be given and what to do; null where there is one. */
  readonly refusal: Sentence | null;
  /** Mean of what the models say, before calibration; null where the picture is refused. */
  readonly value: number | null;
  readonly measures: FaceMeasures;
}

export interface LivenessOptions {
  /** Path of a manifest of the operator's own models; without it the bundled one is used. */
  readonly manifest?: string | undefined;
  /** The score from which a face passes as live. */
  readonly passes: number;
  /** Directory in which downloaded models are kept. */
  readonly cache: string;
}

/** Manifest of the network that comes with Touchstone; `model/MODEL.md` says what it can and cannot see. */
const BUNDLED = fileURLToPath(new URL('model/manifest.json', import.meta.url));

interface Opened {
  readonly entry: ModelEntry;
  readonly model: Model;
}

/** Judges liveness from a single picture. Holds models, so it lives in a worker thread. */
export class LivenessReader {
  readonly #manifest: ModelManifest;
  readonly #models: readonly Opened[];
  readonly #passes: number;

  private constructor(manifest: ModelManifest, models: readonly Opened[], passes: number) {
    this.#manifest = manifest;
    this.#models = models;
    this.#passes = passes;
  }

  /** Throws `usage` with a sentence where a manifest or a model is wrong or cannot be had. */
  static async open(options: LivenessOptions): Promise<LivenessReader> {
    const manifest = await readManifest(options.manifest ?? BUNDLED, 'liveness');
    const models = await openModels(manifest, options.cache);
    const reader = new LivenessReader(manifest, models, options.passes);
    await checkModels(manifest, () => reader.#works());
    return reader;
  }

  /** Name of the models, for the record. */
  get name(): string {
    return this.#manifest.name;
  }

  /** `face.box` is the upright box of the face in pixels of the picture. */
  async score(pixels: Pixels, face: { readonly box: FaceBox }): Promise<Liveness> {
    const measures = measureFace(pixels, face.box);
    const refusal = refusalOf(measures);
    if (refusal) return { livenessScore: null, refusal, value: null, measures };
    const value = await this.value(pixels, face.box);
    const score = calibrated(value, this.#manifest.calibration);
    const doubt = doubtOf(measures, score, this.#passes);
    if (doubt) return { livenessScore: null, refusal: doubt, value: null, measures };
    return { livenessScore: Math.round(score * 100) / 100, refusal: null, value, measures };
  }

  /** What the models say on average, whatever the quality of the picture. */
  async value(pixels: Pixels, box: FaceBox): Promise<number> {
    let sum = 0;
    for (const { entry, model } of this.#models) {
      const crops = cropsOf(pixels, box, entry);
      sum += meanOutput(await model.firstOutput(batch(crops, entry)), crops.length, entry);
    }
    return sum / this.#models.length;
  }

  async #works(): Promise<boolean> {
    const grey = { width: 160, height: 200, data: new Uint8Array(160 * 200 * 3).fill(128) };
    return Number.isFinite(await this.value(grey, { x: 0, y: 0, width: 160, height: 200 }));
  }

  async close(): Promise<void> {
    for (const { model } of this.#models) await model.close();
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
