import type { Box } from '../../imaging/pixels.ts';
import type { Model } from '../../inference/model.ts';
import { distinct } from '../detect.ts';
import type { FramePicture, InputShape } from './frame-picture.ts';

/** A face as the small detector sees it: its box in pixels of the picture, and how sure it is, 0 to 1. */
export interface FrameDetection {
  readonly box: Box;
  readonly score: number;
}

/** What the network was trained with (lib/fr_detect.js of its package). */
const INPUT: InputShape = { width: 320, height: 240, mean: [127, 127, 127], deviation: [128, 128, 128] };
const MIN_SCORE = 0.65;

/** Faces of an upright picture, the largest first. The picture is seen whole, with black where it has another shape. */
export async function facesOf(model: Model, picture: FramePicture): Promise<FrameDetection[]> {
  const { pixels } = picture;
  const scale = Math.max(pixels.width / INPUT.width, pixels.height / INPUT.height);
  const [width, height] = [Math.round(INPUT.width * scale), Math.round(INPUT.height * scale)];
  const view = {
    x: Math.round((pixels.width - width) / 2),
    y: Math.round((pixels.height - height) / 2),
    width,
    height,
  };
  const middle = { x: view.x + width / 2, y: view.y + height / 2, width, height, turn: 0 };
  const outputs = await model.run({ input: picture.colours(middle, INPUT) });
  const [boxes, scores] = [outputs.boxes!.data, outputs.scores!.data];
  const found: FrameDetection[] = [];
  for (let at = 0; at * 2 < scores.length; at++) {
    const score = scores[at * 2 + 1]!;
    if (score < MIN_SCORE) continue;
    const [left, top, right, bottom] = boxes.subarray(at * 4, at * 4 + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const corner = { x: view.x + left * width, y: view.y + top * height };
    found.push({ box: { ...corner, width: (right - left) * width, height: (bottom - top) * height }, score });
  }
  return distinct(found).sort((a, b) => b.box.width - a.box.width);
}
