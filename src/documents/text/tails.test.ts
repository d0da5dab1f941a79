import { describe, expect, it } from 'vitest';
import { withTails } from './tails.ts';

/** A letter that one network reads, with the chance that it gives to a Q, and the chance that the other gives to it. */
function told(letter: string, tail: number, seen: number) {
  const one = { letter, score: 0.8, x: 12, gap: 0, space: 0, tail };
  const [found] = withTails([one], seen > 0 ? [{ letter: 'Q', from: 13, to: 24, chance: seen }] : []);
  return { letter: found!.letter, ...(found!.isDoubtful && { isDoubtful: true }) };
}

describe('the tail of a Q', () => {
  it('is seen where both networks think of it, also beside where the other one begins', () => {
    expect(told('O', 0.24, 0.9)).toEqual({ letter: 'Q' });
    expect(told('Q', 0.97, 0)).toEqual({ letter: 'Q' });
  });

  it('is none on nearly every O', () => {
    expect(told('O', 0.001, 0)).toEqual({ letter: 'O' });
  });

  it('is in doubt where one of them thinks of it', () => {
    expect(told('O', 0.09, 0)).toEqual({ letter: 'O', isDoubtful: true });
    expect(told('O', 0.001, 0.9)).toEqual({ letter: 'O', isDoubtful: true });
  });
});
