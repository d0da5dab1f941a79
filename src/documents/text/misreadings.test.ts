import { describe, expect, it } from 'vitest';
import type { PrintedCharacter } from './diacritics.ts';
import type { Letter } from './letter-network.ts';
import { withDoubts } from './misreadings.ts';

const PITCH = 24;

/** Which letters of a line are in doubt, by the score of each and what the other network sees there. */
function doubted(text: string, scores: readonly number[], other: string, chance = 0.9): string {
  const read = [...text].map(
    (letter, at): PrintedCharacter => ({
      letter,
      score: scores[at] ?? 0.99,
      x: at * PITCH + PITCH / 2,
      gap: 2,
      space: 0,
    }),
  );
  const letters = [...other].map(
    (letter, at): Letter => ({ letter, from: at * PITCH + 6, to: at * PITCH + 18, chance }),
  );
  return withDoubts(read, letters)
    .map(({ letter, isDoubtful }) => (isDoubtful ? `${letter}?` : letter))
    .join('');
}

describe('letters that may be misread', () => {
  it('are those that were hardly read, and that the other network sees as others', () => {
    expect(doubted('INY', [0.99, 0.35, 0.98], 'IVY')).toBe('IN?Y');
    expect(doubted('INY', [0.99, 0.35, 0.98], 'INY')).toBe('INY');
    expect(doubted('INY', [0.99, 0.97, 0.98], 'IVY')).toBe('INY');
  });

  it('are in doubt together where each of many is a little unsure', () => {
    const faint = [...'FEATERSTNEAG'].map(() => 0.6);
    expect(doubted('FEATERSTNEAG', faint, 'PFHIFNSINFHC')).toContain('?');
    expect(doubted('FEA', [0.6], 'FEA')).toBe('FEA');
  });

  it('are none that only other signs tell apart', () => {
    expect(doubted('MARYQ 0AK 1', [0.6, 0.9, 0.9, 0.9, 0.6], 'MARY0 OAK I')).toBe('MARYQ 0AK 1');
  });
});
