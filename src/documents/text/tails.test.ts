import { describe, expect, it } from 'vitest';
import { withTails } from './tails.ts';

/** The letter O or Q at the start of a text, with the chances of a Q that both networks give to it. */
function told(text: string, tail: number, seen: number) {
  const read = [...text].map((letter, at) => ({
    ...{ letter, score: 0.8, x: 12 + at * 24, gap: 0, space: 0 },
    tail: at === 0 ? tail : 0,
  }));
  const [found] = withTails(read, seen > 0 ? [{ letter: 'Q', from: 13, to: 24, chance: seen }] : []);
  return found!.isDoubtful ? `${found!.letter}?` : found!.letter;
}

describe('the tail of a Q', () => {
  it('is seen where both networks think of it, also beside where the other one begins', () => {
    expect(told('OASIM', 0.24, 0.9)).toBe('Q');
    expect(told('QASIM', 0.97, 0)).toBe('Q');
  });

  it('is seen by one of them alone where a Q stands: before a U and a vowel, and on an initial', () => {
    expect(told('OUEENIE', 0.02, 0)).toBe('Q');
    expect(told('OUEENIE', 0.001, 0.9)).toBe('Q');
    expect(told('OU', 0.2, 0)).toBe('Q');
    expect(told('O', 0.02, 0)).toBe('Q');
  });

  it('is none on nearly every O', () => {
    expect(told('OUELLETTE', 0.001, 0)).toBe('O');
    expect(told("O'BRIEN", 0.2, 0.9)).toBe('O');
  });

  it('is in doubt where one of them thinks of it', () => {
    expect(told('ORLANDO', 0.09, 0)).toBe('O?');
    expect(told('OUTLAW', 0.02, 0)).toBe('O?');
    expect(told('ORLANDO', 0.001, 0.9)).toBe('O?');
    expect(told('0', 0, 0.6)).toBe('0?');
    expect(told('DUINN', 0, 0.6)).toBe('D?');
  });
});
