import { describe, expect, it } from 'vitest';
import type { PrintedCharacter } from './diacritics.ts';
import type { Letter } from './letter-network.ts';
import { spaced } from './spacing.ts';

const PITCH = 24;

/** A line whose reader gives a chance of `space` before the letter at `place`. */
function line(text: string, place: number, space: number): PrintedCharacter[] {
  return [...text].map((letter, at) => ({
    letter,
    score: 0.99,
    x: at * PITCH + PITCH / 2,
    gap: 2,
    space: at === place ? space : 0.0001,
  }));
}

/** What else tells a space: the chance that the other network gives to it, and the ground in pixels. */
function seen(text: string, place: number, chance: number, ground: number) {
  const edge = place * PITCH;
  const letters: Letter[] = chance > 0 ? [{ letter: ' ', from: edge - 4, to: edge + 4, chance }] : [];
  return { letters, blanks: [...text].slice(1).map((_, at) => (at + 1 === place ? ground : 5)) };
}

const read = (text: string, place: number, space: number, chance: number, ground: number) =>
  spaced(line(text, place, space), seen(text, place, chance, ground));

describe('spaces between words', () => {
  it('are seen where the reader of lines hardly thinks of one, and all else shows it', () => {
    expect(read('ANTHONYJ', 7, 0.02, 0.99, 14)).toMatchObject({ text: 'ANTHONY J', doubts: [] });
    expect(read('ROAD7', 4, 0.03, 0.99, 14).text).toBe('ROAD 7');
  });

  it('are none where the other network alone sees one, beside a letter with much ground', () => {
    expect(read('LAFAYETTE', 7, 0.0001, 0.83, 14)).toMatchObject({ text: 'LAFAYETTE', doubts: [] });
  });

  it('are none where the reader thinks of one behind an open letter, and nothing else shows it', () => {
    expect(read('FALCAO', 3, 0.04, 0, 5).text).toBe('FALCAO');
  });

  it('are in doubt where what shows them does not agree', () => {
    expect(read('SUSANIELIZABETH', 6, 0.015, 0, 11)).toMatchObject({ text: 'SUSANI ELIZABETH', doubts: [6.5] });
    expect(read('SUSANIELIZABETH', 6, 0.01, 0, 9)).toMatchObject({ text: 'SUSANIELIZABETH', doubts: [5.5] });
    expect(read('SUSANNAH', 5, 0.0001, 0, 5).doubts).toEqual([]);
  });

  it('part the code 8 from the house number behind it', () => {
    const apart = (text: string, step: number) => {
      const read = line(text, 9, 0).map((one, at) => ({ ...one, x: one.x + (at > 0 ? step : 0) }));
      const space: Letter = { letter: ' ', from: PITCH - 4, to: PITCH + 4, chance: 0.99 };
      return spaced(read, { letters: [space], blanks: [...text].slice(1).map(() => 5) }).text;
    };
    expect(apart('8305MAIN', PITCH)).toBe('8 305MAIN');
    expect(apart('8305MAIN', 0)).toBe('8305MAIN');
    expect(apart('314.07.1981', PITCH)).toBe('314.07.1981');
  });

  it('are in no doubt behind the number of a field', () => {
    expect(read('2NICK', 1, 0.009, 0, 9).doubts).toEqual([]);
  });
});
