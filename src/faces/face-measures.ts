import type { Box, Pixels, Point } from '../imaging/pixels.ts';
import { toGray } from '../imaging/resample.ts';
import { cut, regionAround, regionShowing } from './align.ts';
import { landmarksOf, type Mesh, POINT, rollOf } from './mesh.ts';

/** How well a face can be judged. */
export interface Measures {
  /** Distance of the outer corners of the eyes, in pixels. */
  readonly eyeDistance: number;
  /** Variance of the Laplacian of the aligned face at 112 pixels; below 50 details are lost. */
  readonly sharpness: number;
  /** Mean luma of the face, 0-255. */
  readonly brightness: number;
  /** Standard deviation of the face's luma; the pale second picture of a document has little. */
  readonly contrast: number;
  /** Mean distance of the face's colours from gray, 0-255. */
  readonly saturation: number;
}

const SIDE = 112;
/** Eyes, nose tip and corners of the mouth in a 112 pixel face as recognition networks see it (ArcFace), 0-1. */
export const PLACES: readonly Point[] = [
  [0.3419, 0.4616],
  [0.6565, 0.4598],
  [0.5002, 0.6405],
  [0.371, 0.8247],
  [0.6315, 0.8232],
].map(([x, y]) => ({ x: x!, y: y! }));
/** The middle of that square: what lies outside may be hair or background. */
const [FROM, TO] = [0.2, 0.8];
const RELIEF_SIDE = 48;

/** The face as recognition networks see it, 112 pixels wide and high. */
export function alignedFace(pixels: Pixels, mesh: Mesh): Pixels {
  return cut(pixels, regionShowing(landmarksOf(mesh), PLACES), SIDE);
}

/** Measures the middle of the aligned face, without hair and background. */
export function measure(pixels: Pixels, mesh: Mesh): Measures {
  const face = alignedFace(pixels, mesh);
  const { data } = toGray(face);
  let [count, sum, squares, colour, laplacian, laplacianSquares] = [0, 0, 0, 0, 0, 0];
  for (let y = Math.round(SIDE * FROM); y < SIDE * TO; y++) {
    for (let x = Math.round(SIDE * FROM); x < SIDE * TO; x++) {
      const at = y * SIDE + x;
      const luma = data[at]!;
      const edge = data[at - 1]! + data[at + 1]! + data[at - SIDE]! + data[at + SIDE]! - 4 * luma;
      const [r, g, b] = face.data.subarray(at * 3, at * 3 + 3) as unknown as [number, number, number];
      count++;
      sum += luma;
      squares += luma * luma;
      laplacian += edge;
      laplacianSquares += edge * edge;
      colour += Math.max(r, g, b) - Math.min(r, g, b);
    }
  }
  const [left, right] = [mesh.points[POINT.leftEyeOuter]!, mesh.points[POINT.rightEyeOuter]!];
  return {
    eyeDistance: Math.hypot(left.x - right.x, left.y - right.y),
    sharpness: laplacianSquares / count - (laplacian / count) ** 2,
    brightness: sum / count,
    contrast: Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)),
    saturation: colour / count,
  };
}

/** The eyes from corner to corner, and the lips. */
const EYES = [
  [POINT.leftEyeOuter, POINT.leftEyeInner],
  [POINT.rightEyeInner, POINT.rightEyeOuter],
];
const LIPS = [POINT.leftMouth, POINT.rightMouth, POINT.upperLip, POINT.lowerLip];

/**
 * How much the luma varies around the mouth, as a part of how much it varies around the eyes. Bare and bearded faces
 * have 0.4 to 2. A mask over the mouth or strong light lowers it.
 */
export function mouthRelief(pixels: Pixels, { points }: Mesh): number {
  const turn = rollOf(points);
  const relief = (parts: readonly number[]) => {
    const { data } = toGray(
      cut(
        pixels,
        regionAround(
          parts.map((part) => points[part]!),
          turn,
          1,
        ),
        RELIEF_SIDE,
      ),
    );
    const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
    return Math.sqrt(data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length);
  };
  const eyes = EYES.reduce((sum, eye) => sum + relief(eye), 0) / EYES.length;
  return relief(LIPS) / Math.max(1, eyes);
}

/** The upright rectangle around a face from brow to chin, in pixels of the picture. */
export function boxOf({ points }: Mesh): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Under the eyes, where dark glasses are and eye shadow is not, and on the cheeks below them. */
const UNDER_EYES = [230, 450];
const CHEEKS = [50, 280];

/** How dark the skin under the eyes is beside the cheeks: about 1 in a bare face, near 0 behind dark glasses. */
export function shadeUnderEyes(pixels: Pixels, { points }: Mesh): number {
  const turn = rollOf(points as Point[]);
  const eyeWidth = Math.hypot(
    points[POINT.leftEyeOuter]!.x - points[POINT.leftEyeInner]!.x,
    points[POINT.leftEyeOuter]!.y - points[POINT.leftEyeInner]!.y,
  );
  const luma = (point: number) => {
    const { x, y } = points[point]!;
    const { data } = toGray(cut(pixels, { x, y, side: eyeWidth * 0.35, turn }, 8));
    return data.reduce((sum, value) => sum + value, 0) / data.length;
  };
  const ratios = UNDER_EYES.map((point, side) => luma(point) / Math.max(1, luma(CHEEKS[side]!)));
  return Math.max(...ratios);
}
