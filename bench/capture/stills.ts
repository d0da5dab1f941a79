import { readFileSync } from 'node:fs';
import { fitCalibration, fitted, scoreBy, untriedSurroundings, usable } from '../../training/liveness/fit.ts';
import { sourcesOf } from '../liveness/figures.ts';
import { readValues, VALUES } from '../liveness/values.ts';

/** A labelled still, judged by models that were calibrated without its source. */
export interface JudgedStill {
  readonly live: boolean;
  /** 0 to 100; beside what a movement says (0 to 1), where there was one. */
  score(moved?: number): number;
}

/** Whole pictures by the bundled models, every source left out in turn. */
export function judgedStills(): JudgedStill[] {
  const seen = readValues(readFileSync(VALUES, 'utf8')).get('none')!;
  const plain = fitted(seen);
  const untried = untriedSurroundings(plain);
  const frames = usable(seen).filter(({ set }) => set === 'frames');
  return sourcesOf(frames).flatMap((source) => {
    const others = plain.filter((one) => one.source !== source);
    const calibrations = {
      bundled: fitCalibration(others, 'bundled'),
      surroundings: fitCalibration(others, 'surroundings'),
    };
    const score = (one: (typeof frames)[number], moved?: number) => scoreBy(calibrations, one, untried, moved);
    return frames
      .filter((one) => one.source === source)
      .map((one) => ({ live: one.live, score: (moved?: number) => score(one, moved) }));
  });
}
