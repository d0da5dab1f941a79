import type { Mesh } from '../../src/faces/mesh.ts';
import { POINT } from '../../src/faces/mesh.ts';
import type { Pixels, Point } from '../../src/imaging/pixels.ts';
import { copySample, type Pose, radians } from './drawn.ts';
import { FRAME } from './films.ts';

type Triangle = readonly [number, number, number];

const FACE = 0.45;
const BACKGROUND = 96;

/** A head drawn from one photo: the photo on the face mesh that a network finds in it, turned as one likes. */
export class MeshHead {
  readonly #picture: Pixels;
  readonly #mesh: Mesh;
  readonly #triangles: readonly Triangle[];

  constructor(picture: Pixels, mesh: Mesh) {
    this.#picture = picture;
    this.#mesh = mesh;
    this.#triangles = triangulated(mesh.points);
  }

  taken({ yaw, pitch, zoom }: Pose): Pixels {
    const { width, height } = FRAME;
    const data = new Uint8Array(width * height * 3).fill(BACKGROUND);
    const depth = new Float32Array(width * height).fill(Number.NEGATIVE_INFINITY);
    const turned = this.#turned(yaw, pitch, FACE * width * zoom);
    for (const triangle of this.#triangles) this.#fill(triangle, turned, { width, height, data }, depth);
    return { width, height, data };
  }

  /** Points in the frame, with their depth towards the camera. */
  #turned(yaw: number, pitch: number, wide: number): readonly (readonly [number, number, number])[] {
    const { points, depths } = this.#mesh;
    const [left, right] = [points[POINT.leftCheek]!, points[POINT.rightCheek]!];
    const scale = wide / Math.hypot(right.x - left.x, right.y - left.y);
    const middle = { x: (left.x + right.x) / 2, y: points[POINT.noseTip]!.y };
    const back = (depths[POINT.leftCheek]! + depths[POINT.rightCheek]!) / 2;
    const [a, b] = [Math.cos(radians(yaw)), Math.sin(radians(yaw))];
    const [c, d] = [Math.cos(radians(pitch)), Math.sin(radians(pitch))];
    return points.map((point, at) => {
      const [x, y, z] = [(point.x - middle.x) * scale, (point.y - middle.y) * scale, (back - depths[at]!) * scale];
      const [across, towards] = [x * a + z * b, z * a - x * b];
      return [FRAME.width / 2 + across, FRAME.height / 2 + y * c - towards * d, towards * c + y * d];
    });
  }

  #fill(
    [i, j, k]: Triangle,
    turned: readonly (readonly [number, number, number])[],
    into: Pixels,
    depth: Float32Array,
  ): void {
    const { points } = this.#mesh;
    const [p, q, r] = [turned[i]!, turned[j]!, turned[k]!];
    const area = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
    if (Math.abs(area) < 1e-6) return;
    const [top, bottom] = [Math.max(0, Math.floor(Math.min(p[1], q[1], r[1]))), Math.max(p[1], q[1], r[1])];
    const [left, right] = [Math.max(0, Math.floor(Math.min(p[0], q[0], r[0]))), Math.max(p[0], q[0], r[0])];
    for (let y = top; y <= Math.min(into.height - 1, bottom); y++) {
      for (let x = left; x <= Math.min(into.width - 1, right); x++) {
        const v = ((x - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (y - p[1])) / area;
        const w = ((q[0] - p[0]) * (y - p[1]) - (x - p[0]) * (q[1] - p[1])) / area;
        if (v < 0 || w < 0 || v + w > 1) continue;
        const near = p[2] + v * (q[2] - p[2]) + w * (r[2] - p[2]);
        const at = y * into.width + x;
        if (near <= depth[at]!) continue;
        depth[at] = near;
        const [a, b, c] = [points[i]!, points[j]!, points[k]!];
        const fromX = a.x + v * (b.x - a.x) + w * (c.x - a.x);
        copySample(this.#picture, fromX, a.y + v * (b.y - a.y) + w * (c.y - a.y), into.data, at * 3);
      }
    }
  }
}

/** Triangles between points in a plane, none with a point inside its circle (A. Bowyer and D. Watson, 1981). */
function triangulated(points: readonly Point[]): Triangle[] {
  const far = 1e5;
  const all = [...points, { x: -far, y: -far }, { x: far, y: -far }, { x: 0, y: far }];
  const first = points.length;
  let triangles: Triangle[] = [[first, first + 1, first + 2]];
  for (let at = 0; at < first; at++) {
    const hit = triangles.filter((triangle) => inCircle(triangle, all, all[at]!));
    const edges = new Map<string, [number, number]>();
    for (const [i, j, k] of hit) {
      for (const [from, to] of [
        [i, j],
        [j, k],
        [k, i],
      ] as const) {
        const back = `${to} ${from}`;
        if (edges.has(back)) edges.delete(back);
        else edges.set(`${from} ${to}`, [from, to]);
      }
    }
    triangles = triangles.filter((triangle) => !hit.includes(triangle));
    for (const [from, to] of edges.values()) triangles.push([from, to, at]);
  }
  return triangles.filter((triangle) => triangle.every((corner) => corner < first));
}

function inCircle([i, j, k]: Triangle, points: readonly Point[], { x, y }: Point): boolean {
  const [a, b, c] = [i, j, k].map((at) => ({ x: points[at]!.x - x, y: points[at]!.y - y })) as [Point, Point, Point];
  const square = ({ x: u, y: v }: Point) => u * u + v * v;
  const determinant =
    square(a) * (b.x * c.y - c.x * b.y) - square(b) * (a.x * c.y - c.x * a.y) + square(c) * (a.x * b.y - b.x * a.y);
  const turn = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  return determinant * turn > 0;
}
