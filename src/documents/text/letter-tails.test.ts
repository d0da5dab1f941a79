import { describe, expect, it } from 'vitest';
import { withLastRound, withTails } from './letter-tails.ts';

/** The letter O or Q at the start of a text, by the chances of a Q of both networks and how far it hangs. */
function told(text: string, tail: number, seen: number, depth: number | null = null) {
  const read = [...text].map((letter, at) => ({
    letter,
    score: 0.8,
    x: 12 + at * 24,
    gap: 0,
    space: 0,
    tail: at === 0 ? tail : 0,
  }));
  const letters = seen > 0 ? [{ letter: 'Q', from: 13, to: 24, chance: seen }] : [];
  const [found] = withTails(read, letters, [depth]);
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

  it('hangs under the line', () => {
    expect(told('O', 0.002, 0, 0.6)).toBe('Q');
    expect(told('OUEENIE', 0, 0, 0.5)).toBe('Q');
    expect(told('ORLANDO', 0.09, 0, 0.5)).toBe('Q');
    expect(told('ORLANDO', 0, 0, 0.5)).toBe('O');
  });

  it('is none where the letter stands flat, whatever one of both networks thinks', () => {
    expect(told('O', 0.03, 0, 0.01)).toBe('O');
    expect(told('ORLANDO', 0.09, 0, 0.01)).toBe('O');
    expect(told('OASIM', 0.24, 0.9, 0.01)).toBe('Q');
  });

  it('tells a lone zero behind a name from a Q, and changes no number', () => {
    const last = (text: string, depth: number) => {
      const read = [...text].map((letter, at) => ({ letter, score: 0.8, x: 12 + at * 24, gap: 0, space: 0, tail: 0 }));
      return withTails(read, [], [...read.slice(1).map(() => null), depth])
        .map(({ letter }) => letter)
        .join('');
    };
    expect(last('MARY,0', 0.5)).toBe('MARY,Q');
    expect(last('MARY,0', 0.05)).toBe('MARY,0');
    expect(last('06949921 0', 0.5)).toBe('06949921 0');
  });

  it('may end a line whose reader stops before it', () => {
    const read = [...'IAN'].map((letter, at) => ({ letter, score: 0.9, x: 12 + at * 24, gap: 0, space: 0, tail: 0 }));
    const space = { letter: ' ', from: 72, to: 80, chance: 0.97 };
    const halves = [
      { letter: '0', from: 84, to: 92, chance: 0.72 },
      { letter: 'Q', from: 92, to: 100, chance: 0.6 },
    ];
    const text = (letters: Parameters<typeof withLastRound>[1]) =>
      withLastRound(read, letters)
        .map(({ letter }) => letter)
        .join('');
    expect(text([space, ...halves])).toBe('IANO');
    expect(text(halves)).toBe('IAN');
    expect(text([space, ...halves, { letter: 'S', from: 104, to: 112, chance: 0.9 }])).toBe('IAN');
  });

  it('is in doubt inside a word before other letters than U, where the other network sees no Q', () => {
    const second = (text: string, letter: string) => {
      const read = [...text].map((one, at) => ({
        letter: one,
        score: 0.9,
        x: 12 + at * 24,
        gap: 0,
        space: 0,
        tail: 0,
      }));
      return withTails(read, [{ letter, from: 31, to: 43, chance: 0.8 }])[1]!.isDoubtful;
    };
    expect(second('TQS', 'O')).toBe(true);
    expect(second('TQS', 'Q')).toBe(false);
    expect(second('SQUIRE', 'O')).toBe(false);
  });

  it('is no D that the other network surely sees as round', () => {
    const read = [{ letter: 'D', score: 0.58, x: 16, gap: 0, space: 0, tail: 0 }];
    expect(withTails(read, [{ letter: 'O', from: 12, to: 24, chance: 0.85 }])[0]!.letter).toBe('O');
    expect(withTails(read, [{ letter: 'D', from: 12, to: 24, chance: 0.85 }])[0]!.letter).toBe('D');
    expect(withTails(read, [{ letter: '0', from: 12, to: 24, chance: 0.6 }])[0]!.letter).toBe('O');
    const sure = read.map((one) => ({ ...one, score: 0.99 }));
    expect(withTails(sure, [{ letter: '0', from: 12, to: 24, chance: 0.9 }])[0]!.letter).toBe('D');
  });
});
