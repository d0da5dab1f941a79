import { halfWidth, type Traits } from './traits.ts';

/** The grid covers x from −1.6 to 1.6 and y from −2 to 2 at this many places a unit. */
export const RELIEF_SCALE = 48;
export const HALF_X = 1.6;
export const HALF_Y = 2;

export interface Relief {
  readonly width: number;
  readonly height: number;
  /** How far a place stands out towards the camera, in units. */
  readonly depth: Float32Array;
}

interface Bump {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly high: number;
  readonly by: number;
}

/** The form of a face: a skull with everything that stands out of it or lies in it. */
export function reliefOf(traits: Traits): Relief {
  const width = Math.round(HALF_X * 2 * RELIEF_SCALE);
  const height = Math.round(HALF_Y * 2 * RELIEF_SCALE);
  const depth = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const y = row / RELIEF_SCALE - HALF_Y;
    const half = Math.max(halfWidth(traits, y), y < 0.9 ? 0.55 : 0) * 1.06;
    for (let column = 0; column < width; column++) {
      const x = Math.abs(column / RELIEF_SCALE - HALF_X);
      const inside = half > 0 ? 1 - (x / half) ** 2 : 0;
      // The side of the head falls off smoothly, so that hair and ears beside it lie behind it.
      depth[row * width + column] = inside > 0 ? 0.72 * Math.sqrt(inside) * crown(y, traits) : 0;
    }
  }
  for (const bump of bumpsOf(traits)) raise(depth, width, height, bump);
  return { width, height, depth };
}

function crown(y: number, { chin }: Traits): number {
  const up = y < -0.5 ? Math.sqrt(Math.max(0.15, 1 - ((y + 0.5) / 1.1) ** 2)) : 1;
  const down = y > 0.9 ? Math.sqrt(Math.max(0.3, 1 - ((y - 0.9) / (chin - 0.6)) ** 2)) : 1;
  return up * down;
}

function bumpsOf(traits: Traits): Bump[] {
  const { noseLength: tip, noseWidth, noseHeight, mouthY, mouthWidth, eyeDistance, browHeight, chin } = traits;
  const bumps: Bump[] = [];
  const pair = (x: number, y: number, wide: number, high: number, by: number) => {
    bumps.push({ x, y, wide, high, by }, { x: -x, y, wide, high, by });
  };
  for (let step = 0; step <= 4; step++) {
    const share = step / 4;
    const by = noseHeight * (0.12 + 0.3 * share);
    bumps.push({ x: 0, y: -0.02 + (tip - 0.08) * share, wide: 0.07 + 0.03 * share, high: 0.13, by });
  }
  bumps.push({ x: 0, y: tip - 0.04, wide: 0.1, high: 0.09, by: noseHeight * 0.45 });
  pair(noseWidth * 0.72, tip, 0.07, 0.07, noseHeight * 0.35);
  pair(eyeDistance, 0, 0.2, 0.12, -0.13);
  pair(eyeDistance, 0, 0.13, 0.08, 0.07);
  pair(eyeDistance - 0.05, -browHeight, 0.24, 0.09, 0.06 + (traits.female ? 0 : 0.03));
  pair(0.55, 0.42, 0.24, 0.2, 0.08);
  pair(0.3, 0.72, 0.06, 0.2, -0.025 - traits.age * 0.03);
  bumps.push({ x: 0, y: mouthY, wide: mouthWidth * 0.8, high: 0.16, by: 0.06 });
  bumps.push({ x: 0, y: mouthY - traits.upperLip * 0.6, wide: mouthWidth * 0.6, high: 0.04, by: 0.035 });
  bumps.push({ x: 0, y: mouthY + traits.lowerLip * 0.6, wide: mouthWidth * 0.5, high: 0.05, by: 0.05 });
  bumps.push({ x: 0, y: mouthY + traits.lowerLip + 0.09, wide: 0.22, high: 0.05, by: -0.05 });
  bumps.push({ x: 0, y: chin - 0.2, wide: 0.2, high: 0.13, by: 0.09 });
  bumps.push({ x: 0, y: tip + 0.14, wide: 0.05, high: 0.08, by: -0.02 });
  return bumps;
}

function raise(depth: Float32Array, width: number, height: number, { x, y, wide, high, by }: Bump): void {
  const left = Math.max(0, Math.floor((x + HALF_X - 3 * wide) * RELIEF_SCALE));
  const right = Math.min(width - 1, Math.ceil((x + HALF_X + 3 * wide) * RELIEF_SCALE));
  const top = Math.max(0, Math.floor((y + HALF_Y - 3 * high) * RELIEF_SCALE));
  const bottom = Math.min(height - 1, Math.ceil((y + HALF_Y + 3 * high) * RELIEF_SCALE));
  for (let row = top; row <= bottom; row++) {
    const down = ((row / RELIEF_SCALE - HALF_Y - y) / high) ** 2;
    for (let column = left; column <= right; column++) {
      const across = ((column / RELIEF_SCALE - HALF_X - x) / wide) ** 2;
      depth[row * width + column]! += by * Math.exp(-(across + down) / 2);
    }
  }
}
