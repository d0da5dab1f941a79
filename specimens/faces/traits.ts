import { Random } from '../random.ts';

/**
 * What makes one invented face differ from another. The unit is half the width of a head. The origin is the middle of
 * the line of the eyes; x grows to the right, y downwards.
 */
export interface Traits {
  readonly female: boolean;
  /** 0 young to 1 old. */
  readonly age: number;
  readonly skin: readonly [number, number, number];
  readonly lips: readonly [number, number, number];
  readonly hair: readonly [number, number, number];
  readonly iris: readonly [number, number, number];
  readonly cheekWidth: number;
  readonly jawWidth: number;
  readonly chin: number;
  readonly forehead: number;
  readonly eyeDistance: number;
  readonly eyeWidth: number;
  readonly eyeHeight: number;
  readonly eyeTilt: number;
  readonly browHeight: number;
  readonly browThickness: number;
  readonly browArch: number;
  readonly browTilt: number;
  readonly noseLength: number;
  readonly noseWidth: number;
  readonly noseHeight: number;
  readonly mouthY: number;
  readonly mouthWidth: number;
  readonly upperLip: number;
  readonly lowerLip: number;
  readonly mouthCurve: number;
  readonly hairline: number;
  readonly hairStyle: 'short' | 'long' | 'bald' | 'parted' | 'curly';
  readonly beard: number;
  readonly glasses: boolean;
  readonly mole: readonly [number, number] | null;
  readonly grain: number;
}

type HairStyle = Traits['hairStyle'];

/** Means of what differs most between women and men. */
const WOMEN = {
  jawWidth: 0.7,
  chin: 1.5,
  eyeHeight: 0.09,
  eyeTilt: 0.05,
  browHeight: 0.26,
  browThickness: 0.04,
  browArch: 0.06,
  noseWidth: 0.2,
  lips: [176, 60, 70],
  lipShare: 0.55,
  recession: 0,
  hairStyles: ['long', 'long', 'parted', 'curly', 'short'] as readonly HairStyle[],
} as const;
const MEN = {
  jawWidth: 0.77,
  chin: 1.58,
  eyeHeight: 0.08,
  eyeTilt: 0.02,
  browHeight: 0.22,
  browThickness: 0.062,
  browArch: 0.035,
  noseWidth: 0.225,
  lips: [170, 90, 84],
  lipShare: 0.35,
  recession: 0.12,
  hairStyles: ['short', 'short', 'parted', 'bald', 'curly'] as readonly HairStyle[],
} as const;

/** The face of a seed. `female` settles what the seed leaves to chance. */
export function traitsOf(seed: number, female?: boolean): Traits {
  const random = new Random(`face ${seed}`);
  const woman = female ?? random.chance(0.5);
  const usual = woman ? WOMEN : MEN;
  const age = random.next();
  const melanin = random.between(0, 1) ** 1.3;
  const skin = mix([238, 200, 178], [98, 62, 42], melanin);
  // Wider than people differ: recognition sees drawings of one hand as relatives of each other.
  const around = (middle: number, spread: number) => middle + Math.max(-2, Math.min(2, random.normal())) * spread * 1.7;
  const hairs: readonly (readonly [number, number, number])[] = [
    [24, 18, 16],
    [46, 30, 22],
    [88, 58, 36],
    [150, 112, 66],
    [196, 164, 110],
    [120, 52, 26],
  ];
  const dark = melanin > 0.5 ? hairs[random.whole(0, 1)]! : random.pick(hairs);
  return {
    female: woman,
    age,
    skin,
    lips: mix(skin, usual.lips, usual.lipShare),
    hair: age > 0.8 && random.chance(0.6) ? [178, 176, 174] : dark,
    iris:
      melanin > 0.45
        ? [58, 36, 22]
        : random.pick([
            [58, 36, 22],
            [92, 128, 158],
            [96, 118, 76],
            [110, 84, 48],
          ] as const),
    cheekWidth: around(0.93, 0.035),
    jawWidth: around(usual.jawWidth, 0.045),
    chin: around(usual.chin, 0.06),
    forehead: around(0.86, 0.035),
    eyeDistance: around(0.43, 0.022),
    eyeWidth: around(0.205, 0.014),
    eyeHeight: around(usual.eyeHeight, 0.013),
    eyeTilt: around(usual.eyeTilt, 0.05),
    browHeight: around(usual.browHeight, 0.025),
    browThickness: around(usual.browThickness, 0.012),
    browArch: around(usual.browArch, 0.022),
    browTilt: around(0, 0.05),
    noseLength: around(0.66, 0.045),
    noseWidth: around(usual.noseWidth, 0.025) * (1 + melanin * 0.12),
    noseHeight: around(0.32, 0.05),
    mouthY: around(0.99, 0.035),
    mouthWidth: around(0.37, 0.035),
    upperLip: around(0.06, 0.014) * (1 + melanin * 0.4),
    lowerLip: around(0.085, 0.016) * (1 + melanin * 0.3),
    mouthCurve: around(0.01, 0.025),
    hairline: around(-0.86, 0.07) - age * usual.recession,
    hairStyle: random.pick(usual.hairStyles),
    beard: woman ? 0 : random.pick([0, 0, 0.25, 0.6, 1]),
    glasses: random.chance(0.12),
    mole: random.chance(0.3) ? [random.between(-0.6, 0.6), random.between(0.3, 1.1)] : null,
    grain: random.whole(1, 1e6),
  };
}

export function mix(
  a: readonly [number, number, number],
  b: readonly [number, number, number],
  share: number,
): [number, number, number] {
  return [0, 1, 2].map((at) => a[at]! + (b[at]! - a[at]!) * share) as [number, number, number];
}

export function rgb([r, g, b]: readonly [number, number, number], alpha = 1): string {
  return `rgb(${r.toFixed(0)} ${g.toFixed(0)} ${b.toFixed(0)} / ${alpha.toFixed(3)})`;
}

/** Half the width of the head at a height, without hair; 0 below the chin and above the crown. */
export function halfWidth(traits: Traits, y: number): number {
  const { forehead, cheekWidth, jawWidth, chin } = traits;
  const knots: readonly [number, number][] = [
    [-1.32, 0],
    [-1.22, 0.42],
    [-1, 0.68],
    [-0.6, forehead],
    [0, cheekWidth + 0.02],
    [0.45, cheekWidth],
    [0.95, jawWidth + 0.04],
    [chin - 0.28, jawWidth * 0.74],
    [chin - 0.08, jawWidth * 0.4],
    [chin, 0],
  ];
  if (y <= knots[0]![0] || y >= chin) return 0;
  const at = knots.findIndex(([height]) => height > y);
  const [y0, w0] = knots[at - 1]!;
  const [y1, w1] = knots[at]!;
  const share = (y - y0) / (y1 - y0);
  // The crown and the chin are round, not pointed.
  if (w0 === 0) return w1 * Math.sqrt(share);
  if (w1 === 0) return w0 * Math.sqrt(1 - share);
  const before = knots[at - 2]?.[1] ?? w0;
  const after = knots[at + 1]?.[1] ?? w1;
  return hermite(w0, w1, (w1 - before) / 2, (after - w0) / 2, share);
}

function hermite(a: number, b: number, slopeA: number, slopeB: number, t: number): number {
  const t2 = t * t;
  const t3 = t2 * t;
  return a * (2 * t3 - 3 * t2 + 1) + slopeA * (t3 - 2 * t2 + t) + b * (3 * t2 - 2 * t3) + slopeB * (t3 - t2);
}
