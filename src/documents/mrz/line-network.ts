import { fileURLToPath } from 'node:url';
import { Model } from '../../inference/model.ts';
import { ALPHABET } from './formats.ts';
import type { Crop } from './line-crop.ts';

/** Classes of the network: the alphabet, and what stands between two characters. */
export const CLASSES = ALPHABET.length + 1;
export const BLANK = ALPHABET.length;

/** Logarithms of probabilities, `CLASSES` for each frame of a crop. */
export interface Scores {
  readonly frames: number;
  readonly data: Float32Array;
}

/** The network that tells characters of a machine-readable line; see model/MODEL.md. */
export class LineNet {
  readonly #model: Model;

  static async open(): Promise<LineNet> {
    return new LineNet(await Model.open(fileURLToPath(new URL('./model/line.onnx', import.meta.url))));
  }

  private constructor(model: Model) {
    this.#model = model;
  }

  /** Scores of crops of one size. */
  async read(crops: readonly Crop[]): Promise<Scores[]> {
    if (crops.length === 0) return [];
    const { width, height } = crops[0]!;
    const data = new Float32Array(crops.length * width * height);
    crops.forEach((crop, index) => {
      data.set(crop.data, index * width * height);
    });
    const { scores } = await this.#model.run({ lines: { data, dims: [crops.length, 1, height, width] } });
    const frames = scores!.dims[1]!;
    return crops.map((_, index) => {
      const own = scores!.data.slice(index * frames * CLASSES, (index + 1) * frames * CLASSES);
      return { frames, data: logarithms(own) };
    });
  }
}

function logarithms(scores: Float32Array): Float32Array {
  for (let from = 0; from < scores.length; from += CLASSES) {
    const frame = scores.subarray(from, from + CLASSES);
    let most = -Infinity;
    for (const score of frame) most = Math.max(most, score);
    let sum = 0;
    for (const score of frame) sum += Math.exp(score - most);
    const all = most + Math.log(sum);
    for (let at = 0; at < CLASSES; at++) frame[at] = frame[at]! - all;
  }
  return scores;
}
