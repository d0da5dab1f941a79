import type { Pixels, Point, Quad } from '../imaging/pixels.ts';
import { warp } from '../imaging/warp.ts';
import type { Values } from '../inference/model.ts';

/** A square of the picture that may be turned: its centre, its side in pixels, and its turn clockwise in radians. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly turn: number;
}

/** From places in a region's own square, 0-1 from its top left corner, to the picture. */
export function outOf({ x, y, side, turn }: Region): (point: Point) => Point {
  const cos = Math.cos(turn) * side;
  const sin = Math.sin(turn) * side;
  return ({ x: u, y: v }) => ({
    x: x + (u - 0.5) * cos - (v - 0.5) * sin,
    y: y + (u - 0.5) * sin + (v - 0.5) * cos,
  });
}

/** A region as an upright square picture. */
export function cut(pixels: Pixels, region: Region, size: number): Pixels {
  const corner = outOf(region);
  const quad = [corner({ x: 0, y: 0 }), corner({ x: 1, y: 0 }), corner({ x: 1, y: 1 }), corner({ x: 0, y: 1 })];
  return warp(pixels, quad as unknown as Quad, size, size, 'black');
}

/**
 * The region whose square shows `points` nearest to `targets` (0-1). It is the least squares solution over shift, turn
 * and scale (S. Umeyama, 1991), without reflection.
 */
export function regionShowing(points: readonly Point[], targets: readonly Point[]): Region {
  const [p, t] = [centre(points), centre(targets)];
  let [along, across, spread] = [0, 0, 0];
  for (const [index, { x, y }] of points.entries()) {
    const [tx, ty] = [targets[index]!.x - t.x, targets[index]!.y - t.y];
    along += tx * (x - p.x) + ty * (y - p.y);
    across += tx * (y - p.y) - ty * (x - p.x);
    spread += tx * tx + ty * ty;
  }
  const side = Math.hypot(along, across) / spread;
  const turn = Math.atan2(across, along);
  const middle = outOf({ x: p.x, y: p.y, side, turn })({ x: 1 - t.x, y: 1 - t.y });
  return { ...middle, side, turn };
}

/** The square around points, `scale` times as large as they need, turned as given. */
export function regionAround(points: readonly Point[], turn: number, scale: number): Region {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const u = points.map(({ x, y }) => x * cos + y * sin);
  const v = points.map(({ x, y }) => y * cos - x * sin);
  const [left, right, top, bottom] = [Math.min(...u), Math.max(...u), Math.min(...v), Math.max(...v)];
  const [across, down] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: across * cos - down * sin,
    y: across * sin + down * cos,
    side: Math.max(right - left, bottom - top) * scale,
    turn,
  };
}

/** Square pictures of one size as the input of a network: batch, channel, height, width; (value − mean) × scale. */
export function tensor(pictures: readonly Pixels[], mean: readonly [number, number, number], scale: number): Values {
  const { width, height } = pictures[0]!;
  const area = width * height;
  const data = new Float32Array(pictures.length * 3 * area);
  for (const [index, { data: source }] of pictures.entries()) {
    const start = index * 3 * area;
    for (let channel = 0; channel < 3; channel++) {
      const from = mean[channel]!;
      for (let at = start + channel * area, place = channel; place < source.length; at++, place += 3) {
        data[at] = (source[place]! - from) * scale;
      }
    }
  }
  return { data, dims: [pictures.length, 3, height, width] };
}

/** The picture with left and right exchanged. */
export function mirror({ width, height, data: source }: Pixels): Pixels {
  const data = new Uint8Array(source.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3;
      const to = (y * width + width - 1 - x) * 3;
      data[to] = source[from]!;
      data[to + 1] = source[from + 1]!;
      data[to + 2] = source[from + 2]!;
    }
  }
  return { width, height, data };
}

/** The mean of at least one point. */
export function centre(points: readonly Point[]): Point {
  let [x, y] = [0, 0];
  for (const point of points) {
    x += point.x;
    y += point.y;
  }
  return { x: x / points.length, y: y / points.length };
}
