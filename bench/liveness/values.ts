import { fileURLToPath } from 'node:url';
import type { Acquaintance } from '../../src/faces/liveness/posterior.ts';
import type { Damage, FrameSet } from './frames.ts';

/** What the liveness models said of the labelled pictures: numbers alone, from which the calibrations follow. */
export const VALUES = fileURLToPath(new URL('values.tsv', import.meta.url));

/** The models whose values are kept. */
export const MODELS = ['bundled', 'surroundings', 'minifasnet'] as const;
export type ModelName = (typeof MODELS)[number];

/** One labelled picture as the models saw it, before calibration. */
export interface Seen extends Readonly<Record<ModelName, number>> {
  readonly set: FrameSet;
  readonly source: string;
  readonly live: boolean;
  /** Whether the service asks for another picture. */
  readonly refused: boolean;
  readonly acquaintance: Acquaintance;
  /** NaN where the picture shows too little around the face. */
  readonly surroundings: number;
}

const DIGITS: Readonly<Record<ModelName, number>> = { bundled: 3, surroundings: 6, minifasnet: 5 };

export function writtenValues(all: ReadonlyMap<Damage, readonly Seen[]>): string {
  const lines = [['damage', 'set', 'source', 'live', 'refused', 'familiar', ...MODELS].join('\t')];
  for (const [damage, seen] of all) {
    for (const { set, source, live, refused, acquaintance, ...one } of seen) {
      const values = MODELS.map((model) => (Number.isNaN(one[model]) ? '' : one[model].toFixed(DIGITS[model])));
      const flags = [Number(live), Number(refused), Number(acquaintance === 'familiar')];
      lines.push([damage, set, source, ...flags, ...values].join('\t'));
    }
  }
  return `${lines.join('\n')}\n`;
}

export function readValues(text: string): Map<Damage, Seen[]> {
  const all = new Map<Damage, Seen[]>();
  for (const line of text.trim().split('\n').slice(1)) {
    const [damage, set, source, live, refused, familiar, ...values] = line.split('\t') as [
      Damage,
      FrameSet,
      ...string[],
    ];
    const [bundled, surroundings, minifasnet] = values.map((value) => (value === '' ? Number.NaN : Number(value)));
    const seen = all.get(damage) ?? [];
    seen.push({
      set,
      source: source!,
      live: live === '1',
      refused: refused === '1',
      acquaintance: familiar === '1' ? 'familiar' : 'unfamiliar',
      bundled: bundled!,
      surroundings: surroundings!,
      minifasnet: minifasnet!,
    });
    all.set(damage, seen);
  }
  return all;
}
