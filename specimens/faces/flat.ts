import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Random } from '../random.ts';
import { halfWidth, mix, rgb, type Traits } from './traits.ts';

/** Draws a head about the middle between its eyes; the unit is half the width of a head. */
export type Drawing = (context: SKRSContext2D, traits: Traits, random: Random) => void;

const INK = 'rgb(24 20 22)';

/** Flat colours with outlines. */
export const cartoon: Drawing = (context, traits, random) => {
  const ink = random.between(0.012, 0.035);
  const oval = ovals(context, ink);
  const skin = rgb(traits.skin);
  hairBehind(context, traits, ink);
  head(context, traits);
  filled(context, skin, ink);
  for (const side of [-1, 1]) {
    const x = side * traits.eyeDistance;
    oval('rgb(252 252 250)', x, 0, traits.eyeWidth, traits.eyeHeight * random.between(1, 1.8));
    oval(rgb(traits.iris), x, 0, 0.09, 0.09, 0);
    oval(INK, x, 0, 0.045, 0.045, 0);
    stroke(context, INK, traits.browThickness * 1.4, [
      [x - side * 0.24, -traits.browHeight + 0.03],
      [x, -traits.browHeight - traits.browArch],
      [x + side * 0.24, -traits.browHeight + 0.02],
    ]);
  }
  const { noseLength: tip, noseWidth, mouthY, mouthWidth } = traits;
  stroke(context, rgb(mix(traits.skin, [40, 10, 10], 0.5)), ink, [
    [-0.04, 0.1],
    [-noseWidth * 0.7, tip - 0.05],
    [noseWidth * 0.4, tip],
  ]);
  if (random.chance(0.5)) oval('rgb(176 50 56)', 0, mouthY, mouthWidth, 0.09);
  else
    stroke(context, INK, ink * 1.4, [
      [-mouthWidth, mouthY - 0.03],
      [0, mouthY + 0.1],
      [mouthWidth, mouthY - 0.03],
    ]);
  fringe(context, traits, random, ink);
};

/** Pencil on paper: no colour, strokes upon strokes. */
export const pencil: Drawing = (context, traits, random) => {
  const lead = (alpha: number) => `rgb(44 42 46 / ${alpha.toFixed(3)})`;
  context.save();
  context.resetTransform();
  context.fillStyle = rgb([random.whole(226, 248), random.whole(224, 244), random.whole(210, 240)]);
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.restore();
  const loose = (points: readonly Place[], width: number, alpha: number, times: number) => {
    for (let time = 0; time < times; time++) {
      const off = () => random.normal() * 0.012;
      stroke(
        context,
        lead(alpha),
        width,
        points.map(([x, y]): Place => [x + off(), y + off()]),
      );
    }
  };
  const lightFrom = random.pick([-1, 1]);
  context.save();
  head(context, traits);
  context.clip();
  // Hatching grows towards the dark side, under the brow, beside the nose and under the lip.
  for (let line = 0; line < 620; line++) {
    const [x, y] = [random.between(-1, 1), random.between(-1.2, traits.chin)];
    const socket = Math.exp(-(((Math.abs(x) - traits.eyeDistance) / 0.26) ** 2) - ((y + 0.04) / 0.16) ** 2);
    const beside = Math.exp(-(((x + lightFrom * 0.2) / 0.12) ** 2) - ((y - traits.noseLength * 0.7) / 0.3) ** 2);
    const under = Math.exp(-((x / 0.25) ** 2) - ((y - traits.mouthY - 0.2) / 0.07) ** 2);
    const dark = Math.max(0, -lightFrom * x) ** 1.5 + socket * 0.8 + beside * 0.7 + under * 0.6;
    if (random.next() > dark) continue;
    stroke(context, lead(0.25), 0.012, [
      [x - 0.09, y + 0.09],
      [x, y],
      [x + 0.09, y - 0.1],
    ]);
  }
  context.restore();
  const outline: Place[] = [];
  for (let y = -0.9; y < traits.chin; y += 0.1) outline.push([halfWidth(traits, y), y]);
  loose(outline, 0.014, 0.4, 3);
  loose(
    outline.map(([x, y]): Place => [-x, y]),
    0.014,
    0.4,
    3,
  );
  for (const side of [-1, 1]) {
    const x = side * traits.eyeDistance;
    const { eyeWidth: wide, eyeHeight: high } = traits;
    loose(
      [
        [x - wide, 0.02],
        [x - wide * 0.4, -high],
        [x + wide * 0.4, -high],
        [x + wide, 0],
      ],
      0.022,
      0.5,
      3,
    );
    loose(
      [
        [x - wide, 0.02],
        [x, high * 0.9],
        [x + wide, 0],
      ],
      0.012,
      0.4,
      2,
    );
    for (let turn = 0; turn < 26; turn++) {
      const angle = random.between(0, 6.28);
      const reach = random.between(0.03, 0.085);
      stroke(context, lead(0.5), 0.014, [
        [x, 0],
        [x + Math.cos(angle) * reach, Math.sin(angle) * reach * 0.9],
      ]);
    }
    for (let hair = 0; hair < 22; hair++) {
      const at = random.between(-0.24, 0.24);
      const y = -traits.browHeight - traits.browArch * (1 - (at / 0.24) ** 2);
      stroke(context, lead(0.5), 0.014, [
        [x + at, y + 0.03],
        [x + at + side * 0.05, y - 0.02],
      ]);
    }
  }
  const { noseLength: tip, noseWidth, mouthY, mouthWidth } = traits;
  loose(
    [
      [-noseWidth, tip - 0.06],
      [-noseWidth * 0.5, tip + 0.02],
      [0, tip - 0.01],
      [noseWidth * 0.5, tip + 0.02],
      [noseWidth, tip - 0.06],
    ],
    0.014,
    0.5,
    2,
  );
  loose(
    [
      [-mouthWidth, mouthY],
      [-mouthWidth * 0.4, mouthY - 0.02],
      [0, mouthY + 0.01],
      [mouthWidth * 0.4, mouthY - 0.02],
      [mouthWidth, mouthY],
    ],
    0.02,
    0.5,
    3,
  );
  loose(
    [
      [-mouthWidth * 0.6, mouthY + traits.lowerLip],
      [0, mouthY + traits.lowerLip * 1.4],
      [mouthWidth * 0.6, mouthY + traits.lowerLip],
    ],
    0.012,
    0.4,
    2,
  );
  for (let hair = 0; hair < 420; hair++) {
    const angle = random.between(-Math.PI, 0);
    const far = random.between(0.88, 1.16);
    const [x, y] = [Math.cos(angle) * far, -0.35 + Math.sin(angle) * far * 1.05];
    stroke(context, lead(0.45), 0.014, [
      [x * 0.95, y - 0.05],
      [x, y + 0.12],
      [x * 1.04, y + random.between(0.15, 0.5)],
    ]);
  }
};

/** A mask before a face: one colour with painted features and holes, through which dark eyes are seen. */
export const mask: Drawing = (context, traits, random) => {
  const oval = ovals(context, 0);
  const base = random.pick([
    [242, 238, 230],
    [212, 60, 52],
    [208, 172, 96],
    [90, 120, 190],
    [226, 178, 150],
    [40, 40, 46],
  ] as const);
  hairBehind(context, traits, 0);
  head(context, traits);
  const sheen = context.createRadialGradient(-0.35, -0.4, 0.1, 0, 0.2, 1.7);
  sheen.addColorStop(0, rgb(mix(base, [255, 255, 255], 0.45)));
  sheen.addColorStop(0.4, rgb(base));
  sheen.addColorStop(1, rgb(mix(base, [0, 0, 0], 0.55)));
  context.fillStyle = sheen;
  context.fill();
  const { noseLength: tip, noseWidth, mouthY, mouthWidth } = traits;
  for (const side of [-1, 1]) {
    const x = side * traits.eyeDistance;
    oval('rgb(16 12 12)', x, 0, traits.eyeWidth * 1.15, traits.eyeHeight * 1.5);
    oval('rgb(190 184 178)', x, 0.01, traits.eyeWidth * 0.75, traits.eyeHeight * 0.7);
    oval(rgb(traits.iris), x, 0, 0.07, 0.07);
    oval(rgb(mix(base, [0, 0, 0], 0.35), 0.6), x, -traits.browHeight, 0.28, 0.05);
    oval(rgb(mix(base, [0, 0, 0], 0.4), 0.5), side * noseWidth * 0.6, tip, 0.06, 0.04);
    oval(rgb(mix(base, [255, 255, 255], 0.4), 0.35), side * 0.55, 0.4, 0.2, 0.14);
  }
  oval(rgb(mix(base, [255, 255, 255], 0.5), 0.5), 0, tip - 0.2, 0.07, 0.3);
  oval(rgb(mix(base, [0, 0, 0], 0.3), 0.4), 0, tip + 0.06, 0.2, 0.05);
  if (random.chance(0.5)) oval('rgb(18 12 12)', 0, mouthY, mouthWidth * 0.8, random.between(0.03, 0.1));
  else oval(rgb(mix(base, [170, 20, 30], 0.6)), 0, mouthY, mouthWidth, 0.08);
  if (random.chance(0.5)) fringe(context, traits, random, 0);
};

type Place = readonly [number, number];

function stroke(context: SKRSContext2D, colour: string, width: number, points: readonly Place[]): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  const [first, ...others] = points;
  context.moveTo(...first!);
  for (const [at, [x, y]] of others.entries()) {
    const next = others[at + 1];
    if (next) context.quadraticCurveTo(x, y, (x + next[0]) / 2, (y + next[1]) / 2);
    else context.lineTo(x, y);
  }
  context.stroke();
}

function ovals(context: SKRSContext2D, ink: number) {
  return (fill: string, x: number, y: number, wide: number, high: number, line = ink) => {
    context.beginPath();
    context.ellipse(x, y, wide, high, 0, 0, 2 * Math.PI);
    filled(context, fill, line);
  };
}

function filled(context: SKRSContext2D, fill: string, ink: number): void {
  context.fillStyle = fill;
  context.fill();
  if (ink === 0) return;
  context.strokeStyle = INK;
  context.lineWidth = ink;
  context.stroke();
}

function head(context: SKRSContext2D, traits: Traits): void {
  context.beginPath();
  for (let y = -1.31; y < traits.chin; y += 0.02) context.lineTo(halfWidth(traits, y), y);
  for (let y = traits.chin - 0.001; y > -1.31; y -= 0.02) context.lineTo(-halfWidth(traits, y), y);
  context.closePath();
}

function hairBehind(context: SKRSContext2D, traits: Traits, ink: number): void {
  if (traits.hairStyle === 'bald') return;
  const long = traits.hairStyle === 'long' ? 1.3 : 0.2;
  context.beginPath();
  context.ellipse(0, -0.25, 1.14, 1.22, 0, Math.PI, 0);
  context.lineTo(1.1, long);
  context.lineTo(-1.1, long);
  context.closePath();
  filled(context, rgb(traits.hair), ink);
}

function fringe(context: SKRSContext2D, traits: Traits, random: Random, ink: number): void {
  if (traits.hairStyle === 'bald') return;
  context.beginPath();
  context.moveTo(-1, -0.3);
  const locks = random.whole(2, 7);
  for (let lock = 0; lock < locks; lock++) {
    const [from, to] = [-1 + (2 * lock) / locks, -1 + (2 * (lock + 1)) / locks];
    context.lineTo((from + to) / 2, random.between(-0.55, -0.35));
    context.lineTo(to, lock === locks - 1 ? -0.3 : random.between(-0.9, -0.7));
  }
  context.ellipse(0, -0.3, 1.02, 1.1, 0, 0, Math.PI, true);
  context.closePath();
  filled(context, rgb(traits.hair), ink);
}
