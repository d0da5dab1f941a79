import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { Random } from '../random.ts';
import { HALF_X, HALF_Y } from './relief.ts';
import { halfWidth, mix, rgb, type Traits } from './traits.ts';

/**
 * The colours of a head from the front, evenly lit, without background: skin, eyes, brows, lips, hair. `scale` is
 * pixels a unit.
 */
export function textureOf(traits: Traits, scale: number, eyes: 'open' | 'closed'): Canvas {
  const canvas = createCanvas(Math.round(HALF_X * 2 * scale), Math.round(HALF_Y * 2 * scale));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  context.translate(HALF_X, HALF_Y);
  context.lineCap = 'round';
  if (traits.hairStyle === 'long' || traits.hairStyle === 'curly') backHair(context, traits);
  neck(context, traits);
  ears(context, traits);
  head(context, traits);
  blush(context, traits);
  mouth(context, traits);
  nose(context, traits);
  for (const side of [-1, 1] as const) {
    eye(context, traits, side, eyes);
    brow(context, traits, side);
  }
  if (traits.beard > 0) beard(context, traits);
  if (traits.mole) dot(context, ...traits.mole, 0.022, 'rgb(70 40 30 / 0.8)');
  if (traits.hairStyle !== 'bald') frontHair(context, traits);
  if (traits.glasses) glasses(context, traits);
  return canvas;
}

function outline(context: SKRSContext2D, traits: Traits): void {
  context.beginPath();
  const from = -1.31;
  for (let y = from; y < traits.chin; y += 0.02) context.lineTo(halfWidth(traits, y), y);
  for (let y = traits.chin - 0.001; y > from; y -= 0.02) context.lineTo(-halfWidth(traits, y), y);
  context.closePath();
}

/** In front of the hair that falls behind it. */
function neck(context: SKRSContext2D, traits: Traits): void {
  const half = traits.female ? 0.5 : 0.6;
  context.fillStyle = rgb(mix(traits.skin, [60, 30, 24], 0.16));
  context.fillRect(-half, 0.7, half * 2, 1.06);
}

function head(context: SKRSContext2D, traits: Traits): void {
  outline(context, traits);
  context.fillStyle = rgb(traits.skin);
  context.fill();
}

/** Redder cheeks and nose, darker sockets, jaw and folds: soft spots over the skin. */
function blush(context: SKRSContext2D, traits: Traits): void {
  context.save();
  outline(context, traits);
  context.clip();
  const red = mix(traits.skin, [190, 70, 60], 0.5);
  const dark = mix(traits.skin, [60, 25, 20], 0.6);
  const light = mix(traits.skin, [255, 235, 220], 0.6);
  for (const side of [-1, 1]) {
    soft(context, side * 0.55, 0.52, 0.3, 0.22, rgb(red, 0.28));
    soft(context, side * traits.eyeDistance, 0.02, 0.3, 0.2, rgb(dark, 0.32));
    soft(context, side * traits.eyeDistance, 0.17, 0.2, 0.06, rgb(dark, 0.2 + traits.age * 0.25));
    soft(context, side * 0.16, 0.02, 0.1, 0.16, rgb(dark, 0.3));
    soft(context, side * 0.9, 0.75, 0.22, 0.6, rgb(dark, 0.4));
    soft(context, side * 0.37, traits.mouthY - 0.12, 0.07, 0.2, rgb(dark, 0.12 + traits.age * 0.2));
  }
  soft(context, 0, traits.noseLength, 0.16, 0.12, rgb(red, 0.3));
  soft(context, 0, -0.55, 0.5, 0.25, rgb(light, 0.25));
  soft(context, 0, 0.3, 0.05, 0.3, rgb(light, 0.35));
  soft(context, 0, traits.mouthY + traits.lowerLip + 0.09, 0.2, 0.06, rgb(dark, 0.35));
  if (traits.age > 0.5) wrinkles(context, traits, dark);
  const random = new Random(traits.grain);
  for (let spot = 0; spot < 160; spot++) {
    const color = random.chance(0.6) ? dark : light;
    soft(
      context,
      random.between(-0.9, 0.9),
      random.between(-1.1, 1.5),
      0.03,
      0.03,
      rgb(color, random.between(0.05, 0.2)),
    );
  }
  context.restore();
}

function wrinkles(context: SKRSContext2D, traits: Traits, color: [number, number, number]): void {
  context.strokeStyle = rgb(color, 0.3 * (traits.age - 0.3));
  context.lineWidth = 0.02;
  for (let line = 0; line < 3; line++) {
    const y = -0.5 - line * 0.13;
    context.beginPath();
    context.moveTo(-0.45, y + 0.03);
    context.quadraticCurveTo(0, y - 0.04, 0.45, y + 0.03);
    context.stroke();
  }
}

function eye(context: SKRSContext2D, traits: Traits, side: -1 | 1, state: 'open' | 'closed'): void {
  const { eyeWidth: wide, eyeHeight: high } = traits;
  context.save();
  context.translate(side * traits.eyeDistance, 0);
  context.scale(side, 1);
  context.rotate(-traits.eyeTilt);
  const lid = (top: number) => {
    context.moveTo(-wide, 0.015);
    context.bezierCurveTo(-wide * 0.55, -top * 1.25, wide * 0.5, -top * 1.4, wide, -0.005);
  };
  const dark = mix(traits.skin, [40, 18, 14], 0.75);
  if (state === 'open') {
    context.beginPath();
    lid(high);
    context.bezierCurveTo(wide * 0.5, high * 0.95, -wide * 0.4, high * 0.95, -wide, 0.015);
    context.save();
    context.clip();
    context.fillStyle = 'rgb(232 228 222)';
    context.fillRect(-wide, -high * 2, wide * 2, high * 4);
    iris(context, traits, side);
    soft(context, 0, -high * 1.05, wide, high * 0.5, 'rgb(30 20 20 / 0.5)');
    context.restore();
  } else {
    soft(context, 0, 0, wide * 1.1, high * 1.2, rgb(mix(traits.skin, [120, 60, 50], 0.3), 0.8));
  }
  context.strokeStyle = 'rgb(24 14 12 / 0.92)';
  context.lineWidth = traits.female ? 0.036 : 0.026;
  context.beginPath();
  lid(state === 'open' ? high : -high * 0.75);
  context.stroke();
  context.strokeStyle = rgb(dark, 0.6);
  context.lineWidth = 0.016;
  context.beginPath();
  const crease = state === 'open' ? 1 : -0.1;
  context.moveTo(-wide * 0.95, -high * 0.5 * crease);
  context.bezierCurveTo(
    -wide * 0.5,
    -high * 2.1 * crease,
    wide * 0.55,
    -high * 2.2 * crease,
    wide * 1.05,
    -high * 0.6 * crease,
  );
  context.stroke();
  if (state === 'open') {
    context.strokeStyle = rgb(dark, 0.45);
    context.beginPath();
    context.moveTo(-wide * 0.9, 0.03);
    context.bezierCurveTo(-wide * 0.4, high * 1.02, wide * 0.5, high * 1.02, wide, 0);
    context.stroke();
  }
  context.restore();
}

function iris(context: SKRSContext2D, traits: Traits, side: -1 | 1): void {
  const radius = 0.088;
  const shade = context.createRadialGradient(0, -0.005, radius * 0.25, 0, -0.005, radius);
  shade.addColorStop(0, rgb(mix(traits.iris, [255, 240, 200], 0.12)));
  shade.addColorStop(0.75, rgb(traits.iris));
  shade.addColorStop(1, rgb(mix(traits.iris, [0, 0, 0], 0.65)));
  context.fillStyle = shade;
  context.beginPath();
  context.arc(0, -0.005, radius, 0, 7);
  context.fill();
  dot(context, 0, -0.005, 0.036, 'rgb(6 5 5)');
  dot(context, side * 0.03, -0.04, 0.016, 'rgb(255 255 255 / 0.9)');
}

function brow(context: SKRSContext2D, traits: Traits, side: -1 | 1): void {
  const random = new Random(traits.grain + side);
  const color = mix(traits.hair, [30, 20, 16], 0.35);
  context.save();
  context.translate(side * traits.eyeDistance, -traits.browHeight);
  context.scale(side, 1);
  context.rotate(-traits.browTilt);
  context.lineWidth = 0.012;
  for (let hair = 0; hair < 150; hair++) {
    const share = random.next();
    const x = -0.25 + share * 0.54;
    const middle = -traits.browArch * Math.sin(Math.min(1, share * 1.15) * 2.6);
    const thick = traits.browThickness * (share < 0.65 ? 1 : (1 - share) / 0.35 + 0.2);
    const y = middle + random.between(-1, 1) * thick;
    context.strokeStyle = rgb(color, random.between(0.35, 0.85));
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 0.05, y - 0.035 * (1 - share * 1.6));
    context.stroke();
  }
  context.restore();
}

function nose(context: SKRSContext2D, traits: Traits): void {
  const { noseLength: tip, noseWidth: wide } = traits;
  const dark = mix(traits.skin, [40, 14, 10], 0.8);
  soft(context, 0, tip + 0.09, wide * 1.1, 0.05, rgb(dark, 0.4));
  for (const side of [-1, 1]) {
    soft(context, side * wide * 0.48, tip + 0.055, wide * 0.3, 0.032, rgb(dark, 1));
    context.strokeStyle = rgb(dark, 0.5);
    context.lineWidth = 0.022;
    context.beginPath();
    context.moveTo(side * wide * 0.95, tip - 0.08);
    context.quadraticCurveTo(side * wide * 1.2, tip + 0.06, side * wide * 0.8, tip + 0.07);
    context.stroke();
    soft(context, side * 0.13, tip * 0.45, 0.05, 0.28, rgb(dark, 0.22));
  }
}

function mouth(context: SKRSContext2D, traits: Traits): void {
  const { mouthY: y, mouthWidth: wide, upperLip: up, lowerLip: down, mouthCurve: curve } = traits;
  const end = y - curve;
  context.fillStyle = rgb(traits.lips, 0.92);
  context.beginPath();
  context.moveTo(-wide, end);
  context.bezierCurveTo(-wide * 0.5, y - up * 0.9, -wide * 0.2, y - up * 1.5, 0, y - up * 1.05);
  context.bezierCurveTo(wide * 0.2, y - up * 1.5, wide * 0.5, y - up * 0.9, wide, end);
  context.bezierCurveTo(wide * 0.55, y + down * 1.35, -wide * 0.55, y + down * 1.35, -wide, end);
  context.fill();
  context.strokeStyle = rgb(mix(traits.lips, [30, 8, 8], 0.75), 0.95);
  context.lineWidth = 0.026;
  context.beginPath();
  context.moveTo(-wide * 1.02, end);
  context.bezierCurveTo(-wide * 0.5, y + curve, -wide * 0.2, y - 0.015, 0, y + 0.012);
  context.bezierCurveTo(wide * 0.2, y - 0.015, wide * 0.5, y + curve, wide * 1.02, end);
  context.stroke();
  soft(context, 0, y + down * 0.55, wide * 0.4, down * 0.3, rgb(mix(traits.lips, [255, 230, 225], 0.7), 0.35));
}

function beard(context: SKRSContext2D, traits: Traits): void {
  const random = new Random(traits.grain + 7);
  context.save();
  outline(context, traits);
  context.clip();
  context.lineWidth = 0.013;
  const strands = 2600 * traits.beard;
  for (let strand = 0; strand < strands; strand++) {
    const y = random.between(0.7, traits.chin);
    const x = random.between(-0.85, 0.85);
    const jaw = y > 1.12 || Math.abs(x) > 0.62 - (y - 0.7) * 0.3;
    const moustache =
      Math.abs(x) < traits.mouthWidth * 1.15 && y > traits.noseLength + 0.12 && y < traits.mouthY - traits.upperLip;
    const lips = Math.abs(x) < traits.mouthWidth && Math.abs(y - traits.mouthY) < 0.11;
    if ((!jaw && !moustache) || lips) continue;
    context.strokeStyle = rgb(traits.hair, random.between(0.2, 0.65));
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + random.between(-0.02, 0.02), y + 0.05);
    context.stroke();
  }
  context.restore();
}

function ears(context: SKRSContext2D, traits: Traits): void {
  const shade = mix(traits.skin, [110, 50, 40], 0.22);
  for (const side of [-1, 1]) {
    context.fillStyle = rgb(shade);
    context.beginPath();
    context.ellipse(side * (traits.cheekWidth + 0.03), 0.18, 0.11, 0.25, side * 0.15, 0, 7);
    context.fill();
  }
}

function backHair(context: SKRSContext2D, traits: Traits): void {
  const long = traits.hairStyle === 'long';
  context.fillStyle = rgb(mix(traits.hair, [0, 0, 0], 0.3));
  context.beginPath();
  context.ellipse(0, -0.25, 1.16, 1.25, 0, 0, 7);
  context.fill();
  if (long) {
    context.beginPath();
    context.roundRect(-1.14, -0.3, 2.28, 2.2, 0.4);
    context.fill();
  }
  strands(context, traits, 500, (random) => {
    const side = random.pick([-1, 1]);
    const x = side * random.between(0.75, 1.12);
    return [
      x,
      random.between(-0.9, 0.2),
      x + side * random.between(-0.05, 0.1),
      long ? random.between(1, 1.85) : random.between(0.2, 0.9),
    ];
  });
}

function frontHair(context: SKRSContext2D, traits: Traits): void {
  const { hairline, hairStyle } = traits;
  const fringe = hairStyle === 'parted' ? 0.28 : 0.1;
  context.fillStyle = rgb(traits.hair);
  context.beginPath();
  const side = hairStyle === 'short' ? -0.15 : 0.15;
  context.moveTo(-halfWidth(traits, side) - 0.05, side);
  context.bezierCurveTo(-1.2, -1.1, -0.75, -1.62, 0, -1.62);
  context.bezierCurveTo(0.75, -1.62, 1.2, -1.1, halfWidth(traits, side) + 0.05, side);
  context.bezierCurveTo(0.86, -0.45, 0.74, hairline + fringe, 0.45, hairline);
  context.quadraticCurveTo(hairStyle === 'parted' ? -0.3 : 0, hairline - fringe, -0.45, hairline);
  context.bezierCurveTo(-0.74, hairline + fringe, -0.86, -0.45, -halfWidth(traits, side) - 0.05, side);
  context.fill();
  strands(context, traits, hairStyle === 'curly' ? 900 : 600, (random) => {
    const x = random.between(-0.85, 0.85);
    const top = -1.58 + x * x * 0.5;
    return [x, top, x * 1.1 + random.between(-0.1, 0.1), Math.min(hairline - 0.02 + x * x * 0.8, top + 0.65)];
  });
}

type Strand = readonly [number, number, number, number];

function strands(context: SKRSContext2D, traits: Traits, count: number, place: (random: Random) => Strand): void {
  const random = new Random(traits.grain + count);
  const curl = traits.hairStyle === 'curly' ? 0.16 : 0.04;
  context.lineWidth = 0.014;
  for (let strand = 0; strand < count; strand++) {
    const [x0, y0, x1, y1] = place(random);
    const shade = mix(traits.hair, random.chance(0.5) ? [0, 0, 0] : [255, 230, 200], random.between(0.05, 0.3));
    context.strokeStyle = rgb(shade, 0.5);
    context.beginPath();
    context.moveTo(x0, y0);
    const bend = () => random.between(-curl, curl);
    context.bezierCurveTo(x0 + bend(), y0 + (y1 - y0) / 3, x1 + bend(), y0 + ((y1 - y0) * 2) / 3, x1, y1);
    context.stroke();
  }
}

function glasses(context: SKRSContext2D, traits: Traits): void {
  context.strokeStyle = 'rgb(30 28 30 / 0.9)';
  context.lineWidth = 0.035;
  for (const side of [-1, 1]) {
    context.beginPath();
    context.roundRect(side * traits.eyeDistance - 0.3, -0.17, 0.6, 0.42, 0.14);
    context.stroke();
  }
  context.beginPath();
  context.moveTo(-0.12, -0.02);
  context.quadraticCurveTo(0, -0.09, 0.12, -0.02);
  context.stroke();
}

function dot(context: SKRSContext2D, x: number, y: number, radius: number, color: string): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.fill();
}

/** A spot that fades to its edge. */
function soft(context: SKRSContext2D, x: number, y: number, wide: number, high: number, color: string): void {
  context.save();
  context.translate(x, y);
  context.scale(wide, high);
  const fade = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  fade.addColorStop(0, color);
  fade.addColorStop(
    0.5,
    color.replace(/[\d.]+\)$/, (alpha) => `${(Number.parseFloat(alpha) * 0.55).toFixed(3)})`),
  );
  fade.addColorStop(1, color.replace(/[\d.]+\)$/, '0)'));
  context.fillStyle = fade;
  context.fillRect(-1, -1, 2, 2);
  context.restore();
}
