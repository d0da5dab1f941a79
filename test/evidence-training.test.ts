import { expect, test } from 'vitest';
import { FEATURES } from '../src/screening/scoring/evidence.ts';
import { EVIDENCE_MODELS } from '../src/screening/scoring/parameters.ts';
import { readTable } from '../src/tables.ts';
import { estimateWeights } from '../training/matching/evidence/fit.ts';

/** A thousand pairs of two features. Each is evidence against; the second stands in few pairs. */
function cases(rare: number) {
  const features = Array.from({ length: 1000 }, (_, row) => Float64Array.of(row % 3 === 0 ? 1 : 0, row < rare ? 1 : 0));
  const isSame = features.map(([common, own], row) => own === 0 && (common === 0 || row % 2 === 0));
  return { width: 2, features, isSame, weights: features.map(() => 1) };
}

test('a weight that rests on too few pairs is 0, whatever these say', () => {
  expect(estimateWeights(cases(29), [-1, -1]).weights[1]).toBe(0);
  expect(estimateWeights(cases(30), [-1, -1]).weights[1]).toBeLessThan(-1);
});

test('a weight that was kept from before is 0 too where too few pairs support it', () => {
  const weights = { base: 1, weights: Float64Array.of(-1, -7.9) };
  const kept = { weights, free: new Set<number>() };
  expect([...estimateWeights(cases(29), [-1, -1], kept).weights]).toEqual([-1, 0]);
  expect(estimateWeights(cases(30), [-1, -1], kept).weights[1]).toBeCloseTo(-7.9);
});

test('the model card lists for every weight the pairs it rests on, and none in force rests on too few', async () => {
  const { readFile } = await import('node:fs/promises');
  const card = await readFile(new URL('../training/matching/evidence/README.md', import.meta.url), 'utf8');
  const listed = new Map(
    card
      .split('\n')
      .filter((line) => line.startsWith('| ') && / \d+ \+ \d+ /.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, feature, ...cells]) => [feature!, cells.slice(0, EVIDENCE_MODELS.length)]),
  );
  const inForce = readTable('matching/evidence.tsv', ['feature', ...EVIDENCE_MODELS]).slice(1);
  expect([...listed.keys()]).toEqual([...FEATURES]);
  for (const [feature, ...weights] of inForce) {
    const pairs = listed.get(feature)!.map((cell) => cell.split(' + ').reduce((sum, one) => sum + Number(one), 0));
    const unsupported = weights.filter((weight, place) => Number(weight) !== 0 && pairs[place]! < 30);
    expect([feature, unsupported]).toEqual([feature, []]);
  }
});
