import { createCanvas } from '@napi-rs/canvas';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { canvasOf } from '../sheet.ts';
import { HALF_X, HALF_Y, RELIEF_SCALE, type Relief, reliefOf } from './relief.ts';
import { textureOf } from './texture.ts';
import type { Traits } from './traits.ts';

/** From where and in what light a head is seen. Angles in radians; positive yaw turns to the picture's right. */
export interface View {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  /** Direction of the light: x right, y down, z towards the camera. */
  readonly light: readonly [number, number, number];
  /** Share of light that comes from everywhere. */
  readonly ambient: number;
  /** Colour of the light. */
  readonly tint: readonly [number, number, number];
  readonly eyes: 'open' | 'closed';
}

export const FRONTAL: View = {
  yaw: 0,
  pitch: 0,
  roll: 0,
  light: [-0.25, -0.45, 1],
  ambient: 0.5,
  tint: [1, 1, 1],
  eyes: 'open',
};

/**
 * Draws a head over a picture: the middle between its eyes at (`x`, `y`), `unit` pixels for half its width.
 * Changes nothing of the picture given; returns a new one.
 */
export function drawHead(background: Pixels, traits: Traits, view: View, x: number, y: number, unit: number): Pixels {
  const detail = Math.min(165, Math.max(60, unit));
  const texture = textureOf(traits, detail, view.eyes);
  const seen = turn(
    { width: texture.width, height: texture.height, data: texture.data() },
    reliefOf(traits),
    detail,
    view,
  );
  const canvas = canvasOf(background);
  const context = canvas.getContext('2d');
  bust(context, traits, x, y, unit);
  const layer = createCanvas(texture.width, texture.height);
  const image = layer.getContext('2d').createImageData(texture.width, texture.height);
  image.data.set(seen);
  layer.getContext('2d').putImageData(image, 0, 0);
  context.translate(x, y);
  context.rotate(view.roll);
  context.imageSmoothingQuality = 'high';
  context.drawImage(layer, -HALF_X * unit, -HALF_Y * unit, HALF_X * 2 * unit, HALF_Y * 2 * unit);
  const rgba = canvas.data();
  const data = new Uint8Array(background.data.length);
  for (let from = 0, to = 0; to < data.length; from += 4, to += 3) {
    data[to] = rgba[from]!;
    data[to + 1] = rgba[from + 1]!;
    data[to + 2] = rgba[from + 2]!;
  }
  return { ...background, data };
}

interface Layer {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Buffer;
}

/** Turns the head by its relief and lights it. */
function turn({ width, height, data }: Layer, relief: Relief, detail: number, view: View): Uint8ClampedArray {
  const out = new Uint8ClampedArray(width * height * 4);
  const length = Math.hypot(...view.light);
  const [lx, ly, lz] = view.light.map((part) => part / length) as [number, number, number];
  const [sinYaw, sinPitch] = [Math.sin(view.yaw), Math.sin(view.pitch)];
  const [cosYaw, cosPitch] = [Math.cos(view.yaw), Math.cos(view.pitch)];
  const ratio = RELIEF_SCALE / detail;
  const depthAt = (u: number, v: number) => sample(relief, u * ratio, v * ratio);
  const isInside = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      // Where on the head does this place of the picture lie? It depends on its depth: three steps come near enough.
      const x = (column - width / 2) / detail;
      const y = (row - height / 2) / detail;
      let u = column;
      let v = row;
      for (let step = 0; step < 3; step++) {
        const depth = depthAt(u, v) - 0.35;
        u = ((x - depth * sinYaw) / cosYaw) * detail + width / 2;
        v = ((y - depth * sinPitch) / cosPitch) * detail + height / 2;
      }
      const left = Math.round(u);
      const top = Math.round(v);
      const from = (top * width + left) * 4;
      const alpha = isInside(left, top) ? data[from + 3]! : 0;
      if (alpha === 0) continue;
      const step = 0.03 * detail;
      const slopeX = (depthAt(u + step, v) - depthAt(u - step, v)) / 0.06 + sinYaw * 0.6;
      const slopeY = (depthAt(u, v + step) - depthAt(u, v - step)) / 0.06 + sinPitch * 0.6;
      const steep = Math.max(-1.6, Math.min(1.6, slopeX));
      const normal = 1 / Math.hypot(steep, slopeY, 1);
      const facing = Math.max(0, (-steep * lx - slopeY * ly + lz) * normal);
      const shine = facing ** 18 * 16;
      const shade = view.ambient + (1 - view.ambient) * 1.15 * facing;
      const to = (row * width + column) * 4;
      for (let channel = 0; channel < 3; channel++) {
        out[to + channel] = data[from + channel]! * shade * view.tint[channel]! + shine;
      }
      out[to + 3] = alpha;
    }
  }
  return out;
}

function sample({ width, height, depth }: Relief, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)));
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)));
  const fx = Math.max(0, Math.min(1, x - left));
  const fy = Math.max(0, Math.min(1, y - top));
  const at = top * width + left;
  const upper = depth[at]! * (1 - fx) + depth[at + 1]! * fx;
  const lower = depth[at + width]! * (1 - fx) + depth[at + width + 1]! * fx;
  return upper * (1 - fy) + lower * fy;
}

/** Neck and shoulders. */
export function bust(
  context: ReturnType<ReturnType<typeof createCanvas>['getContext']>,
  traits: Traits,
  x: number,
  y: number,
  unit: number,
): void {
  context.save();
  context.translate(x, y);
  context.scale(unit, unit);
  const neck = traits.female ? 0.5 : 0.6;
  const [r, g, b] = traits.skin.map((part) => part * 0.78) as [number, number, number];
  context.fillStyle = `rgb(${r} ${g} ${b})`;
  context.fillRect(-neck, 0.8, neck * 2, 1.6);
  context.fillStyle = `hsl(${traits.grain % 360} ${10 + (traits.grain % 40)}% ${18 + (traits.grain % 45)}%)`;
  context.beginPath();
  context.moveTo(-neck, 1.75);
  context.bezierCurveTo(-0.9, 2, -1.9, 2, -2.1, 2.8);
  context.lineTo(-2.2, 9);
  context.lineTo(2.2, 9);
  context.lineTo(2.1, 2.8);
  context.bezierCurveTo(1.9, 2, 0.9, 2, neck, 1.75);
  context.quadraticCurveTo(0, 2.5, -neck, 1.75);
  context.fill();
  context.restore();
}
