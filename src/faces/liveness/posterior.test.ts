import { describe, expect, it } from 'vitest';
import { posterior, UNTRIED } from './posterior.ts';

const SCORES = [0, 12, 55, 70, 74.9, 75, 78, 80, 90, 97, 100];
const said = (scores: readonly number[], untried = UNTRIED.familiar) =>
  posterior(scores.map((score) => ({ score, untried })));

describe('a liveness score under the evidence in use', () => {
  it('of one model alone refuses nobody and passes nobody, however sure the model is', () => {
    for (const score of SCORES) {
      for (const untried of Object.values(UNTRIED)) {
        expect(said([score], untried)).toBeGreaterThan(70);
        expect(said([score], untried)).toBeLessThan(80);
      }
    }
  });

  it('of two models passes or refuses only where both lean that way', () => {
    for (const a of SCORES) {
      for (const b of SCORES) {
        const both = said([a, b]);
        if (both >= 80) expect(Math.min(a, b)).toBeGreaterThan(75);
        if (both < 70) expect(Math.max(a, b)).toBeLessThan(75);
      }
    }
    expect(said([95, 95])).toBeGreaterThan(90);
    expect(said([5, 5])).toBeLessThan(50);
  });

  it('goes to review where models contradict each other, or the face is of a kind that they do not know', () => {
    expect(said([100, 0])).toBeCloseTo(75, 6);
    expect(said([99, 99], UNTRIED.unfamiliar)).toBeLessThan(80);
    expect(said([0, 0], UNTRIED.unfamiliar)).toBeGreaterThan(70);
  });

  it('counts a model the less, the likelier it is to say nothing', () => {
    const scores = [0.1, 0.2, 0.5, 1].map((untried) => said([95, 95], untried));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.at(-1)).toBeCloseTo(75, 6);
  });

  it('is in the middle where nothing is known, and rises with each opinion', () => {
    expect(said([75, 75])).toBeCloseTo(75, 6);
    for (const other of SCORES) {
      const rising = SCORES.map((score) => said([score, other]));
      expect(rising).toEqual([...rising].sort((a, b) => a - b));
    }
  });

  it('takes a movement for one opinion more, which alone neither passes nor refuses', () => {
    const moved = (probability: number, scores: readonly number[]) =>
      posterior(
        scores.map((score) => ({ score, untried: UNTRIED.familiar })),
        probability,
      );
    expect(moved(0.5, [90, 60])).toBe(said([90, 60]));
    expect(moved(0.87, [])).toBeGreaterThan(75);
    expect(moved(0.87, [])).toBeLessThan(80);
    expect(moved(0.87, [90])).toBeGreaterThan(80);
    expect(moved(0.87, [0, 0])).toBeLessThan(75);
    const rising = [0.01, 0.2, 0.5, 0.8, 0.99].map((probability) => moved(probability, [78, 76]));
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
  });
});
