import { fileURLToPath } from 'node:url';
import type { Acquaintance } from '../../src/faces/liveness/posterior.ts';
import type { Damage } from './frames.ts';

/** What both liveness models said of the labelled frames: numbers alone, from which the calibrations follow. */
export const VALUES = fileURLToPath(new URL('values.tsv', import.meta.url));

/** The models whose values are kept. */
export const MODELS = ['bundled', 'minifasnet'] as const;
export type ModelName = (typeof MODELS)[number];

/** One labelled frame as the models saw it, before calibration. */
export interface Seen extends Readonly<Record<ModelName, number>> {
  readonly source: string;
  readonly live: boolean;
  /** Whether the service asks for another picture. */
  readonly refused: boolean;
  readonly acquaintance: Acquaintance;
}

export function writtenValues(all: ReadonlyMap<Damage, readonly Seen[]>): string {
  const lines = [['damage', 'source', 'live', 'refused', 'familiar', ...MODELS].join('\t')];
  for (const [damage, seen] of all) {
    for (const { source, live, refused, acquaintance, ...one } of seen) {
      const values = MODELS.map((model) => one[model].toFixed(model === 'bundled' ? 3 : 5));
      lines.push(
        [damage, source, Number(live), Number(refused), Number(acquaintance === 'familiar'), ...values].join('\t'),
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

export function readValues(text: string): Map<Damage, Seen[]> {
  const all = new Map<Damage, Seen[]>();
  for (const line of text.trim().split('\n').slice(1)) {
    const [damage, source, live, refused, familiar, bundled, minifasnet] = line.split('\t') as [Damage, ...string[]];
    const seen = all.get(damage) ?? [];
    seen.push({
      source: source!,
      live: live === '1',
      refused: refused === '1',
      acquaintance: familiar === '1' ? 'familiar' : 'unfamiliar',
      bundled: Number(bundled),
      minifasnet: Number(minifasnet),
    });
    all.set(damage, seen);
  }
  return all;
}
