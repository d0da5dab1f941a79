import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Pixels, Quad } from '../src/imaging/pixels.ts';
import type { Random } from './random.ts';

/** Uneven light over a scene; shadow, glare and burnt spots where the damages ask for them. */
export function light(
  context: SKRSContext2D,
  { width, height }: { width: number; height: number },
  zones: readonly Quad[],
  wrong: ReadonlySet<string>,
  random: Random,
): void {
  context.save();
  const fall = context.createLinearGradient(0, 0, width * random.between(-1, 1), height);
  fall.addColorStop(0, 'rgb(0 0 0 / 0)');
  fall.addColorStop(1, `rgb(0 0 0 / ${random.between(0.03, 0.16)})`);
  context.fillStyle = fall;
  context.fillRect(0, 0, width, height);
  if (wrong.has('shadow')) shadow(context, width, height, random);
  const size = Math.max(width, height);
  if (wrong.has('glare')) {
    const [x, y] = [random.between(0.25, 0.75) * width, random.between(0.25, 0.75) * height];
    spot(context, x, y, size * random.between(0.12, 0.22), random.between(0.45, 0.62), random);
  }
  if (wrong.has('burnt')) {
    const at = zones.length > 0 ? random.pick(zones)[0] : { x: width * 0.4, y: height / 2 };
    spot(context, at.x + size * 0.1, at.y, size * 0.25, 1.6, random);
  }
  context.restore();
}

/** The shadow of an arm or a phone: dark with a soft straight edge. */
function shadow(context: SKRSContext2D, width: number, height: number, random: Random): void {
  context.save();
  context.translate(width / 2, height / 2);
  context.rotate(random.between(0, 6.28));
  const edge = random.between(30, 160);
  const dark = context.createLinearGradient(-edge, 0, edge, 0);
  dark.addColorStop(0, `rgb(8 8 20 / ${random.between(0.4, 0.6)})`);
  dark.addColorStop(1, 'rgb(8 8 20 / 0)');
  context.translate(random.between(-0.15, 0.15) * width, 0);
  context.fillStyle = dark;
  context.fillRect(-width * 2, -height * 2, width * 2 + edge, height * 4);
  context.restore();
}

/** A reflected lamp, an ellipse that fades; a `strength` over 1 has a middle of pure white. */
function spot(context: SKRSContext2D, x: number, y: number, radius: number, strength: number, random: Random): void {
  context.save();
  context.translate(x, y);
  context.rotate(random.between(0, 3.14));
  context.scale(1, random.between(0.35, 0.8));
  const shine = context.createRadialGradient(0, 0, 0, 0, 0, radius);
  shine.addColorStop(0, `rgb(255 255 250 / ${Math.min(1, strength)})`);
  shine.addColorStop(strength > 1 ? 0.6 : 0.35, `rgb(255 255 250 / ${Math.min(1, strength * 0.8)})`);
  shine.addColorStop(1, 'rgb(255 255 250 / 0)');
  context.fillStyle = shine;
  context.fillRect(-radius, -radius, radius * 2, radius * 2);
  context.restore();
}

/** Out of focus: three box filters, near enough to a Gaussian of `sigma` pixels. */
export function defocus(pixels: Pixels, sigma: number): Pixels {
  const ideal = Math.sqrt(4 * sigma * sigma + 1);
  const lower = Math.floor(ideal) - ((Math.floor(ideal) + 1) % 2);
  const small = Math.round((12 * sigma * sigma - 3 * lower * lower - 12 * lower - 9) / (-4 * lower - 4));
  let data = pixels.data;
  for (let pass = 0; pass < 3; pass++) {
    const radius = ((pass < small ? lower : lower + 2) - 1) / 2;
    if (radius > 0) data = box(data, pixels.width, pixels.height, radius);
  }
  return { ...pixels, data };
}

function box(source: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const across = new Uint8Array(source.length);
  for (let y = 0; y < height; y++) line(source, across, y * width * 3, 3, width, radius);
  const down = new Uint8Array(source.length);
  for (let x = 0; x < width; x++) line(across, down, x * 3, width * 3, height, radius);
  return down;
}

/** A running mean along one row or column, for the three channels; the ends are repeated. */
function line(from: Uint8Array, to: Uint8Array, start: number, step: number, length: number, radius: number): void {
  const weight = 1 / (2 * radius + 1);
  const end = start + (length - 1) * step;
  for (let channel = 0; channel < 3; channel++) {
    let sum = from[start + channel]! * (radius + 1);
    for (let ahead = 1; ahead <= radius; ahead++) sum += from[Math.min(end, start + ahead * step) + channel]!;
    for (let at = 0; at < length; at++) {
      const place = start + at * step;
      to[place + channel] = sum * weight + 0.5;
      sum += from[Math.min(end, place + (radius + 1) * step) + channel]!;
      sum -= from[Math.max(start, place - radius * step) + channel]!;
    }
  }
}

/** The camera moved by so many pixels in one direction while the shutter was open. */
export function motion({ width, height, data: source }: Pixels, pixels: number, angle: number): Pixels {
  const steps = Math.max(2, Math.round(pixels));
  const sum = new Uint16Array(source.length);
  for (let step = 0; step < steps; step++) {
    const along = (step / (steps - 1) - 0.5) * pixels;
    const dx = Math.round(Math.cos(angle) * along);
    const dy = Math.round(Math.sin(angle) * along);
    for (let y = 0; y < height; y++) {
      const row = Math.min(height - 1, Math.max(0, y + dy)) * width * 3;
      const to = y * width * 3;
      const first = Math.max(0, -dx) * 3;
      const last = (width - Math.max(0, dx)) * 3;
      for (let at = first; at < last; at++) sum[to + at]! += source[row + at + dx * 3]!;
      for (let at = 0; at < first; at++) sum[to + at]! += source[row + (at % 3)]!;
      for (let at = last; at < width * 3; at++) sum[to + at]! += source[row + (width - 1) * 3 + (at % 3)]!;
    }
  }
  const data = new Uint8Array(source.length);
  for (let at = 0; at < data.length; at++) data[at] = sum[at]! / steps + 0.5;
  return { width, height, data };
}

/** Too little light: all values times `factor`, a little colour cast. Changes the pixels given. */
export function darken({ data }: Pixels, factor: number, random: Random): void {
  const warm = [factor * 1.06, factor, factor * random.between(0.8, 1)];
  for (let at = 0; at < data.length; at++) data[at] = data[at]! * warm[at % 3]!;
}

/** Sensor noise of a standard deviation in grey levels. Changes the pixels given. */
export function noise({ data }: Pixels, deviation: number, random: Random): void {
  // A table of noise read from random places is as good as fresh noise and twenty times faster.
  const table = Int8Array.from({ length: 8192 }, () => Math.round(random.normal() * deviation));
  let at = 0;
  while (at < data.length) {
    let from = random.whole(0, 8191);
    const end = Math.min(data.length, at + 3000);
    for (; at < end; at++, from++) {
      const value = data[at]! + table[from & 8191]!;
      data[at] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}
