import { fileURLToPath } from 'node:url';
import type { Judged } from './figures.ts';
import type { Damage } from './frames.ts';

/** What the bundled model said of the labelled frames: numbers alone, from which the calibration follows. */
export const VALUES = fileURLToPath(new URL('values.tsv', import.meta.url));

export function writtenValues(all: ReadonlyMap<Damage, readonly Judged[]>): string {
  const lines = ['damage\tsource\tlive\trefused\tvalue'];
  for (const [damage, judged] of all) {
    for (const { source, live, refused, value } of judged) {
      lines.push([damage, source, Number(live), Number(refused), value.toFixed(3)].join('\t'));
    }
  }
  return `${lines.join('\n')}\n`;
}

export function readValues(text: string): Map<Damage, Judged[]> {
  const all = new Map<Damage, Judged[]>();
  for (const line of text.trim().split('\n').slice(1)) {
    const [damage, source, live, refused, value] = line.split('\t') as [Damage, string, string, string, string];
    const judged = all.get(damage) ?? [];
    judged.push({ source, live: live === '1', refused: refused === '1', value: Number(value) });
    all.set(damage, judged);
  }
  return all;
}
