import { readFileSync } from 'node:fs';
import { fitCalibration, fitted, scoreBy, untriedSurroundings, usable } from '../../training/liveness/fit.ts';
import { share, sourcesOf } from '../liveness/figures.ts';
import { readValues, VALUES } from '../liveness/values.ts';

/** From this score on a verification needs no person. */
const SURE = 80;

/** The part of labelled stills whose liveness reaches 80, alone and beside a movement that passed. */
export interface SureStills {
  readonly living: { readonly alone: number; readonly moved: number };
  readonly attacks: { readonly alone: number; readonly moved: number };
  readonly counts: { readonly living: number; readonly attacks: number };
}

/** Whole pictures by the bundled models, every source left out in turn. `moved` is what a movement that passed says. */
export function sureStills(moved: number): SureStills {
  const seen = readValues(readFileSync(VALUES, 'utf8')).get('none')!;
  const plain = fitted(seen);
  const untried = untriedSurroundings(plain);
  const frames = usable(seen).filter(({ set }) => set === 'frames');
  const judged = sourcesOf(frames).flatMap((source) => {
    const others = plain.filter((one) => one.source !== source);
    const calibrations = {
      bundled: fitCalibration(others, 'bundled'),
      surroundings: fitCalibration(others, 'surroundings'),
    };
    return frames
      .filter((one) => one.source === source)
      .map((one) => ({
        live: one.live,
        alone: scoreBy(calibrations, one, untried),
        moved: scoreBy(calibrations, one, untried, moved),
      }));
  });
  const partOf = (live: boolean, what: 'alone' | 'moved') =>
    share(
      judged.filter((one) => one.live === live).map((one) => one[what]),
      (score) => score >= SURE,
    );
  const both = (live: boolean) => ({ alone: partOf(live, 'alone'), moved: partOf(live, 'moved') });
  const living = judged.filter(({ live }) => live).length;
  return { living: both(true), attacks: both(false), counts: { living, attacks: judged.length - living } };
}
