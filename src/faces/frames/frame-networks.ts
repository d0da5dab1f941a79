import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Model } from '../../inference/model.ts';
import { openRecognition } from '../networks.ts';

/** The small networks that look at the frames of a film; `MODEL.md` beside this file says what they are. */
export interface FrameNetworks {
  /** One picture of 3 × 240 × 320, about −1 to 1; 4,420 boxes with their scores. */
  readonly detector: Model;
  /** One picture of 3 × 224 × 224, in deviations of ImageNet; yaw, pitch and roll in 66 classes of 3° each. */
  readonly pose: Model;
  /** One gray picture of 64 × 64 from 0 to 1; 68 points. */
  readonly points: Model;
  /** One picture of 3 × 112 × 112, about −1 to 1; 512 values. */
  readonly recognition: Model;
}

// Of this package only the weights are there for us: its code is never loaded.
const FOLDER = join(dirname(createRequire(import.meta.url).resolve('faceplugin')), 'model');

/** Loads the networks, one after the other. Close each of them after use. */
export async function openFrameNetworks(): Promise<FrameNetworks> {
  const open = (name: string) => Model.open(join(FOLDER, `${name}.onnx`));
  const detector = await open('fr_detect');
  const pose = await open('fr_pose');
  const points = await open('fr_landmark');
  return { detector, pose, points, recognition: await openRecognition() };
}
