import { expect, test } from 'vitest';
import { histogram, partAbove, similarityAt } from '../../bench/faces/anchors.ts';
import { committedSimilarities, tableLines } from '../../bench/faces/calibrate.ts';
import { ANCHORS, confidence } from './confidence.ts';

test('the table in force is what the command prints from the committed similarities', () => {
  const inForce = ANCHORS.map(([similarity, score]) => `[${similarity}, ${score}]`);
  expect(tableLines(committedSimilarities())).toEqual(inForce);
});

test('60, 70 and 80 stand for one false match in a hundred, a thousand and ten thousand of the committed pairs', () => {
  const { impostor } = committedSimilarities();
  for (const [[similarity], rate] of ANCHORS.slice(0, 3).map(
    (anchor, place) => [anchor, 10 ** -(place + 2)] as const,
  )) {
    expect(partAbove(impostor, similarity) / rate).toBeGreaterThan(0.9);
    expect(partAbove(impostor, similarity) / rate).toBeLessThan(1.1);
  }
});

test('more alike is never less sure, between 0 and 100, with two decimals', () => {
  let before = 0;
  for (let similarity = -1; similarity <= 1.001; similarity += 0.0007) {
    const now = confidence(similarity);
    expect(now).toBeGreaterThanOrEqual(before);
    expect(Math.round(now * 100) / 100).toBe(now);
    before = now;
  }
  expect(confidence(-1)).toBe(0);
  expect(confidence(1)).toBe(100);
});

test('a histogram gives back where a part of its values begins', () => {
  const values = Array.from({ length: 10_000 }, (_, index) => 0.6 + index / 40_000);
  const counts = histogram(values);
  expect(similarityAt(counts, 0.01)).toBeCloseTo(0.8475, 3);
  expect(partAbove(counts, 0.8475)).toBeCloseTo(0.01, 3);
});
