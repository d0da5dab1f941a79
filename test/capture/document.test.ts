import { beforeAll, describe, expect, test } from 'vitest';
import { type DocumentProblem, judgeDocument } from '../../capture/src/judge/document.ts';
import { type Damage, photograph } from '../../specimens/photograph.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import type { DocumentKind, Specimen } from '../../specimens/truth.ts';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { lit, lookAt } from './looks.ts';

const KINDS: readonly DocumentKind[] = ['passport', 'national_id', 'driving_licence', 'residence_permit'];
const SEEDS = 2;

describe('a document in front of the phone', () => {
  const specimens: Specimen[] = [];

  beforeAll(async () => {
    for (const kind of KINDS) {
      for (let seed = 0; seed < SEEDS; seed += 1) specimens.push(await drawSpecimen(`look ${seed}`, { kind }));
    }
  });

  const shot = (specimen: Specimen, damages: readonly Damage[], seed: number | string = 1): Pixels =>
    photograph(specimen, seed, damages, { sides: 'front' }).pixels;
  const problemsOf = (damages: readonly Damage[], change = (picture: Pixels) => picture) =>
    specimens.map((specimen, seed) => judgeDocument(lookAt(change(shot(specimen, damages, seed)))).problem);
  const share = (
    problems: readonly (DocumentProblem | undefined)[],
    ...wanted: readonly (DocumentProblem | undefined)[]
  ) => problems.filter((problem) => wanted.includes(problem)).length / problems.length;

  test.each<[string, readonly Damage[]]>([
    ['as it should be', []],
    ['with some noise', ['noise']],
    ['under a shadow', ['shadow']],
    ['with a reflection that the print shows through', ['glare']],
    ['seen from the side a little', ['perspective']],
    ['with a finger over a corner', ['hand']],
  ])('%s is good', (_, damages) => {
    expect(share(problemsOf(damages), undefined)).toBeGreaterThanOrEqual(0.9);
  });

  test('is told to be held still where nobody can read it, and never taken', () => {
    expect(new Set(problemsOf(['unreadable']))).toEqual(new Set(['blur']));
  });

  test('is told to be tilted where a light burns the print away', () => {
    expect(share(problemsOf(['burnt']), 'glare')).toBeGreaterThanOrEqual(0.85);
  });

  test('is told to find more light in the dark', () => {
    expect(
      share(
        problemsOf([], (picture) => lit(picture, 0.12)),
        'dark',
      ),
    ).toBe(1);
  });

  test('that is far away is told to come closer, or to be laid into the frame', () => {
    const problems = problemsOf(['far']);
    expect(share(problems, 'small', 'none')).toBeGreaterThanOrEqual(0.9);
    expect(share(problems, 'small')).toBeGreaterThanOrEqual(0.5);
  });

  test('that is cut off is not taken', () => {
    expect(share(problemsOf(['cut']), 'none', 'small')).toBeGreaterThanOrEqual(0.9);
  });

  test('that is much tilted is told to be held straight', () => {
    const tilted = specimens.map((specimen, seed) => photograph(specimen, seed, ['tilt'], { sides: 'front' }));
    for (const { pixels, truth } of tilted) {
      const [{ x, y }, right] = truth.pages[0]!;
      const degrees = Math.abs((Math.atan2(right.y - y, right.x - x) * 180) / Math.PI);
      const { problem } = judgeDocument(lookAt(pixels));
      if (degrees > 12) expect(['tilt', 'none', 'small'], `${degrees} degrees`).toContain(problem);
      if (degrees < 6) expect(problem, `${degrees} degrees`).not.toBe('tilt');
    }
  });

  test('is not taken while it moves', () => {
    const [one, other] = [shot(specimens[0]!, []), shot(specimens[0]!, ['tilt'])];
    const before = lookAt(other).small;
    expect(judgeDocument(lookAt(one, before)).problem).toBe('blur');
    expect(judgeDocument(lookAt(one, lookAt(one).small)).problem).toBeUndefined();
  });

  test('is looked for in vain on an empty desk, a wall and in a picture of one colour', () => {
    const [width, height] = [640, 480];
    const flat = { width, height, data: new Uint8Array(width * height * 3).fill(140) };
    const noisy = { width, height, data: Uint8Array.from(flat.data, (_, at) => 120 + ((at * 7919) % 40)) };
    for (const picture of [flat, noisy]) expect(judgeDocument(lookAt(picture)).problem).toBe('none');
  });

  test('is judged in the time of some walks over its pixels', () => {
    const look = lookAt(shot(specimens[0]!, []));
    const walk = () => [look.small, look.detail].reduce((sum, { data }) => sum + steps(data), 0);
    const [judged, walked] = [fastest(() => judgeDocument(look)), fastest(walk)];
    expect(judged / walked).toBeLessThan(40);
  });
});

/** Differences between neighbours, summed up. */
function steps(levels: Uint8Array): number {
  let sum = 0;
  for (let at = 1; at < levels.length; at += 1) sum += Math.abs(levels[at]! - levels[at - 1]!);
  return sum;
}

/** Milliseconds that the fastest of many turns takes, which other work of the machine hardly disturbs. */
function fastest(work: () => unknown): number {
  const turns = Array.from({ length: 60 }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return Math.min(...turns);
}
