import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Model } from '../inference/model.ts';
import { withoutDenormals } from '../inference/onnx/denormals.ts';

/** The networks that read faces; `networks/MODEL.md` says what the first three are. */
export interface Networks {
  /** BlazeFace: 3 × 256 × 256 from −1 to 1. */
  readonly detector: Model;
  /** Face mesh of 468 points: 3 × 192 × 192 from 0 to 1. */
  readonly mesh: Model;
  /** Eye and iris points: 3 × 64 × 64 from 0 to 1. */
  readonly iris: Model;
  /** MobileFaceNet: one picture of 3 × 112 × 112, R, G, B, about −1 to 1; 512 values. */
  readonly recognition: Model;
}

const FOLDER = fileURLToPath(new URL('./networks/', import.meta.url));
// Of this package only the weights are there for us: its code is never loaded.
const RECOGNITION = join(dirname(createRequire(import.meta.url).resolve('faceplugin')), 'model/fr_feature.onnx');

/** Loads the bundled face networks. Close each of them after use. */
export async function openNetworks(): Promise<Networks> {
  // One after the other, so that only one model's weights are held twice.
  const detector = await Model.open(`${FOLDER}blazeface.onnx`);
  const mesh = await Model.open(`${FOLDER}facemesh.onnx`);
  const iris = await Model.open(`${FOLDER}iris.onnx`);
  return { detector, mesh, iris, recognition: await openRecognition() };
}

/** The network that compares faces. A fifth of its weights in some layers made it six times slower. */
export async function openRecognition(): Promise<Model> {
  return Model.open(withoutDenormals(await readFile(RECOGNITION)));
}
