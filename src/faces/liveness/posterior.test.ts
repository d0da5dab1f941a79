import { describe, expect, it } from 'vitest';
import { posterior } from './posterior.ts';

const SCORES = [0, 12, 55, 70, 74.9, 75, 78, 80, 90, 97, 100];

describe('a liveness score under the evidence in use', () => {
  it('of one model alone refuses nobody and passes nobody, however sure the model is', () => {
    for (const score of SCORES) {
      for (const acquaintance of ['familiar', 'unfamiliar'] as const) {
        expect(posterior([score], acquaintance)).toBeGreaterThan(70);
        expect(posterior([score], acquaintance)).toBeLessThan(80);
      }
    }
  });

  it('of two models passes or refuses only where both lean that way', () => {
    for (const a of SCORES) {
      for (const b of SCORES) {
        const both = posterior([a, b], 'familiar');
        if (both >= 80) expect(Math.min(a, b)).toBeGreaterThan(75);
        if (both < 70) expect(Math.max(a, b)).toBeLessThan(75);
      }
    }
    expect(posterior([95, 95], 'familiar')).toBeGreaterThan(90);
    expect(posterior([5, 5], 'familiar')).toBeLessThan(50);
  });

  it('goes to review where models contradict each other, or the face is of a kind that they do not know', () => {
    expect(posterior([100, 0], 'familiar')).toBeCloseTo(75, 6);
    expect(posterior([99, 99], 'unfamiliar')).toBeLessThan(80);
    expect(posterior([0, 0], 'unfamiliar')).toBeGreaterThan(70);
  });

  it('is in the middle where nothing is known, and rises with each opinion', () => {
    expect(posterior([75, 75], 'familiar')).toBeCloseTo(75, 6);
    for (const other of SCORES) {
      const rising = SCORES.map((score) => posterior([score, other], 'familiar'));
      expect(rising).toEqual([...rising].sort((a, b) => a - b));
    }
  });
});
