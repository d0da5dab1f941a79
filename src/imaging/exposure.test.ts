import { describe, expect, test } from 'vitest';
import { blurOf, exposureOf } from './exposure.ts';
import type { Gray } from './resample.ts';

/** A vertical edge every 40 pixels, blurred by a Gaussian of σ. */
function edges(sigma: number): Gray {
  const data = Uint8Array.from({ length: 400 * 200 }, (_, at) => {
    const x = (at % 400) % 40;
    const rise = (place: number) => 1 / (1 + Math.exp((-1.702 * place) / sigma));
    return 40 + 160 * (rise(x - 9.5) - rise(x - 29.5));
  });
  return { width: 400, height: 200, data };
}

describe('measures of a picture', () => {
  test('blur is the σ of its edges', () => {
    for (const sigma of [1.5, 2, 3]) {
      expect(blurOf(edges(sigma))! / sigma).toBeGreaterThan(0.75);
      expect(blurOf(edges(sigma))! / sigma).toBeLessThan(1.25);
    }
  });

  test('a picture without contrast has no blur to speak of', () => {
    expect(blurOf({ width: 200, height: 200, data: new Uint8Array(40_000).fill(90) })).toBeNull();
  });

  test('exposure counts what is dark, bright and burnt', () => {
    const data = Uint8Array.from({ length: 100 }, (_, at) => (at < 10 ? 20 : at < 80 ? 100 : 255));
    expect(exposureOf({ width: 10, height: 10, data })).toEqual({
      mean: 123,
      low: 20,
      median: 100,
      high: 255,
      burnt: 0.2,
    });
  });
});
