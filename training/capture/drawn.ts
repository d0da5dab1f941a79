import type { Box, Pixels } from '../../src/imaging/pixels.ts';
import { FRAME } from './films.ts';

/** How an attacker holds what is shown: degrees to the side and upwards, and how near. */
export interface Pose {
  readonly yaw: number;
  readonly pitch: number;
  /** 1: the face has its usual size. */
  readonly zoom: number;
}

/** Where on the sheet a ray meets it, in face widths from the middle of the face; undefined beside the sheet. */
export type Surface = (x: number, y: number, pose: Pose) => readonly [number, number] | undefined;

/** Of the frame's width, which the face takes at a zoom of 1. */
const FACE = 0.45;
/** The sheet around the face, in face widths to each side, upwards and downwards. */
const SHEET = { across: 1.2, up: 1.3, down: 1.5 };
const BACKGROUND = 96;

/** A sheet that is held flat, turned about its middle. `distance`: of the camera, in face widths. */
export function flat(distance: number): Surface {
  return (x, y, { yaw, pitch }) => {
    const [a, b] = [Math.cos(radians(yaw)), Math.sin(radians(yaw))];
    const [c, d] = [Math.cos(radians(pitch)), Math.sin(radians(pitch))];
    // Axes of the sheet after both turns, and the ray (x, y, -distance) from (0, 0, distance).
    const normal = [b * c, -d, a * c] as const;
    const along = x * normal[0] + y * normal[1] - distance * normal[2];
    const reach = (-distance * normal[2]) / along;
    if (reach <= 0) return undefined;
    const point = [x * reach, y * reach, distance - distance * reach] as const;
    const across = [a, 0, -b] as const;
    const down = [b * d, c, a * d] as const;
    return [dot(point, across), dot(point, down)];
  };
}

/** A sheet bent round an upright cylinder over an arc in degrees, and turned about its axis. */
export function bent(arc: number, distance: number): Surface {
  const radius = (2 * SHEET.across) / radians(arc);
  return (x, y, { yaw }) => {
    // The axis stands a radius behind the middle of the sheet.
    const far = distance + radius;
    const [a, b, c] = [x * x + distance * distance, -2 * far * distance, far * far - radius * radius];
    const root = b * b - 4 * a * c;
    if (root < 0) return undefined;
    const reach = (-b - Math.sqrt(root)) / (2 * a);
    const angle = Math.atan2(x * reach, far - distance * reach) - radians(yaw);
    if (Math.abs(angle) > radians(arc) / 2) return undefined;
    return [angle * radius, y * reach];
  };
}

/** The frame that a camera takes of a picture on a surface; `face` is the box of the face in the picture. */
export function taken(picture: Pixels, face: Box, surface: Surface, pose: Pose): Pixels {
  const { width, height } = FRAME;
  const data = new Uint8Array(width * height * 3).fill(BACKGROUND);
  const unit = FACE * width * pose.zoom;
  const [middleX, middleY] = [face.x + face.width / 2, face.y + face.height / 2];
  for (let row = 0, to = 0; row < height; row++) {
    for (let column = 0; column < width; column++, to += 3) {
      const on = surface((column + 0.5 - width / 2) / unit, (row + 0.5 - height / 2) / unit, pose);
      if (!on || Math.abs(on[0]) > SHEET.across || on[1] < -SHEET.up || on[1] > SHEET.down) continue;
      copySample(picture, middleX + on[0] * face.width, middleY + on[1] * face.width, data, to);
    }
  }
  return { width, height, data };
}

/** One pixel between four, 0.5 being the middle of the first; the rim repeats. */
export function copySample(picture: Pixels, x: number, y: number, into: Uint8Array, to: number): void {
  const { width, height, data } = picture;
  const left = Math.min(width - 1.001, Math.max(0, x - 0.5));
  const top = Math.min(height - 1.001, Math.max(0, y - 0.5));
  const [x0, y0] = [Math.floor(left), Math.floor(top)];
  const [fx, fy] = [left - x0, top - y0];
  const at = (y0 * width + x0) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const place = at + channel;
    const above = data[place]! * (1 - fx) + data[place + 3]! * fx;
    const below = data[place + width * 3]! * (1 - fx) + data[place + width * 3 + 3]! * fx;
    into[to + channel] = above * (1 - fy) + below * fy;
  }
}

type Three = readonly [number, number, number];

function dot(a: Three, b: Three): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
