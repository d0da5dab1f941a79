import type { Pixels } from '../../src/imaging/pixels.ts';
import type { Random } from '../random.ts';
import type { View } from './head.ts';
import { mix, type Traits } from './traits.ts';

type Vector = readonly [number, number, number];

/** What a modelled head is made of. */
interface Material {
  readonly skin: Vector;
  readonly lips: Vector;
  readonly hair: Vector | null;
  /** Null: eyes of the material itself, as statues have them. */
  readonly iris: Vector | null;
  /** 0 matt to 1 polished. */
  readonly gloss: number;
  /** How far the colour varies from place to place. */
  readonly grain: number;
  /** Times the usual size. */
  readonly eyes: number;
}

type MaterialOf = (traits: Traits, random: Random) => Material;

const STONES: readonly Vector[] = [
  [170, 168, 164],
  [206, 200, 190],
  [110, 84, 56],
  [120, 122, 126],
  [230, 228, 222],
];
const PLASTICS: readonly Vector[] = [
  [236, 190, 160],
  [250, 250, 248],
  [150, 100, 70],
];

export const MATERIALS = {
  statue: (_, random) => {
    const stone = random.pick(STONES);
    const gloss = random.between(0, 0.6);
    return { skin: stone, lips: stone, hair: null, iris: null, gloss, grain: 0.1, eyes: 1 };
  },
  mannequin: (traits, random) => {
    const skin = mix(traits.skin, random.pick(PLASTICS), 0.6);
    const lips = mix(skin, [190, 70, 80], random.between(0, 0.6));
    const hair = random.chance(0.6) ? traits.hair : null;
    const iris = random.chance(0.6) ? traits.iris : null;
    return { skin, lips, hair, iris, gloss: 0.4, grain: 0.01, eyes: 1 };
  },
  doll: ({ hair, iris, ...traits }) => {
    const skin = mix(traits.skin, [250, 214, 196], 0.6);
    return { skin, lips: mix(skin, [200, 60, 80], 0.8), hair, iris, gloss: 0.8, grain: 0, eyes: 1.5 };
  },
  render: ({ skin, hair, iris }) => {
    return { skin, lips: mix(skin, [200, 60, 80], 0.35), hair, iris, gloss: 0.25, grain: 0.05, eyes: 1 };
  },
} as const satisfies Readonly<Record<string, MaterialOf>>;

/** A part of the left half of a head, which the right one mirrors. */
interface Ball {
  readonly at: Vector;
  readonly size: Vector;
  /** How softly it melts into the rest. */
  readonly melt?: number;
  readonly hollow?: boolean;
}

/** Skull, jaw, chin, neck, cheeks, brows, sockets, nose, mouth, lips and ears; z goes towards the camera. */
function skinOf({ eyeDistance, noseLength: tip, noseWidth, noseHeight, ...traits }: Traits): Ball[] {
  const { mouthY, mouthWidth, chin, jawWidth, browHeight } = traits;
  return [
    { at: [0, -0.35, -0.25], size: [0.92, 0.95, 1.05] },
    { at: [0, 0.55, -0.15], size: [jawWidth * 0.95, chin - 0.6, 0.8], melt: 0.25 },
    { at: [0, chin - 0.22, 0.42], size: [0.24, 0.18, 0.2], melt: 0.2 },
    { at: [0, 2, -0.45], size: [0.5, 1.4, 0.5], melt: 0.15 },
    { at: [0.55, 0.35, 0.42], size: [0.26, 0.2, 0.2], melt: 0.2 },
    { at: [eyeDistance, -browHeight, 0.64], size: [0.28, 0.07, 0.12], melt: 0.12 },
    { at: [eyeDistance, 0, 0.86], size: [0.2, 0.13, 0.18], melt: 0.12, hollow: true },
    { at: [0, tip * 0.5, 0.74], size: [0.07, tip * 0.55, 0.12 + noseHeight * 0.3], melt: 0.1 },
    { at: [0, tip - 0.06, 0.88 + noseHeight * 0.25], size: [0.11, 0.1, 0.14], melt: 0.08 },
    { at: [noseWidth * 0.65, tip, 0.8], size: [0.08, 0.07, 0.1], melt: 0.06 },
    { at: [0, mouthY, 0.66], size: [mouthWidth * 0.9, 0.2, 0.14], melt: 0.15 },
    { at: [0, mouthY - 0.05, 0.77], size: [mouthWidth * 0.75, 0.05, 0.06], melt: 0.04 },
    { at: [0, mouthY + 0.07, 0.76], size: [mouthWidth * 0.65, 0.06, 0.07], melt: 0.04 },
    { at: [0.95, 0.12, -0.2], size: [0.09, 0.27, 0.16], melt: 0.04 },
  ];
}

/** How far a place is from the surface of a ball, below 0 inside; near enough (Quilez, Distance functions). */
function toBall({ at, size }: Ball, [x, y, z]: Vector): number {
  const dx = (Math.abs(x) - at[0]) / size[0];
  const dy = (y - at[1]) / size[1];
  const dz = (z - at[2]) / size[2];
  const near = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const steep = Math.sqrt((dx / size[0]) ** 2 + (dy / size[1]) ** 2 + (dz / size[2]) ** 2);
  return steep === 0 ? -1 : (near * (near - 1)) / steep;
}

function melted(a: number, b: number, melt: number): number {
  const share = melt === 0 ? 0 : Math.max(melt - Math.abs(a - b), 0) / melt;
  return Math.min(a, b) - (share * share * melt) / 4;
}

/** A head as a field of distances, and what it is made of. */
class Model {
  readonly #traits: Traits;
  readonly #material: Material;
  readonly #skin: readonly Ball[];
  readonly #eyes: Ball;
  readonly #hair: Ball | null;

  constructor(traits: Traits, material: Material) {
    const long = traits.hairStyle === 'long';
    this.#traits = traits;
    this.#material = material;
    this.#skin = skinOf(traits);
    const size: Vector = [0.17 * material.eyes, 0.12 * material.eyes, 0.16];
    this.#eyes = { at: [traits.eyeDistance, 0, 0.56], size };
    const isHaired = material.hair !== null && traits.hairStyle !== 'bald';
    const cap: Vector = long ? [1.06, 1.6, 0.9] : [1.06, 1.05, 1.06];
    this.#hair = isHaired ? { at: [0, long ? 0 : -0.42, -0.4], size: cap } : null;
  }

  distance(place: Vector): number {
    return Math.min(this.#toSkin(place), this.#toEyes(place), this.#toHair(place));
  }

  isEye(place: Vector): boolean {
    return this.#toEyes(place) <= Math.min(this.#toSkin(place), this.#toHair(place));
  }

  colour(place: Vector): Vector {
    const { skin, lips, hair, iris, eyes } = this.#material;
    const { eyeDistance, mouthY, mouthWidth, browHeight, browThickness, browArch } = this.#traits;
    const [x, y] = [Math.abs(place[0]), place[1]];
    if (this.isEye(place)) {
      const off = Math.hypot(x - eyeDistance, y) / eyes;
      if (iris === null) return skin;
      return off < 0.04 ? [14, 12, 12] : off < 0.09 ? iris : [236, 234, 230];
    }
    if (hair && this.#toHair(place) < this.#toSkin(place)) return hair;
    if ((x / (mouthWidth * 0.85)) ** 2 + ((y - mouthY) / 0.11) ** 2 < 1) return lips;
    const across = (x - eyeDistance) / 0.25;
    const up = y + browHeight + browArch * (1 - across * across);
    return hair && Math.abs(across) < 1 && Math.abs(up) < browThickness * 1.2 ? hair : skin;
  }

  #toSkin(place: Vector): number {
    let far = 9;
    for (const ball of this.#skin) {
      const next = toBall(ball, place);
      far = ball.hollow ? -melted(-far, next, ball.melt!) : melted(far, next, ball.melt ?? 0);
    }
    return far;
  }

  #toEyes(place: Vector): number {
    return toBall(this.#eyes, place);
  }

  /** A cap that leaves the face free. */
  #toHair(place: Vector): number {
    if (!this.#hair) return 9;
    const [, y, z] = place;
    const lower = this.#traits.hairStyle === 'long' ? -9 : y - 0.15;
    return Math.max(toBall(this.#hair, place), z - 0.35 - Math.max(0, -0.62 - y) * 1.6, lower);
  }
}

/** The part of space that is seen, in half head widths about the middle between the eyes. */
const [HALF_X, HALF_Y] = [1.35, 2];
const [NEAREST, FARTHEST, STEPS] = [2, -1.5, 48];

/** A layer of colours and how much each of them covers, 0 or 255. */
interface Rendered extends Pixels {
  readonly cover: Uint8Array;
}

/**
 * A head that is modelled and rendered by marching rays through its field of distances (Hart, Sphere tracing, 1996).
 * `scale`: pixels for half its width.
 */
export function rendered(traits: Traits, material: Material, view: View, scale: number): Rendered {
  const model = new Model(traits, material);
  const [width, height] = [Math.round(2 * HALF_X * scale), Math.round(2 * HALF_Y * scale)];
  const [data, cover] = [new Uint8Array(width * height * 3), new Uint8Array(width * height)];
  const light = turned(view, scaled(view.light, 1 / Math.hypot(...view.light)));
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const place = struck(model, view, column / scale - HALF_X, row / scale - HALF_Y);
      if (!place) continue;
      cover[row * width + column] = 255;
      data.set(lit(model, material, view, light, place), (row * width + column) * 3);
    }
  }
  return { width, height, data, cover };
}

function struck(model: Model, view: View, x: number, y: number): Vector | null {
  for (let step = 0, z = NEAREST; step < STEPS && z > FARTHEST; step++) {
    const place = turned(view, [x, y, z]);
    const far = model.distance(place);
    if (far < 0.003) return place;
    z -= Math.max(0.004, far * 0.8);
  }
  return null;
}

/** Lambert and Blinn; hollows get less of the light that comes from everywhere. */
function lit(model: Model, material: Material, { ambient, tint, ...view }: View, light: Vector, place: Vector) {
  const [x, y, z] = place;
  const [step, here] = [0.012, model.distance(place)];
  const slope = ([dx, dy, dz]: Vector) => model.distance([x + dx, y + dy, z + dz]) - here;
  const normal = unit([slope([step, 0, 0]), slope([0, step, 0]), slope([0, 0, step])]);
  const eyeward = turned({ ...view, ambient, tint }, [0, 0, 1]);
  const bright = product(normal, unit([light[0] + eyeward[0], light[1] + eyeward[1], light[2] + eyeward[2]]));
  const wet = model.isEye(place) ? 1 : material.gloss;
  const shine = wet * 110 * Math.max(0, bright) ** (20 + 60 * wet);
  const open = Math.max(0, Math.min(1, (here + slope(scaled(normal, 0.15))) / 0.15));
  const shade = ambient * (0.4 + 0.6 * open) + (1 - ambient) * 1.15 * Math.max(0, product(normal, light));
  const mottle = 1 + material.grain * Math.sin(x * 3.5 + y * 3 + 1) * Math.sin(y * 3.5 - x * 2 + z * 3);
  return model
    .colour(place)
    .map((value, channel) => Math.max(0, Math.min(255, value * shade * mottle * tint[channel]! + shine)));
}

function turned({ yaw, pitch }: View, [x, y, z]: Vector): Vector {
  const [across, deep] = [x * Math.cos(yaw) - z * Math.sin(yaw), x * Math.sin(yaw) + z * Math.cos(yaw)];
  return [across, y * Math.cos(pitch) - deep * Math.sin(pitch), y * Math.sin(pitch) + deep * Math.cos(pitch)];
}

function scaled([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by];
}

function unit(vector: Vector): Vector {
  return scaled(vector, 1 / (Math.hypot(...vector) || 1));
}

function product([ax, ay, az]: Vector, [bx, by, bz]: Vector): number {
  return ax * bx + ay * by + az * bz;
}
