import type { Pixels, Point, Quad } from './pixels.ts';
import { distance, mapCorners } from './quad.ts';
import { crop, type Outside, resize } from './resample.ts';

/** Beyond this many source pixels to one of the result, single samples would alias. */
const MAX_SHRINKING = 1.3;

type Nine = [number, number, number, number, number, number, number, number, number];

/**
 * A quadrilateral of the picture as an upright rectangle of `width` × `height` pixels, its perspective removed. It is
 * bilinear, and averaged where it shrinks.
 */
export function warp(pixels: Pixels, quad: Quad, width: number, height: number, outside: Outside = 'edge'): Pixels {
  const shrinking = Math.min(
    (distance(quad[0], quad[1]) + distance(quad[3], quad[2])) / (2 * width),
    (distance(quad[0], quad[3]) + distance(quad[1], quad[2])) / (2 * height),
  );
  if (shrinking <= MAX_SHRINKING) return sample(pixels, quad, width, height, outside);
  const [left, top, right, bottom] = frame(quad, pixels, Math.ceil(shrinking) * 2);
  if (right <= left || bottom <= top) return sample(pixels, quad, width, height, outside);
  const part = crop(pixels, left, top, right - left, bottom - top);
  const smaller = resize(
    part,
    Math.max(1, Math.round(part.width / shrinking)),
    Math.max(1, Math.round(part.height / shrinking)),
  );
  const x = smaller.width / part.width;
  const y = smaller.height / part.height;
  const scaled = mapCorners(quad, (corner) => ({ x: (corner.x - left) * x, y: (corner.y - top) * y }));
  return sample(smaller, scaled, width, height, outside);
}

/**
 * The projective map that takes the corners of one quadrilateral to those of another, for any point. Corners that lie
 * on a line have none: the numbers are then not finite.
 */
export function projection(from: Quad, to: Quad): (point: Point) => Point {
  const h = multiply(ofUnitSquare(to), adjugate(ofUnitSquare(from)));
  return ({ x, y }) => {
    const w = h[6]! * x + h[7]! * y + h[8]!;
    return { x: (h[0]! * x + h[1]! * y + h[2]!) / w, y: (h[3]! * x + h[4]! * y + h[5]!) / w };
  };
}

function frame(quad: Quad, { width, height }: Pixels, margin: number): [number, number, number, number] {
  const xs = quad.map(({ x }) => x);
  const ys = quad.map(({ y }) => y);
  return [
    Math.max(0, Math.floor(Math.min(...xs)) - margin),
    Math.max(0, Math.floor(Math.min(...ys)) - margin),
    Math.min(width, Math.ceil(Math.max(...xs)) + margin),
    Math.min(height, Math.ceil(Math.max(...ys)) + margin),
  ];
}

function sample(pixels: Pixels, quad: Quad, width: number, height: number, outside: Outside): Pixels {
  const data = new Uint8Array(width * height * 3);
  const h = multiply(ofUnitSquare(quad), [1 / width, 0, 0, 0, 1 / height, 0, 0, 0, 1]);
  const black = outside === 'black';
  const lastX = pixels.width - 1;
  const lastY = pixels.height - 1;
  const stride = pixels.width * 3;
  const source = pixels.data;
  for (let row = 0, to = 0; row < height; row++) {
    const y = row + 0.5;
    let u = h[0]! * 0.5 + h[1]! * y + h[2]!;
    let v = h[3]! * 0.5 + h[4]! * y + h[5]!;
    let w = h[6]! * 0.5 + h[7]! * y + h[8]!;
    for (let column = 0; column < width; column++, to += 3, u += h[0]!, v += h[3]!, w += h[6]!) {
      let sx = u / w - 0.5;
      let sy = v / w - 0.5;
      if (black && !(sx >= -0.5 && sy >= -0.5 && sx <= lastX + 0.5 && sy <= lastY + 0.5)) continue;
      sx = sx > 0 ? (sx < lastX ? sx : lastX) : 0;
      sy = sy > 0 ? (sy < lastY ? sy : lastY) : 0;
      const x0 = sx | 0;
      const y0 = sy | 0;
      const fx = ((sx - x0) * 256) | 0;
      const fy = ((sy - y0) * 256) | 0;
      const at = y0 * stride + x0 * 3;
      const right = at + (x0 < lastX ? 3 : 0);
      const below = y0 < lastY ? stride : 0;
      const a = (256 - fx) * (256 - fy);
      const b = fx * (256 - fy);
      const c = (256 - fx) * fy;
      const d = fx * fy;
      for (let channel = 0; channel < 3; channel++) {
        const sum =
          source[at + channel]! * a +
          source[right + channel]! * b +
          source[at + below + channel]! * c +
          source[right + below + channel]! * d;
        data[to + channel] = (sum + 32768) >> 16;
      }
    }
  }
  return { width, height, data };
}

/**
 * The matrix, rows first, that takes the unit square to a quadrilateral (P. Heckbert, Fundamentals of Texture Mapping
 * and Image Warping, 1989, §2.2.3).
 */
function ofUnitSquare([a, b, c, d]: Quad): number[] {
  const sumX = a.x - b.x + c.x - d.x;
  const sumY = a.y - b.y + c.y - d.y;
  const dx1 = b.x - c.x;
  const dy1 = b.y - c.y;
  const dx2 = d.x - c.x;
  const dy2 = d.y - c.y;
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (sumX * dy2 - dx2 * sumY) / determinant;
  const h = (dx1 * sumY - sumX * dy1) / determinant;
  return [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, g, h, 1];
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  const product: number[] = [];
  for (let row = 0; row < 9; row += 3) {
    for (let column = 0; column < 3; column++) {
      product.push(a[row]! * b[column]! + a[row + 1]! * b[column + 3]! + a[row + 2]! * b[column + 6]!);
    }
  }
  return product;
}

/** The inverse but for a factor, which a projective map does not notice. */
function adjugate(matrix: readonly number[]): number[] {
  const [a, b, c, d, e, f, g, h, i] = matrix as unknown as Nine;
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}
