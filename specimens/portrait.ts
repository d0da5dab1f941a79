import type { Pixels } from '../src/imaging/pixels.ts';
import { drawHead, FRONTAL } from './faces/head.ts';
import { traitsOf } from './faces/traits.ts';
import { noise } from './lens.ts';
import type { Random } from './random.ts';
import type { Holder } from './truth.ts';

/** Pixels of the portrait of a document, 35 × 45 mm in ratio. */
const WIDTH = 312;
const HEIGHT = 400;

/** The portrait of a document's holder: frontal, even light, plain ground, as photographs for documents are taken. */
export function portraitOf(holder: Pick<Holder, 'face' | 'sex'>, random: Random): Pixels {
  const traits = traitsOf(holder.face, holder.sex === 'X' ? undefined : holder.sex === 'F');
  const ground = random.whole(196, 236);
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let at = 0; at < data.length; at += 3) {
    data[at] = ground - 4;
    data[at + 1] = ground;
    data[at + 2] = ground + 4;
  }
  const view = {
    ...FRONTAL,
    yaw: random.between(-0.05, 0.05),
    pitch: random.between(-0.04, 0.04),
    roll: random.between(-0.03, 0.03),
    light: [random.between(-0.3, 0.3), -0.4, 1] as const,
    ambient: random.between(0.5, 0.65),
  };
  const unit = WIDTH * random.between(0.27, 0.31);
  const pixels = drawHead({ width: WIDTH, height: HEIGHT, data }, traits, view, WIDTH / 2, HEIGHT * 0.46, unit);
  noise(pixels, 2, random);
  return pixels;
}
